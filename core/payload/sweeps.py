"""Grouping of strokes into sweeps in both directions, and of sweeps that can be compared."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import numpy as np

from core.errors import BadRequest, NotIdentifiable
from core.payload.result import RefusedSweep
from core.payload.settings import Directions, KnownLoad, PayloadSettings, SweepKey
from core.payload.strokes import FoundSweeps, PayloadStroke
from core.recording import FloatArray, Recording

SAME_POSE = float(np.radians(1.0))
"""Largest difference of another joint's position between two comparable sweeps, rad (m)."""
_SAME_STRETCH = 0.5
"""Share of a stroke common with an earlier one in the same direction that makes it a repetition."""
SAME_SPEED = 0.15
"""Largest relative difference between the speeds of two strokes that friction brakes alike."""
NO_REFERENCE, ONE_WAY, LEFT_OUT = "no-unloaded-sweep", "one-way-only", "left-out"
OTHER_SPEED = "unloaded-at-another-speed"


@dataclass(frozen=True)
class Load:
    """The load on the flange: none, the unknown payload, or a known one."""

    is_sought: bool = False
    known: int = -1
    """Number of the known load, −1 for none."""

    @property
    def is_empty(self) -> bool:
        """True if the flange carried no load."""
        return not self.is_sought and self.known < 0


@dataclass(frozen=True, eq=False)
class Sweep:
    """The strokes of one joint in both directions; ``pose`` (n,) are the positions of the other joints."""

    key: SweepKey
    load: Load
    strokes: tuple[PayloadStroke, ...]
    pose: FloatArray

    @property
    def begins(self) -> float:
        """Start of the sweep, s on its recording's clock."""
        return min(stroke.start for stroke in self.strokes)

    @property
    def speed(self) -> float:
        """Mean speed, rad/s (m/s)."""
        return float(np.mean([stroke.speed for stroke in self.strokes]))

    @property
    def has_both_ways(self) -> bool:
        """True if the sweep has both directions."""
        return len({stroke.direction for stroke in self.strokes}) > 1


@dataclass(frozen=True, eq=False)
class SweepGroup:
    """Sweeps of one joint with all others at one position, which differ in the load alone."""

    joint: int
    orientation: int
    sweeps: tuple[Sweep, ...]

    @property
    def loaded(self) -> tuple[Sweep, ...]:
        """The sweeps with the unknown payload."""
        return tuple(sweep for sweep in self.sweeps if sweep.load.is_sought)

    @property
    def has_reference(self) -> bool:
        """True if it contains sweeps without any load."""
        return any(sweep.load.is_empty for sweep in self.sweeps)


@dataclass(frozen=True, eq=False)
class ArrangedSweeps:
    """All groups with a payload in them; ``joints`` that were swept, ``known`` loads by their number."""

    groups: tuple[SweepGroup, ...]
    joints: tuple[int, ...]
    known: tuple[KnownLoad, ...]
    refused: tuple[RefusedSweep, ...]
    left_out: tuple[Sweep, ...] = field(default=())
    """Left out on request, or because they were measured again."""
    replaced: tuple[SweepKey, ...] = ()
    """Those among ``left_out`` that were measured again."""
    recordings: tuple[Recording, ...] = field(default=())


@dataclass
class _Poses:
    """Numbers poses from 1 in the order of appearance."""

    columns: list[int]
    known: list[FloatArray] = field(default_factory=list)

    def number(self, pose: FloatArray) -> int:
        for number, seen in enumerate(self.known, 1):
            if np.abs((seen - pose)[self.columns]).max(initial=0.0) <= SAME_POSE:
                return number
        self.known.append(pose)
        return len(self.known)


@dataclass
class _Speeds:
    """Numbers speeds from 1 in the order of appearance."""

    known: list[float] = field(default_factory=list)

    def number(self, speed: float) -> int:
        for number, seen in enumerate(self.known, 1):
            if is_same_speed(seen, speed):
                return number
        self.known.append(speed)
        return len(self.known)


def is_same_speed(one: float, other: float) -> bool:
    """True if friction brakes strokes of the two speeds alike."""
    return abs(one - other) <= SAME_SPEED * max(one, other)


def arrange_sweeps(
    found: Sequence[tuple[FoundSweeps, Load]],
    *,
    known: Sequence[KnownLoad] = (),
    settings: PayloadSettings,
    needs_reference: bool,
    repeats: Collection[str] = (),
) -> ArrangedSweeps:
    """Groups of comparable sweeps.

    Parameters
    ----------
    found
        The sweeps of each recording with its load, the reference first.
    needs_reference
        If True, groups without unloaded sweeps are dropped; False if a model gives the unloaded arm.
    repeats
        Labels of recordings that measured single sweeps again: of each sweep the last counts, and those
        before it with the same load are left out.

    Raises
    ------
    BadRequest
        ``payload-sweeps-do-not-match`` where no loaded sweep has an unloaded one in the same place.
    NotIdentifiable
        ``payload-one-way`` where no sweep went there and back and both ways are wanted.
    """
    joints = tuple(sorted({joint for one, _ in found for joint in one.joints}))
    if settings.joints:
        joints = tuple(joint for joint in joints if joint in settings.joints)
    count = found[0][0].strokes[0].position.shape[1]
    wrist = list(range(max(joints) + 1, count)) or [j for j in range(count) if j not in joints]
    orientations = _Poses(wrist)
    places = {joint: _Poses([other for other in range(count) if other != joint]) for joint in joints}
    speeds = {joint: _Speeds() for joint in joints}
    grouped: dict[tuple[int, int, int], list[Sweep]] = {}
    refused = [item for one, _ in found for item in one.refused if item.joint in joints]
    left_out: list[Sweep] = []
    lone = 0
    for one, load in found:
        for sweep in _sweeps(one, load, joints, orientations, settings):
            if sweep.key in settings.leave_out:
                left_out.append(sweep)
            elif settings.directions is Directions.BOTH and not sweep.has_both_ways:
                lone += 1
                refused.append(RefusedSweep(sweep.key.recording, sweep.key.joint, ONE_WAY))
            else:
                joint = sweep.key.joint
                number = places[joint].number(sweep.pose)
                # friction cancels between the two directions, and otherwise only between equal speeds
                pace = 0 if settings.directions is Directions.BOTH else speeds[joint].number(sweep.speed)
                grouped.setdefault((joint, number, pace), []).append(sweep)
    replaced = _take_replaced(grouped, [one.recording.label for one, _ in found], repeats)
    left_out += replaced
    groups = _comparable(grouped, refused, needs_reference=needs_reference)
    if not groups:
        if lone and not any(sweep.load.is_sought for sweeps in grouped.values() for sweep in sweeps):
            raise NotIdentifiable("payload-one-way", joints=lone)
        raise BadRequest(
            "payload-sweeps-do-not-match",
            loaded=tuple(one.recording.label for one, load in found if load.is_sought),
            unloaded=tuple(one.recording.label for one, load in found if load.is_empty),
        )
    recordings = tuple(one.recording for one, _ in found)
    again = tuple(sweep.key for sweep in replaced)
    return ArrangedSweeps(groups, joints, tuple(known), tuple(refused), tuple(left_out), again, recordings)


def _take_replaced(
    grouped: dict[tuple[int, int, int], list[Sweep]], labels: Sequence[str], repeats: Collection[str]
) -> list[Sweep]:
    """Take the sweeps out of their groups that a later recording among ``repeats`` measured again."""
    taken: list[Sweep] = []
    for key, sweeps in grouped.items():
        for load in {sweep.load for sweep in sweeps}:
            again = [
                labels.index(sweep.key.recording)
                for sweep in sweeps
                if sweep.load == load and sweep.key.recording in repeats
            ]
            taken += [
                sweep
                for sweep in sweeps
                if sweep.load == load and labels.index(sweep.key.recording) < max(again, default=0)
            ]
        grouped[key] = [sweep for sweep in sweeps if sweep not in taken]
    return taken


def _comparable(
    grouped: dict[tuple[int, int, int], list[Sweep]], refused: list[RefusedSweep], *, needs_reference: bool
) -> tuple[SweepGroup, ...]:
    """The groups in which a load is separable from the arm."""
    kept: list[SweepGroup] = []
    unloaded = {key[:2] for key, sweeps in grouped.items() if any(sweep.load.is_empty for sweep in sweeps)}
    for (joint, place, _), sweeps in sorted(grouped.items()):
        group = SweepGroup(joint, sweeps[0].key.orientation, tuple(sweeps))
        if all(sweep.load.is_empty for sweep in sweeps):
            continue
        if needs_reference and not group.has_reference:
            cause = OTHER_SPEED if (joint, place) in unloaded else NO_REFERENCE
            refused += [RefusedSweep(one.key.recording, joint, cause) for one in sweeps]
            continue
        kept.append(group)
    return tuple(kept) if any(group.loaded for group in kept) else ()


def _sweeps(
    found: FoundSweeps,
    load: Load,
    joints: Sequence[int],
    orientations: _Poses,
    settings: PayloadSettings,
) -> list[Sweep]:
    """The sweeps of one recording: strokes at one pose and speed, each range once per direction."""
    rounds: dict[tuple[int, int, int], list[list[PayloadStroke]]] = {}
    places: dict[int, _Poses] = {}
    speeds: dict[int, _Speeds] = {}
    for stroke in found.strokes:
        if stroke.joint not in joints:
            continue
        if settings.directions is Directions.FORWARD and stroke.direction < 0:
            continue
        pose = stroke.position.mean(axis=0)
        others = [other for other in range(pose.size) if other != stroke.joint]
        number = places.setdefault(stroke.joint, _Poses(others)).number(pose)
        pace = speeds.setdefault(stroke.joint, _Speeds()).number(stroke.speed)
        sets = rounds.setdefault((stroke.joint, number, pace), [[]])
        if any(_goes_over(earlier, stroke) for earlier in sets[-1]):
            sets.append([])
        sets[-1].append(stroke)
    made: list[Sweep] = []
    counted: dict[tuple[int, int], int] = {}
    for (joint, place, _), sets in rounds.items():
        for strokes in sets:
            number = counted[joint, place] = counted.get((joint, place), 0) + 1
            pose = np.mean([stroke.position.mean(axis=0) for stroke in strokes], axis=0)
            orientation = orientations.number(pose)
            key = SweepKey(found.recording.label, joint, orientation, number)
            made.append(Sweep(key, load, tuple(strokes), pose))
    return sorted(made, key=lambda sweep: sweep.begins)


def _goes_over(one: PayloadStroke, other: PayloadStroke) -> bool:
    """True if two strokes go in the same direction over mostly the same range."""
    if one.direction != other.direction:
        return False
    low = max(one.angle.min(), other.angle.min())
    high = min(one.angle.max(), other.angle.max())
    return bool(high - low > _SAME_STRETCH * min(np.ptp(one.angle), np.ptp(other.angle)))
