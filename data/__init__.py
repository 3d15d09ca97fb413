"""Sample data that comes with the project: a simulated season, worked examples, broken logs."""
