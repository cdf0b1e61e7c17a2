"""Picks the codes and facts out of an encoder check; inputs that several of its tests share."""

import numpy as np
from hypothesis import strategies as st

from core.recording import Quantity

SEEDS = st.integers(0, 2**32 - 1)
COUPLED = np.array([[101.0, 0, 0], [0, 101.0, 0], [0, 40.0, 80.0]])


def codes(check, joint=None):
    reasons = check.judgement.reasons if joint is None else check.joints[joint].judgement.reasons
    return {reason.code for reason in reasons}


def facts(check, code):
    return next(reason.facts for reason in check.judgement.reasons if reason.code == code)


ONE_ENCODER = (Quantity.MOTOR_POSITION, Quantity.LINK_POSITION)
