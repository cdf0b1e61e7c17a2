"""Channels that do not belong together are named: velocities, and motor against link encoder."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from core.encoders.channel_sense import (
    encoder_reasons,
    torque_reasons,
    velocity_reasons,
    with_encoders_turned,
)
from core.recording import FloatArray, Quantity, Recording
from core.robot.library import load_robot
from core.robot.model import RobotModel

STIFFNESS = 15e3
TIME = np.arange(0.0, 20.0, 0.01)
PACES = np.array([0.7, 1.1, 1.3, 1.7, 2.3, 2.9])


@pytest.fixture(scope="module")
def robot() -> RobotModel:
    return load_robot("ec66")


@pytest.fixture(scope="module")
def run() -> Recording:
    """Six joints on their ways, each with a twist of its gear, and noise of the encoders."""
    random = np.random.default_rng(3)
    place, speed = np.sin(np.outer(TIME, PACES)), PACES * np.cos(np.outer(TIME, PACES))
    twist = 100.0 / STIFFNESS * np.cos(np.outer(TIME, 0.9 * PACES))
    noises = 1e-5 * random.normal(size=(3, *place.shape))
    columns = {
        Quantity.POSITION: place + noises[0],
        Quantity.VELOCITY: speed + 1e-2 * random.normal(size=place.shape),
        Quantity.MOTOR_POSITION: place + twist + noises[1],
        Quantity.LINK_POSITION: place + noises[2],
    }
    return Recording("run", TIME, columns)


def changed(run: Recording, quantity: Quantity, change: Callable[[FloatArray], object]) -> Recording:
    values = np.array(run.columns[quantity])
    change(values)
    return replace(run, columns={**run.columns, quantity: values})


def column(joint: int, change: Callable[[FloatArray], FloatArray]) -> Callable[[FloatArray], None]:
    def own(values: FloatArray) -> None:
        values[:, joint] = change(values[:, joint])

    return own


def exchange(values: FloatArray) -> None:
    values[:, [1, 4]] = values[:, [4, 1]]


def test_channels_that_belong_together_give_no_reason(run: Recording, robot: RobotModel) -> None:
    assert velocity_reasons(run, robot) == ()
    assert encoder_reasons(run, robot) == ()
    at_rest = {quantity: 0.0 * np.asarray(values) for quantity, values in run.columns.items()}
    assert velocity_reasons(replace(run, columns=at_rest), robot) == ()
    assert encoder_reasons(replace(run, columns=at_rest), robot) == ()


@pytest.mark.parametrize(
    ("change", "code", "joints"),
    [
        (column(1, np.abs), "velocity-unsigned", ("joint_2",)),
        (column(3, np.negative), "velocity-reversed", ("joint_4",)),
        (column(2, np.degrees), "velocity-scaled", ("joint_3",)),
        (column(0, np.zeros_like), "velocity-apart", ("joint_1",)),
        (exchange, "velocity-exchanged", ("joint_2", "joint_5")),
    ],
)
def test_a_wrong_velocity_is_named(
    run: Recording,
    robot: RobotModel,
    change: Callable[[FloatArray], None],
    code: str,
    joints: tuple[str, ...],
) -> None:
    (reason,) = velocity_reasons(changed(run, Quantity.VELOCITY, change), robot)
    assert (reason.code, reason.facts["joints"]) == (code, joints)


@pytest.mark.parametrize(
    ("quantity", "change", "code", "facts"),
    [
        (Quantity.MOTOR_POSITION, column(1, np.negative), "motor-encoder-reversed", {}),
        (Quantity.LINK_POSITION, column(1, np.negative), "link-encoder-reversed", {}),
        (Quantity.MOTOR_POSITION, column(1, lambda one: -101.0 * one), "encoder-ratio", {"ratio": -101.0}),
        (Quantity.MOTOR_POSITION, column(1, np.degrees), "encoder-ratio", {"ratio": 57.3}),
    ],
)
def test_encoders_that_contradict_each_other_are_named(
    run: Recording,
    robot: RobotModel,
    quantity: Quantity,
    change: Callable[[FloatArray], None],
    code: str,
    facts: dict[str, object],
) -> None:
    (reason,) = encoder_reasons(changed(run, quantity, change), robot)
    assert (reason.code, reason.facts["joints"]) == (code, ("joint_2",))
    for name, value in facts.items():
        expected = pytest.approx(value, rel=0.02) if isinstance(value, float) else value
        assert reason.facts[name] == expected


def test_a_position_behind_its_encoders_is_named_with_its_lag(run: Recording, robot: RobotModel) -> None:
    def later(seconds: float) -> Callable[[FloatArray], FloatArray]:
        return lambda one: np.interp(TIME - seconds, TIME, one)

    (reason,) = encoder_reasons(changed(run, Quantity.POSITION, column(2, later(0.1))), robot)
    assert (reason.code, reason.facts["joints"]) == ("position-late", ("joint_3",))
    assert reason.facts["lag_s"] == pytest.approx(0.1, abs=0.01)
    assert encoder_reasons(changed(run, Quantity.POSITION, column(2, later(0.01))), robot) == ()
    assert encoder_reasons(changed(run, Quantity.LINK_POSITION, column(2, later(0.024))), robot) == ()


def test_exchanged_encoders_are_named(run: Recording, robot: RobotModel) -> None:
    reasons = encoder_reasons(changed(run, Quantity.LINK_POSITION, exchange), robot)
    assert [(one.code, one.facts["joints"]) for one in reasons] == [
        ("encoders-exchanged", ("joint_2",)),
        ("encoders-exchanged", ("joint_5",)),
    ]


def test_a_link_encoder_in_degrees_is_named(run: Recording, robot: RobotModel) -> None:
    (reason,) = encoder_reasons(changed(run, Quantity.LINK_POSITION, column(2, np.degrees)), robot)
    assert (reason.code, reason.facts["joints"]) == ("link-encoder-in-degrees", ("joint_3",))
    (geared,) = encoder_reasons(
        changed(run, Quantity.LINK_POSITION, column(2, lambda one: 50.0 * one)), robot
    )
    assert geared.code == "encoder-ratio"


def test_nobody_tells_which_encoder_is_wrong_without_a_third_channel(
    run: Recording, robot: RobotModel
) -> None:
    turned = changed(run, Quantity.LINK_POSITION, column(0, np.negative))
    pair = {one: turned.columns[one] for one in (Quantity.MOTOR_POSITION, Quantity.LINK_POSITION)}
    (reason,) = encoder_reasons(replace(turned, columns=pair), robot)
    assert reason.code == "encoders-opposed"
    alone = with_encoders_turned({"run": replace(turned, columns=pair)}, robot)["run"]
    assert encoder_reasons(alone, robot) == (reason,)


def test_a_locked_output_is_not_judged(run: Recording, robot: RobotModel) -> None:
    locked = changed(run, Quantity.LINK_POSITION, column(1, lambda one: 1e-5 * one))
    assert encoder_reasons(locked, robot) == ()


def test_an_encoder_is_turned_round_in_every_recording(run: Recording, robot: RobotModel) -> None:
    turned = changed(run, Quantity.MOTOR_POSITION, column(1, np.negative))
    still = {one: np.asarray(values)[:1].repeat(TIME.size, 0) for one, values in turned.columns.items()}
    both = with_encoders_turned({"run": turned, "rest": replace(turned, columns=still)}, robot)
    assert encoder_reasons(both["run"], robot) == ()
    whole = np.asarray(run.columns[Quantity.MOTOR_POSITION][:])
    assert np.asarray(both["run"].columns[Quantity.MOTOR_POSITION][:]) == pytest.approx(whole)
    rest = np.asarray(both["rest"].columns[Quantity.MOTOR_POSITION][:])
    assert rest[:, 1] == pytest.approx(np.full(TIME.size, whole[0, 1]))


def with_current(run: Recording, change: Callable[[FloatArray], FloatArray]) -> Recording:
    """The run with currents of gravity, of friction and of noise; those of joint 2 changed."""
    place, speed = np.asarray(run.columns[Quantity.POSITION]), np.asarray(run.columns[Quantity.VELOCITY])
    noise = np.random.default_rng(5).normal(size=place.shape)
    current = 3.0 * np.sin(place) + 0.5 * np.tanh(20.0 * speed) + 0.05 * noise
    current[:, 1] = change(current[:, 1])
    return replace(run, columns={**run.columns, Quantity.CURRENT: current})


@pytest.mark.parametrize(
    ("change", "share"),
    [
        (lambda one: np.clip(one, -2.0, 2.0), 0.3),
        (lambda one: np.minimum(one, 2.2), 0.3),
        (lambda one: np.maximum(one, 0.0), 0.5),
        (lambda one: np.clip(np.round(one, 1), -2.0, 2.0), 0.3),
    ],
)
def test_a_torque_that_was_cut_off_is_named(
    run: Recording, robot: RobotModel, change: Callable[[FloatArray], FloatArray], share: float
) -> None:
    (reason,) = torque_reasons(with_current(run, change), robot)
    assert (reason.code, reason.facts["joints"]) == ("torque-saturated", ("joint_2",))
    assert reason.facts["share"] == pytest.approx(share, abs=0.15)


@pytest.mark.parametrize(
    "change",
    [
        lambda one: one,
        lambda one: np.round(one, 1),
        np.round,  # per cent of the rated torque, in whole numbers
        lambda one: 3.0 * np.round(np.sin(np.linspace(0.0, 30.0, one.size)) * 10.0),
        lambda one: np.where(np.abs(one) < 1.0, 0.0, one),
        lambda one: np.repeat(one[::20], 20),
    ],
)
def test_a_torque_that_is_only_rounded_or_held_is_not_called_cut_off(
    run: Recording, robot: RobotModel, change: Callable[[FloatArray], FloatArray]
) -> None:
    assert torque_reasons(with_current(run, change), robot) == ()


def test_a_torque_that_holds_the_arm_at_rest_is_not_called_cut_off(run: Recording, robot: RobotModel) -> None:
    columns = {one: np.array(values) for one, values in with_current(run, np.copy).columns.items()}
    columns[Quantity.POSITION][500:900] = columns[Quantity.POSITION][500]
    columns[Quantity.CURRENT][500:900] = 5.0
    assert torque_reasons(replace(run, columns=columns), robot) == ()
