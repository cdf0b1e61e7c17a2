"""What a motion must keep clear of: floor, body, boxes, and torques that are too large."""
