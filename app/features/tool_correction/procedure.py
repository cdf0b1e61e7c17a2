"""Compensation: bend of the arm under a load at some places, and joint positions that bring the tool back.

A first run without the load averages the gears' twist at every place. A second run under the load does the
same, and corrects each place in a few small moves, each averaged at standstill. Nothing is streamed.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from app.arm.procedure import (
    FlangeSettings,
    FloorSettings,
    LoopSettings,
    Outcome,
    PlannedMotion,
    Prepared,
    ToolSettings,
)
from app.arm.recorded_procedure import record_while, rest
from app.arm.session import RobotSession
from app.arm.staged_run import APPROACH, STILL_S
from app.arm.sweeping import expect_twist
from app.features.tool_correction.at_places import AtPlaces, PreparedCompensation
from app.features.tool_correction.result import CompensationFound
from app.features.tool_correction.tasks import (
    COMPENSATION_RUN,
    newest_reference,
    prepare_compensation,
    stiffness_for,
    store_compensation,
    store_reference,
)
from app.jobs.task import Task
from core.errors import BadRequest, TorsionError
from core.monitor import Monitor, NullMonitor
from core.recording import FloatArray
from core.stiffness.compensation_result import CompensationReference, CompensationRun
from devices.acquisition.recorder import RecordingInProgress

if TYPE_CHECKING:
    from app.features.tool_correction.tasks import StagedPlace
    from core.stiffness.result import ReducedStiffness

NAME = "compensate"
ARRIVAL = "arrival"
"""Code of the last slow move to a place; fact ``place`` (from 1)."""
_SAME_PLACE = 1e-6
"""Difference in rad (m) below which two places are the same."""
_PER_PLACE_S = 2.5
"""Time for settling and averaging at a place."""


@dataclass(frozen=True)
class CompensateProcedure(FloorSettings, FlangeSettings, LoopSettings, ToolSettings):
    """Measure at ``places`` without the load, or correct them under it.

    ``places`` are (n,) joint positions as the controller reports them, rad (m); under the load those of
    the reference where there are none. Without a ``reference`` it is the visit's newest, and
    without ``reduced`` the visit's newest reduced stiffness, else that of the description; ``tool`` takes the
    place of its tool point.
    """

    name: ClassVar[str] = NAME
    places: tuple[FloatArray, ...] = ()
    load: CompensationRun = CompensationRun.UNLOADED
    reference: CompensationReference | None = None
    reduced: "ReducedStiffness | None" = None
    label: str = ""

    def prepare(self, session: RobotSession, monitor: Monitor) -> PreparedCompensation:
        """Choose the poses from which the joints come to the places, and preview every way.

        Raises
        ------
        BadRequest
            ``controller-does-not-move``, ``controller-tells-no-twist``, ``compensation-no-places``,
            ``compensation-place-shape``, ``compensation-place-limits``; under the load
            ``compensation-no-reference``, ``compensation-other-arm``, ``compensation-other-power-on``,
            ``compensation-other-places``; ``stiffness-springs-unknown``.
        Infeasible
            ``compensation-place-not-reached`` with its number.
        """
        session.expect_motion()
        expect_twist(session)
        count, connection = session.safe.stop_count, session.connection_count
        is_loaded = self.load is CompensationRun.LOADED
        reference = self._reference(session, monitor) if is_loaded else None
        goals = _goals(session, self.places)
        if reference is not None:
            _expect_fitting(session, reference, goals)
            goals = tuple(place.goal for place in reference.places)
        if not goals:
            raise BadRequest("compensation-no-places")
        reduced: ReducedStiffness = self.reduced or session.compute(
            Task(stiffness_for, robot=session.described, visit=session.visit, tool=self.tool), NullMonitor()
        )
        places = session.compute(
            Task(
                prepare_compensation,
                circumstances=replace(session.circumstances(), floor_height=self.floor_height),
                goals=goals,
                befores=() if reference is None else tuple(place.before for place in reference.places),
                tool=reduced.settings.tool,
            ),
            monitor,
        )
        motions = _motions(places)
        return PreparedCompensation(
            NAME,
            motions,
            _seconds_of(motions),
            connection,
            count,
            load=self.load,
            places=places,
            reduced=reduced,
            reference=reference,
        )

    def run(self, session: RobotSession, prepared: Prepared, monitor: Monitor) -> Outcome:
        """Measure or correct place after place, and store the result in the visit."""
        assert isinstance(prepared, PreparedCompensation)
        label = self.label or f"{NAME}-{self.load.value}"
        there = AtPlaces(
            session,
            prepared,
            label=label,
            floor_height=self.floor_height,
            loop=self.loop,
            monitor=monitor,
        )

        def work(recording: RecordingInProgress) -> None:
            recording.note(COMPENSATION_RUN, load=self.load.value, places=len(prepared.places))
            rest(session, STILL_S, recording=recording, monitor=monitor)
            there.run_all(recording)

        mass = 0.0 if self.load is CompensationRun.UNLOADED else self.payload_mass
        outcome = record_while(session, prepared, work, label=label, payload_mass=mass, monitor=monitor)
        return _stored(session, outcome, there)

    def _reference(self, session: RobotSession, monitor: Monitor) -> CompensationReference:
        found = self.reference
        if found is None and session.visit is not None:
            found = session.compute(Task(newest_reference, visit=session.visit), monitor)
        if found is None:
            raise BadRequest("compensation-no-reference")
        return found


def _expect_fitting(
    session: RobotSession, reference: CompensationReference, goals: tuple[FloatArray, ...]
) -> None:
    """Refuse a reference of another arm or of another power-on, and ``goals`` that it does not have.

    Raises
    ------
    BadRequest
        ``compensation-other-arm``, ``compensation-other-power-on``, ``compensation-other-places``.
    """
    identity = session.identity
    serial, power_on = ("", "") if identity is None else (identity.serial, identity.power_on)
    n = session.robot.joint_count
    is_other = any(place.goal.shape != (n,) for place in reference.places)
    if is_other or (reference.serial and serial and reference.serial != serial):
        raise BadRequest("compensation-other-arm", measured=reference.serial, found=serial)
    if reference.power_on != power_on:
        raise BadRequest("compensation-other-power-on", measured=reference.power_on, found=power_on)
    known = tuple(place.goal for place in reference.places)
    if goals and not (
        len(goals) == len(known)
        and all(np.allclose(a, b, rtol=0.0, atol=_SAME_PLACE) for a, b in zip(goals, known, strict=True))
    ):
        raise BadRequest("compensation-other-places", asked=len(goals), measured=len(known))


def _seconds_of(motions: tuple[PlannedMotion, ...]) -> float:
    """Time of the ways and the first averages in s; corrections take more."""
    standing = sum(_PER_PLACE_S if planned.code == ARRIVAL else STILL_S for planned in motions)
    return STILL_S + standing + sum(planned.preview.duration for planned in motions)


def _goals(session: RobotSession, places: tuple[FloatArray, ...]) -> tuple[FloatArray, ...]:
    """Places (n,) as positions of the model, checked against the limits."""
    robot = session.robot
    goals = []
    for number, place in enumerate(places, 1):
        reported = np.asarray(place, dtype=np.float64)
        if reported.shape != (robot.joint_count,) or not np.all(np.isfinite(reported)):
            raise BadRequest(
                "compensation-place-shape", place=number, found=reported.size, expected=robot.joint_count
            )
        goal = robot.position_from_reported(reported)
        beyond = np.flatnonzero((goal < robot.lower) | (goal > robot.upper))
        if beyond.size:
            raise BadRequest("compensation-place-limits", place=number, joint=robot.joint_names[beyond[0]])
        goals.append(goal)
    return tuple(goals)


def _motions(places: "tuple[StagedPlace, ...]") -> tuple[PlannedMotion, ...]:
    motions: list[PlannedMotion] = []
    for number, place in enumerate(places, 1):
        motions.extend(
            PlannedMotion(APPROACH, preview, {"move": move, "place": number})
            for move, preview in enumerate(place.approach, 1)
        )
        motions.append(PlannedMotion(ARRIVAL, place.arrival, {"place": number}))
    return tuple(motions)


def _stored(session: RobotSession, outcome: Outcome, there: AtPlaces) -> Outcome:
    """Store the result in the visit and in the outcome; a stopped run keeps corrections, but no reference."""
    try:
        found, reduced = there.compensation, there.reduced
        if found is not None and reduced is not None:
            session.compute(
                Task(store_compensation, visit=session.visit_file, found=found, reduced=reduced),
                NullMonitor(),
            )
            return replace(outcome, found=CompensationFound(result=found))
        if outcome.is_complete and (reference := there.reference) is not None:
            session.compute(
                Task(store_reference, visit=session.visit_file, reference=reference), NullMonitor()
            )
            return replace(outcome, found=CompensationFound(reference))
    except TorsionError as error:
        return replace(outcome, error=outcome.error or error)
    return outcome
