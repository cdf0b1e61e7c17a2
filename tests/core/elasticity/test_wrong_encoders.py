"""Encoders that contradict each other give no stiffness, and one that no gear has is never *usable*."""

import numpy as np
import pytest

from core.elasticity.judgement import likely_stiffness, unlikely_stiffness, whole_judgement, with_causes
from core.elasticity.result import JointElasticity, Measured
from core.quality import Judgement, Reason, Verdict


@pytest.mark.parametrize(
    ("rated", "value", "told"),
    [
        (150.0, 14.5e3, 0),  # an EC66
        (150.0, 14.5, 1),  # its motor encoder turned round
        (4.0, 1.4e3, 0),
        (np.inf, 5.5e6, 0),  # a KR 300
        (np.inf, 14.5, 1),
        (25.0, 1e6, 1),
    ],
)
def test_a_stiffness_is_weighed_against_gears_of_that_size(rated: float, value: float, told: int) -> None:
    reasons = list(unlikely_stiffness("joint_2", Measured(value, 0.03 * value), rated_torque=rated))
    assert len(reasons) == told
    assert all(reason.verdict is Verdict.REPEAT for reason in reasons)
    low, high = likely_stiffness(rated)
    assert low < high


def test_a_vague_stiffness_is_not_called_unlikely() -> None:
    assert not list(unlikely_stiffness("joint_2", Measured(1000.0, 300.0), rated_torque=150.0))


@pytest.mark.parametrize("code", ["motor-encoder-reversed", "encoder-ratio", "twist-stiffness-unlikely"])
def test_one_joint_with_wrong_encoders_spoils_the_whole(code: str) -> None:
    sound = JointElasticity("joint_1", 0, judgement=Judgement(Verdict.GOOD))
    uncertain = Judgement.of([Reason("twist-uncertain", {"joint": "joint_2"}, Verdict.USABLE)])
    wrong = Judgement.of([Reason(code, {"joints": ("joint_3",)}, Verdict.REPEAT)])
    joints = [sound, JointElasticity("joint_2", 1, judgement=uncertain)]
    assert whole_judgement(joints).verdict is Verdict.USABLE
    found = whole_judgement([*joints, JointElasticity("joint_3", 2, judgement=wrong)])
    assert found.verdict is Verdict.REPEAT
    assert {reason.code for reason in found.reasons} == {code, "twist-uncertain"}


def test_a_fault_of_the_set_up_spoils_every_gear_and_is_the_first_reason() -> None:
    good = JointElasticity("joint_1", 0, judgement=Judgement(Verdict.GOOD))
    hidden = JointElasticity("joint_2", 1, judgement=Judgement(Verdict.NOT_MEASURABLE))
    causes = (Reason("effort-scale", {"factor": 1.3, "std": 0.01}, Verdict.REPEAT),)
    assert with_causes(good, ()) is good
    assert with_causes(good, causes).judgement.verdict is Verdict.REPEAT
    assert with_causes(hidden, causes).judgement.verdict is Verdict.NOT_MEASURABLE
    whole = whole_judgement([good, good], causes=causes)
    assert whole.verdict is Verdict.REPEAT
    assert whole.reasons == causes
    assert whole_judgement([hidden], causes=causes).verdict is Verdict.NOT_MEASURABLE
