SELECT count(*) FROM chosen
