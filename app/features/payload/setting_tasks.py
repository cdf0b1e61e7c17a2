"""What became of the controller's payload setting, as a visit remembers it. No Qt.

Runs in the worker process of the window, or directly for the command line.
"""

from dataclasses import dataclass, field
from pathlib import Path

from core.errors import Fact
from core.monitor import Monitor
from core.recording import Mark
from devices.controller import PayloadSetting
from devices.errors import DeviceError, MotionRejected

PAYLOAD_WRITE = "payload-write"
"""Under this kind every attempt to change the setting is stored in a visit."""


@dataclass(frozen=True)
class PayloadWrite:
    """One attempt to change the setting: ``old`` before it, ``asked``, and what was told afterwards.

    ``error`` is the code of what went wrong, empty where the controller now has what was asked.
    """

    old: PayloadSetting
    asked: PayloadSetting
    read_back: PayloadSetting | None = None
    """None where the controller told nothing."""
    restored: bool = False
    """Whether the old setting was put back, since another than the one asked was read back."""
    present: PayloadSetting | None = None
    """What the controller was left with; None where nobody knows."""
    error: str = ""
    facts: dict[str, Fact] = field(default_factory=dict)
    is_restore: bool = False
    """Whether an earlier setting was put back on request, rather than a measured one written."""
    serial: str = ""
    power_on: str = ""
    measured_at: str = ""
    """When the result was made that was written."""
    created_at: str = ""
    software: str = ""
    mark: Mark = Mark.NONE

    @property
    def is_kept(self) -> bool:
        """Whether the controller now has what was asked."""
        return not self.error

    @property
    def problem(self) -> DeviceError | None:
        """What went wrong, to be worded; None where nothing did."""
        return MotionRejected(self.error, **self.facts) if self.error else None


def store_payload_write(monitor: Monitor, *, visit: Path, write: PayloadWrite) -> str:
    """Store an attempt; the key under which it is."""
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(visit) as opened:
        return opened.add_result(PAYLOAD_WRITE, write)


def payload_writes(monitor: Monitor, *, visit: Path) -> tuple[PayloadWrite, ...]:
    """Every attempt of a visit, the oldest first."""
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(visit) as opened:
        return tuple(opened.result(entry.key, PayloadWrite) for entry in opened.results(PAYLOAD_WRITE))
