"""Correction of the tool position under a load."""
