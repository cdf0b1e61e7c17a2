"""Recordings of other programs, without preparation: which column is which quantity, and why."""
