"""The motion in progress, as the statuses of the open protocol report it."""

from devices.driving.under_way import MotionReport, UnderWay
from devices.errors import RobotStateError
from devices.motion import Motion, MotionEnd
from devices.open_arm.faults import device_error
from devices.open_arm.requests import Asked
from devices.open_arm.upload import TrajectoryUpload
from devices.protocol_open.messages import DeviceState, Status

_AT_REST = frozenset({DeviceState.IDLE, DeviceState.ARMED, DeviceState.FAULT})
_ENDS = {"finished": MotionEnd.FINISHED, "stopped": MotionEnd.STOPPED, "failed": MotionEnd.FAILED}


class UploadedUnderWay(UnderWay):
    """A motion whose trajectory is uploaded before the request that starts it."""

    request: Asked | None

    def __init__(self, motion: Motion, *, permit: object, before: int) -> None:
        super().__init__(motion, permit=permit, before=before)
        self.upload: TrajectoryUpload | None = None


def report_of(status: Status) -> MotionReport:
    """Extract the report about the device's newest motion from a status."""
    fault = device_error(status.fault, status.facts, default=RobotStateError) if status.fault else None
    return MotionReport(
        status.motion,
        status.progress,
        is_at_rest=status.state in _AT_REST,
        end=_ENDS[status.outcome] if status.outcome else None,
        error=fault,
    )
