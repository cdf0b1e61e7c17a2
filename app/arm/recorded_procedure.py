"""Wraps every procedure in a recording that ends in the visit, and leaves the arm at rest.

The planned motions are run one by one, each cleared by the safety layer. Every wait in here ends at once
when the user stops the arm, the link is lost, or the safety layer stops it.
"""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass

from app.arm.description import announced_drives
from app.arm.link_state import REPLAY_ENDED
from app.arm.procedure import Outcome, PlannedMotion, Prepared, Stopped
from app.arm.session import RobotSession
from app.jobs.task import Task
from app.visit.recordings import AdoptedRecording, adopt_recording
from core.errors import BadRequest, TorsionError
from core.monitor import Cancelled, Monitor, NullMonitor
from devices.acquisition.recorder import RecordingInProgress
from devices.errors import DataQualityError, DeviceError, RobotStateError
from devices.motion import Motion, MotionEnd
from devices.samples import SampleBlock

STOPPED = "stopped"
"""Reason of a recording that the user ended early."""
_LOG = logging.getLogger(__name__)

Work = Callable[[RecordingInProgress], None]
_LOOK_S = 0.05
SILENCE_S = 2.0
"""A stream that is silent for so long does not come back by itself, s."""
STANDSTILL_TIMEOUT_S = 5.0
"""Longest wait for an arm to come to rest after a stop, s."""

Progress = Callable[[float], None]


def carry_out(
    session: RobotSession,
    prepared: Prepared,
    planned: PlannedMotion,
    *,
    recording: RecordingInProgress,
    monitor: Monitor,
    progress: Progress,
) -> None:
    """Run one motion to its end; its begin and end become events of the recording.

    Raises
    ------
    Stopped
        By the user.
    DeviceError
        Raised by the arm, the link or the safety layer; a stop was sent to the arm.
    """
    look(session, recording, monitor)
    clearance = session.safe.admit(
        planned.preview,
        clear_cell_confirmed=prepared.clear_cell_confirmed,
        serial_confirmed=prepared.serial_confirmed,
    )
    recording.note(f"{planned.code}-begins", **planned.facts)
    motion = session.safe.begin(clearance)
    session.under_way = planned
    try:
        _wait_for(session, motion, recording=recording, monitor=monitor, progress=progress)
        _expect_done(session, recording, monitor)
    except DeviceError:
        halt(session, motion)
        raise
    finally:
        recording.note(f"{planned.code}-ends", **planned.facts)


def reporting(monitor: Monitor, text: str) -> Progress:
    """Progress callback that reports under the words ``text``."""

    def report(fraction: float) -> None:
        monitor.report(fraction, text)

    return report


def rest(
    session: RobotSession,
    seconds: float,
    *,
    recording: RecordingInProgress,
    monitor: Monitor,
    progress: Progress | None = None,
) -> None:
    """Record for ``seconds`` of the device's clock without commanding anything; raises as ``carry_out``.

    Raises
    ------
    DataQualityError
        ``stream-silent`` if no samples arrive any more.
    """
    began, began_at = recording.duration, session.clock.now()
    while (passed := recording.duration - began) < seconds:
        look(session, recording, monitor)
        if progress is not None:
            progress(passed / seconds)
        silence = min(session.stream.sample_age, session.clock.now() - began_at)
        if silence > SILENCE_S:
            raise DataQualityError("stream-silent", silence=silence)
        session.wait(session.clock.look_s)
    look(session, recording, monitor)


def look(session: RobotSession, recording: RecordingInProgress, monitor: Monitor) -> None:
    """Raise a pending stop or error: lost link, full disk, complaint of the safety layer."""
    try:
        monitor.check()
    except Cancelled:
        session.stop()
    if session.stop_asked:
        raise session.stream.complaint or Stopped("stopped")
    if session.stream.acquisition.error is not None:
        raise session.stream.acquisition.error
    if (complaint := session.stream.complaint) is not None:
        raise complaint
    if recording.error is not None:
        raise recording.error


def halt(session: RobotSession, motion: Motion | None = None) -> None:
    """Stop the arm, and wait until ``motion`` has ended, at most ``STANDSTILL_TIMEOUT_S``."""
    session.stop()
    if motion is not None:
        session.clock.wait(motion, STANDSTILL_TIMEOUT_S)


def _expect_done(session: RobotSession, recording: RecordingInProgress, monitor: Monitor) -> None:
    """Raise unless the samples show that the motion is done; the controller's word is not enough."""
    try:
        session.safe.expect_done()
    except DeviceError:
        look(session, recording, monitor)  # a stop or a lost link explains it
        raise


def _wait_for(
    session: RobotSession,
    motion: Motion,
    *,
    recording: RecordingInProgress,
    monitor: Monitor,
    progress: Progress,
) -> None:
    while not session.clock.wait(motion, session.clock.look_s):
        progress(motion.progress)
        look(session, recording, monitor)
    if motion.error is not None:
        raise _as_device_error(motion.error)
    if motion.outcome is not MotionEnd.FINISHED:
        look(session, recording, monitor)  # our own stop, or what the safety layer found
        raise RobotStateError("motion-ended-early", outcome=str(motion.outcome))
    progress(1.0)


def _as_device_error(error: BaseException) -> DeviceError:
    if isinstance(error, DeviceError):
        return error
    return RobotStateError("motion-failed", reason=str(error))


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
