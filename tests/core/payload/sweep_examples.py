"""Recordings of payload sweeps of arms whose every error is known, made fast and without a controller.

empty = sweep(MadeArm(EC66), PAPER_WAYS, label="payload-unloaded")
loaded = sweep(MadeArm(EC66), PAPER_WAYS, label="payload-loaded", load=Hung(4.11, (0.06, 0.115, 0.15)))
recording = noisy(loaded, seed=3)
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from core.payload.identify import identify_payload
from core.payload.result import PayloadResult
from core.payload.settings import (
    ComplianceKnowledge,
    ComplianceSource,
    Directions,
    GainKnowledge,
    KnownLoad,
    PayloadMethod,
    PayloadSettings,
)
from core.recording import FloatArray, Origin, Quantity, Recording, TorqueKind
from core.robot.dynamics import inverse_dynamics
from core.robot.library import load_robot
from core.robot.model import RobotModel

DEGREE = float(np.radians(1.0))
RATE_HZ = 125.0
NOISE_NM = 0.3
"""Of every sample of torque, in K7."""
ENCODER_NOISE_RAD = 1e-5
"""Of every sample of a link encoder, where the arm has them."""
RAMP_S = 0.2
STILL_S = 0.2
TRANSFER_SPEED = 40.0 * DEGREE
EC66 = load_robot("ec66")
WRISTS = ((0.0, 0.0, 0.0), (0.0, 0.0, 90.0), (0.0, 90.0, 0.0), (0.0, 90.0, 90.0))
"""Degrees of the last three joints: flange z across the forearm twice, then along it twice."""
UNLOADED, LOADED, KNOWN = "payload-unloaded", "payload-loaded", "payload-known"


@dataclass(frozen=True)
class Hung:
    """A load on the flange: mass in kg, and centre of mass in m in the flange frame."""

    mass: float = 0.0
    center: tuple[float, float, float] = (0.0, 0.0, 0.0)


GAO_LOAD = Hung(4.11, (0.06, 0.115, 0.15))
RIGID = ComplianceKnowledge(ComplianceSource.TWIST, np.zeros(6), np.zeros(6))
JOINT = PayloadSettings()
JOINT_ONE_WAY = PayloadSettings(directions=Directions.FORWARD)
THREE_STEPS = PayloadSettings(method=PayloadMethod.THREE_STEP)
PAPER = PayloadSettings(method=PayloadMethod.THREE_STEP, directions=Directions.FORWARD)
"""Three-step method with sweeps in one direction."""


@dataclass(frozen=True)
class Way:
    """One joint from where the pose (rad) has it to ``end``, at a steady speed in rad/s."""

    joint: int
    pose: tuple[float, ...]
    end: float
    speed: float


@dataclass(frozen=True, eq=False)
class MadeArm:
    """An arm with errors of one's own choice; without any it is rigid and smooth.

    Each drive loses ``friction`` N·m and ``load_friction`` of what it carries, one way ``asymmetry`` of
    that more. Gears bend by ``compliance`` (n,) rad/(N·m). Told torques are ``gain`` (n,) times what is true.
    """

    robot: RobotModel = EC66
    friction: float = 0.0
    load_friction: float = 0.0
    asymmetry: float = 0.0
    ripple: float = 0.0
    """Torque ripple in N·m, two periods per motor turn."""
    gear_ratio: float = 1.0
    compliance: FloatArray = field(default_factory=lambda: np.zeros(6))
    gain: FloatArray = field(default_factory=lambda: np.ones(6))
    tilt: float = 0.0
    """rad by which its base leans, about its y axis."""
    has_link_encoders: bool = False
    serial: str = "A1"


def ways(
    *,
    speed: float = 10.0,
    width: float = 55.0,
    wrists: Sequence[Sequence[float]] = WRISTS,
    lows: tuple[float, float] = (0.0, -90.0),
    upright: float = 90.0,
    both: bool = True,
    shifted: float = 0.0,
) -> tuple[Way, ...]:
    """Joints 2 and 3 over the same angles of the flange; all in degrees, the base ``shifted``."""
    found: list[Way] = []
    for wrist in wrists:
        for joint, base, low in ((1, (shifted, 0.0, 0.0), lows[0]), (2, (shifted, upright, 0.0), lows[1])):
            degrees = np.array([*base, *wrist])
            degrees[joint] = low
            pose = tuple((degrees * DEGREE).tolist())
            high = low + width
            found.append(Way(joint, pose, high * DEGREE, speed * DEGREE))
            if both:
                degrees[joint] = high
                found.append(Way(joint, tuple((degrees * DEGREE).tolist()), low * DEGREE, speed * DEGREE))
    return tuple(found)


def held(way: Way) -> Way:
    """Stay where a way ends."""
    pose = (*way.pose[: way.joint], way.end, *way.pose[way.joint + 1 :])
    return Way(0, pose, pose[0] + 1e-9, 1.0)


def sweep(
    arm: MadeArm,
    run: Sequence[Way],
    *,
    label: str,
    load: Hung | None = None,
    then: tuple[int, Hung] | None = None,
) -> Recording:
    """The arm runs the ways one after the other; without noise.

    ``then`` is what hangs there from one of the ways (from 0) on.
    """
    position, moving, number = _motion(run)
    torque, twist = _carried(arm, position, load or Hung())
    if then is not None:
        other, bent = _carried(arm, position, then[1])
        late = number >= then[0]
        torque[late], twist[late] = other[late], bent[late]
    drive = torque + _lost(arm, torque, moving)
    drive += np.where(moving != 0.0, arm.ripple * np.sin(2.0 * arm.gear_ratio * position), 0.0)
    columns = {Quantity.POSITION: position, Quantity.TORQUE: drive * arm.gain}
    if arm.has_link_encoders:
        columns[Quantity.MOTOR_POSITION] = position * arm.robot.gear_ratio
        columns[Quantity.LINK_POSITION] = position - twist
    return Recording(
        label=label,
        time=np.arange(position.shape[0]) / RATE_HZ,
        columns=columns,
        torque_kind=TorqueKind.MOTOR_CURRENT,
        origin=Origin(serial=arm.serial),
    )


def noisy(recording: Recording, *, seed: int, noise: float = NOISE_NM) -> Recording:
    """The same with noise on every torque and link encoder, its label taking part in the seed."""
    source = np.random.default_rng([seed, *recording.label.encode()])
    columns = dict(recording.columns)
    for name, std in ((Quantity.TORQUE, noise), (Quantity.LINK_POSITION, ENCODER_NOISE_RAD)):
        if name in columns:
            exact = np.asarray(columns[name])
            columns[name] = exact + source.normal(0.0, std, exact.shape)
    return replace(recording, columns=columns)


def both_runs(
    arm: MadeArm, run: Sequence[Way], load: Hung = GAO_LOAD, **loaded: Any
) -> tuple[Recording, Recording]:
    """The same sweeps without and with a load; without noise."""
    return sweep(arm, run, label=UNLOADED), sweep(arm, run, label=LOADED, load=load, **loaded)


def identified(
    *recordings: Recording,
    robot: RobotModel = EC66,
    seed: int | None = None,
    known: Hung | None = None,
    **told: Any,
) -> PayloadResult:
    """The payload of recordings by their labels; gears rigid and gains exact, unless ``told`` differs.

    Without noise where there is no ``seed``; ``known`` hung in those with that label.
    """
    noise = recordings if seed is None else [noisy(one, seed=seed) for one in recordings]
    named = {one.label: one for one in noise}
    given: dict[str, Any] = {
        "compliance": RIGID,
        "gains": GainKnowledge.exact(robot.joint_count),
        "unloaded": [label for label in named if label.startswith(UNLOADED)],
        "loaded": [label for label in named if label.startswith(LOADED)],
        **told,
    }
    if known is not None:
        given["known"] = [(KNOWN, KnownLoad(known.mass, known.center))]
    return identify_payload(named, robot, **given)


def errors(result: PayloadResult, load: Hung = GAO_LOAD) -> FloatArray:
    """(4,) kg and m by which a result is off."""
    found = result.estimate
    return np.array([found.mass - load.mass, *(found.center_of_mass - load.center)])


def deviations(result: PayloadResult) -> FloatArray:
    """(4,) kg and m that a result says it may be off, once."""
    return np.array([result.estimate.mass_std, *result.estimate.center_of_mass_std])


def codes(result: PayloadResult) -> set[str]:
    """The codes of all reasons against the result."""
    return {reason.code for reason in result.judgement.reasons}


def in_current(recording: Recording, *, drive_gain: FloatArray) -> Recording:
    """The same as a controller tells it that knows currents alone."""
    kept = {name: column for name, column in recording.columns.items() if name is not Quantity.TORQUE}
    current = np.asarray(recording.columns[Quantity.TORQUE]) / drive_gain
    return replace(recording, columns={**kept, Quantity.CURRENT: current})


def _motion(run: Sequence[Way]) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Positions (N, n), directions (N, n) in which joints move, and the number (N,) of the way."""
    position: list[FloatArray] = []
    moving: list[FloatArray] = []
    number: list[FloatArray] = []
    here = np.array(run[0].pose)

    def add(rows: FloatArray, direction: FloatArray, place: int) -> None:
        position.append(rows)
        moving.append(np.broadcast_to(direction, rows.shape))
        number.append(np.full(rows.shape[0], float(place)))

    for place, way in enumerate(run):
        start = np.array(way.pose)
        far = float(np.abs(start - here).max())
        if far > 0.0:
            u = _instants(1.5 * far / TRANSFER_SPEED, at_least=0.5)[:, np.newaxis]
            add(here + (start - here) * (3.0 * u**2 - 2.0 * u**3), np.sign(start - here), place)
        add(np.tile(start, (round(STILL_S * RATE_HZ), 1)), np.zeros(start.size), place)
        stroke = start + _stroke(way)
        direction = np.zeros(start.size)
        direction[way.joint] = np.sign(way.end - start[way.joint])
        add(stroke, direction, place)
        here = stroke[-1]
        add(np.tile(here, (round(STILL_S * RATE_HZ), 1)), np.zeros(start.size), place)
    return np.concatenate(position), np.concatenate(moving), np.concatenate(number)


def _instants(seconds: float, *, at_least: float) -> FloatArray:
    """Shares (N,) of a time that pass from sample to sample."""
    count = int(np.ceil(max(seconds, at_least) * RATE_HZ))
    return np.arange(1, count + 1) / count


def _stroke(way: Way) -> FloatArray:
    """(N, n) how far the joint went: a smooth ramp, a steady speed, a smooth ramp."""
    far = way.end - way.pose[way.joint]
    seconds = abs(far) / way.speed + RAMP_S
    time = np.minimum(np.arange(1, int(np.ceil(seconds * RATE_HZ)) + 1) / RATE_HZ, seconds)

    def gone(since: FloatArray) -> FloatArray:
        u = np.clip(since / RAMP_S, 0.0, 1.0)
        return RAMP_S * (u**3 - 0.5 * u**4) + np.maximum(since - RAMP_S, 0.0)

    found = np.zeros((time.size, len(way.pose)))
    found[:, way.joint] = np.sign(far) * way.speed * (gone(time) - gone(time - (seconds - RAMP_S)))
    return found


def _carried(arm: MadeArm, position: FloatArray, load: Hung) -> tuple[FloatArray, FloatArray]:
    """Torque (N, n) that holds arm and load up, and the twist (N, n) of the gears under it."""
    lean = np.array(
        [
            [np.cos(arm.tilt), 0.0, np.sin(arm.tilt)],
            [0.0, 1.0, 0.0],
            [-np.sin(arm.tilt), 0.0, np.cos(arm.tilt)],
        ]
    )
    robot = replace(arm.robot, gravity=lean.T @ arm.robot.gravity)
    parameters = with_load(robot, load)
    rest = np.zeros_like(position)

    def held(q: FloatArray) -> FloatArray:
        return inverse_dynamics(robot, q, rest, rest, parameters=parameters)

    torque = held(position)
    if np.any(arm.compliance):
        for _ in range(6):  # each time closer by two digits and more
            torque = held(position - arm.compliance * torque)
    return torque, arm.compliance * torque


def with_load(robot: RobotModel, load: Hung) -> FloatArray:
    """(n, 10) of the links, the load a point of the last one."""
    assert robot.inertial_parameters is not None
    parameters = robot.inertial_parameters.copy()
    at = robot.flange[:3, :3] @ np.array(load.center) + robot.flange[:3, 3]
    parameters[-1, 0] += load.mass
    parameters[-1, 1:4] += load.mass * at
    return parameters


def _lost(arm: MadeArm, torque: FloatArray, moving: FloatArray) -> FloatArray:
    """Friction (N, n) of the moving joints."""
    odd = arm.friction + arm.load_friction * np.abs(torque)
    return odd * (moving + arm.asymmetry * np.abs(moving))
