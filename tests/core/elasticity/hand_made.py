"""Elasticity results of an arm, written by hand."""

import numpy as np

from core.elasticity.result import Elasticity, JointElasticity, Measured, Ripple, RippleCause, TwistValidation
from core.quality import Judgement, Reason, Verdict

LOAD_TOO_SMALL = Reason(
    "twist-load-too-small",
    {"joint": "joint_1", "load": 3.0, "deflection": 2e-6, "noise": 1e-5},
    Verdict.NOT_MEASURABLE,
)


def measured_joint(number, *, lag=3e-3, offset=0.4, stiffness=2e4, **more):
    """A joint of which everything was measured."""
    return JointElasticity(
        joint=f"joint_{number + 1}",
        number=number,
        lag=Measured(lag, 2e-5),
        offset=Measured(offset, 1e-6),
        stiffness=Measured(stiffness, 0.02 * stiffness),
        damping=Measured(30.0, 4.0),
        backlash=Measured(2e-4, 1e-5),
        hysteresis_width=Measured(5e-5, 5e-6),
        hysteresis_energy=Measured(0.02, 0.002),
        ripple=(Ripple(2.0, 1e-3, 8e-5, 2e-6, RippleCause.WAVE_GENERATOR),),
        load_low=-40.0,
        load_high=60.0,
        rms_raw=8e-4,
        rms_explained=4e-5,
        **more,
    )


def hidden_joint(number, *, lag=None):
    """A joint that this motion did not load."""
    return JointElasticity(
        joint=f"joint_{number + 1}",
        number=number,
        lag=None if lag is None else Measured(lag, 1e-4),
        rms_raw=1e-4,
        judgement=Judgement.of([LOAD_TOO_SMALL]),
    )


def arm_elasticity(*joints, **more):
    """That of an arm whose joints are given, or of six with the first one hidden."""
    joints = joints or (hidden_joint(0), *(measured_joint(number) for number in range(1, 6)))
    count = len(joints)
    validation = TwistValidation("check", np.full(count, 9e-4), np.linspace(3e-5, 5e-5, count))
    told = {
        "robot": "ec66",
        "recordings": ("fit-1",),
        "validation": (validation,),
        "model": "identification-001",
        "gain_std": 0.0173,
        **more,
    }
    return Elasticity(joints=joints, judgement=Judgement.of(_reasons(joints)), **told)


def _reasons(joints):
    """The arm can be used where some joint can; what hides the others stays with them."""
    if all(joint.judgement.verdict is Verdict.NOT_MEASURABLE for joint in joints):
        return [LOAD_TOO_SMALL]
    return []
