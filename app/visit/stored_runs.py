"""Kinds of planned motions and of their runs among the results of a visit."""

EXCITATION_PLAN = "excitation-plan"
"""Kind of the plans."""
EXCITATION_RUN = "excitation-run"
"""Kind of the outcomes of running a plan."""
