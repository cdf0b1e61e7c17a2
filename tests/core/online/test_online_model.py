"""The online model against the offline one, its stated delays, and what it does not know."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import BadRequest
from core.friction.models import FrictionKind
from core.monitor import NullMonitor
from core.online.online_model import THRESHOLD_STDS, OnlineModel, OnlineTorque
from core.recording import Quantity
from core.robot.dynamics import inverse_dynamics
from core.robot.library import load_robot
from core.robot.model import Joint, RobotModel
from tests.core.online.known_model import (
    RATE_HZ,
    feed_all,
    fitted_model,
    online,
    recording,
    rms,
    slow_motion,
    streamed,
)

ROBOTS = ("ur10e", "tx40", "kr300", "ec66")
"""Plain, with a coupled wrist, with a counterbalance, with link encoders."""


def _offline(fitted, time, columns, at):
    parts = list(fitted.compare(recording(time, columns), monitor=NullMonitor()))
    when = np.concatenate([part.time for part in parts])
    joined = {
        name: np.concatenate([getattr(part, name) for part in parts]) for name in ("measured", "modelled")
    }
    return {
        name: np.column_stack([np.interp(at, when, column) for column in values.T])
        for name, values in joined.items()
    }


@pytest.mark.parametrize("name", ROBOTS)
def test_live_torque_equals_that_of_the_fitted_model(name: str) -> None:
    """Slow motion, where causal and zero-phase filters pass the same: friction's reversals differ alone."""
    robot = load_robot(name)
    fitted = fitted_model(robot)
    time, q, v, _ = slow_motion(robot, seconds=12.0)
    columns = streamed(robot, q, v, 30.0 * q)
    found = feed_all(online(fitted), time, columns)
    wanted = _offline(fitted, time, columns, found.time)
    middle = (found.time > 1.0) & (found.time < 11.0)
    sign = robot.reported_sign
    for mine, other in ((found.modelled, wanted["modelled"]), (found.measured, wanted["measured"])):
        assert np.isfinite(mine[middle]).all()
        assert np.all(rms((mine * sign - other)[middle]) < 0.03 * rms(other[middle]))


@pytest.mark.parametrize("kind", list(FrictionKind))
def test_every_friction_form_is_predicted(kind: FrictionKind) -> None:
    robot = load_robot("ur10e")
    fitted = fitted_model(robot, kind)
    bare = fitted_model(robot, kind, friction=0.0)
    time, q, v, _ = slow_motion(robot, seconds=10.0)
    columns = streamed(robot, q, v, q)
    found = feed_all(online(fitted), time, columns)
    rigid = feed_all(online(bare), time, columns)
    share = (found.modelled - rigid.modelled)[2000:]
    both = _offline(fitted, time, columns, found.time)["modelled"]
    plain = _offline(bare, time, columns, found.time)["modelled"]
    wanted = (both - plain)[2000:] * robot.reported_sign
    assert np.all(rms(share - wanted) < 0.06 * rms(wanted))
    assert np.all(rms(wanted) > 2.0)


def test_measured_and_expected_are_delayed_by_the_stated_time() -> None:
    """Without friction and with the torque that the model expects, the two curves are one."""
    robot = load_robot("ur10e")
    fitted = fitted_model(robot, friction=0.0)
    rotor = np.random.default_rng(3).uniform(0.2, 0.5, 6)
    time, q, v, a = slow_motion(robot, seconds=8.0)
    torque = inverse_dynamics(robot, q, v, a, rotor_inertia=rotor)
    model = online(fitted)
    found = feed_all(model, time, streamed(robot, q, v, torque))
    seen = np.isfinite(found.modelled).all(axis=1)
    assert np.all(rms(found.residual) < 2e-3 * rms(found.measured))
    watched = np.isfinite(found.external).all(axis=1)
    assert watched.sum() > 6000
    assert np.all(np.abs(found.external[watched]) < 0.01 * rms(found.measured))
    exact = np.column_stack([np.interp(found.time, time, column) for column in torque.T])
    slope = np.gradient(exact, time, axis=0)
    for late in (found.measured - exact, found.modelled - exact):
        seconds = np.nansum(-late * slope, axis=0) / np.sum(slope[seen] ** 2, axis=0)
        assert np.all(np.abs(seconds) < 0.6 / RATE_HZ)
    assert 0.05 < model.delay_s < 0.13


def test_differentiated_positions_agree_with_reported_velocities() -> None:
    robot = load_robot("ur10e")
    fitted = fitted_model(robot)
    time, q, v, _ = slow_motion(robot, seconds=6.0)
    columns = streamed(robot, q, v, q)
    told = feed_all(online(fitted), time, columns)
    del columns[Quantity.VELOCITY]
    own = feed_all(online(fitted), time, columns)
    assert np.all(rms((told.modelled - own.modelled)[1500:]) < 1e-3 * rms(told.modelled))


def test_motor_positions_and_currents_are_converted_to_joints() -> None:
    robot = replace(load_robot("tx40"), drive_gain=None)
    gain = np.linspace(5.0, 20.0, robot.joint_count)
    fitted = fitted_model(robot, drive_gain=gain)
    time, q, v, _ = slow_motion(robot, seconds=5.0)
    torque = q * 20.0
    plain = streamed(robot, q, v, torque)
    by_joint = feed_all(online(fitted), time, plain)
    reported = plain[Quantity.POSITION]
    forward = np.linalg.inv(robot.reported_from_motor(np.eye(robot.joint_count)))
    columns = {
        Quantity.MOTOR_POSITION: reported @ forward,
        Quantity.MOTOR_VELOCITY: plain[Quantity.VELOCITY] @ forward,
        Quantity.CURRENT: robot.current_from_torque(plain[Quantity.TORQUE], drive_gain=gain),
    }
    by_motor = feed_all(online(fitted), time, columns)
    for name in ("measured", "modelled", "external"):
        assert getattr(by_motor, name) == pytest.approx(getattr(by_joint, name), abs=1e-6, nan_ok=True)


def _short() -> tuple[OnlineModel, np.ndarray, dict]:
    robot = load_robot("tx40")
    time, q, v, _ = slow_motion(robot, seconds=1.5)
    columns = streamed(robot, q, v, 10.0 * q)
    columns[Quantity.POSITION][700, 2] = np.nan
    columns[Quantity.TORQUE][1100, 1] = np.nan
    return online(fitted_model(robot)), time, columns


def _joined(parts: list[OnlineTorque], name: str) -> np.ndarray:
    return np.concatenate([getattr(part, name) for part in parts])


@given(st.lists(st.integers(1, 400), min_size=1, max_size=40))
@settings(max_examples=8, deadline=None)
def test_live_torque_is_independent_of_the_chunks(sizes: list[int]) -> None:
    model, time, columns = _short()
    sequence = np.arange(time.size)
    sequence[300:] += 5
    whole = model.feed(sequence, time, columns)
    model, _, _ = _short()
    edges = [*np.cumsum(sizes)[np.cumsum(sizes) < time.size].tolist(), time.size]
    parts, first = [], 0
    for last in edges:
        rows = slice(first, last)
        parts.append(model.feed(sequence[rows], time[rows], {k: c[rows] for k, c in columns.items()}))
        first = last
    for name in ("sequence", "time", "measured", "modelled", "external", "threshold"):
        np.testing.assert_array_equal(_joined(parts, name), getattr(whole, name))


def test_a_gap_or_missing_encoder_restarts_with_nan_for_the_stated_time() -> None:
    robot = load_robot("ur10e")
    fitted = fitted_model(robot)
    time, q, v, _ = slow_motion(robot, seconds=4.0)
    columns = streamed(robot, q, v, q)
    columns[Quantity.POSITION][2500] = np.nan
    model = online(fitted)
    settle = round(model.settle_s * RATE_HZ)
    sequence = np.arange(time.size)
    sequence[1300:] += 1
    found = model.feed(sequence, time, columns)
    known = np.isfinite(found.measured).all(axis=1)
    assert not known[:100].any()
    assert known[settle:1300].all()
    for broken in (1300, 2500):
        assert known[broken - 1]
        assert not known[broken]
        assert not np.isfinite(found.external[broken : broken + 100]).any()
        assert known[broken + 1 + settle : broken + 1100].all()
    # what is said again agrees with what would have been said without the hole
    whole = feed_all(online(fitted), time, streamed(robot, q, v, q))
    again = slice(1300 + 2 * settle, 2500)
    assert np.all(rms((found.measured - whole.measured)[again]) < 0.01)
    assert np.all(rms((found.modelled - whole.modelled)[again]) < 0.01 * rms(whole.modelled))


def test_a_missing_current_affects_only_its_joint() -> None:
    robot = load_robot("ur10e")
    time, q, v, _ = slow_motion(robot, seconds=4.0)
    columns = streamed(robot, q, v, q)
    columns[Quantity.TORQUE][2000:2100, 3] = np.nan
    found = feed_all(online(fitted_model(robot)), time, columns)
    others = [0, 1, 2, 4, 5]
    assert np.isfinite(found.measured[1500:][:, others]).all()
    assert np.isfinite(found.modelled[1500:]).all()
    assert not np.isfinite(found.measured[2000:2250, 3]).any()
    assert not np.isfinite(found.external[2000:2250, 3]).any()
    assert np.isfinite(found.measured[3000:, 3]).all()


def test_torque_of_a_joint_that_has_not_moved_is_unknown() -> None:
    """The holding torque of its friction is unknown.

    A form without a presliding state needs no such history.
    """
    robot = load_robot("ur10e")
    time, q, v, _ = slow_motion(robot, seconds=4.0)
    q[:, 4], v[:, 4] = 0.3, 0.0
    q[2000:, 4] += 0.01 * np.sin(2.0 * np.pi * time[:2000])
    v[2000:, 4] += 0.01 * 2.0 * np.pi * np.cos(2.0 * np.pi * time[:2000])
    columns = streamed(robot, q, v, q)
    found = feed_all(online(fitted_model(robot)), time, columns)
    assert not np.isfinite(found.modelled[:2000, 4]).any()
    assert np.isfinite(found.modelled[2600:, 4]).all()
    assert np.isfinite(found.modelled[1000:, :4]).all()
    plain = feed_all(online(fitted_model(robot, FrictionKind.COULOMB_VISCOUS)), time, columns)
    assert np.isfinite(plain.modelled[1000:]).all()


def test_a_resting_joint_needs_more_external_torque() -> None:
    robot = load_robot("ur10e")
    time, q, v, _ = slow_motion(robot, seconds=5.0)
    v[3000:], q[3000:] = 0.0, q[3000]
    found = feed_all(online(fitted_model(robot)), time, streamed(robot, q, v, q))
    moving, standing = found.threshold[2500], found.threshold[4500]
    # between reversals of a moving joint it is the residual's alone
    assert np.isclose(moving, THRESHOLD_STDS).sum() >= 5
    assert np.all(standing > THRESHOLD_STDS + 3.5)


def test_missing_channels_of_a_stream_are_named() -> None:
    robot = replace(load_robot("ur10e"), drive_gain=None)
    model = online(fitted_model(robot))
    time, q, v, _ = slow_motion(robot, seconds=0.1)
    full = streamed(robot, q, v, q)
    for columns, code in (
        ({Quantity.TORQUE: q}, "no-position"),
        ({Quantity.POSITION: q}, "no-torque"),
        ({Quantity.POSITION: q, Quantity.CURRENT: q}, "no-drive-gain"),
    ):
        with pytest.raises(BadRequest, match=code):
            feed_all(model, time, columns)
    with pytest.raises(BadRequest, match="cutoff-above-nyquist"):
        online(fitted_model(robot), rate_hz=10.0)
    assert feed_all(model, time, full).time.shape == time.shape


def test_read_only_arrays_are_accepted() -> None:
    robot = load_robot("ur10e")
    time, q, v, _ = slow_motion(robot, seconds=0.2)
    columns = streamed(robot, q, v, q)
    for column in columns.values():
        column.setflags(write=False)
    assert feed_all(online(fitted_model(robot)), time, columns).measured.shape == q.shape


def test_a_sliding_joint_is_predicted_too() -> None:
    from tests.devices.virtual.physics.perfect import gantry

    robot: RobotModel = gantry()
    assert isinstance(robot.joints[0], Joint)
    fitted = fitted_model(robot)
    time, q, v, _ = slow_motion(robot, seconds=8.0)
    columns = streamed(robot, q, v, q)
    found = feed_all(online(fitted), time, columns)
    wanted = _offline(fitted, time, columns, found.time)["modelled"]
    assert np.all(rms((found.modelled - wanted)[1500:7500]) < 0.03 * rms(wanted))
