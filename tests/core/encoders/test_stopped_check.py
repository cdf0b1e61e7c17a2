"""An encoder check that was stopped on its way, and zeros that another power-on has moved."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.encoders import check_encoders
from core.quality import Verdict
from tests.core.encoders.check_words import ONE_ENCODER, codes, facts
from tests.core.encoders.jogged_arm import DEG, Jogged, robot_of, without


def stopped_after(arm, seconds):
    """The recording and the jogs of a check that was stopped on its way."""
    recording = arm.recording()
    rows = int(np.searchsorted(arm.time, seconds))
    recording = replace(recording.block(0, rows), incomplete="jog-twist")
    return recording, tuple(jog for jog in arm.jogs if jog.start < seconds)


@pytest.mark.parametrize(
    ("factor", "code", "channel"),
    [
        ({"motor_factor": [-1, 1, 1]}, "encoder-sign-swapped", "motor"),
        ({"link_factor": [-1, 1, 1]}, "encoder-sign-swapped", "link"),
        ({"motor_factor": [0, 1, 1]}, "encoder-stuck", "motor"),
        ({"link_factor": [0, 1, 1]}, "encoder-stuck", "link"),
        ({"link_factor": [57.3, 1, 1]}, "units-degrees", "link"),
    ],
)
@pytest.mark.parametrize("with_reported", [True, False])
def test_a_check_that_was_stopped_still_names_the_cause(factor, code, channel, with_reported):
    arm = Jogged(robot_of(), with_reported=with_reported, **factor)
    recording, jogs = stopped_after(arm, 0.3 + 0.25)  # half a degree into the first jog
    check = check_encoders(recording, arm.robot, jogs=jogs)
    assert code in codes(check, 0)
    assert facts(check, code) == {"joint": "joint_1", "channel": channel}
    assert not codes(check, 0) & {"jog-size-wrong", "moved-too-little", "joint-did-not-move"}
    assert codes(check, 1) == codes(check, 2) == {"joint-not-jogged"}
    assert check.judgement.verdict is Verdict.NOT_MEASURABLE


def test_a_healthy_arm_that_was_stopped_has_no_faults():
    arm = Jogged(robot_of())
    recording, jogs = stopped_after(arm, 0.3 + 0.3)
    check = check_encoders(recording, arm.robot, jogs=jogs)
    assert codes(check, 0) == {"moved-too-little"}
    assert check.faults == ()
    assert check.joints[0].commanded_ratio is None
    # the same without an end before its time: it did not go as far as it was told
    check = check_encoders(replace(recording, incomplete=""), arm.robot, jogs=(replace(jogs[0], end=0.6),))
    assert "jog-size-wrong" in codes(check, 0)


def test_a_jog_stopped_for_wrong_direction_names_the_cause():
    arm = Jogged(robot_of())
    recording, jogs = stopped_after(arm, 0.3 + 0.3)
    recording = without(recording, *ONE_ENCODER)
    check = check_encoders(recording, arm.robot, jogs=(replace(jogs[0], angle=-jogs[0].angle),))
    assert "jog-direction-reversed" in codes(check, 0)


def test_offsets_may_differ_between_power_ons():
    arm = Jogged(robot_of(), offset=[0.1, 0.2, 0.3])
    known = arm.offset + np.array([2 * DEG, 0.0, -2 * np.pi])
    other = check_encoders(arm.recording(), arm.robot, known_offsets=known, known_power_on="6")
    assert codes(other) == {"encoder-turned"}
    assert facts(other, "encoder-turned") == {"joint": "joint_3", "turns": 1, "of": "joint"}
    assert other.joints[0].offset_change == pytest.approx(-2 * DEG, abs=0.2 * DEG)
    same = check_encoders(arm.recording(), arm.robot, known_offsets=known, known_power_on="7")
    assert codes(same) == {"encoder-turned", "encoder-offset-changed"}


def test_an_offset_of_whole_turns_is_noted_without_a_known_zero():
    arm = Jogged(robot_of(), offset=[0.1, -2 * np.pi + 0.02, 0.3])
    check = check_encoders(arm.recording(), arm.robot)
    assert codes(check) == {"offset-beyond-a-turn"}
    assert facts(check, "offset-beyond-a-turn") == {"joint": "joint_2", "turns": -1}
    assert check.judgement.verdict is Verdict.USABLE
    assert codes(check_encoders(arm.recording(), arm.robot, known_offsets=check.offsets)) == set()


def test_a_new_zero_after_power_on_does_not_hide_a_whole_turn():
    arm = Jogged(robot_of(), offset=[0.1, 0.2, 0.3])
    known = arm.offset - np.array([363.0, 2.0, -1.5]) * DEG
    other = check_encoders(arm.recording(), arm.robot, known_offsets=known, known_power_on="6")
    assert facts(other, "encoder-turned") == {"joint": "joint_1", "turns": 1, "of": "joint"}
    assert codes(other) == {"encoder-turned"}


@given(st.lists(st.floats(1.0, 8.0), min_size=3, max_size=3))
@settings(max_examples=10, deadline=None)
def test_changed_zeros_alone_are_not_taken_for_whole_turns(shifts):
    arm = Jogged(robot_of(), offset=[0.1, 0.2, 0.3])
    known = arm.offset - np.array(shifts) * DEG
    assert not codes(check_encoders(arm.recording(), arm.robot, known_offsets=known, known_power_on="6"))
