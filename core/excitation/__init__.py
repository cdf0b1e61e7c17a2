"""Excitation trajectories: motions from which an arm's parameters can be identified."""
