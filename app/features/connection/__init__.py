"""Connecting to an arm."""
