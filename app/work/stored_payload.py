"""What a visit knows of the payload without reading all of it, and the newest of it. No Qt."""

from typing import TYPE_CHECKING, TypedDict

from app.work.payload_runs import PAYLOAD_PLAN, RecordedRun, recorded_runs
from app.work.reference_choice import ReferenceChoice, stored_choice
from core.payload.result import PAYLOAD, PayloadResult

if TYPE_CHECKING:
    from core.payload.plan import PayloadPlan
    from core.storage.visit import Visit


class PayloadKeys(TypedDict):
    """What a summary of a visit says of the payload."""

    payload_runs: tuple[RecordedRun, ...]
    payload_key: str
    chosen_reference: ReferenceChoice | None


def payload_keys(visit: "Visit") -> PayloadKeys:
    """Sweeps, key of the newest result, and what somebody chose to compare with."""
    stored = visit.results(PAYLOAD)
    return PayloadKeys(
        payload_runs=recorded_runs(visit),
        payload_key=stored[-1].key if stored else "",
        chosen_reference=stored_choice(visit),
    )


def stored_payload(visit: "Visit") -> tuple[PayloadResult | None, "PayloadPlan | None"]:
    """The newest result and the newest plan, where there are any."""
    from core.payload.plan import PayloadPlan

    results, plans = visit.results(PAYLOAD), visit.results(PAYLOAD_PLAN)
    return (
        visit.result(results[-1].key, PayloadResult) if results else None,
        visit.result(plans[-1].key, PayloadPlan) if plans else None,
    )
