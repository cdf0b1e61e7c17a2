"""Constraints on a motion beside its limits: floor, self-collision, boxes, and rated torques."""
