"""Whether a link position is measured: told from a slow sweep, and never mistaken for measured."""

from dataclasses import replace

import numpy as np
import pytest

from core.encoders.link_position import (
    Following,
    Structure,
    _answer,
    find_link_position,
    format_step,
    is_encoder_step,
    position_strokes,
    sweep_answer,
)
from core.encoders.result import arm_answer
from core.recording import LinkPosition, MissingSamples, Quantity, Recording, TorqueKind
from core.robot.library import load_robot
from tests.campaigns._link_joints import KINDS, swept_joint

ROBOT = load_robot("szabo-3r")


def answer(seed, kind):
    sweep = swept_joint(seed, kind)
    return sweep_answer("joint", sweep.time, sweep.motor, sweep.link, sweep.torque)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "measured"])
def test_what_is_computed_is_never_called_measured(kind):
    found = [answer(seed, kind).found for seed in range(500, 506)]
    assert LinkPosition.MEASURED not in found
    assert LinkPosition.COMPUTED in found


def test_what_is_measured_is_never_called_computed_and_often_told():
    found = [answer(seed, "measured").found for seed in range(500, 512)]
    assert LinkPosition.COMPUTED not in found
    assert found.count(LinkPosition.MEASURED) >= 3


def three_joints(link_of, *, torque=True):
    """A recording whose joints sweep at once; ``link_of`` gives each link position from its sweep."""
    sweeps = [swept_joint(503, "computed") for _ in range(3)]
    count = sweeps[0].time.size

    def columns(pick):
        return np.column_stack([pick(one)[:count] for one in sweeps])

    motor = columns(lambda one: one.motor)
    assert ROBOT.reported_from_motor(motor) == pytest.approx(motor), "this arm reports behind the gear"
    found = {Quantity.MOTOR_POSITION: motor, Quantity.LINK_POSITION: columns(link_of)}
    if torque:
        found[Quantity.TORQUE] = columns(lambda one: one.torque)
    return Recording("sweep", sweeps[0].time, found, TorqueKind.MOTOR_TORQUE)


def test_an_arm_that_computes_is_found_out_with_its_reasons():
    found = find_link_position([three_joints(lambda one: one.motor - one.torque / 2e4)], ROBOT)
    assert found.found is LinkPosition.COMPUTED
    assert [one.reason for one in found.joints] == ["follows-torque"] * 3
    assert found.recordings == ("sweep",)


def test_without_an_arm_motors_behind_the_gear_are_compared_as_they_are():
    recording = three_joints(lambda one: one.motor - one.torque / 2e4)
    assert find_link_position([recording], None).found is LinkPosition.COMPUTED
    turns = 100.0 * recording.columns[Quantity.MOTOR_POSITION]
    geared = replace(recording, columns={**recording.columns, Quantity.MOTOR_POSITION: turns})
    found = find_link_position([geared], None)
    assert [one.reason for one in found.joints] == ["before-gear"] * 3
    assert [one.joint for one in found.joints] == ["J1", "J2", "J3"]


def test_the_motor_handed_out_twice_is_none():
    found = find_link_position([three_joints(lambda one: one.motor)], ROBOT)
    assert found.found is LinkPosition.NONE


def test_without_torque_nobody_knows():
    recording = three_joints(lambda one: one.motor - one.torque / 2e4, torque=False)
    assert [one.reason for one in find_link_position([recording], ROBOT).joints] == ["no-torque"] * 3


def test_a_short_motion_tells_nothing():
    recording = three_joints(lambda one: one.motor - one.torque / 2e4)
    short = recording.block(0, int(np.searchsorted(recording.time, 6.0)))
    assert [one.reason for one in find_link_position([short], ROBOT).joints] == ["too-short"] * 3


@pytest.mark.parametrize("rests_by", [5e-7, 4e-6, 1e-4])
def test_a_joint_that_rests_while_another_moves_tells_nothing(rests_by):
    """The link's encoder stands on one count, and the motor's jumps between a few: no torque is followed."""
    sweep = swept_joint(503, "computed")
    motor = rests_by * np.random.default_rng(0).integers(0, 2, sweep.time.size)
    resting = sweep_answer("joint", sweep.time, motor, np.zeros(sweep.time.size), sweep.torque)
    assert (resting.found, resting.reason) == (LinkPosition.UNKNOWN, "not-moved")


def test_a_recording_without_a_second_encoder_has_no_link_position():
    recording = three_joints(lambda one: one.motor)
    bare = replace(recording, columns={Quantity.TORQUE: recording.columns[Quantity.TORQUE]})
    assert find_link_position([bare], ROBOT).found is LinkPosition.NONE


@pytest.mark.parametrize(
    ("joints", "arm"),
    [
        (("measured", "unknown"), "measured"),
        (("measured", "computed"), "computed"),
        (("none", "unknown"), "unknown"),
        (("none", "none"), "none"),
        (("unknown",), "unknown"),
        ((), "unknown"),
    ],
)
def test_the_arm_by_its_joints(joints, arm):
    assert arm_answer(map(LinkPosition, joints)) == arm


def test_steps_of_numbers():
    angle = np.random.default_rng(1).uniform(-1, 1, 4000)
    step = 2 * np.pi / 2**14
    assert format_step(np.round(angle / step) * step) == pytest.approx(step)
    assert is_encoder_step(step)
    assert format_step(angle) == 0.0
    assert not is_encoder_step(1e-3)


@pytest.mark.parametrize(
    ("seed", "kind", "expected"),
    [(501, "measured", LinkPosition.MEASURED), (501, "computed", LinkPosition.COMPUTED)],
)
def test_samples_that_were_lost_one_by_one_hide_nothing(seed, kind, expected):
    sweep = swept_joint(seed, kind)
    random = np.random.default_rng(4)
    kept = np.sort(random.permutation(sweep.time.size)[: round(0.99 * sweep.time.size)])
    steps = np.diff(kept)
    torn = Recording(
        "sweep",
        sweep.time[kept],
        {
            quantity: np.tile(values[kept, None], 3)
            for quantity, values in {
                Quantity.MOTOR_POSITION: sweep.motor,
                Quantity.LINK_POSITION: sweep.link,
                Quantity.TORQUE: sweep.torque,
            }.items()
        },
        TorqueKind.LINK_SENSOR,
        missing=tuple(
            MissingSamples(int(row), int(steps[row] - 1), "sequence") for row in np.flatnonzero(steps > 1)
        ),
    )
    assert find_link_position([torn], ROBOT).found is expected


def test_a_stroke_with_standstills_is_one():
    """As load steps have them: to and fro, standing after each quarter."""
    quarter = np.r_[np.linspace(0.0, 1.0, 500), np.ones(300)]
    there = np.concatenate([quarter + number for number in range(4)])
    found = position_strokes(0.001, np.radians(5.0) * np.r_[there, there[::-1], there])
    assert len(found) == 3


def test_of_a_long_recording_the_part_with_the_strokes_is_looked_at():
    """A joint that first goes to its place, waits for others, and is swept then."""
    sweep = swept_joint(501, "measured")
    wait = 60_000
    place = np.linspace(sweep.motor[0] - 0.3, sweep.motor[0], 1000)

    def later(values):
        return np.r_[values[0] + place - place[-1], np.full(wait, values[0]), values]

    motor, link = later(sweep.motor), later(sweep.link)
    torque = np.r_[np.full(wait + 1000, sweep.torque[0]), sweep.torque]
    found = sweep_answer("joint", 0.001 * np.arange(motor.size), motor, link, torque)
    assert found.found is LinkPosition.MEASURED


@pytest.mark.parametrize(
    ("rate", "expected"),
    [(1000.0, (LinkPosition.COMPUTED, "follows-torque")), (100.0, (LinkPosition.UNKNOWN, "too-slow"))],
)
def test_what_follows_the_motor_in_a_slow_recording_may_be_the_arms_own_motion(rate, expected):
    """Arms of drives that are read 100 times a second, each with two encoders, were called computed."""
    follows = Following(slope=0.99, std=0.01)
    assert _answer(Structure(), follows, rms=1e-4, step=0.0, rate=rate) == expected


def test_a_structure_finer_than_the_numbers_of_the_file_tells_nothing():
    """Of this computed position 2 µrad repeat, an eighth of a step of its numbers."""
    assert answer(41, "computed, filtered, noise added").found is not LinkPosition.MEASURED
