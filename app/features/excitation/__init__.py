"""Excitation trajectories: planned, looked at, and run."""
