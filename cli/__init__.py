"""The command line: click commands, one module a group; no rule and no SQL lives here."""
