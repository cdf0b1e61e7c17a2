"""Friction and payload of one arm over its visits. No Qt."""

from collections.abc import Sequence

from core.comparison import ArmHistory, ComparedFile
from core.friction.sweeps.comparison import friction_history
from core.payload.comparison import payload_history
from core.signals.trend_line import FEWEST_VISITS, moment_of


def arm_history(visits: Sequence[ComparedFile]) -> ArmHistory | None:
    """Friction and payload over the visits with a date; None with fewer than three dates."""
    dated = sorted(
        ((moment, found) for found in visits if (moment := moment_of(found.recorded_at)) is not None),
        key=lambda pair: pair[0],
    )
    if len({moment for moment, _ in dated}) < FEWEST_VISITS:
        return None
    times = [(moment - dated[0][0]).total_seconds() for moment, _ in dated]
    ordered = [found for _, found in dated]
    return ArmHistory(
        recorded_at=tuple(found.recorded_at for found in ordered),
        friction=friction_history([found.sweeps for found in ordered], times),
        payload=payload_history([found.payload for found in ordered], times),
    )
