"""Fixtures that fail a test which leaves something behind; each file is a pytest plugin."""
