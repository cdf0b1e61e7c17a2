"""Torque from outside: steps in closed form, a load hung on an arm in MuJoCo, a real arm's payload."""

from pathlib import Path

import numpy as np
import pytest

from core.exchange.import_recording import import_recording
from core.friction.models import FrictionKind
from core.identification.identify import identify
from core.identification.settings import IdentificationSettings
from core.online.online_model import OnlineModel, OnlineTorque
from core.recording import FloatArray, Quantity, Recording
from core.robot.dynamics import inverse_dynamics
from core.robot.library import load_robot
from core.signals.differentiation import central_difference
from core.signals.filters import ZeroPhaseLowPass
from devices.virtual.physics.arm import VirtualArm
from devices.virtual.physics.body import flange_body, link_bodies, with_payload
from devices.virtual.physics.readings import Payload
from devices.virtual.physics.scaling import scaling
from devices.virtual.physics.truth import true_arm
from tests.core.identification.test_real_arms import UR10E_FITTED, UR10E_HELD_OUT, UR10E_ROWS
from tests.core.online.known_model import (
    FILTER_HZ,
    RATE_HZ,
    feed_all,
    fitted_model,
    online,
    rms,
    slow_motion,
    streamed,
)
from tests.devices.virtual.physics.perfect import perfect, sway

STEP_AT, STEPS = 3.0, np.array([8.0, -20.0, 12.0, 3.0, -2.0, 1.0])
"""s, and N·m that push each joint from then on."""
HUNG = Payload(4.0, np.array([0.0, 0.0, 0.1]))
LONGEST_ALARM_S = 0.2
"""As long as the live page waits before it says that something pushes."""


def _pushed(gain: float | None) -> tuple[OnlineModel, OnlineTorque]:
    """Fast motion, so that Coriolis torques count, of an arm that is pushed from ``STEP_AT`` on."""
    robot = load_robot("ur10e")
    fitted = fitted_model(robot, friction=0.0)
    rotor = np.random.default_rng(3).uniform(0.2, 0.5, 6)
    time, q, v, a = slow_motion(robot, seconds=6.0, faster=3.0)
    torque = inverse_dynamics(robot, q, v, a, rotor_inertia=rotor)
    torque[time >= STEP_AT] -= STEPS * robot.reported_sign
    model = online(fitted, **({} if gain is None else {"observer_gain": gain}))
    return model, feed_all(model, time, streamed(robot, q, v, torque))


@pytest.mark.parametrize("gain", [None, 5.0, 40.0])
def test_a_push_is_found_with_the_time_constant_of_the_observer(gain: float | None) -> None:
    model, found = _pushed(gain)
    before = (found.time > 1.5) & (found.time < STEP_AT - 0.2)
    assert np.all(np.abs(found.external[before]) < 0.02 * np.abs(STEPS))
    after = found.time > STEP_AT + 7.0 / model.observer_gain
    share = found.external[after] / STEPS
    assert np.abs(share - 1.0).max() < 0.02
    if gain == 5.0:  # slow enough for the filters not to count: 1 - exp(-t K) from when the push passed them
        passed = STEP_AT + model._inner.delay_samples / RATE_HZ + (1 + model._held_back) / RATE_HZ
        moment = found.time + model.delay_s
        for constants in (0.5, 1.0, 2.0):
            row = int(np.searchsorted(moment, passed + constants / gain))
            assert found.external[row] / STEPS == pytest.approx(
                np.full(6, 1.0 - np.exp(-constants)), abs=0.02
            )


def test_by_default_a_push_appears_at_its_start_time() -> None:
    """The observer is as late as the filters on the torques: its curve lies where the residual lies."""
    model, found = _pushed(None)
    assert model.observer_gain == pytest.approx(RATE_HZ / model._outer.delay_samples)
    half = [int(np.argmax(np.abs(found.external[:, joint]) > 0.5 * abs(STEPS[joint]))) for joint in range(6)]
    assert np.abs(found.time[half] - STEP_AT).max() < 0.03
    late = [int(np.argmax(np.abs(found.residual[:, joint]) > 0.5 * abs(STEPS[joint]))) for joint in range(6)]
    assert np.abs(found.time[late] - STEP_AT).max() < 0.01


def _stream_of_virtual_arm(
    *, hang_at: float, seconds: float
) -> tuple[FloatArray, dict[Quantity, FloatArray]]:
    robot = load_robot("ec66")
    arm = VirtualArm(robot, imperfections=perfect(robot))
    rows: dict[Quantity, list[FloatArray]] = {Quantity.POSITION: [], Quantity.TORQUE: []}
    times = []
    for time in sway(arm, speed=np.full(6, 0.3), seconds=seconds):
        if abs(time - hang_at) < 0.5 / RATE_HZ:
            arm.attach(HUNG)
        readings = arm.sense()
        times.append(time)
        rows[Quantity.POSITION].append(robot.position_as_reported(readings.position))
        rows[Quantity.TORQUE].append(readings.torque)
    return np.array(times), {name: np.array(values) for name, values in rows.items()}


def test_a_load_hung_on_an_arm_in_mujoco_is_found() -> None:
    """The dynamics are MuJoCo's, the model is the arm without the load: what comes is the load's torque."""
    robot = load_robot("ec66")
    hang_at = 4.0
    time, columns = _stream_of_virtual_arm(hang_at=hang_at, seconds=9.0)
    rotor = true_arm(robot, 0, found=perfect(robot)).drive.rotor_inertia
    model = online(fitted_model(robot, friction=0.0, rotor_inertia=rotor))
    found = feed_all(model, time, columns)
    free = (found.time > 1.5) & (found.time < hang_at - 0.3)
    loaded = found.time > hang_at + 1.5
    assert np.isfinite(found.external[free]).all()
    # of the torques at work, up to 60 N·m: encoder steps and elastic gears leave 0.5 %
    assert np.all(rms(found.external[free]) < 0.005 * rms(found.measured[free]).max())
    q = robot.position_from_reported(columns[Quantity.POSITION])
    wanted = np.column_stack([np.interp(found.time, time, each) for each in _of_load(robot, q).T])[loaded]
    wanted *= robot.reported_sign
    assert rms(wanted).max() > 8.0
    assert np.all(rms(found.external[loaded] - wanted) < 0.02 * rms(wanted).max())
    assert not np.any(np.abs(found.external[free]) > found.threshold[free])
    strongest = int(np.argmax(rms(wanted)))
    assert np.abs(found.external[loaded, strongest]).max() > found.threshold[loaded, strongest].max()


def _of_load(robot, q: FloatArray) -> FloatArray:
    """The joint torque of the load (N, n): the torque without the load minus the torque with it."""
    bodies = link_bodies(robot, scaling().body)
    last = with_payload(bodies[-1], flange_body(HUNG, flange=robot.flange))
    assert robot.inertial_parameters is not None
    heavier = robot.inertial_parameters.copy()
    heavier[-1, 0] = last.mass
    heavier[-1, 1:4] = last.mass * last.center
    heavier[-1, 4:] = last.inertia_at_origin[np.tril_indices(3)]
    smooth = ZeroPhaseLowPass(15.0, RATE_HZ)
    v = central_difference(smooth.apply(q), rate_hz=RATE_HZ)
    a = central_difference(smooth.apply(v), rate_hz=RATE_HZ)
    return inverse_dynamics(robot, q, v, a) - inverse_dynamics(robot, q, v, a, parameters=heavier)


@pytest.fixture(scope="module")
def ur10e(shared_data: Path) -> tuple[dict[str, Recording], OnlineModel]:
    def read(label: str, rows: tuple[int, int] | None = None) -> Recording:
        return import_recording(shared_data / "ur10e" / f"{label}.csv", layout="ur10e-31", rows=rows)

    recordings = {label: read(label, rows) for label, rows in UR10E_ROWS.items()}
    robot = load_robot("ur10e")
    result = identify(
        recordings,
        robot,
        fit=UR10E_FITTED,
        settings=IdentificationSettings(friction=FrictionKind.LOAD_DEPENDENT, filter_hz=FILTER_HZ),
    )
    recordings["loaded"] = read("20_02_19_14harm50secLoad")
    rate_hz = 1.0 / float(np.median(np.diff(recordings["loaded"].time)))
    return recordings, OnlineModel.of(result, robot, rate_hz=rate_hz)


def _longest_alarm(found: OnlineTorque, rate_hz: float) -> FloatArray:
    """(n,) s that the external torque stood above its threshold without a break, at the longest."""
    above = np.abs(found.external) > found.threshold
    longest, present = np.zeros(above.shape[1]), np.zeros(above.shape[1])
    for row in above:
        present = np.where(row, present + 1.0 / rate_hz, 0.0)
        longest = np.maximum(longest, present)
    return longest


def _fed(model: OnlineModel, recording: Recording) -> OnlineTorque:
    """As if the log had come sample by sample, on an even clock."""
    step_s = 1.0 / model.rate_hz
    time = np.arange(float(recording.time[0]), float(recording.time[-1]), step_s)
    columns = {
        name: np.column_stack([np.interp(time, recording.time, each) for each in np.asarray(column).T])
        for name, column in recording.columns.items()
    }
    return feed_all(model, time, columns, first=10 * int(time[0] * model.rate_hz))


def test_a_real_arm_in_free_motion_shows_no_push(ur10e: tuple[dict[str, Recording], OnlineModel]) -> None:
    recordings, model = ur10e
    found = _fed(model, recordings[UR10E_HELD_OUT])
    assert np.isfinite(found.external).mean() > 0.9
    assert _longest_alarm(found, model.rate_hz).max() < LONGEST_ALARM_S


def test_a_real_arm_with_a_payload_shows_external_torque(
    ur10e: tuple[dict[str, Recording], OnlineModel],
) -> None:
    """A payload that the model does not know pulls at every joint but the first, which is upright."""
    recordings, model = ur10e
    longest = _longest_alarm(_fed(model, recordings["loaded"]), model.rate_hz)
    assert np.all(longest[1:] > 2.0)
