"""Checks between a motion plan and a moving arm: preview, readiness, clearance, watchdog."""
