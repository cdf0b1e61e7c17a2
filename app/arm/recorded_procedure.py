"""Wraps every procedure in a recording that ends in the visit, and leaves the arm at rest."""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass

from app.arm.description import announced_drives
from app.arm.link_state import REPLAY_ENDED
from app.arm.moving import halt
from app.arm.procedure import Outcome, Prepared
from app.arm.session import RobotSession
from app.jobs.task import Task
from app.visit.recordings import AdoptedRecording, adopt_recording
from core.errors import BadRequest, TorsionError
from core.monitor import Monitor, NullMonitor
from devices.acquisition.recorder import RecordingInProgress
from devices.samples import SampleBlock

STOPPED = "stopped"
"""Reason of a recording that the user ended early."""
_LOG = logging.getLogger(__name__)

Work = Callable[[RecordingInProgress], None]
_LOOK_S = 0.05


@dataclass(frozen=True)
class _Ended:
    """End of the work: as planned, stopped by the user, or by an error."""

    stopped: bool = False
    error: TorsionError | None = None

    @property
    def code(self) -> str:
        """Reason for the recording; empty if the work ended as planned."""
        if self.error is not None:
            return self.error.code
        return STOPPED if self.stopped else ""


def record_while(
    session: RobotSession,
    prepared: Prepared,
    work: Work,
    *,
    label: str,
    payload_mass: float | None,
    monitor: Monitor,
    watcher: Callable[[SampleBlock], None] | None = None,
) -> Outcome:
    """Record while ``work`` runs, and put the recording into the visit however it ends.

    ``watcher`` gets every recorded block of samples, in the thread of the stream.

    Raises
    ------
    DeviceError
        If no recording could be started; nothing has moved then.
    """
    session.begin(connection=prepared.connection, stop_count=prepared.stop_count, moves=prepared.moves)
    try:
        recording = session.start_recording(label=label, payload_mass=payload_mass, watcher=watcher)
        ended = _do(session, work, recording, moves=prepared.moves)
    finally:
        session.end()
    return _kept(session, recording, prepared.procedure, ended, monitor)


def record_until(session: RobotSession, ending: threading.Event, *, label: str) -> Outcome:
    """Record what comes until ``ending`` is set or the stream ends, and put it into the visit.

    Nothing is commanded, and other work goes on meanwhile: this may have a thread of its own.

    Raises
    ------
    DeviceError
        If no recording could be started.
    """
    recording = session.start_recording(label=label)
    acquisition = session.stream.acquisition
    while not (session.clock.wait(ending, _LOOK_S) or recording.is_over or acquisition.error is not None):
        pass
    error = acquisition.error
    was_closed = recording.is_over and error is None  # the person left the arm, or the disk is full
    recording.end("" if error is None else error.code)
    return _kept(session, recording, label, _Ended(was_closed, error), NullMonitor())


def _do(session: RobotSession, work: Work, recording: RecordingInProgress, *, moves: bool) -> _Ended:
    """Run the work; afterwards the arm is at rest and the recording has ended."""
    try:
        work(recording)
        ended = _Ended()
    except TorsionError as error:
        if session.is_own_stop(error):
            ended = _Ended(stopped=True)
        else:
            ended = _Ended() if error.code == REPLAY_ENDED else _Ended(error=error)
    except BaseException:
        halt(session)
        recording.end(STOPPED)
        raise
    if moves and ended.code:
        halt(session)
    recording.end(ended.code)
    return ended


def _kept(
    session: RobotSession,
    recording: RecordingInProgress,
    procedure: str,
    ended: _Ended,
    monitor: Monitor,
) -> Outcome:
    error = ended.error
    kept: AdoptedRecording | None = None
    try:
        part = recording.finish()
        monitor.report(1.0, "")
        # stopping the arm does not mean discarding the recording, so this task cannot be cancelled
        kept = session.compute(
            Task(
                adopt_recording,
                visit=session.visit_file,
                part=part,
                drives=announced_drives(session.identity),
            ),
            NullMonitor(),
        )
    except BadRequest as nothing:
        _LOG.info("nothing was recorded: %s", nothing)
    except TorsionError as failure:
        error = error or failure
    if recording.error is not None:
        error = error or recording.error
    if kept is None:
        return Outcome(procedure, stopped=ended.stopped, error=error)
    return Outcome(
        procedure,
        recordings=(kept.label,),
        seconds=kept.seconds,
        samples=kept.samples,
        missing_samples=kept.missing_samples,
        events=kept.events,
        stopped=ended.stopped,
        error=error,
    )
