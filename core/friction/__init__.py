"""Friction models: columns that are linear in their coefficients."""
