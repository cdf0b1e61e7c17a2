"""Evaluation of a gear on a test bench with locked output, from loops of torque and twist.

With the output locked, the motor's angle is the gear's twist and the drive's torque its load. Friction
of the motor is part of the loop and not separable from that of the gear. A worn or unevenly cut gear
has a loop that no straight line describes. Then no stiffness is given, only that of its branches.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from core.elasticity.locked_output_branches import loading_branches
from core.elasticity.locked_output_loops import LoadLoop, load_loops
from core.elasticity.locked_output_picture import loop_picture, residual_rms
from core.elasticity.result import Elasticity, JointElasticity, Measured
from core.elasticity.settings import ElasticitySettings
from core.errors import BadRequest, Fact
from core.identification.joint_side import check_fits_robot, is_behind_gear, joint_side
from core.identification.presentation import provenance_of
from core.monitor import Monitor, NullMonitor
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray, Quantity, Recording
from core.robot.model import RobotModel

LOST_MOTION_SHARE = 0.03
"""Load of the lost motion as a share of the rated torque, in both directions, as gear makers use it."""
LEAST_AMPLITUDE = 3.0
"""Amplitude of a usable loop relative to the load of the lost motion, so that its ways have settled."""
LIKE_LARGEST = 0.8
"""Amplitude relative to the largest loop's; smaller loops lose less and have other branches."""
LEAST_SPAN = 1.5
"""Twist of a usable loop relative to the lost motion; with less it is nearly all play."""
UNCERTAIN = 0.2
"""Relative standard deviation from which a quantity should be measured again."""


def identify_locked_output(
    recordings: Mapping[str, Recording],
    robot: RobotModel,
    *,
    fit: Sequence[str],
    settings: ElasticitySettings | None = None,
    monitor: Monitor | None = None,
) -> Elasticity:
    """Lost motion, hysteresis and branch stiffness of gears whose output is locked to the frame.

    The load is the recorded torque at the link side, the deflection the motor's angle less that of a
    link encoder where there is one. From each loop of the load:

    - *lost motion*: the twist from the way up at -3 % of the rated torque to the way down at +3 %, so
      that backlash, hysteresis and the wind-up in between are all in it. Makers' values that compare
      the middles of the two ways there leave the hysteresis out. Where a description knows no
      torque limit, the greatest load counts as rated;
    - *hysteresis energy*: the area between the ways, of the loops with the largest load;
    - *stiffness*: the slope where the load grows, from 20 to 95 % of the greatest load. It is given
      where three ranges of the load agree within a quarter on both sides. Otherwise the softest
      and the stiffest range are. Neither is where the twist is nearly all play.

    Two things scale a stiffness and cannot be seen from one place of the motor: friction that grows
    with the load makes a gear look stiffer by its share, and the slope of the transmission error
    there makes it look stiffer or softer by twice its own. Ramps with the output locked elsewhere
    show the latter.

    Standard deviations are those of one loop among all, of one side of a loop for the stiffness; a
    lone loop has the scatter of its samples. The drive gain's is added to stiffness and energy.

    Parameters
    ----------
    recordings, fit
        Recordings by label, and the labels of those to use: slow ramps of the load in both directions.
    robot
        Its ``output_locked`` has to be set.

    Raises
    ------
    BadRequest
        ``output-not-locked``, ``nothing-to-fit``, ``unknown-recording``, ``no-position``, ``no-torque``,
        ``no-drive-gain`` or ``joint-count-differs``.
    """
    watched, chosen = monitor or NullMonitor(), settings or ElasticitySettings()
    labels = tuple(dict.fromkeys(fit))
    _check(recordings, robot, labels)
    fitted = [recordings[label] for label in labels]
    loops: list[list[LoadLoop]] = [[] for _ in robot.joints]
    for number, recording in enumerate(fitted):
        watched.check()
        watched.report(number / len(fitted), recording.label)
        for joint, found in enumerate(_loops(recording, robot)):
            loops[joint] += found
    behind = all(is_behind_gear(recording, robot) for recording in fitted)
    gain_std = 0.0 if behind else chosen.gain_std
    joints = tuple(_joint(robot, joint, found, gain_std=gain_std) for joint, found in enumerate(loops))
    return replace(_described(robot, fitted, joints), gain_std=gain_std)


def _check(recordings: Mapping[str, Recording], robot: RobotModel, labels: tuple[str, ...]) -> None:
    if not robot.output_locked:
        raise BadRequest("output-not-locked", robot=robot.name)
    if not labels:
        raise BadRequest("nothing-to-fit")
    unknown = tuple(label for label in labels if label not in recordings)
    if unknown:
        raise BadRequest("unknown-recording", labels=unknown, known=tuple(recordings))
    for label in labels:
        check_fits_robot(recordings[label], robot)


def _loops(recording: Recording, robot: RobotModel) -> list[list[LoadLoop]]:
    """The loops of each joint in one recording."""
    memory = recording.block(0, recording.sample_count)
    side = joint_side(memory, robot, drive_gain=robot.drive_gain)
    twist = _motor_angle(memory, robot)
    if side.deflection is not None:
        twist = np.where(np.isnan(side.deflection), twist, side.deflection)
    return [
        load_loops(side.torque[:, joint], twist[:, joint], recording=recording.label)
        for joint in range(robot.joint_count)
    ]


def _motor_angle(recording: Recording, robot: RobotModel) -> FloatArray:
    """Angle (N, n) of the motors at the link side; the controller's own position may be the locked link's."""
    if Quantity.MOTOR_POSITION in recording.columns:
        motor = np.asarray(recording.columns[Quantity.MOTOR_POSITION])
        return robot.position_from_reported(robot.reported_from_motor(motor))
    return robot.position_from_reported(np.asarray(recording.columns[Quantity.POSITION]))


def _joint(robot: RobotModel, joint: int, loops: list[LoadLoop], *, gain_std: float) -> JointElasticity:
    """The values of one gear from its loops."""
    name = robot.joint_names[joint]
    described = JointElasticity(name, joint, is_prismatic=bool(robot.is_prismatic[joint]))
    crossing = [loop for loop in loops if loop.amplitude > 0.0]
    if not crossing:
        return _not_measurable(described, Reason("bench-no-loop", {"joint": name}))
    largest = max(loop.amplitude for loop in crossing)
    rated = float(robot.torque_limit[joint])
    near = LOST_MOTION_SHARE * (rated if np.isfinite(rated) else largest)
    reaching = [loop for loop in crossing if loop.amplitude >= LEAST_AMPLITUDE * near]
    if not reaching:
        facts: dict[str, Fact] = {"joint": name, "load": largest, "needed": LEAST_AMPLITUDE * near}
        return _not_measurable(described, Reason("bench-load-too-small", facts))
    like = [loop for loop in reaching if loop.amplitude >= LIKE_LARGEST * largest]
    return _measured(described, reaching, like, near=near, gain_std=gain_std)


def _not_measurable(described: JointElasticity, reason: Reason) -> JointElasticity:
    return replace(described, judgement=Judgement.of([replace(reason, verdict=Verdict.NOT_MEASURABLE)]))


def _measured(
    described: JointElasticity,
    reaching: list[LoadLoop],
    like: list[LoadLoop],
    *,
    near: float,
    gain_std: float,
) -> JointElasticity:
    """All quantities; ``near`` N·m is the load of the lost motion, ``like`` the largest loops."""
    raw, explained = residual_rms(like)
    found = replace(
        described,
        lost_motion=_repeated([loop.lost_motion(near) for loop in reaching]),
        hysteresis_energy=_with_gain(_repeated([loop.energy for loop in like]), gain_std),
        load_low=min(float(loop.load[0]) for loop in reaching),
        load_high=max(float(loop.load[-1]) for loop in reaching),
        rms_raw=raw,
        rms_explained=explained,
        loop=loop_picture(like, slope=np.nan),
    )
    wound_up = all(loop.span >= LEAST_SPAN * loop.lost_motion(near)[0] for loop in like)
    reason = None if wound_up else Reason("bench-mostly-play", {"joint": found.joint})
    if wound_up:
        found, reason = _stiffness(found, like, gain_std=gain_std)
    doubts = [*([reason] if reason else []), *_uncertain(found)]
    return replace(found, judgement=Judgement.of(doubts))


def _stiffness(
    found: JointElasticity, loops: list[LoadLoop], *, gain_std: float
) -> tuple[JointElasticity, Reason | None]:
    """The result with one stiffness, or with that of the branches and the reason."""
    branches = loading_branches(loops)
    if not branches.is_line:
        softest, stiffest = branches.extremes
        facts: dict[str, Fact] = {"joint": found.joint, "softest": softest, "stiffest": stiffest}
        return replace(found, branch_stiffness=(softest, stiffest)), Reason("twist-not-a-line", facts)
    slope = float(1.0 / np.mean(1.0 / branches.sides))
    measured = Measured(slope, float(branches.sides.std(ddof=1)))
    return replace(
        found, stiffness=_with_gain(measured, gain_std), loop=loop_picture(loops, slope=slope)
    ), None


def _repeated(values: Sequence[tuple[float, float]]) -> Measured:
    """The mean and the standard deviation of a single value; one alone has the scatter of its samples."""
    found = [value for value, _ in values]
    scatter = float(np.std(found, ddof=1)) if len(values) > 1 else values[0][1]
    return Measured(float(np.mean(found)), scatter)


def _with_gain(measured: Measured, gain_std: float) -> Measured:
    return Measured(measured.value, float(np.hypot(measured.std, gain_std * measured.value)))


def _uncertain(found: JointElasticity) -> list[Reason]:
    reasons = []
    for quantity in ("stiffness", "lost_motion", "hysteresis_energy"):
        measured = getattr(found, quantity)
        if measured is not None and measured.std > UNCERTAIN * abs(measured.value):
            relative = measured.std / abs(measured.value) if measured.value else float("inf")
            facts: dict[str, Fact] = {"joint": found.joint, "quantity": quantity, "relative_std": relative}
            reasons.append(Reason("twist-uncertain", facts))
    return reasons


def _described(
    robot: RobotModel, fitted: Sequence[Recording], joints: tuple[JointElasticity, ...]
) -> Elasticity:
    """The result of all joints, with its provenance."""
    provenance, first = provenance_of(fitted, robot.name, 0), fitted[0].origin
    warm = [
        np.asarray(recording.columns[Quantity.TEMPERATURE][:]).mean()
        for recording in fitted
        if Quantity.TEMPERATURE in recording.columns
    ]
    return Elasticity(
        robot=robot.name,
        recordings=provenance.recordings,
        joints=joints,
        judgement=Judgement.of(reason for joint in joints for reason in joint.judgement.reasons),
        temperature=float(np.mean(warm)) if warm else None,
        serial=first.serial,
        power_on=first.power_on,
        recorded_at=first.recorded_at,
        software=provenance.software,
        created_at=provenance.created_at,
        mark=provenance.mark,
    )
