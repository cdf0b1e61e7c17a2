"""Motions that criteria are tested with."""

from core.excitation.criteria.criterion import FrictionColumns
from core.excitation.trajectories.motion import Kinematics
from tests.core.excitation import published
from tests.core.robot.oracles import motion as random_motion

FRICTION = FrictionColumns.COULOMB_VISCOUS
WRIST = (3, 4, 5)


def published_motion():
    return published.liu_series().evaluate(published.liu_time())


def motion_of(robot, *, samples=40, seed=0, locked=(), held=None):
    """Random states, locked joints at rest where they are held."""
    q, v, a = random_motion(robot, samples=samples, seed=seed)
    still = list(locked)
    q[:, still] = 0.0 if held is None else held[still]
    v[:, still] = a[:, still] = 0.0
    return Kinematics(q, v, a)
