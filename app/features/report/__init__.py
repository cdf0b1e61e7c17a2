"""The report of a commissioning."""
