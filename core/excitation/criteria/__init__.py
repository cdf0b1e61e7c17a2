"""Criteria of excitation: conditioning of the regressor along a motion."""
