"""The controller's payload setting: write the measured one, read it back, restore the old one.

Runs on the robot's thread; nothing moves. No Qt.
"""

from collections.abc import Collection
from dataclasses import replace

from app.arm.session import RobotSession
from app.features.payload.setting_tasks import PayloadWrite, store_payload_write
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

_REFUSALS = (MotionRejected, RobotStateError)
"""Errors after which the controller's setting is unchanged."""


def write_measured(
    session: RobotSession,
    measured: PayloadResult,
    *,
    confirmed: Collection[str] = (),
    monitor: Monitor | None = None,
) -> PayloadWrite:
    """Write the measured payload, read it back, and restore the old setting where the two differ.

    ``confirmed`` are the codes of the reasons that a person has read, why it is not better than usable.
    The attempt is stored in the session's visit, where there is one. Once something was written no error
    is raised any more: the attempt names it.

    Raises
    ------
    MotionRejected
        Before anything is written: ``payload-not-offered``, ``already-moving``,
        ``not-ready-for-payload``, ``arm-not-standing``, ``stale-stream``, and what ``expect_measured``
        raises.
    DeviceError
        Where the controller cannot be asked, or is not the arm that is described.
    """
    watched = monitor or NullMonitor()
    identity = _standing_arm(session, watched)
    asked = expect_measured(measured, identity, session.robot, confirmed=confirmed)
    attempt = _attempt(session, identity, asked=asked)
    done = _written(session, replace(attempt, measured_at=measured.created_at, confirmed=_codes(measured)))
    return _stored(session, done, watched)


def restore(session: RobotSession, write: PayloadWrite, *, monitor: Monitor | None = None) -> PayloadWrite:
    """Restore the setting that the controller had before ``write``, read it back, and store the attempt.

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


def _codes(measured: PayloadResult) -> tuple[str, ...]:
    """Codes of the reasons why a payload is not better than usable, each of which was confirmed."""
    return tuple(dict.fromkeys(reason.code for reason in measured.overall.reasons))


def _standing_arm(session: RobotSession, monitor: Monitor) -> Identity:
    """Identity of the arm, read again once it is at standstill and its brakes hold it."""
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
    """The attempt with its result; a refusal leaves the old setting in the controller."""
    try:
        kept = session.controller.write_payload(attempt.asked)
    except _REFUSALS as refusal:
        return replace(attempt, error=refusal.code, facts=dict(refusal.facts), present=attempt.old)
    except DeviceError as error:  # the controller may have received it or not
        lost = replace(attempt, error=error.code, facts=dict(error.facts))
        return _put_back(session, lost, to=attempt.old)
    if is_kept(attempt.asked, kept):
        return replace(attempt, read_back=kept, present=kept)
    facts = difference(attempt.asked, kept)
    changed = replace(attempt, read_back=kept, error="payload-not-kept", facts=facts)
    return _put_back(session, changed, to=attempt.old)


def _put_back(session: RobotSession, attempt: PayloadWrite, *, to: PayloadSetting) -> PayloadWrite:
    """The attempt after writing the setting ``to``, with the error where that failed."""
    try:
        kept = session.controller.write_payload(to)
    except DeviceError as error:
        return replace(attempt, error="payload-not-restored", facts={"mass": to.mass, "reason": error.code})
    read_back = kept if attempt.is_restore else attempt.read_back
    if is_kept(to, kept):
        return replace(attempt, read_back=read_back, restored=not attempt.is_restore, present=kept)
    facts: dict[str, Fact] = {"mass": to.mass, "reason": "payload-not-kept"}
    return replace(attempt, read_back=read_back, error="payload-not-restored", facts=facts, present=kept)


def _stored(session: RobotSession, write: PayloadWrite, monitor: Monitor) -> PayloadWrite:
    if session.visit is not None:
        session.compute(Task(store_payload_write, visit=session.visit, write=write), monitor)
    return write
