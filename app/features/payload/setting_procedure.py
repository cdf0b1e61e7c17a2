"""The controller's payload setting: what was measured goes in, is read back, and the old one can return.

Runs on the robot's thread; nothing moves. No Qt.
"""

from dataclasses import replace

from app.arm.session import RobotSession
from app.features.payload.setting_tasks import PAYLOAD_WRITE, PayloadWrite, store_payload_write
from app.jobs.task import Task
from core.errors import Fact
from core.monitor import Monitor, NullMonitor
from core.payload.result import PayloadResult
from core.stamp import software_name, time_stamp, utc_now
from devices.capabilities import Identity
from devices.controller import Lifecycle, PayloadSetting
from devices.errors import DeviceError, MotionRejected, RobotStateError
from devices.safety.payload_setting import (
    difference,
    expect_measured,
    expect_same_arm,
    expect_standstill,
    is_kept,
)

__all__ = ["PAYLOAD_WRITE", "PayloadWrite", "read_setting", "restore", "write_measured"]

_REFUSALS = (MotionRejected, RobotStateError)
"""With these a controller says that it did nothing."""


def read_setting(session: RobotSession) -> PayloadSetting:
    """What the controller assumes on its flange now; ``MotionRejected`` ``payload-not-offered``."""
    return session.controller.read_payload()


def write_measured(
    session: RobotSession, measured: PayloadResult, *, monitor: Monitor | None = None
) -> PayloadWrite:
    """Write what was measured, read it back, and put the old setting back where the two differ.

    What came of it is stored in the session's visit, where there is one. Once something was
    written nothing is raised any more: the attempt says what went wrong.

    Raises
    ------
    MotionRejected
        Before anything is written: ``payload-not-offered``, ``already-moving``,
        ``not-ready-for-payload``, ``arm-not-standing``, ``stale-stream``, ``payload-verdict``,
        ``payload-serial-unknown``, ``payload-other-serial``, ``payload-outside-diagram``.
    DeviceError
        Where the controller cannot be asked, or is not the arm that is described.
    """
    watched = monitor or NullMonitor()
    identity = _standing_arm(session, watched)
    asked = expect_measured(measured, identity, session.robot)
    attempt = _attempt(session, identity, asked=asked)
    done = _written(session, replace(attempt, measured_at=measured.created_at))
    return _stored(session, done, watched)


def restore(session: RobotSession, write: PayloadWrite, *, monitor: Monitor | None = None) -> PayloadWrite:
    """Put back what the controller had before ``write``, read it back, and store that.

    Raises
    ------
    MotionRejected
        Before anything is written, as ``write_measured`` does for the arm and its state.
    DeviceError
        Where the controller cannot be asked, or is not the arm that is described.
    """
    watched = monitor or NullMonitor()
    identity = _standing_arm(session, watched)
    expect_same_arm(write.serial, identity)
    attempt = replace(_attempt(session, identity, asked=write.old), is_restore=True)
    return _stored(session, _put_back(session, attempt, to=write.old), watched)


def _standing_arm(session: RobotSession, monitor: Monitor) -> Identity:
    """Who is there, asked anew, once it stands and its brakes hold it."""
    monitor.check()
    controller = session.controller
    expect_standstill(controller.status, session.capabilities)
    if (wrong := session.mismatch) is not None:
        raise wrong
    session.standing_pose()
    if controller.status.lifecycle is Lifecycle.ARMED:  # drives that balance a load would give way
        controller.disarm()
    return controller.read_identity()


def _attempt(session: RobotSession, identity: Identity, *, asked: PayloadSetting) -> PayloadWrite:
    return PayloadWrite(
        old=session.controller.read_payload(),
        asked=asked,
        serial=identity.serial,
        power_on=identity.power_on,
        created_at=time_stamp(utc_now),
        software=software_name(),
        mark=session.capabilities.mark,
    )


def _written(session: RobotSession, attempt: PayloadWrite) -> PayloadWrite:
    """The attempt with what came of it; after a refusal the old setting stands."""
    try:
        told = session.controller.write_payload(attempt.asked)
    except _REFUSALS as refusal:
        return replace(attempt, error=refusal.code, facts=dict(refusal.facts), present=attempt.old)
    except DeviceError as error:  # nobody knows whether it was heard
        lost = replace(attempt, error=error.code, facts=dict(error.facts))
        return _put_back(session, lost, to=attempt.old)
    if is_kept(attempt.asked, told):
        return replace(attempt, read_back=told, present=told)
    changed = replace(
        attempt, read_back=told, error="payload-not-kept", facts=difference(attempt.asked, told)
    )
    return _put_back(session, changed, to=attempt.old)


def _put_back(session: RobotSession, attempt: PayloadWrite, *, to: PayloadSetting) -> PayloadWrite:
    """The attempt once the setting ``to`` was written, or why it could not be."""
    try:
        told = session.controller.write_payload(to)
    except DeviceError as error:
        return replace(attempt, error="payload-not-restored", facts={"mass": to.mass, "reason": error.code})
    read_back = told if attempt.is_restore else attempt.read_back
    if is_kept(to, told):
        return replace(attempt, read_back=read_back, restored=not attempt.is_restore, present=told)
    facts: dict[str, Fact] = {"mass": to.mass, "reason": "payload-not-kept"}
    return replace(attempt, read_back=read_back, error="payload-not-restored", facts=facts, present=told)


def _stored(session: RobotSession, write: PayloadWrite, monitor: Monitor) -> PayloadWrite:
    if session.visit is not None:
        session.compute(Task(store_payload_write, visit=session.visit, write=write), monitor)
    return write
