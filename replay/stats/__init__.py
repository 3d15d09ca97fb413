"""Named questions about the lake: one SQL file each, with a typed function that answers it as an Arrow table.

`catalog` lists them. The command line, the dashboard and the reports ask nothing else.
"""
