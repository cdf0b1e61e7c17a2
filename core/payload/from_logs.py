"""A payload from any logs: their motion decides by which method.

Sweeps of single joints come first: friction cancels in them. Where the logs have none that can be compared,
or these do not determine the mass, the whole motion is compared (moves from pose to pose as well as an
excitation). A result of sweeps and one of the whole motion are compared by their verdict on the mass, then by
their ±.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from core.errors import BadRequest, NotEnoughData, NotIdentifiable, PoorExcitation, TorsionError
from core.estimation.least_squares import WeightedLeastSquares
from core.estimation.tsqr import reduce_rows
from core.friction.models import FrictionKind
from core.monitor import Monitor, NullMonitor, PartOfMonitor
from core.payload.dynamic.fit import first_rows
from core.payload.dynamic.identify import identify_payload_dynamically
from core.payload.dynamic.runs import choose_dynamic_runs, dynamic_conditioning
from core.payload.identify import identify_payload
from core.payload.methods import Drives, MethodTried, PayloadOfLogs, ToldBy
from core.payload.result import PayloadResult
from core.payload.settings import GainKnowledge, PayloadMethod, PayloadSettings
from core.payload.strokes import find_sweeps
from core.quality import Verdict, worst
from core.recording import FloatArray, Recording
from core.robot.model import RobotModel

_CANNOT_SERVE = (BadRequest, NotEnoughData, NotIdentifiable, PoorExcitation)
_ROLES, _SWEEPS = 0.2, 0.5
"""Progress after the recordings are distinguished, and after the sweeps."""
_FILTER_HZ = 6.0
_SURE = 5.0
"""A difference of loads counts from this many standard deviations on."""
_GROUPED = 3.0
"""The loads within a group must be this many times closer than the groups."""


def identify_payload_from_logs(
    recordings: Mapping[str, Recording],
    robot: RobotModel,
    *,
    unloaded: Sequence[str] = (),
    drives: Drives | None = None,
    joints: tuple[int, ...] = (),
    monitor: Monitor | None = None,
) -> PayloadOfLogs:
    """Mass and centre of mass from recordings without and with a payload, whatever motion they hold.

    Parameters
    ----------
    recordings
        By label, those without and those with the payload.
    unloaded
        Labels of those without; found by their weighed mass, or by their torques, where empty.
    joints
        Only sweeps of these joints, from 0; the whole motion is then not compared.

    Raises
    ------
    BadRequest
        ``payload-no-loaded-recording``, ``payload-reference-missing``, ``unknown-recording``,
        ``payload-loads-alike``.
    TorsionError
        Of the sweeps where only they were asked for, else of the whole motion, where neither serves.
    """
    watched, known = monitor or NullMonitor(), drives or Drives()
    told_by, empty, loaded = _roles(
        recordings, robot, unloaded, known, PartOfMonitor(watched, first=0.0, last=_ROLES)
    )
    search = _Search(recordings, robot, empty, loaded, known, joints)
    search.sweeps(PartOfMonitor(watched, first=_ROLES, last=_SWEEPS))
    if not search.is_served and not joints:
        search.whole_motion(PartOfMonitor(watched, first=_SWEEPS, last=1.0))
    return search.answer(told_by)


@dataclass(frozen=True)
class AddedMass:
    """Mass of a recording's load minus that of the first recording, kg."""

    mass: float
    std: float


def _tell_apart(
    recordings: Mapping[str, Recording], robot: RobotModel, *, drive_gain: FloatArray | None, monitor: Monitor
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Labels of the recordings without a payload, and of those with it.

    The loads are compared with the first recording's one by one. The largest step between them parts the
    recordings in two groups, the lighter one without a payload.

    Raises
    ------
    BadRequest
        ``payload-loads-alike`` where the loads make no two groups.
    """
    first, *others = recordings
    added = {first: AddedMass(0.0, 0.0)}
    for number, label in enumerate(others):
        monitor.report(number / len(others), label)
        pair = {first: recordings[first], label: recordings[label]}
        added[label] = _added(pair, robot, drive_gain=drive_gain, monitor=monitor)
    order = sorted(added, key=lambda label: added[label].mass)
    steps = [added[two].mass - added[one].mass for one, two in pairwise(order)]
    largest = int(np.argmax(steps))
    noise = max(one.std for one in added.values())
    within = [step for place, step in enumerate(steps) if place != largest]
    if steps[largest] < _SURE * noise or _GROUPED * sum(within) > steps[largest]:
        raise BadRequest("payload-loads-alike", labels=tuple(order), step=steps[largest], std=noise)
    lighter = set(order[: largest + 1])
    return (
        tuple(label for label in recordings if label in lighter),
        tuple(label for label in recordings if label not in lighter),
    )


def _added(
    pair: Mapping[str, Recording], robot: RobotModel, *, drive_gain: FloatArray | None, monitor: Monitor
) -> AddedMass:
    """Load of the second recording minus that of the first, from sweeps where there are some."""
    first, second = pair
    try:
        found = identify_payload(
            pair,
            robot,
            unloaded=[first],
            loaded=[second],
            gains=GainKnowledge.exact(robot.joint_count),
            drive_gain=drive_gain,
            monitor=monitor,
        ).estimate
        if np.isfinite(found.mass_std):
            return AddedMass(found.mass, found.mass_std)
    except TorsionError:
        pass  # without comparable sweeps the whole motion is compared
    return _added_dynamically(pair, robot, drive_gain=drive_gain, monitor=monitor)


def _added_dynamically(
    pair: Mapping[str, Recording], robot: RobotModel, *, drive_gain: FloatArray | None, monitor: Monitor
) -> AddedMass:
    """The same by one fit with simple friction; it may be negative, as no body has to exist."""
    first, second = pair
    runs = choose_dynamic_runs(pair, robot, unloaded=[first], loaded=[second], monitor=monitor)
    conditioning = dynamic_conditioning(runs, robot, drive_gain=drive_gain, filter_hz=_FILTER_HZ)
    rows = first_rows(runs, robot, friction=FrictionKind.COULOMB_VISCOUS, conditioning=conditioning)
    estimate = WeightedLeastSquares().fit_reduced(reduce_rows(rows, monitor=monitor), monitor=monitor)
    std = float(np.sqrt(estimate.covariance[0, 0]))
    return AddedMass(float(estimate.estimate[0]), std if np.isfinite(std) else np.inf)


def _roles(
    recordings: Mapping[str, Recording],
    robot: RobotModel,
    unloaded: Sequence[str],
    drives: Drives,
    monitor: Monitor,
) -> tuple[ToldBy, tuple[str, ...], tuple[str, ...]]:
    """Rule that distinguished the recordings, those without the payload, and those with it."""
    unknown = tuple(label for label in unloaded if label not in recordings)
    if unknown:
        raise BadRequest("unknown-recording", labels=unknown, known=tuple(recordings))
    empty, told_by = tuple(dict.fromkeys(unloaded)), ToldBy.NAMED
    if not empty:
        told_by = ToldBy.WEIGHED
        empty = tuple(label for label, one in recordings.items() if one.payload_mass == 0.0)
    if not empty and len(recordings) > 1:
        gain = robot.drive_gain if drives.drive_gain is None else drives.drive_gain
        return ToldBy.TORQUE, *_tell_apart(recordings, robot, drive_gain=gain, monitor=monitor)
    loaded = tuple(label for label in recordings if label not in empty)
    if not loaded:
        raise BadRequest("payload-no-loaded-recording")
    if not empty:
        raise BadRequest("payload-reference-missing", file=loaded[0])
    return told_by, empty, loaded


class _Search:
    """Tries the methods and keeps their results."""

    def __init__(
        self,
        recordings: Mapping[str, Recording],
        robot: RobotModel,
        unloaded: tuple[str, ...],
        loaded: tuple[str, ...],
        drives: Drives,
        joints: tuple[int, ...],
    ) -> None:
        # a weighed mass is no contradiction here: the loads were distinguished before
        self._recordings = {
            label: replace(one, payload_mass=0.0 if label in unloaded else None)
            for label, one in recordings.items()
        }
        self._robot, self._unloaded, self._loaded = robot, unloaded, loaded
        self._drives, self._joints = drives, joints
        self._results: list[PayloadResult] = []
        self._tried: list[MethodTried] = []
        self._error: TorsionError | None = None

    @property
    def is_served(self) -> bool:
        """True if a result has a mass that can be used."""
        return any(_mass_verdict(one) in {Verdict.GOOD, Verdict.USABLE} for one in self._results)

    def sweeps(self, monitor: Monitor) -> None:
        """All sweeps in one fit, from the recordings that have some."""
        swept = self._swept(PartOfMonitor(monitor, first=0.0, last=0.3))
        unloaded = [label for label in self._unloaded if label in swept]
        loaded = [label for label in self._loaded if label in swept]
        if not unloaded or not loaded:
            return
        try:
            found = identify_payload(
                self._recordings,
                self._robot,
                unloaded=unloaded,
                loaded=loaded,
                gains=self._drives.gains,
                compliance=self._drives.compliance,
                settings=PayloadSettings(joints=self._joints),
                drive_gain=self._drives.drive_gain,
                monitor=PartOfMonitor(monitor, first=0.3, last=1.0),
            )
        except _CANNOT_SERVE as error:
            self._failed(PayloadMethod.JOINT, (*unloaded, *loaded), error)
        else:
            self._keep(found, (*unloaded, *loaded))

    def _swept(self, monitor: Monitor) -> set[str]:
        """Labels of the recordings with sweeps; the reason of the first without is kept."""
        found: set[str] = set()
        missing: dict[str, TorsionError] = {}
        gain = self._robot.drive_gain if self._drives.drive_gain is None else self._drives.drive_gain
        for label in (*self._unloaded, *self._loaded):
            monitor.check()
            try:
                one = self._recordings[label]
                find_sweeps(one, self._robot, drive_gain=gain, joints=self._joints, monitor=monitor)
                found.add(label)
            except (NotEnoughData, NotIdentifiable) as error:
                missing[label] = error
        if missing:
            self._failed(PayloadMethod.JOINT, tuple(missing), next(iter(missing.values())))
        return found

    def whole_motion(self, monitor: Monitor) -> None:
        """All ten parameters from the whole motion of all recordings."""
        labels = (*self._unloaded, *self._loaded)
        try:
            found = identify_payload_dynamically(
                self._recordings,
                self._robot,
                unloaded=self._unloaded,
                loaded=self._loaded,
                gains=self._drives.gains,
                drive_gain=self._drives.drive_gain,
                monitor=monitor,
            )
        except _CANNOT_SERVE as error:
            self._failed(PayloadMethod.DYNAMIC, labels, error)
        else:
            self._keep(found, labels)

    def answer(self, told_by: ToldBy) -> PayloadOfLogs:
        """The best result; the last error where there is none."""
        if not self._results:
            assert self._error is not None, "a method serves or says why not"
            raise self._error
        best = min(self._results, key=_order)
        tried = tuple(
            replace(one, is_chosen=not one.code and one.method is best.method) for one in self._tried
        )
        return PayloadOfLogs(best, told_by, self._unloaded, self._loaded, tried)

    def _keep(self, found: PayloadResult, labels: tuple[str, ...]) -> None:
        self._results.append(found)
        mass, std = found.estimate.mass, found.estimate.mass_std
        self._tried.append(MethodTried(found.method, labels, mass=mass, mass_std=std))

    def _failed(self, method: PayloadMethod, labels: tuple[str, ...], error: TorsionError) -> None:
        self._error = error
        self._tried.append(MethodTried(method, labels, error.code, tuple(error.facts.items())))


def _mass_verdict(found: PayloadResult) -> Verdict:
    return found.estimate.judgements[0].verdict


def _order(found: PayloadResult) -> tuple[bool, float]:
    """Order of results: those whose mass can be used first, then the smaller ± of the mass."""
    usable = worst((_mass_verdict(found), Verdict.USABLE)) is Verdict.USABLE
    std = found.estimate.mass_std
    return not usable, std if np.isfinite(std) else np.inf
