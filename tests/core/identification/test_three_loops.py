"""The three loops: their record, going on where they stopped, and a learner fed from both encoders."""

from dataclasses import replace

import numpy as np
import pytest

from core.errors import BadRequest
from core.identification.chunks import ChunkStream, Conditioning
from core.identification.identify import identify
from core.identification.model import FittedModel
from core.identification.result import IdentificationResult, Loop
from core.identification.settings import (
    FeatureKind,
    FrictionKind,
    IdentificationSettings,
    ResidualKind,
)
from core.identification.synthetic import synthesize
from core.identification.verification import verify
from core.monitor import Cancelled, NullMonitor
from core.recording import Quantity, Recording
from core.robot.library import load_robot
from core.robot.model import RobotModel

SEED = 4
FIT, HELD_OUT = ("one", "two", "three"), "held out"
STIFFNESS = 2e4
"""Stiffness of the gears, N·m/rad."""
WAVE = 2.5e-3
"""rad of twist for a radian of the missing torque's wave."""
MISSING = 12.0
"""N·m that the model has no column for, at most."""
PLAIN = IdentificationSettings(friction=FrictionKind.COULOMB_VISCOUS)


@pytest.fixture(scope="module")
def robot() -> RobotModel:
    return load_robot("ur10e")


def _with_both_encoders(recording: Recording, robot: RobotModel, *, offset: float) -> Recording:
    """Its current as deflection, a zero of its own, and a torque that the twist of joint 2 alone tells."""
    gain = robot.drive_gain
    assert gain is not None
    position = np.asarray(recording.columns[Quantity.POSITION])
    torque = np.asarray(recording.columns[Quantity.CURRENT]) * gain
    twist = torque / STIFFNESS
    extra = np.zeros_like(torque)
    extra[:, 1] = MISSING * np.sin(twist[:, 1] / WAVE)
    columns = {
        Quantity.POSITION: position,
        Quantity.MOTOR_POSITION: position,
        Quantity.LINK_POSITION: position - twist - offset,
        Quantity.CURRENT: (torque + extra) / gain,
    }
    return replace(recording, columns=columns)


@pytest.fixture(scope="module")
def runs(robot: RobotModel) -> dict[str, Recording]:
    return {
        label: _with_both_encoders(
            synthesize(robot, seed=SEED, duration_s=20.0, label=label), robot, offset=0.01 * number
        )
        for number, label in enumerate((*FIT, HELD_OUT))
    }


@pytest.fixture(scope="module")
def one_run(robot: RobotModel, runs: dict[str, Recording]) -> IdentificationResult:
    return identify(runs, robot, fit=FIT[:1])


@pytest.fixture(scope="module")
def learned(robot: RobotModel, runs: dict[str, Recording]) -> IdentificationResult:
    settings = replace(PLAIN, residual=ResidualKind.RBF, features=FeatureKind.DEFLECTION)
    return identify(runs, robot, fit=FIT, validate=(HELD_OUT,), settings=settings)


class _Stopped:
    """Cancels when so many results were kept."""

    def __init__(self, after: int) -> None:
        self.left, self.best = after, None

    def report(self, fraction: float, text: str = "") -> None:
        """Does nothing, because the test needs no progress."""

    def keep(self, result: object) -> None:
        self.best, self.left = result, self.left - 1

    def check(self) -> None:
        if self.left <= 0:
            raise Cancelled


def test_every_round_is_recorded_and_reduces_the_residual(one_run: IdentificationResult) -> None:
    dynamics = [record for record in one_run.loops if record.loop is Loop.DYNAMICS]
    assert [record.round for record in dynamics] == list(range(len(dynamics)))
    assert [record.loop for record in one_run.loops[1::2]] == [Loop.FRICTION] * (len(dynamics) - 1)
    total = [np.linalg.norm(record.residual / dynamics[0].residual) for record in dynamics]
    assert len(total) > 1
    assert np.all(np.diff(total) < 0.01 * total[0])  # the load's column comes in round 1; then it settles
    assert total[-1] < total[0]
    assert all(record.seconds > 0.0 for record in one_run.loops)


def test_a_resumed_fit_gives_the_same_result(
    robot: RobotModel, runs: dict[str, Recording], one_run: IdentificationResult
) -> None:
    stopped = _Stopped(after=2)
    with pytest.raises(Cancelled):
        identify(runs, robot, fit=FIT[:1], monitor=stopped)
    assert isinstance(stopped.best, IdentificationResult)
    assert len(stopped.best.loops) < len(one_run.loops)
    on = identify(runs, robot, fit=FIT[:1], resume=stopped.best)
    assert [record.round for record in on.loops] == sorted(record.round for record in on.loops)
    std = np.sqrt(np.diag(one_run.covariance))
    assert np.all(np.abs(on.estimate - one_run.estimate) < 0.2 * std)
    with pytest.raises(BadRequest, match="resume-differs"):
        identify(runs, robot, fit=FIT[1:2], resume=stopped.best)
    with pytest.raises(BadRequest, match="resume-differs"):
        identify(runs, robot, fit=FIT[:1], resume=stopped.best, settings=PLAIN)


def test_learning_from_the_twist_finds_unmodelled_torque(
    robot: RobotModel, runs: dict[str, Recording], learned: IdentificationResult
) -> None:
    """Although every recording has another zero of its encoders."""
    assert learned.residual_model is not None
    assert learned.residual_model.joints[1].active
    assert [record.loop for record in learned.loops].count(Loop.LEARNING) == 1
    without = identify(runs, robot, fit=FIT, validate=(HELD_OUT,), settings=PLAIN)
    ratio = learned.validation[-1].moving_rms_torque / without.validation[-1].moving_rms_torque
    assert ratio[1] < 0.7
    assert np.all(ratio < 1.02)


def test_a_stored_model_includes_its_learner(
    robot: RobotModel, runs: dict[str, Recording], learned: IdentificationResult
) -> None:
    again = verify(learned, robot, runs[HELD_OUT])
    np.testing.assert_allclose(again.rms_torque, learned.validation[-1].rms_torque, rtol=1e-9)
    bare = verify(replace(learned, residual_model=None), robot, runs[HELD_OUT])
    assert bare.moving_rms_torque[1] > 1.2 * again.moving_rms_torque[1]


def test_more_runs_may_validate_a_learner_than_train_it(
    robot: RobotModel, runs: dict[str, Recording]
) -> None:
    settings = replace(PLAIN, residual=ResidualKind.RBF, features=FeatureKind.DEFLECTION)
    others = (*FIT[1:], HELD_OUT)
    result = identify(runs, robot, fit=FIT[:1], validate=others, settings=settings)
    assert result.residual_model is not None
    assert result.residual_model.joints[1].active
    assert [one.recording for one in result.validation] == [FIT[0], *others]


def test_beyond_the_fastest_speed_of_the_fit_friction_goes_on_along_a_line(
    robot: RobotModel, runs: dict[str, Recording], one_run: IdentificationResult
) -> None:
    """The cube of a speed that no sample had would say anything."""
    result = one_run
    assert result.top_speed is not None
    plan = FittedModel.of(result, robot).plan
    chunk = next(ChunkStream(runs[FIT[0]], robot, Conditioning(6.0, robot.drive_gain)).chunks(NullMonitor()))
    slower, top, faster = (
        replace(chunk, velocity=np.full_like(chunk.velocity, share) * result.top_speed)
        for share in (0.5, 1.0, 3.0)
    )
    still = np.zeros((chunk.time.shape[0], robot.joint_count))
    for joint in range(robot.joint_count):
        places = plan.friction_places(joint)
        at = [
            plan.friction_values(motion, joint, presliding=still, load=still, shape=plan.shapes[joint])
            @ result.estimate[places]
            for motion in (slower, top, faster)
        ]
        assert np.any(at[1])
        np.testing.assert_allclose(at[2], at[1] + 4.0 * (at[1] - at[0]), rtol=1e-9, atol=1e-12)


def test_a_run_faster_than_the_fit_is_reported(robot: RobotModel, runs: dict[str, Recording]) -> None:
    slow = runs[FIT[0]]
    twice = replace(slow, label="slow", time=2.0 * np.asarray(slow.time))
    result = identify({"slow": twice, "fast": slow}, robot, fit=["slow"], validate=["fast"])
    assert "faster-than-fitted" in {reason.code for reason in result.judgement.reasons}
    assert result.validation[-1].beyond_speed is not None
    assert result.validation[-1].beyond_speed.max() > 0.1
    assert result.validation[0].beyond_speed is not None
    assert result.validation[0].beyond_speed.max() == 0.0


def test_learning_from_the_twist_needs_both_encoders(robot: RobotModel, runs: dict[str, Recording]) -> None:
    columns = {
        quantity: values
        for quantity, values in runs["one"].columns.items()
        if quantity != Quantity.LINK_POSITION
    }
    settings = replace(PLAIN, residual=ResidualKind.RBF, features=FeatureKind.BOTH)
    with pytest.raises(BadRequest, match="no-deflection"):
        identify({"one": replace(runs["one"], columns=columns)}, robot, fit=["one"], settings=settings)
