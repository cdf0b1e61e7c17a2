"""What a visit knows of the payload, the newest of it. No Qt."""

from typing import TYPE_CHECKING

from app.visit.payload_runs import PAYLOAD_PLAN
from core.payload.result import PAYLOAD, PayloadResult

if TYPE_CHECKING:
    from core.payload.plan import PayloadPlan
    from core.storage.visit import Visit


def stored_payload(visit: "Visit") -> tuple[PayloadResult | None, "PayloadPlan | None"]:
    """The newest result and the newest plan, where there are any."""
    from core.payload.plan import PayloadPlan

    results, plans = visit.results(PAYLOAD), visit.results(PAYLOAD_PLAN)
    return (
        visit.result(results[-1].key, PayloadResult) if results else None,
        visit.result(plans[-1].key, PayloadPlan) if plans else None,
    )
