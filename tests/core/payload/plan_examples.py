"""Plans of payload sweeps for tests, as open and as closed controllers need them."""

from functools import cache

import numpy as np

from core.excitation.limits.motion_limits import motion_limits
from core.payload.plan import PayloadMode, PayloadPlan, PayloadPlanSettings
from core.payload.sweep_plan import plan_payload
from core.robot.library import load_robot

STARTS = {
    "ec66": np.radians([0.0, 50.0, 60.0, -20.0, -35.0, -40.0]),
    "generic-6r": np.zeros(6),
    "kr300": np.radians([0.0, -90.0, 90.0, 0.0, 0.0, 0.0]),
    "lwr4": np.zeros(7),
    "panda": np.radians([0.0, -45.0, 0.0, -135.0, 0.0, 90.0, 45.0]),
    "szabo-3r": np.array([0.1, 0.4, -0.6]),
    "tx40": np.zeros(6),
    "ur10e": np.radians([0.0, -80.0, -60.0, -100.0, 80.0, 0.0]),
}
TOOL_SPEED = 0.245
LONGEST_S = 5.0
RAMP_S = 0.525
"""1.5 times a third of a second, as for a controller of unknown acceleration."""


@cache
def plan_of(name: str, mode: PayloadMode = PayloadMode.THOROUGH, kind: str = "open") -> PayloadPlan:
    """The plan of one arm from its start."""
    robot, start = load_robot(name), STARTS[name]
    held = {"longest_s": LONGEST_S, "ramp_s": (RAMP_S,) * robot.joint_count} if kind == "closed" else {}
    settings = PayloadPlanSettings(mode=mode, tool_speed=TOOL_SPEED, **held)
    return plan_payload(robot, motion_limits(robot, start=start), start=start, settings=settings)
