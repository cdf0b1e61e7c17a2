"""Parts of the command line: options, output files, progress, and results in sentences and tables."""
