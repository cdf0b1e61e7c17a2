"""Verification of a model on motions that it was not fitted to."""
