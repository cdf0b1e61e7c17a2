"""Changes of the controller's payload setting, as a visit stores them. No Qt.

Runs in the worker process of the window, or directly for the command line.
"""

from dataclasses import dataclass, field
from pathlib import Path

from core.errors import Fact
from core.monitor import Monitor
from core.payload.result import PAYLOAD_WRITE
from core.recording import Mark
from devices.controller import PayloadSetting
from devices.errors import DeviceError, MotionRejected

__all__ = ["PAYLOAD_WRITE", "PayloadWrite", "store_payload_write"]


@dataclass(frozen=True)
class PayloadWrite:
    """One attempt to change the setting from ``old`` to ``asked``.

    ``error`` is the code of the error, empty where the controller now has the setting ``asked``.
    """

    old: PayloadSetting
    asked: PayloadSetting
    read_back: PayloadSetting | None = None
    """Setting read after the attempt; None where the controller reported none."""
    restored: bool = False
    """True if the old setting was put back because another one than ``asked`` was read back."""
    present: PayloadSetting | None = None
    """Setting in the controller at the end; None where it is unknown."""
    error: str = ""
    facts: dict[str, Fact] = field(default_factory=dict)
    is_restore: bool = False
    """True if an earlier setting was put back on request, rather than a measured one written."""
    serial: str = ""
    power_on: str = ""
    measured_at: str = ""
    """Time stamp of the payload that was written."""
    confirmed: tuple[str, ...] = ()
    """Codes of the reasons why the payload is only usable, which a person read and confirmed."""
    created_at: str = ""
    software: str = ""
    mark: Mark = Mark.NONE

    @property
    def is_kept(self) -> bool:
        """True if the controller now has the setting ``asked``."""
        return not self.error

    @property
    def problem(self) -> DeviceError | None:
        """The error of the attempt, to be worded; None without one."""
        return MotionRejected(self.error, **self.facts) if self.error else None


def store_payload_write(monitor: Monitor, *, visit: Path, write: PayloadWrite) -> str:
    """Store an attempt in a visit; its key."""
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(visit) as opened:
        return opened.add_result(PAYLOAD_WRITE, write)


def payload_writes(monitor: Monitor, *, visit: Path) -> tuple[PayloadWrite, ...]:
    """All attempts that a visit holds, the oldest first."""
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(visit) as opened:
        return tuple(opened.result(entry.key, PayloadWrite) for entry in opened.results(PAYLOAD_WRITE))
