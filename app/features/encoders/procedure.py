"""The encoder check before any measurement: each joint a little out and back, motor against link encoder.

An arm that takes no commands from this program is recorded while a person moves it, joint by joint.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from app.arm.circumstances import Circumstances
from app.arm.motions import jog_angle, jog_there_and_back, preview_chain
from app.arm.procedure import Outcome, PlannedMotion, Prepared
from app.arm.recorded_procedure import carry_out, record_while, reporting, rest
from app.arm.session import RobotSession
from app.jobs.task import Task
from app.visit.recordings import check_recording
from core.bounds import Duration, check_bounds
from core.errors import Fact, TorsionError
from core.monitor import Monitor, NullMonitor, PartOfMonitor
from core.robot.model import expect_free_output
from devices.acquisition.recorder import RecordingInProgress
from devices.motion import MotionPlan

NAME = "check"
WATCH_S = 60.0
"""Duration of the recording of an arm that a person moves."""
STILL_S = 0.5
"""Rest before the first jog and between two jogs."""
_SHARE_OF_CHECKING = 0.05


@dataclass(frozen=True)
class CheckProcedure:
    """Jog every joint, or record an arm that a person moves, and compare the encoders.

    ``watch_seconds`` of the device's clock, for arms that take no commands from this program.
    """

    name: ClassVar[str] = NAME
    label: str = NAME
    watch_seconds: Duration = WATCH_S

    def __post_init__(self) -> None:
        """Refuse impossible values at once, with the name of the setting."""
        check_bounds(self)

    def prepare(self, session: RobotSession, monitor: Monitor) -> Prepared:
        """Plan every jog from the arm's present pose.

        Raises
        ------
        BadRequest
            ``output-locked``.
        """
        expect_free_output(session.robot)
        count, connection = session.safe.stop_count, session.connection_count
        if not session.capabilities.can_move:
            return Prepared(NAME, (), self.watch_seconds, connection, count)
        circumstances = session.circumstances()
        plans, facts = _jogs(session, circumstances)
        previews = session.compute(Task(preview_chain, circumstances=circumstances, plans=plans), monitor)
        motions = tuple(
            PlannedMotion("jog", preview, fact) for preview, fact in zip(previews, facts, strict=True)
        )
        seconds = sum(preview.duration for preview in previews) + STILL_S * (len(motions) + 1)
        return Prepared(NAME, motions, seconds, connection, count)

    def run(self, session: RobotSession, prepared: Prepared, monitor: Monitor) -> Outcome:
        """Record all jogs, then compare the encoders."""
        part = PartOfMonitor(monitor, first=0.0, last=1.0 - _SHARE_OF_CHECKING)

        def work(recording: RecordingInProgress) -> None:
            if prepared.moves:
                _jog_all(session, prepared, recording, part)
            else:
                rest(
                    session,
                    self.watch_seconds,
                    recording=recording,
                    monitor=part,
                    progress=reporting(part, "watching"),
                )

        outcome = record_while(session, prepared, work, label=self.label, payload_mass=None, monitor=part)
        return _checked(session, outcome)


def _jogs(
    session: RobotSession, circumstances: Circumstances
) -> tuple[tuple[MotionPlan, ...], tuple[Mapping[str, Fact], ...]]:
    """Jogs out and back for every joint, away from the nearer end of its travel."""
    start = circumstances.start
    plans: list[MotionPlan] = []
    facts: list[Mapping[str, Fact]] = []
    for joint in range(circumstances.robot.joint_count):
        away = jog_angle(session, start, joint)
        plans += jog_there_and_back(session, start, joint=joint)
        facts += [{"joint": joint, "angle": away}, {"joint": joint, "angle": -away}]
    return tuple(plans), tuple(facts)


def _jog_all(
    session: RobotSession, prepared: Prepared, recording: RecordingInProgress, monitor: Monitor
) -> None:
    names = session.robot.joint_names
    rest(session, STILL_S, recording=recording, monitor=monitor)
    count = len(prepared.motions)
    for number, planned in enumerate(prepared.motions):
        joint = planned.facts["joint"]
        assert isinstance(joint, int)
        part = PartOfMonitor(monitor, first=number / count, last=(number + 1) / count)
        carry_out(
            session,
            prepared,
            planned,
            recording=recording,
            monitor=part,
            progress=reporting(part, names[joint]),
        )
        rest(session, STILL_S, recording=recording, monitor=part)


def _checked(session: RobotSession, outcome: Outcome) -> Outcome:
    """The outcome with the check of the encoders, also of a recording that was stopped."""
    if not outcome.recordings:
        return outcome
    try:
        found = session.compute(
            Task(check_recording, visit=session.visit_file, label=outcome.recordings[0]),
            NullMonitor(),
        )
    except TorsionError as error:
        return replace(outcome, error=outcome.error or error)
    session.last_check = found
    return replace(outcome, found=found)
