"""Errors and reasons by their codes, worded as sentences."""
