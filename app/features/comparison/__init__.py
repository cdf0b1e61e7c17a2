"""Comparison of visits to one arm."""
