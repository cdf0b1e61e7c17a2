"""Measurement of a payload's mass and centre of mass at the flange."""
