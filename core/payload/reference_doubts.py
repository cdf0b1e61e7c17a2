"""How far the unloaded arm of another day or warmth can stand for the one that carries the payload."""

from core.payload.result import Reference, ReferenceKind
from core.quality import Reason, Verdict

WARMER_K, MUCH_WARMER_K = 5.0, 15.0
"""A magnet's drive gives about 0.1 % less torque for each K, of all that the arm itself weighs."""
OLD_S = 30.0 * 86400.0
"""By then a hose, a tool changer or an oil may be another."""


def reference_reasons(reference: Reference, *, arm_is_known: bool) -> tuple[Reason, ...]:
    """What stands against a reference; ``arm_is_known`` unless one side does not say its arm.

    A model stands by its own doubts.
    """
    if reference.kind is ReferenceKind.MODEL:
        return ()
    found: list[Reason] = []
    is_earlier = reference.kind is ReferenceKind.EARLIER_VISIT
    kelvin = abs(reference.warmer_by)
    if kelvin > WARMER_K:
        verdict = Verdict.REPEAT if kelvin > MUCH_WARMER_K else Verdict.USABLE
        found.append(Reason("payload-reference-warmth", {"kelvin": kelvin}, verdict))
    elif is_earlier and not kelvin >= 0.0:
        found.append(Reason("payload-reference-warmth-unknown"))
    if is_earlier and reference.age_s > OLD_S:
        found.append(Reason("payload-reference-old", {"days": round(reference.age_s / 86400.0)}))
    if is_earlier and not arm_is_known:
        found.append(Reason("payload-reference-serial-unknown"))
    return tuple(found)
