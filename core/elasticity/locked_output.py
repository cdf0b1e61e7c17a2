"""Evaluation of a gear on a test bench with locked output, from loops of torque and twist.

With the output locked, the motor's angle is the gear's twist and the drive's torque its load. Friction
of the motor is part of the loop and not separable from that of the gear. A worn or unevenly cut gear
has a loop that no straight line describes. Then no stiffness is given, only that of its branches.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from core.elasticity.judgement import unlikely_stiffness
from core.elasticity.result import Elasticity, HysteresisLoop, JointElasticity, Measured
from core.elasticity.settings import ElasticitySettings
from core.errors import BadRequest, Fact
from core.identification.joint_side import check_fits_robot, is_behind_gear, joint_side
from core.identification.result_of_fit import provenance_of
from core.monitor import Monitor, NullMonitor
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray, Quantity, Recording
from core.robot.model import RobotModel
from core.signals.filters import moving_mean
from core.signals.turning_points import turning_points

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
_LOADING_RANGES = ((0.20, 0.45), (0.45, 0.70), (0.70, 0.95))
"""Shares of the largest load; below them is the play, above them the reversal of the load."""
_LINE_RATIO = 1.25
"""Largest ratio of the stiffness of two ranges for a gear that one line describes."""
_SHOWN_POINTS = 600
"""Number of points of each way, more than a plot has pixels."""
_REVERSAL_SHARE = 0.4
"""Reverse change of the load, as a share of its range, that counts as a reversal."""
_END_SHARE = 0.1
"""Distance from both ends of the load's range, as a share of it, of a way that counts as complete."""
_OPEN_SHARE = 0.25
"""Largest difference of the twist between two halves of one way, as a share of the loop's width."""
_SMOOTHING_SHARE = 0.01
"""Length of the smoothing window as a share of a loop's samples.

Snap-through vibration lasts about as long.
"""
_CELLS = 80
"""Number of load steps at which a loop is evaluated."""


@dataclass(frozen=True, eq=False)
class Way:
    """From one end of the load to the other: ``load`` (S,) N·m and ``twist`` (S,) rad, oldest first."""

    load: FloatArray
    twist: FloatArray


@dataclass(frozen=True, eq=False)
class LoadLoop:
    """The load up and down again, and both ways at the same loads.

    ``load`` (P,) rises evenly over what both ways have; ``rising`` and ``falling`` (P,) rad are the
    mean twist around each load on the way up and on the way down, ``scatter`` (2, P) its
    standard deviation there.
    """

    recording: str
    ways: tuple[Way, Way]
    """The rising way, then the falling way."""
    load: FloatArray
    rising: FloatArray
    falling: FloatArray
    scatter: FloatArray

    @property
    def amplitude(self) -> float:
        """Load reached on both sides, N·m; not positive if it stays on one."""
        return float(min(self.load[-1], -self.load[0]))

    @property
    def energy(self) -> tuple[float, float]:
        """Energy lost, J, the area between the ways, and its scatter if all samples erred alike."""
        stray = np.hypot(self.scatter[0], self.scatter[1])
        area = np.trapezoid(self.falling - self.rising, self.load)
        return float(area), float(np.trapezoid(stray, self.load))

    @property
    def span(self) -> float:
        """Range of the twist, rad."""
        both = np.concatenate([self.rising, self.falling])
        return float(both.max() - both.min())

    def lost_motion(self, load: float) -> tuple[float, float]:
        """Lost motion, rad, from the rising way at ``-load`` to the falling one at ``+load``; its scatter."""
        ends = np.array([-load, load])
        twist = np.interp(ends[1], self.load, self.falling) - np.interp(ends[0], self.load, self.rising)
        scatter = np.hypot(
            np.interp(ends[0], self.load, self.scatter[0]), np.interp(ends[1], self.load, self.scatter[1])
        )
        return float(twist), float(scatter)


def _load_loops(load: FloatArray, twist: FloatArray, *, recording: str) -> list[LoadLoop]:
    """The loops in one recording, oldest first.

    Where the load goes from end to end and back, each such pair is a loop. Where it begins and ends
    between its ends, as a single ramp up, down and home again does, the two halves of its first way
    are put together, provided that the twist is where it was.

    Parameters
    ----------
    load, twist
        (N,) N·m and rad, in order of time.
    recording
        Label that the loops carry.
    """
    coarse = _smoothed(load, round(_SMOOTHING_SHARE * load.size))
    whole = float(np.ptp(coarse)) if coarse.size else 0.0
    if whole <= 0.0:
        return []
    turns = turning_points(coarse, reversal=_REVERSAL_SHARE * whole)
    window = round(_SMOOTHING_SHARE * load.size / max(1.0, 0.5 * turns.size))
    smooth, bent = _smoothed(load, window), _smoothed(twist, window)
    edges = [0, *(int(turn) for turn in turns), load.size - 1]
    ways = [Way(smooth[first : last + 1], bent[first : last + 1]) for first, last in pairwise(edges)]
    low, high = float(coarse.min()) + _END_SHARE * whole, float(coarse.max()) - _END_SHARE * whole
    pairs = _full_pairs(ways, low=low, high=high) or _joined(ways, low=low, high=high)
    return [_loop(pair, recording) for pair in pairs]


def _smoothed(values: FloatArray, window: int) -> FloatArray:
    return moving_mean(values, max(1, window), beyond="edge") if values.size else values


def _goes_up(way: Way) -> bool:
    return bool(way.load[-1] > way.load[0])


def _is_full(way: Way, *, low: float, high: float) -> bool:
    return bool(min(way.load[0], way.load[-1]) <= low and max(way.load[0], way.load[-1]) >= high)


def _full_pairs(ways: list[Way], *, low: float, high: float) -> list[tuple[Way, Way]]:
    """Successive ways that are both complete, each used once, the rising way first."""
    pairs, place = [], 0
    while place + 1 < len(ways):
        one, other = ways[place], ways[place + 1]
        if _is_full(one, low=low, high=high) and _is_full(other, low=low, high=high):
            pairs.append((one, other) if _goes_up(one) else (other, one))
            place += 1
        place += 1
    return pairs


def _joined(ways: list[Way], *, low: float, high: float) -> list[tuple[Way, Way]]:
    """One complete way between two halves of the other, whose ends agree to a share of the loop's width."""
    if len(ways) != 3 or not _is_full(ways[1], low=low, high=high):
        return []
    first, full, last = ways
    half = Way(np.concatenate([last.load, first.load]), np.concatenate([last.twist, first.twist]))
    if not _is_full(half, low=low, high=high):
        return []
    seam = float(last.load[-1])
    nearest = np.argsort(np.abs(full.load - seam))[: max(1, full.load.size // _CELLS)]
    width = abs(float(full.twist[nearest].mean()) - float(last.twist[-1]))
    least = _END_SHARE * float(np.ptp(full.twist))  # tolerance for a loop without width
    if abs(float(first.twist[0] - last.twist[-1])) > _OPEN_SHARE * max(width, least):
        return []
    return [(half, full) if _goes_up(half) else (full, half)]


def _loop(ways: tuple[Way, Way], recording: str) -> LoadLoop:
    low = max(float(way.load.min()) for way in ways)
    high = min(float(way.load.max()) for way in ways)
    load = np.linspace(low, high, _CELLS)
    (rising, up), (falling, down) = (_at_loads(way, load) for way in ways)
    return LoadLoop(recording, ways, load, rising, falling, np.array([up, down]))


def _at_loads(way: Way, load: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Mean twist (P,) around each load and its standard deviation, interpolated linearly over gaps."""
    step = (load[-1] - load[0]) / (load.size - 1)
    cell = np.clip(np.rint((way.load - load[0]) / step).astype(np.int64), 0, load.size - 1)
    count = np.bincount(cell, minlength=load.size)
    filled = count > 0
    share = np.maximum(count, 1)
    mean = np.bincount(cell, way.twist, load.size) / share
    spread = np.sqrt(np.bincount(cell, (way.twist - mean[cell]) ** 2, load.size) / share)
    at = load[filled]
    return np.interp(load, at, mean[filled]), np.interp(load, at, spread[filled])


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
        _load_loops(side.torque[:, joint], twist[:, joint], recording=recording.label)
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
    found = _measured(described, reaching, like, near=near, gain_std=gain_std)
    if found.stiffness is None or found.is_prismatic:
        return found
    unlikely = unlikely_stiffness(name, found.stiffness, rated_torque=rated)
    return replace(found, judgement=Judgement.of((*unlikely, *found.judgement.reasons)))


def _not_measurable(described: JointElasticity, reason: Reason) -> JointElasticity:
    return replace(described, judgement=Judgement.of([replace(reason, verdict=Verdict.NOT_MEASURABLE)]))


def _loop_picture(loops: Sequence[LoadLoop], *, slope: float) -> HysteresisLoop:
    """All ways one after the other, separated by NaN pairs.

    ``slope`` in N·m/rad is that of the line through the middle; NaN where no line explains the loops.
    """
    load, twist = _line_of([way for loop in loops for way in _ways(loop)])
    middle = np.mean([0.25 * (_ends(loop.rising) + _ends(loop.falling)) for loop in loops])
    return HysteresisLoop(load, twist, middle + load / slope)


def _residual_rms(loops: Sequence[LoadLoop]) -> tuple[float, float]:
    """RMS of the twist minus its mean, and of the twist minus the mean rising and falling way, rad.

    The loops have nearly the same load; the ways are compared at shares of it.
    """
    share = np.linspace(0.0, 1.0, loops[0].load.size)
    ways = np.array([[loop.rising, loop.falling] for loop in loops])
    mean = ways.mean(axis=0)
    raw, left = [], []
    for loop in loops:
        for number, way in enumerate(loop.ways):
            at = (way.load - loop.load[0]) / (loop.load[-1] - loop.load[0])
            raw.append(way.twist)
            left.append(way.twist - np.interp(at, share, mean[number]))
    return float(np.std(np.concatenate(raw))), float(np.sqrt(np.mean(np.concatenate(left) ** 2)))


def _ends(way: FloatArray) -> float:
    """The sum of the twist at both ends of the load."""
    return float(way[0] + way[-1])


def _ways(loop: LoadLoop) -> list[tuple[FloatArray, FloatArray]]:
    thinned = []
    for way in loop.ways:
        step = max(1, way.load.size // _SHOWN_POINTS)
        thinned.append((way.load[::step], way.twist[::step]))
    return thinned


def _line_of(pieces: Sequence[tuple[FloatArray, FloatArray]]) -> tuple[FloatArray, FloatArray]:
    gap = np.array([np.nan])
    load = np.concatenate([part for piece in pieces for part in (piece[0], gap)][:-1])
    twist = np.concatenate([part for piece in pieces for part in (piece[1], gap)][:-1])
    return load, twist


def _measured(
    described: JointElasticity,
    reaching: list[LoadLoop],
    like: list[LoadLoop],
    *,
    near: float,
    gain_std: float,
) -> JointElasticity:
    """All quantities; ``near`` N·m is the load of the lost motion, ``like`` the largest loops."""
    raw, explained = _residual_rms(like)
    found = replace(
        described,
        lost_motion=_repeated([loop.lost_motion(near) for loop in reaching]),
        hysteresis_energy=_with_gain(_repeated([loop.energy for loop in like]), gain_std),
        load_low=min(float(loop.load[0]) for loop in reaching),
        load_high=max(float(loop.load[-1]) for loop in reaching),
        rms_raw=raw,
        rms_explained=explained,
        loop=_loop_picture(like, slope=np.nan),
    )
    wound_up = all(loop.span >= LEAST_SPAN * loop.lost_motion(near)[0] for loop in like)
    reason = None if wound_up else Reason("bench-mostly-play", {"joint": found.joint})
    if wound_up:
        found, reason = _stiffness(found, like, gain_std=gain_std)
    doubts = [*([reason] if reason else []), *_uncertain(found)]
    return replace(found, judgement=Judgement.of(doubts))


@dataclass(frozen=True, eq=False)
class Branches:
    """Slopes of load over twist where the load grows, N·m/rad.

    ``ranges`` (loops, 2, ranges) by loop, side (towards positive loads, towards negative ones) and
    range of ``LOADING_RANGES``; ``sides`` (loops, 2) over all ranges together. Not finite where the
    twist does not grow with the load.
    """

    ranges: FloatArray
    sides: FloatArray

    @property
    def by_range(self) -> FloatArray:
        """Slopes (2, ranges) over all loops: the load divided by their mean twist."""
        mean: FloatArray = 1.0 / np.mean(1.0 / self.ranges, axis=0)
        return mean

    @property
    def extremes(self) -> tuple[float, float]:
        """The softest and the stiffest of ``by_range``."""
        slopes = self.by_range
        return float(slopes.min()), float(slopes.max())

    @property
    def is_line(self) -> bool:
        """True if one slope describes all branches."""
        softest, stiffest = self.extremes
        return bool(softest > 0.0 and stiffest <= _LINE_RATIO * softest)


def _loading_branches(loops: Sequence[LoadLoop]) -> Branches:
    """The branches on which the load grows: up from zero, and down from zero."""
    ranges = [[[_slope(loop, side, ends) for ends in _LOADING_RANGES] for side in (1, -1)] for loop in loops]
    whole = (_LOADING_RANGES[0][0], _LOADING_RANGES[-1][1])
    sides = [[_slope(loop, side, whole) for side in (1, -1)] for loop in loops]
    return Branches(np.array(ranges), np.array(sides))


def _slope(loop: LoadLoop, side: int, ends: tuple[float, float]) -> float:
    """Load divided by twist in a range of the load, from a least-squares line of the twist."""
    greatest = float(max(side * loop.load[-1], side * loop.load[0]))
    away = side * loop.load
    chosen = (away >= ends[0] * greatest) & (away <= ends[1] * greatest)
    twist = (loop.rising if side > 0 else loop.falling)[chosen]
    compliance = float(np.polyfit(loop.load[chosen], twist, 1)[0])
    return 1.0 / compliance if compliance else np.inf


def _stiffness(
    found: JointElasticity, loops: list[LoadLoop], *, gain_std: float
) -> tuple[JointElasticity, Reason | None]:
    """The result with one stiffness, or with that of the branches and the reason."""
    branches = _loading_branches(loops)
    if not branches.is_line:
        softest, stiffest = branches.extremes
        facts: dict[str, Fact] = {"joint": found.joint, "softest": softest, "stiffest": stiffest}
        return replace(found, branch_stiffness=(softest, stiffest)), Reason("twist-not-a-line", facts)
    slope = float(1.0 / np.mean(1.0 / branches.sides))
    measured = Measured(slope, float(branches.sides.std(ddof=1)))
    return replace(
        found, stiffness=_with_gain(measured, gain_std), loop=_loop_picture(loops, slope=slope)
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
