"""Recordings of other programs that nobody prepared: which column is which quantity, and why."""
