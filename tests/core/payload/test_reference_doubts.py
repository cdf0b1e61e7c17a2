"""A reference of another day or warmth: what is said of it, and from where on."""

from dataclasses import replace

import pytest

from core.payload.reference_doubts import MUCH_WARMER_K, OLD_S, WARMER_K, reference_reasons
from core.payload.result import Reference, ReferenceKind
from core.quality import Verdict

HERE = Reference(ReferenceKind.THIS_VISIT, ("empty",), age_s=600.0, warmer_by=0.5)
EARLIER = replace(HERE, kind=ReferenceKind.EARLIER_VISIT, visit="spring", age_s=86400.0)


def told(reference, *, arm_is_known=True):
    return [(one.code, one.verdict) for one in reference_reasons(reference, arm_is_known=arm_is_known)]


def test_a_recent_reference_at_equal_temperature_gives_no_warning():
    assert told(HERE) == []
    assert told(EARLIER) == []


@pytest.mark.parametrize("sign", [-1.0, 1.0])
@pytest.mark.parametrize("reference", [HERE, EARLIER])
def test_temperature_differences_of_either_sign_count_in_every_visit(reference, sign):
    def warmer(kelvin):
        return told(replace(reference, warmer_by=sign * kelvin))

    assert warmer(0.9 * WARMER_K) == []
    assert warmer(1.1 * WARMER_K) == [("payload-reference-warmth", Verdict.USABLE)]
    assert warmer(1.1 * MUCH_WARMER_K) == [("payload-reference-warmth", Verdict.REPEAT)]


def test_only_an_earlier_visit_must_state_temperature_and_arm():
    unsaid = float("nan")
    assert told(replace(HERE, warmer_by=unsaid), arm_is_known=False) == []
    assert told(replace(EARLIER, warmer_by=unsaid), arm_is_known=False) == [
        ("payload-reference-warmth-unknown", Verdict.USABLE),
        ("payload-reference-serial-unknown", Verdict.USABLE),
    ]


def test_an_old_reference_is_reported_with_its_age_in_days():
    (reason,) = reference_reasons(replace(EARLIER, age_s=1.5 * OLD_S), arm_is_known=True)
    assert (reason.code, reason.facts) == ("payload-reference-old", {"days": 45})
    assert told(replace(EARLIER, age_s=float("nan"))) == []


def test_a_model_reference_gives_no_warning():
    assert told(Reference(ReferenceKind.MODEL, model="identification-001"), arm_is_known=False) == []
