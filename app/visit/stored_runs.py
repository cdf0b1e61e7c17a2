"""The kinds under which planned motions and their runs are stored in a visit."""

EXCITATION_PLAN = "excitation-plan"
"""Under this kind plans are stored in a visit."""
EXCITATION_RUN = "excitation-run"
"""Under this kind it is stored what came of running one."""
