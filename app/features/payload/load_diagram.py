"""The load limits of a visit's arm. No Qt; runs in the worker."""

from pathlib import Path
from typing import TYPE_CHECKING

from app.visit.recordings import robot_of
from core.monitor import Monitor

if TYPE_CHECKING:
    from core.robot.load_envelope import PayloadEnvelope


def load_diagram(monitor: Monitor, *, path: Path) -> "PayloadEnvelope":
    """Largest mass of a load over the distance of its centre of mass from the flange."""
    from core.robot.payload_envelope import payload_envelope
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path) as visit:
        return payload_envelope(robot_of(visit))
