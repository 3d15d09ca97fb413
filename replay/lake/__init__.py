"""The lake: a club's games as Parquet segments under numbered manifests, beside the logs that they came from.

`reader.Lake` opens one and answers SQL; `writer` imports and commits; the tables are described in `replay.schema`.
Importing this package imports neither DuckDB nor Arrow.
"""
