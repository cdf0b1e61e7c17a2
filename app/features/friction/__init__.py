"""Friction from sweeps at constant speed."""
