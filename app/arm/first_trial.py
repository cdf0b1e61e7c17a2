"""The first trial of a real arm: its network and its motions; however it ends a stop was sent.

A step runs as a procedure, so that it is previewed, held to start, and stopped like any other. No Qt.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from app.arm.motions import jog_there_and_back, preview_chain
from app.arm.procedure import Outcome, PlannedMotion, Prepared, Stopped
from app.arm.recorded_procedure import halt
from app.arm.session import RobotSession
from app.jobs.task import Task
from core.errors import TorsionError
from core.monitor import Cancelled, Monitor, PartOfMonitor
from devices.driving.pulse import Pulse
from devices.errors import DeviceError, RobotStateError, TransportError
from devices.families import family_of
from devices.family import NetworkSettings
from devices.motion import Motion, MotionEnd
from devices.safety.first_trial import Seen, TrialStep
from devices.safety.network_quality import NetworkQuality, network_quality
from devices.transport.dialing import round_trips

NAME = "first-trial"
TURNS: Mapping[TrialStep, int] = {
    TrialStep.JOG: 1,
    TrialStep.STOP: 6,
    TrialStep.CABLE: 6,
    TrialStep.WATCHDOG: 1,
}
"""Jogs out and back: enough time for a person to act; one is longer than any watchdog waits."""
_SILENT = frozenset({"silent-while-moving", "stream-silent"})
"""Codes of what a pulled cable looks like before the link counts as lost."""
SLOW = 0.5
"""Share of the speed of a jog where the motion is ended early: 2° then take 2 s."""


COUNT, PAUSE_S = 20, 0.2
SECONDS = COUNT * PAUSE_S
"""Length of the measurement."""


@dataclass(frozen=True)
class TrialMotion:
    """The last joint out and back, while a step of the trial is tried.

    ``pulse`` is that of the window: the step of the watchdog withholds it.
    """

    step: TrialStep
    pulse: Pulse
    name: str = NAME

    def prepare(self, session: RobotSession, monitor: Monitor) -> Prepared:
        """Plan the jogs from the arm's present pose; see ``Procedure``."""
        count, connection = session.safe.stop_count, session.connection_count
        circumstances = session.circumstances()
        joint = session.robot.joint_count - 1  # it carries the least
        share = 1.0 if self.step is TrialStep.JOG else SLOW
        turn = jog_there_and_back(session, circumstances.start, joint=joint, speed_share=share)
        plans = turn * TURNS[self.step]
        previews = session.compute(Task(preview_chain, circumstances=circumstances, plans=plans), monitor)
        motions = tuple(PlannedMotion("jog", preview, {"joint": joint}) for preview in previews)
        return Prepared(self.name, motions, sum(each.duration for each in previews), connection, count)

    def run(self, session: RobotSession, prepared: Prepared, monitor: Monitor) -> Outcome:
        """Run the jogs until they end, or until something ends them; see ``Procedure``."""
        session.begin(connection=prepared.connection, stop_count=prepared.stop_count, moves=True)
        try:
            for number, planned in enumerate(prepared.motions):
                part = PartOfMonitor(
                    monitor, first=number / len(prepared.motions), last=(number + 1) / len(prepared.motions)
                )
                self._carry_out(session, prepared, planned, part)
        except TorsionError as error:
            if session.is_own_stop(error):
                return Outcome(self.name, stopped=True)
            return Outcome(self.name, error=error)
        finally:
            self.pulse.give()
            session.end()
        return Outcome(self.name)

    def _carry_out(
        self, session: RobotSession, prepared: Prepared, planned: PlannedMotion, monitor: Monitor
    ) -> None:
        _look(session, monitor)
        clearance = session.safe.admit(
            planned.preview,
            clear_cell_confirmed=prepared.clear_cell_confirmed,
            serial_confirmed=prepared.serial_confirmed,
        )
        motion = session.safe.begin(clearance)
        if self.step is TrialStep.WATCHDOG:
            self.pulse.withhold()
        try:
            _wait_for(session, motion, monitor)
        except DeviceError:
            halt(session, motion)
            raise


def seen_in(outcome: Outcome) -> Seen:
    """Evidence of a step, taken from its outcome."""
    error = outcome.error
    return Seen(
        finished=outcome.is_complete,
        stop_asked=outcome.stopped,
        link_lost=error is not None and (isinstance(error, TransportError) or error.code in _SILENT),
    )


def _look(session: RobotSession, monitor: Monitor) -> None:
    try:
        monitor.check()
    except Cancelled:
        session.stop()
    error = session.stream.acquisition.error
    if error is not None:
        raise error
    if session.stop_asked:
        raise session.stream.complaint or Stopped("stopped")
    if (complaint := session.stream.complaint) is not None:
        raise complaint


def _wait_for(session: RobotSession, motion: Motion, monitor: Monitor) -> None:
    while not session.clock.wait(motion, session.clock.look_s):
        monitor.report(motion.progress, "")
        _look(session, monitor)
    if isinstance(motion.error, DeviceError):
        raise motion.error
    if motion.outcome is not MotionEnd.FINISHED:
        _look(session, monitor)
        raise RobotStateError("motion-ended-early", outcome=str(motion.outcome))


def measure_network(session: RobotSession, monitor: Monitor) -> NetworkQuality:
    """Measure round trips for some seconds, and judge them with the packages of the same time.

    Raises
    ------
    TransportError
        ``address-silent``; ``not-connected`` without a stream.
    """
    family = family_of(session.uri)
    settings: NetworkSettings = family.parse(session.uri)
    assert family.network is not None
    port = family.network.open_port or settings.port
    trips: list[float] = []
    for trip in round_trips(settings.host, port, count=COUNT, pause_s=PAUSE_S):
        monitor.check()
        trips.append(trip)
        monitor.report(len(trips) / COUNT)
    acquisition = session.acquisition
    if acquisition is None:
        raise TransportError("not-connected", uri=session.uri)
    block = acquisition.ring.newest_block(SECONDS)
    found = network_quality(
        device_time=block.device_time, host_time=block.host_time, round_trips=np.asarray(trips)
    )
    return replace(found, needs_cycle=family.network.needs_cycle)
