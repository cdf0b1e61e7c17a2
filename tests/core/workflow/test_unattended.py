"""Which steps of a guide go by themselves, in which order, and how long the rest takes."""

import pytest

from core.workflow import COMMISSIONING, ON_ROBOT, Capability, LeftOut, Progress, unattended
from tests.core.workflow.journeys import ABSENT, CONNECTED, MOVES, SEES_TWIST, journey

ALL = (
    *("check", "friction", "load-steps", "plan", "excite", "choose", "identify"),
    *("results", "verify", "twist", "stiffness", "report"),
)
"""What is gone through with an arm that runs trajectories and has both encoders."""


def gone_through(situation, *products):
    """The steps in the order in which they are gone through, as if none of them made anything."""
    found, step, there = [], "connect", journey("on-robot", *products, situation=situation)
    while (step := COMMISSIONING.following(there, step)) is not None:
        found.append(step)
    return tuple(found)


def test_every_step_takes_part_or_is_left_out_for_a_reason():
    told = [*COMMISSIONING.held, *COMMISSIONING.alone, *COMMISSIONING.left_out]
    assert sorted(told) == sorted(ON_ROBOT.keys)
    assert set(COMMISSIONING.left_out.values()) == set(LeftOut)
    assert unattended("on-robot") is COMMISSIONING
    assert unattended("payload") is None, "somebody hangs the payload in between"


def test_every_step_that_moves_the_arm_waits_for_a_hand():
    moving = {
        step.key
        for step in ON_ROBOT.steps
        if {Capability.MOTION, Capability.TRAJECTORY} & set(step.capabilities)
    }
    assert moving - set(COMMISSIONING.left_out) == COMMISSIONING.held - {"check"}
    assert "check" in COMMISSIONING.held, "it moves every joint a little"


def test_steps_run_from_the_check_to_the_report():
    assert gone_through(SEES_TWIST) == ALL


def test_an_arm_without_link_encoders_is_not_loaded():
    situation = type(SEES_TWIST)(SEES_TWIST.capabilities - {Capability.LINK_ENCODERS}, SEES_TWIST.revisions)
    assert gone_through(situation) == tuple(step for step in ALL if step != "load-steps")


def test_a_controller_without_trajectories_plans_nothing():
    assert gone_through(MOVES) == tuple(s for s in ALL if s not in {"load-steps", "plan", "excite"})


def test_valid_steps_are_skipped_except_verdict_and_report():
    stands = ("check", "friction", "load-steps", "plan", "excitation", "recordings", "choice", "model")
    assert gone_through(SEES_TWIST, *stands) == ("results", "verify", "twist", "stiffness", "report")
    everything = (*stands, "elasticity", "stiffness", "verification", "report")
    assert gone_through(SEES_TWIST, *everything) == ("results", "report")


@pytest.mark.parametrize("situation", [ABSENT, CONNECTED, SEES_TWIST], ids=["absent", "reads", "all"])
def test_time_left_is_that_of_the_remaining_steps(situation):
    there = journey("on-robot", situation=situation)
    for step in ON_ROBOT.keys:
        left = COMMISSIONING.steps_left(there, step)
        expected = sum(there.usual_seconds(key) for key in left)
        assert COMMISSIONING.seconds_left(there, step) == pytest.approx(expected)
    whole = COMMISSIONING.seconds_left(there, "check")
    known = COMMISSIONING.seconds_left(there, "check", in_hand=5.0)
    assert whole - known == pytest.approx(there.usual_seconds("check") - 5.0)


def test_a_done_step_takes_no_time():
    before = journey("on-robot", situation=SEES_TWIST)
    after = journey("on-robot", "check", situation=SEES_TWIST)
    spared = COMMISSIONING.seconds_left(before, "check") - COMMISSIONING.seconds_left(after, "check")
    assert spared == pytest.approx(before.usual_seconds("check"))


@pytest.mark.parametrize("joint_count", [4, 6, 7])
def test_before_a_robot_is_connected_the_time_is_that_of_the_steps_that_its_arm_allows(joint_count):
    nothing = Progress(ON_ROBOT.key, joint_count=joint_count)
    usual = {step.key: step.seconds + step.seconds_per_joint * joint_count for step in ON_ROBOT.steps}
    both = COMMISSIONING.seconds_of(nothing, sees_twist=True)
    assert both == sum(usual[step] for step in ALL)
    assert COMMISSIONING.seconds_of(nothing, sees_twist=False) == both - usual["load-steps"]
    measured = nothing.took("friction", seconds=1000.0)
    assert COMMISSIONING.seconds_of(measured, sees_twist=True) == both - usual["friction"] + 1000.0
