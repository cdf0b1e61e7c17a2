"""Checks whether unloaded sweeps of another day or temperature are a valid reference."""

from core.payload.result import Reference, ReferenceKind
from core.quality import Reason, Verdict

WARMER_K, MUCH_WARMER_K = 5.0, 15.0
"""Temperature differences, K; a drive loses about 0.1 % of its torque per K, of the arm's own weight too."""
OLD_S = 30.0 * 86400.0
"""Age of a reference after which a hose, a tool changer or oil may have changed, s."""


def reference_reasons(reference: Reference, *, arm_is_known: bool) -> tuple[Reason, ...]:
    """Reasons against a reference; ``arm_is_known`` unless one side has no serial number.

    A model has its own uncertainty instead.
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
