"""Trajectories that make an arm show what it is made of."""
