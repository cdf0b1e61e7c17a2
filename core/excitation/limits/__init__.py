"""Limits of position, velocity and acceleration, and the peaks of a motion against them."""
