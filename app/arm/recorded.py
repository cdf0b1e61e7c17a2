"""What surrounds every procedure: a recording that ends in the visit, and an arm that ends standing."""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from app.arm.moving import halt
from app.arm.procedure import Outcome, Prepared, Stopped
from app.arm.session import RobotSession
from app.jobs.task import Task
from app.visit.recordings import AdoptedRecording, adopt_recording
from core.errors import BadRequest, TorsionError
from core.monitor import Monitor, NullMonitor
from devices.acquisition.recorder import RecordingInProgress

REPLAY_ENDED = "replay-ended"
STOPPED = "stopped"
"""Reason of a recording that ended early: the user asked for it."""
_LOG = logging.getLogger(__name__)

Work = Callable[[RecordingInProgress], None]


@dataclass(frozen=True)
class _Ended:
    """How the work ended."""

    stopped: bool = False
    error: TorsionError | None = None

    @property
    def code(self) -> str:
        """For the recording; empty when it ended as planned."""
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
) -> Outcome:
    """Record while ``work`` is done, and put the recording into the visit however it ends.

    Raises
    ------
    DeviceError
        When no recording could be begun; nothing has moved then.
    """
    session.begin(connection=prepared.connection, stop_count=prepared.stop_count, moves=prepared.moves)
    try:
        recording = session.start_recording(label=label, payload_mass=payload_mass)
        ended = _do(session, work, recording, moves=prepared.moves)
    finally:
        session.end()
    return _kept(session, recording, prepared.procedure, ended, monitor)


def _do(session: RobotSession, work: Work, recording: RecordingInProgress, *, moves: bool) -> _Ended:
    """Do the work; afterwards nothing moves and the recording has its end."""
    try:
        work(recording)
        ended = _Ended()
    except Stopped:
        ended = _Ended(stopped=True)
    except TorsionError as error:
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
        # whoever stopped the arm did not mean the recording: it is kept in any case
        kept = session.compute(
            Task(adopt_recording, visit=session.visit_file, part=part, drives=session.announced_drives),
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
