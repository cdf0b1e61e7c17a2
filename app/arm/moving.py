"""Runs planned motions one by one, each cleared by the safety layer, while a recording runs.

Every wait in here ends at once when the user stops the arm, the link is lost, or the safety layer stops it.
"""

from collections.abc import Callable

from app.arm.procedure import PlannedMotion, Prepared, Stopped
from app.arm.session import RobotSession
from core.monitor import Cancelled, Monitor
from devices.acquisition.recorder import RecordingInProgress
from devices.errors import DataQualityError, DeviceError, RobotStateError
from devices.motion import Motion, MotionEnd

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
