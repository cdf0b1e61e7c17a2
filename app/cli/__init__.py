"""The command line: the same work without a window, one file per family of commands."""
