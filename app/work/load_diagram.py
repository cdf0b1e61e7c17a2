"""A payload against what a visit's arm may carry, for the window. No Qt.

Runs in the worker process.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.work.recordings import robot_of
from core.monitor import Monitor
from core.recording import FloatArray
from core.robot.load_envelope import EnvelopeSource

if TYPE_CHECKING:
    from core.payload.result import PayloadEstimate


@dataclass(frozen=True, eq=False)
class LoadDiagram:
    """The largest ``mass`` (K,) kg at each ``distance`` (K,) m from the flange, and a payload in it.

    The payload is ``payload`` kg ± ``payload_std`` at ``lever`` m ± ``lever_std``; ``share`` of what
    may hang there, NaN where nobody knows; ``allowed`` None where nobody can tell; ``is_certain``
    when that holds within the payload's doubt.
    """

    distance: FloatArray
    mass: FloatArray
    source: EnvelopeSource
    payload: float
    payload_std: float
    lever: float
    lever_std: float
    share: float
    allowed: bool | None
    is_certain: bool


def load_diagram(monitor: Monitor, *, path: Path, estimate: "PayloadEstimate") -> LoadDiagram:
    """The load diagram of a visit's arm with a payload in it."""
    from core.payload.carried import carried
    from core.robot.payload_envelope import payload_envelope
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path) as visit:
        envelope = payload_envelope(robot_of(visit))
    found = carried(estimate, envelope)
    return LoadDiagram(
        distance=envelope.distance,
        mass=envelope.mass,
        source=envelope.source,
        payload=estimate.mass,
        payload_std=estimate.mass_std,
        lever=found.distance,
        lever_std=found.distance_std,
        share=found.share,
        allowed=found.allowed,
        is_certain=found.is_certain,
    )
