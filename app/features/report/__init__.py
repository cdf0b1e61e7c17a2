"""The report of a commissioning, with all results of a visit."""
