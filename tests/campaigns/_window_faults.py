"""Lets the disk refuse, or the process be killed, in the worker process of a window; sent as jobs."""

from pathlib import Path

from core.monitor import Monitor
from tests.campaigns._disk_faults import Fault, FaultyDisk

_entered: list[FaultyDisk] = []


def arm(monitor: Monitor, *, folder: Path, at: int, fault: str) -> None:
    """From now on operation number ``at`` below ``folder`` meets the fault; 0 only counts."""
    monitor.check()
    disk = FaultyDisk(folder, at=at, fault=Fault(fault))
    disk.__enter__()
    _entered.append(disk)


def disarm(monitor: Monitor) -> int:
    """End that, and return the number of operations."""
    monitor.check()
    disk = _entered.pop()
    disk.__exit__()
    return len(disk.operations)
