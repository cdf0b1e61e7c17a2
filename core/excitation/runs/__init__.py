"""Evaluation of measured runs of a trajectory."""
