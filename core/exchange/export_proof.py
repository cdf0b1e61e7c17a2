"""A file for simulators, proven in MuJoCo: the recorded motion is replayed with it in closed loop.

Every joint is driven by the recorded torque and a loop that holds it to the recorded position and velocity,
which are the references: no recording has those of the controller. An exact model would follow without the
loop; so the loop's torque is the torque error of the file, and what the loop leaves is its position error.
The same loop with the same gains drives the robot description that the model came from.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import mujoco
import numpy as np

from core.base_parameters import find_base_parameters
from core.errors import BadRequest, Fact
from core.exchange.export_bodies import ArmExport, described_bodies
from core.exchange.export_file import PROVABLE, ExportKind
from core.exchange.export_json import Document, ReasonText, judgement_json, reason_code
from core.exchange.export_mjcf import mjcf_text
from core.exchange.simulated_arm import (
    LOOP_HZ,
    Motion,
    ReplayError,
    loop_inertia,
    replayed,
    rigid_inverse,
    simulated,
)
from core.fields import to_json_value
from core.identification.columns import CoupledMotor
from core.identification.joint_side import check_fits_robot
from core.identification.judgement import ERROR_REPEAT, ERROR_USABLE
from core.identification.model import FittedModel
from core.identification.result import IdentificationResult
from core.monitor import Monitor, NullMonitor, PartOfMonitor
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray, Recording
from core.robot.dynamics import regressor
from core.robot.gravity_compensator import compensator_torque
from core.robot.model import PARAMETERS_PER_LINK, RobotModel

LONGEST_S = 60.0
"""Of each recording as much is replayed, s."""
_STATES = 200
"""Places of a motion at which inverse dynamics are compared."""
_GAP = 1.5


@dataclass(frozen=True)
class Replay:
    """One recording replayed with the file, and with its description; None where that has no bodies."""

    recording: str
    used_in_fit: bool
    seconds: float
    exported: ReplayError
    described: ReplayError | None


@dataclass(frozen=True)
class ExportProof:
    """How a file behaves in MuJoCo.

    ``rigid_difference`` is the largest difference of MuJoCo's inverse dynamics from the identified rigid-body
    torque along the motion, over the largest torque; friction is not in it.
    """

    simulator: str
    rigid_difference: float
    replays: tuple[Replay, ...]
    judgement: Judgement


def proof_json(proof: ExportProof, *, reason_text: ReasonText = reason_code) -> Document:
    """The proof as a document; numbers of a lost arm are null. Keys may be added, never renamed."""
    document = {
        "simulator": proof.simulator,
        "loop_hz": LOOP_HZ,
        "rigid_difference": proof.rigid_difference,
        "recordings": [
            {
                "recording": one.recording,
                "used_in_fit": one.used_in_fit,
                "seconds": one.seconds,
                "exported": _error_json(one.exported),
                "described": None if one.described is None else _error_json(one.described),
            }
            for one in proof.replays
        ],
        **judgement_json(proof.judgement, reason_text=reason_text),
    }
    ready: Document = to_json_value(document)
    return ready


def _error_json(error: ReplayError) -> Document:
    return {
        "position_rms": error.position_rms,
        "position_max": error.position_max,
        "torque_rms": error.torque_rms,
        "total_position_rms": error.total_position_rms,
        "total_torque_rms": error.total_torque_rms,
        "torque_share": error.torque_share,
    }


def fresh_labels(result: IdentificationResult) -> tuple[str, ...]:
    """The recordings that an export is proven on: those kept back from the fit, or those of the fit."""
    fresh = tuple(one.recording for one in result.validation if not one.used_in_fit)
    return fresh or result.provenance.recordings


def prove_export(
    made: ArmExport,
    result: IdentificationResult,
    robot: RobotModel,
    recordings: Mapping[str, Recording],
    *,
    kind: ExportKind,
    monitor: Monitor | None = None,
) -> ExportProof:
    """Replay recordings with the file's text.

    Raises
    ------
    BadRequest
        ``export-not-provable`` for a file that no simulator reads; as ``verify`` for a recording that does
        not fit the robot.
    NotEnoughData
        A recording is too short to be filtered.
    """
    if kind not in PROVABLE:
        raise BadRequest("export-not-provable", kind=kind.value)
    monitor = monitor or NullMonitor()
    robot = result.settings.mounted(robot)
    exported = simulated(made.text, robot, kind=kind)
    bodies = described_bodies(robot)
    described = None
    if bodies is not None:
        described = simulated(mjcf_text(robot, bodies, None), robot, kind=ExportKind.MJCF)
    replay = partial(replayed, cutoff_hz=result.settings.filter_hz)
    replays, difference = [], 0.0
    for number, (label, recording) in enumerate(recordings.items()):
        part = PartOfMonitor(monitor, first=number / len(recordings), last=(number + 1) / len(recordings))
        motions = _motions(result, robot, recording, part)
        inertia = loop_inertia(exported, motions) + (0.0 if made.rotor_in_file else made.rotor_inertia)
        difference = max(difference, _rigid_difference(exported, made, result, robot, motions))
        replays.append(
            Replay(
                recording=label,
                used_in_fit=label in result.provenance.recordings,
                seconds=float(sum(motion.time[-1] - motion.time[0] for motion in motions)),
                exported=replay(exported, motions, inertia, monitor=part),
                described=None if described is None else replay(described, motions, inertia, monitor=part),
            )
        )
    return ExportProof(f"MuJoCo {mujoco.__version__}", difference, tuple(replays), _judged(made, replays))


def _judged(made: ArmExport, replays: Sequence[Replay]) -> Judgement:
    """Worst case over the recordings: what the file lacks, a lost arm, the torque error, the description."""
    reasons = []
    if not made.reproduces:
        names = (*made.not_physical, *made.not_in_file)
        reasons.append(Reason("export-not-reproduced", {"joints": names}, Verdict.REPEAT))
    for one in replays:
        share = one.exported.torque_share
        facts: dict[str, Fact] = {"recording": one.recording}
        if not np.isfinite(share):
            reasons.append(Reason("replay-lost", facts, Verdict.REPEAT))
            continue
        if share > ERROR_USABLE:
            verdict = Verdict.REPEAT if share > ERROR_REPEAT else Verdict.USABLE
            reasons.append(Reason("replay-error", {**facts, "share": share}, verdict))
        if one.described is not None and share > one.described.torque_share:
            reasons.append(Reason("replay-worse-than-description", facts, Verdict.REPEAT))
    return Judgement.of(reasons)


def _motions(
    result: IdentificationResult, robot: RobotModel, recording: Recording, monitor: Monitor
) -> list[Motion]:
    """The recorded motion, low-passed as in the fit, cut at its gaps."""
    check_fits_robot(recording, robot)
    parts = list(FittedModel.of(result, robot).compare(recording, monitor=monitor))
    time = np.concatenate([part.time for part in parts])
    q = np.concatenate([part.position for part in parts])
    velocity = np.concatenate([part.velocity for part in parts])
    torque = np.concatenate([part.measured for part in parts])
    # the compensator's share is no part of the motor's torque, but the file has no compensator
    torque = torque + compensator_torque(robot.compensators, np.ascontiguousarray(q))
    sign = robot.reported_sign
    whole = Motion(time, robot.position_as_reported(q), velocity * sign, torque * sign)
    return list(_without_gaps(whole))


def _without_gaps(motion: Motion) -> Iterator[Motion]:
    """The pieces between the gaps, in all as long as is replayed."""
    steps = np.diff(motion.time)
    usual = float(np.median(steps))
    ends = [0, *(np.flatnonzero(steps > _GAP * usual) + 1).tolist(), motion.time.size]
    left = round(LONGEST_S / usual)
    for first, last in pairwise(ends):
        rows = slice(first, min(last, first + left))
        left -= rows.stop - rows.start
        if rows.stop - rows.start > 1:
            yield Motion(motion.time[rows], motion.position[rows], motion.velocity[rows], motion.torque[rows])


def _rigid_difference(
    model: mujoco.MjModel,
    made: ArmExport,
    result: IdentificationResult,
    robot: RobotModel,
    motions: Sequence[Motion],
) -> float:
    position, velocity, acceleration = _states(motions)
    found = rigid_inverse(model, position, velocity, acceleration)
    found += 0.0 if made.rotor_in_file else made.rotor_inertia * acceleration
    expected = rigid_torque(result, robot, (position, velocity, acceleration), made=made)
    return float(np.abs(found - expected).max() / np.abs(expected).max())


def _states(motions: Sequence[Motion]) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Positions, velocities and accelerations (K, n) along the motion."""
    states = []
    for motion in motions:
        acceleration = np.gradient(motion.velocity, motion.time, axis=0)
        rows = slice(None, None, max(1, motion.time.size // _STATES))
        states.append((motion.position[rows], motion.velocity[rows], acceleration[rows]))
    position, velocity, acceleration = (np.concatenate(part) for part in zip(*states, strict=True))
    return position, velocity, acceleration


def rigid_torque(
    result: IdentificationResult,
    robot: RobotModel,
    motion: tuple[FloatArray, FloatArray, FloatArray],
    *,
    made: ArmExport,
) -> FloatArray:
    """The identified torque (K, n) of links and rotors, for and as reported motion.

    Coupled rotors count where the file has them; with possible bodies, theirs is the torque.
    """
    position, velocity, acceleration = motion
    sign = robot.reported_sign
    q, v, a = robot.position_from_reported(position), velocity * sign, acceleration * sign
    base = find_base_parameters(
        robot, rotor_inertia=result.with_rotor_inertia, route=result.settings.grouping
    )
    values = np.array([parameter.value for parameter in result.base_parameters])
    if made.physical and result.physical is not None:
        values = result.physical.estimate[: values.size]
    n = robot.joint_count
    columns = np.zeros((q.shape[0], n, base.grouping.shape[1]))
    columns[..., : PARAMETERS_PER_LINK * n] = regressor(robot, q, v, a)
    if result.with_rotor_inertia:
        joints = np.arange(n)
        columns[:, joints, PARAMETERS_PER_LINK * n + joints] = a
    torque = np.asarray(columns[..., np.asarray(base.independent, dtype=np.intp)] @ values)
    inertia = [parameter.value for parameter in result.coupling[::3]] if made.friction.turned_by_two else []
    for pair, shared in zip(CoupledMotor.all_of(robot), inertia, strict=False):
        torque[:, pair.own] += shared * pair.ratio * a[:, pair.other]
        torque[:, pair.other] += shared * pair.ratio * a[:, pair.own]
    return np.asarray(sign * torque)
