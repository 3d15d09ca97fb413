"""Speed, measured beside the peers in one run (`make bench`). Nothing here is part of `make test`."""
