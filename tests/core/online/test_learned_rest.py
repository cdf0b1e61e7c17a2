"""The live residual learner, against its result on a recording; friction beyond the fitted speeds."""

from dataclasses import replace

import numpy as np
import pytest

from core.identification.model import FittedModel
from core.learning.kinds import FeatureKind, ResidualKind
from core.learning.rbf import RadialBasis
from core.learning.residual_model import JointResidualModel, ResidualModel
from core.monitor import NullMonitor
from core.quality import Judgement, Verdict
from core.recording import FloatArray, Quantity
from core.robot.dynamics import inverse_dynamics
from core.robot.library import load_robot
from core.robot.model import RobotModel
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

COMPLIANCE = 2e-5
"""Compliance of the gears, rad/(N·m)."""
OFFSET = 0.01
"""rad, between the zeros of the two encoders."""
LEARNED = (1, 2)
"""Joints, counted from 0, whose learner is on."""


def _moved(robot: RobotModel) -> tuple[FloatArray, FloatArray, FloatArray, dict[Quantity, FloatArray]]:
    """A motion with twist by load, as an arm with two encoders per joint tells it."""
    time, q, v, a = slow_motion(robot, seconds=24.0)
    load = inverse_dynamics(robot, q, v, a)
    columns = streamed(robot, q, v, 2.0 * load)
    twisted = COMPLIANCE * load + OFFSET
    columns[Quantity.LINK_POSITION] = columns[Quantity.POSITION]
    columns[Quantity.MOTOR_POSITION] = columns[Quantity.POSITION] + twisted * robot.reported_sign
    return time, q, COMPLIANCE * load, columns


def _with_learner(
    fitted: FittedModel, q: FloatArray, twist: FloatArray, features: FeatureKind
) -> FittedModel:
    """The same model with a learned wave over position or twist."""
    rate = np.gradient(twist, 1.0 / RATE_HZ, axis=0)
    velocity = np.gradient(q, 1.0 / RATE_HZ, axis=0)
    joints = []
    for joint, name in enumerate(fitted.plan.robot.joint_names):
        pairs = {
            FeatureKind.STATE: (q, velocity),
            FeatureKind.DEFLECTION: (twist, rate),
        }[features]
        seen = np.column_stack([each[::20, joint] for each in pairs])
        wave = 3.0 * np.sin(3.0 * seen[:, 0] / np.abs(seen[:, 0]).max())
        active = joint in LEARNED
        joints.append(
            JointResidualModel(
                joint=name,
                active=active,
                size=6,
                error_without=2.0,
                error_with=0.1,
                judgement=Judgement(Verdict.GOOD),
                radial=RadialBasis.fit(seen, wave, size=6) if active else None,
            )
        )
    return replace(fitted, residual=ResidualModel(ResidualKind.RBF, features, tuple(joints)))


@pytest.mark.parametrize(("features", "near"), [(FeatureKind.STATE, 0.05), (FeatureKind.DEFLECTION, 0.25)])
def test_live_and_recorded_learned_torques_agree(features: FeatureKind, near: float) -> None:
    """The position agrees more closely than the twist, whose zero comes from past samples only."""
    robot = load_robot("ur10e")
    plain = fitted_model(robot, friction=0.0, rotor_inertia=np.zeros(6))
    time, q, twist, columns = _moved(robot)
    fitted = _with_learner(plain, q, twist, features)
    found, bare = (feed_all(online(each), time, columns) for each in (fitted, plain))
    added = (found.modelled - bare.modelled) * robot.reported_sign
    parts = list(fitted.compare(recording(time, columns), monitor=NullMonitor()))
    when = np.concatenate([part.time for part in parts])
    learned = np.concatenate([part.learned for part in parts])
    wanted = np.column_stack([np.interp(found.time, when, each) for each in learned.T])
    # what the twist is without load has to be seen for a while first
    settled = (found.time > 13.0) & (found.time < 23.0)
    learning = list(LEARNED)
    assert np.all(rms(wanted[settled][:, learning]) > 0.5)
    assert np.all(rms((added - wanted)[settled][:, learning]) < near * rms(wanted[settled][:, learning]))
    others = [joint for joint in range(6) if joint not in LEARNED]
    assert np.nanmax(np.abs(added[:, others])) == 0.0
    # what the model knows better does not come from outside any more
    outside = (found.external - bare.external)[settled] * robot.reported_sign
    np.testing.assert_allclose(outside, added[settled], atol=1e-9)
    if features is FeatureKind.DEFLECTION:
        early = found.time < 9.0
        assert np.nanmax(np.abs(added[early])) == 0.0


def test_learned_torque_is_independent_of_the_chunks() -> None:
    robot = load_robot("ur10e")
    plain = fitted_model(robot, friction=0.0, rotor_inertia=np.zeros(6))
    time, q, twist, columns = _moved(robot)
    fitted = _with_learner(plain, q, twist, FeatureKind.DEFLECTION)
    whole = feed_all(online(fitted), time, columns)
    model, parts = online(fitted), []
    for first in range(0, time.size, 777):
        rows = slice(first, first + 777)
        piece = {name: column[rows] for name, column in columns.items()}
        parts.append(feed_all(model, time[rows], piece, first=first).modelled)
    np.testing.assert_allclose(np.concatenate(parts), whole.modelled, rtol=0.0, atol=1e-9)


def test_a_learner_on_the_twist_adds_nothing_without_link_encoders() -> None:
    robot = load_robot("ur10e")
    plain = fitted_model(robot, friction=0.0, rotor_inertia=np.zeros(6))
    time, q, twist, columns = _moved(robot)
    fitted = _with_learner(plain, q, twist, FeatureKind.DEFLECTION)
    del columns[Quantity.LINK_POSITION]
    found, bare = (feed_all(online(each), time, columns) for each in (fitted, plain))
    np.testing.assert_array_equal(found.modelled, bare.modelled)


def test_friction_beyond_the_fitted_speeds_is_that_of_the_fit() -> None:
    robot = load_robot("ur10e")
    fitted = fitted_model(robot)
    time, q, v, _ = slow_motion(robot, seconds=10.0)
    columns = streamed(robot, q, v, q)
    slow = replace(fitted, plan=fitted.plan.with_top_speed(np.full(6, 0.2)))
    found, free = (feed_all(online(each), time, columns) for each in (slow, fitted))
    wanted = []
    for each in (slow, fitted):
        parts = list(each.compare(recording(time, columns), monitor=NullMonitor()))
        when = np.concatenate([part.time for part in parts])
        modelled = np.concatenate([part.modelled for part in parts])
        on_clock = np.column_stack([np.interp(found.time, when, joint) for joint in modelled.T])
        wanted.append(on_clock * robot.reported_sign)
    seen = (found.time > 1.5) & (found.time < 9.0)
    change, wanted_change = (found.modelled - free.modelled)[seen], (wanted[0] - wanted[1])[seen]
    assert np.all(rms((found.modelled - wanted[0])[seen]) < 0.05 * rms(wanted[0][seen]))
    assert np.all(rms(change - wanted_change) < 0.1 * rms(wanted_change))
