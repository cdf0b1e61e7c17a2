"""Drive gains from whole recordings: known answers, a real arm, and what is refused."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.errors import BadRequest
from core.exchange.import_recording import import_recording
from core.excitation.unplanned_motions import random_motion
from core.fields import from_fields, to_fields
from core.friction.models import FrictionKind
from core.identification.gains.identify import DriveGains, GainScatter, GainSettings, identify_gains
from core.monitor import NullMonitor
from core.quality import Verdict
from core.recording import Quantity, Recording
from core.robot.dynamics import inverse_dynamics
from core.robot.inertia import about_origin, moved
from core.robot.library import load_robot
from core.robot.model import RobotModel

MASS, CENTRE = 4.0, np.array([0.03, 0.05, 0.08])
TRUE_GAIN = np.array([11.0, 13.0, 9.0, 10.0, 12.0, 8.0])
PAIR = ("free", "loaded")
PLAIN = GainSettings(friction=FrictionKind.COULOMB_VISCOUS)
ROBOT = load_robot("ur10e")


class Watching(NullMonitor):
    """A monitor that records progress and preliminary results."""

    def __init__(self) -> None:
        self.fractions: list[float] = []
        self.kept: list[object] = []

    def report(self, fraction: float, text: str = "") -> None:
        self.fractions.append(fraction)

    def keep(self, result: object) -> None:
        self.kept.append(result)


def exact_run(
    label: str, *, mass: float, seed: int = 1, still: int | None = None, is_foreign: bool = False
) -> Recording:
    """Currents of a UR10e with rotors and viscous friction along a random motion, without any noise.

    Friction that ``is_foreign`` belongs to none of the fitted models: it grows with the load, one
    direction is harder, and it drops with speed.
    """
    robot = ROBOT
    start = np.array([0.2, -1.4, 1.3, -0.8, 0.9, 0.1])
    motion = random_motion(robot, start=start, generator=np.random.default_rng(seed), period_s=20.0)
    time = np.arange(0.0, motion.duration, 0.01)
    path = motion.evaluate(time)
    q, v, a = path.position.copy(), path.velocity.copy(), path.acceleration.copy()
    if still is not None:
        q[:, still], v[:, still], a[:, still] = start[still], 0.0, 0.0
    links = robot.inertial_parameters.copy()
    body = about_origin(mass, center=CENTRE, inertia=0.01 * np.eye(3)) if mass else np.zeros(10)
    links[-1] += moved(body, placement=robot.flange) if mass else 0.0
    rotors = np.array([2.0, 2.0, 1.0, 0.3, 0.3, 0.3])
    torque = inverse_dynamics(robot, q, v, a, parameters=links) + rotors * a
    viscous = np.array([2.0, 2.0, 1.0, 0.5, 0.5, 0.5]) * (0.9 if mass else 1.0)  # warmer gears
    current = torque / TRUE_GAIN + viscous * v + 0.01
    if is_foreign:
        direction = np.tanh(v / 0.02)
        level = 0.6 * (1.0 + 0.3 * np.exp(-((v / 0.1) ** 2)) + 0.15 * direction)
        current += direction * (level + 0.12 * np.abs(torque) / TRUE_GAIN)
    columns = {Quantity.POSITION: q, Quantity.VELOCITY: v, Quantity.CURRENT: current}
    return Recording(label, time, columns, payload_mass=mass)


@pytest.fixture(scope="module")
def exact_runs() -> dict[str, Recording]:
    return {label: exact_run(label, mass=mass) for label, mass in zip(PAIR, (0.0, MASS), strict=True)}


@pytest.fixture(scope="module")
def exact_gains(exact_runs: dict[str, Recording]) -> DriveGains:
    return identify_gains(exact_runs, ROBOT, pairs=[PAIR], settings=PLAIN)


def test_gains_and_payload_of_an_exact_arm(exact_gains: DriveGains) -> None:
    assert exact_gains.drive_gain == pytest.approx(TRUE_GAIN, rel=2e-3)
    (payload,) = exact_gains.payloads
    assert payload.mass == MASS
    assert payload.center_of_mass == pytest.approx(CENTRE, abs=1e-3)
    assert exact_gains.described_gain is not None
    assert exact_gains.ratio == pytest.approx(exact_gains.drive_gain / exact_gains.described_gain)


def test_one_pair_is_at_best_usable_with_a_reason(exact_gains: DriveGains) -> None:
    assert exact_gains.scatter is GainScatter.BLOCKS
    assert exact_gains.judgement.verdict is Verdict.USABLE
    reasons = {reason.code: reason for reason in exact_gains.judgement.reasons}
    assert reasons.keys() == {"gain-one-pair", "gain-far-from-description"}
    assert reasons["gain-far-from-description"].facts["joints"] == (ROBOT.joint_names[5],)
    assert np.all(exact_gains.std >= 0.03 * exact_gains.drive_gain)
    assert np.diag(exact_gains.covariance) == pytest.approx(exact_gains.std**2)


def test_gains_survive_being_stored(exact_gains: DriveGains) -> None:
    again = from_fields(DriveGains, to_fields(exact_gains))
    assert np.array_equal(again.drive_gain, exact_gains.drive_gain)
    assert again.judgement == exact_gains.judgement
    assert again.payloads[0].loaded == "loaded"


def test_two_pairs_without_any_gain_described_and_with_other_motions(
    exact_runs: dict[str, Recording],
) -> None:
    runs = {
        **exact_runs,
        "free-2": exact_run("free-2", mass=0.0, seed=2),
        "loaded-2": exact_run("loaded-2", mass=MASS, seed=3),
    }
    robot = replace(ROBOT, drive_gain=None)
    found = identify_gains(runs, robot, pairs=[PAIR, ("free-2", "loaded-2")], settings=PLAIN)
    assert found.ratio is None
    assert found.scatter is GainScatter.PAIRS
    assert found.drive_gain == pytest.approx(TRUE_GAIN, rel=2e-3)
    assert len(found.payloads) == 2
    assert found.judgement.verdict is Verdict.GOOD


def test_the_deviations_of_several_pairs_know_of_friction_that_no_model_has() -> None:
    """All pairs share such an error, so it shows in no scatter between them; it was 3.5 deviations off."""
    runs = {
        f"{label}-{number}": exact_run(
            f"{label}-{number}", mass=mass, seed=10 * number + (mass > 0.0), is_foreign=True
        )
        for number in range(3)
        for label, mass in zip(PAIR, (0.0, MASS), strict=True)
    }
    pairs = [(f"{PAIR[0]}-{number}", f"{PAIR[1]}-{number}") for number in range(3)]
    found = identify_gains(runs, ROBOT, pairs=pairs, settings=PLAIN)
    over = (found.drive_gain - TRUE_GAIN) / found.std
    assert np.all(np.abs(over) < 2.5), over
    assert np.sqrt(np.mean(over**2)) < 1.5, over
    assert np.all(found.std < 0.1 * found.drive_gain)


def test_the_gain_of_a_joint_that_stands_still_is_not_measurable() -> None:
    runs = {
        label: exact_run(label, mass=mass, still=5) for label, mass in zip(PAIR, (0.0, MASS), strict=True)
    }
    found = identify_gains(runs, ROBOT, pairs=[PAIR], settings=PLAIN)
    assert found.unknown_joints == (ROBOT.joint_names[5],)
    assert found.joints[5].verdict is Verdict.NOT_MEASURABLE
    assert found.drive_gain[:5] == pytest.approx(TRUE_GAIN[:5], rel=5e-3)
    assert found.judgement.verdict is Verdict.REPEAT
    assert "gains-undetermined" in {reason.code for reason in found.judgement.reasons}


def refused(runs: dict[str, Recording], robot: RobotModel = ROBOT, **kwargs: object) -> str:
    pairs = kwargs.pop("pairs", [PAIR])
    with pytest.raises(BadRequest) as caught:
        identify_gains(runs, robot, pairs=pairs, settings=PLAIN)  # type: ignore[arg-type]
    return caught.value.code


def test_recordings_that_cannot_give_gains_are_refused(exact_runs: dict[str, Recording]) -> None:
    free, loaded = (exact_runs[label] for label in PAIR)
    torque = {Quantity.POSITION: free.columns[Quantity.POSITION], Quantity.TORQUE: np.zeros((2000, 6))}
    assert refused(exact_runs, pairs=[]) == "gain-pairs-missing"
    assert refused(exact_runs, pairs=[("free", "other")]) == "unknown-recording"
    assert refused(exact_runs, pairs=[PAIR, PAIR]) == "recording-chosen-twice"
    assert refused(exact_runs, pairs=[("loaded", "free")]) == "gain-mass-unknown"
    assert refused({"free": loaded, "loaded": loaded}) == "gain-run-not-unloaded"
    assert refused({"free": free, "loaded": replace(loaded, payload_mass=None)}) == "gain-mass-unknown"
    assert refused({"free": replace(free, columns=torque), "loaded": loaded}) == "gain-without-current"
    assert refused(exact_runs, load_robot("tx40")) == "gain-coupled-joints"
    assert refused(exact_runs, load_robot("kr300")) == "gain-compensated-arm"
    with pytest.raises(BadRequest, match="setting-not-above"):
        GainSettings(payload_mass=-1.0)


@pytest.mark.thorough
def test_ur10e_gains_from_one_pair_are_near_the_makers(shared_data: Path) -> None:
    folder = shared_data / "ur10e"
    runs = {
        label: import_recording(folder / f"{label}.csv", layout="ur10e-31", rows=rows)
        for label, rows in (
            ("20_02_19_14harm50sec", (195, 4966)),
            ("20_02_19_14harm50secLoad", (308, 5071)),
        )
    }
    watching = Watching()
    found = identify_gains(
        runs,
        ROBOT,
        pairs=[("20_02_19_14harm50sec", "20_02_19_14harm50secLoad")],
        settings=GainSettings(payload_mass=2.805),
        monitor=watching,
    )
    maker = np.array([11.976, 11.976, 9.8386, 10.763, 10.763, 10.763])
    assert np.all(np.abs(found.drive_gain / maker - 1.0) < 0.08)
    assert np.all(np.abs(found.drive_gain - maker) < 2.0 * found.std)
    assert found.judgement.verdict is Verdict.USABLE
    assert watching.kept
    assert all(isinstance(kept, DriveGains) for kept in watching.kept)
    assert watching.fractions == sorted(watching.fractions)
