"""Set-up checks: no alarm on sound recordings, and each fault is named with its joints and numbers."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from core.exchange.import_recording import import_recording
from core.identification.identify import identify
from core.identification.result import IdentificationResult
from core.identification.settings import IdentificationSettings
from core.identification.setup_checks.correction import Correction
from core.identification.setup_checks.identify_corrected import identify_corrected
from core.identification.synthetic import synthesize
from core.identification.verification import verify_model
from core.monitor import NullMonitor
from core.quality import Verdict
from core.recording import FloatArray, Quantity, Recording
from core.robot.library import load_robot
from core.robot.model import RobotModel

ONCE = IdentificationSettings(iterations=1)
REAL = "20_02_19_14harm50sec"
MOTION = (Quantity.POSITION, Quantity.VELOCITY)


@pytest.fixture(scope="module")
def robot() -> RobotModel:
    return load_robot("generic-6r")


@pytest.fixture(scope="module")
def run(robot: RobotModel) -> Recording:
    return synthesize(robot, seed=7, duration_s=24.0, label="run")


@pytest.fixture(scope="module")
def sound(run: Recording, robot: RobotModel) -> IdentificationResult:
    return fitted(run, robot)


def tilted(robot: RobotModel, degrees: float, axis: tuple[float, float, float]) -> RobotModel:
    turn = Rotation.from_rotvec(np.radians(degrees) * np.array(axis) / np.linalg.norm(axis)).as_matrix()
    return replace(robot, gravity=turn @ robot.gravity)


def changed(run: Recording, change: Callable[[FloatArray], FloatArray], *quantities: Quantity) -> Recording:
    torque = Quantity.CURRENT if Quantity.CURRENT in run.columns else Quantity.TORQUE
    columns = dict(run.columns)
    for quantity in quantities or (torque,):
        columns[quantity] = change(np.array(columns[quantity], dtype=np.float64))
    return replace(run, columns=columns)


def late(run: Recording, joint: int, seconds: float) -> Recording:
    time = np.asarray(run.time)

    def later(values: FloatArray) -> FloatArray:
        values[:, joint] = np.interp(time - seconds, time, values[:, joint])
        return values

    return changed(run, later)


def fitted(run: Recording, robot: RobotModel) -> IdentificationResult:
    return identify({run.label: run}, robot, fit=[run.label], settings=ONCE)


def fault(result: IdentificationResult) -> tuple[str, tuple[str, ...]]:
    assert result.setup is not None
    (reason,) = result.setup.reasons
    joints = reason.facts["joints"]
    assert isinstance(joints, tuple)
    assert reason in result.judgement.reasons
    assert result.judgement.verdict is Verdict.REPEAT
    return reason.code, tuple(str(joint) for joint in joints)


def test_a_sound_set_up_gives_no_reason(sound: IdentificationResult) -> None:
    setup = sound.setup
    assert setup is not None
    assert setup.reasons == ()
    assert setup.mounting_angle < np.radians(0.5)
    assert np.all(np.abs(setup.lag) < 4e-3)
    assert np.all(setup.friction > 10.0 * setup.friction_std)
    assert setup.exchange_log_error > 1.0


def test_a_leaning_base_is_found_with_its_direction(run: Recording, robot: RobotModel) -> None:
    leaning = tilted(robot, 4.0, (0.0, -1.0, 0.0))  # as described; the arm itself is upright
    result = fitted(run, leaning)
    assert fault(result)[0] == "mounting"
    assert result.setup is not None
    assert np.degrees(result.setup.mounting_angle) == pytest.approx(4.0, abs=0.3)
    assert result.setup.gravity == pytest.approx(robot.gravity, abs=0.06)
    assert result.setup.reasons[0].facts["towards"] == "−x"


@pytest.mark.parametrize(("degrees", "axis"), [(90.0, (1.0, 0.0, 0.0)), (180.0, (0.0, 1.0, 0.0))])
def test_an_arm_on_a_wall_or_upside_down_is_found(
    run: Recording, robot: RobotModel, degrees: float, axis: tuple[float, float, float]
) -> None:
    result = fitted(run, tilted(robot, degrees, axis))
    assert fault(result)[0] == "mounting"
    assert result.setup is not None
    assert result.setup.gravity == pytest.approx(robot.gravity, abs=0.1)


def test_exchanged_torques_are_named(run: Recording, robot: RobotModel) -> None:
    two = changed(run, lambda values: values[:, [0, 4, 2, 3, 1, 5]])
    assert fault(fitted(two, robot)) == ("channels-exchanged", ("joint_2", "joint_5"))
    three = changed(run, lambda values: values[:, [0, 1, 3, 4, 2, 5]])
    assert fault(fitted(three, robot)) == ("channels-exchanged", ("joint_3", "joint_4", "joint_5"))


def test_a_reversed_torque_or_position_is_named(run: Recording, robot: RobotModel) -> None:
    signs = np.array([1.0, 1.0, 1.0, 1.0, -1.0, 1.0])
    assert fault(fitted(changed(run, lambda values: values * signs), robot)) == (
        "sign-reversed",
        ("joint_5",),
    )
    turned = changed(run, lambda values: values * signs[::-1], *MOTION)
    assert fault(fitted(turned, robot)) == ("sign-reversed", ("joint_2",))


def test_a_late_torque_is_named_with_its_lag(
    run: Recording, robot: RobotModel, sound: IdentificationResult
) -> None:
    result = fitted(late(run, 3, 0.02), robot)
    assert fault(result) == ("channel-late", ("joint_4",))
    assert result.setup is not None
    assert sound.setup is not None
    assert result.setup.lag[3] - sound.setup.lag[3] == pytest.approx(0.02, abs=1.5e-3)


def test_a_wrong_drive_gain_is_named(run: Recording, robot: RobotModel) -> None:
    wrong = changed(run, lambda values: values * np.array([1.0, 1.15, 1.0, 1.0, 1.0, 1.0]))
    code, joints = fault(fitted(wrong, robot))
    assert code == "scale-off"
    assert "joint_2" in joints


def test_a_common_scale_cannot_be_told(run: Recording, robot: RobotModel) -> None:
    setup = fitted(changed(run, lambda values: 1.2 * values), robot).setup
    assert setup is not None
    assert setup.reasons == ()


def test_corrections_are_applied_only_where_allowed(
    run: Recording, robot: RobotModel, sound: IdentificationResult
) -> None:
    wrong = late(run, 1, 0.03)
    leaning = tilted(robot, 4.0, (1.0, 0.0, 0.0))

    def corrected(*allowed: Correction) -> IdentificationResult:
        return identify_corrected(
            {"run": wrong}, leaning, fit=["run"], settings=ONCE, allowed=allowed, monitor=NullMonitor()
        )

    assert fault(corrected(Correction.LAG))[0] == "mounting"
    assert fault(corrected(Correction.MOUNTING))[0] == "channel-late"
    both = corrected(Correction.MOUNTING, Correction.LAG)
    assert both.setup is not None
    assert both.setup.reasons == ()
    assert both.settings.gravity == pytest.approx(robot.gravity, abs=0.06)
    assert both.settings.torque_lag == pytest.approx([0.0, 0.032, 0.0, 0.0, 0.0, 0.0], abs=3e-3)
    error = sound.validation[0].total_relative_error
    assert both.validation[0].total_relative_error < 1.05 * error


def test_a_corrected_model_predicts_with_the_robot_as_described(run: Recording, robot: RobotModel) -> None:
    leaning = tilted(robot, 4.0, (1.0, 0.0, 0.0))
    result = identify_corrected(
        {"run": run},
        leaning,
        fit=["run"],
        settings=ONCE,
        allowed=[Correction.MOUNTING],
        monitor=NullMonitor(),
    )
    other = synthesize(robot, seed=7, duration_s=10.0, label="other")
    judged = verify_model(result, leaning, {"other": other})
    assert judged.recordings[0].validation.total_relative_error < 0.1
    assert not {reason.code for reason in judged.judgement.reasons} & {"mounting", "scale-off"}


def test_a_verification_finds_what_changed_since(robot: RobotModel, sound: IdentificationResult) -> None:
    fresh = synthesize(robot, seed=7, duration_s=10.0, label="fresh")

    def found(recording: Recording) -> set[str]:
        judged = verify_model(sound, robot, {recording.label: recording})
        return {reason.code for reason in judged.judgement.reasons if "joints" in reason.facts}

    assert found(fresh) == set()
    assert "channel-late" in found(late(fresh, 2, 0.03))
    signs = np.array([1.0, 1.0, 1.0, -1.0, 1.0, 1.0])
    assert "sign-reversed" in found(changed(fresh, lambda values: values * signs))


def test_real_ur10e_is_sound_and_its_leaning_copy_is_found(shared_data: Path) -> None:
    robot = load_robot("ur10e")
    real = import_recording(
        shared_data / "ur10e" / f"{REAL}.csv", layout="ur10e-31", rows=(195, 4966), label="real"
    )
    sound = identify({"real": real}, robot, fit=["real"]).setup
    assert sound is not None
    assert sound.reasons == ()
    result = identify({"real": real}, tilted(robot, 3.0, (1.0, 1.0, 0.0)), fit=["real"])
    assert fault(result)[0] == "mounting"
    assert result.setup is not None
    assert np.degrees(result.setup.mounting_angle) == pytest.approx(3.0, abs=0.4)
