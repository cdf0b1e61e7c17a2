"""The command line, and its commands that belong to no feature."""
