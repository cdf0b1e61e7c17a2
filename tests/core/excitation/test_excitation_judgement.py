"""Verdicts on trajectories by their condition number, their limits, and what forbids them."""

import pytest

from core.excitation.evaluate import excitation_judgement
from core.excitation.keep_outs.keep_out import Shortfall
from core.quality import Verdict


@pytest.mark.parametrize(
    ("condition_number", "verdict", "code"),
    [
        (22.7, Verdict.GOOD, None),
        (100.0, Verdict.GOOD, None),
        (100.1, Verdict.USABLE, "excitation-fair"),
        (300.0, Verdict.USABLE, "excitation-fair"),
        (300.1, Verdict.REPEAT, "excitation-poor"),
        (float("inf"), Verdict.NOT_MEASURABLE, "excitation-rank-short"),
    ],
)
def test_verdict_follows_the_condition_number(condition_number, verdict, code):
    judged = excitation_judgement(condition_number=condition_number, limit_use=1.0, shortfalls=())
    assert judged.verdict is verdict
    assert [reason.code for reason in judged.reasons] == ([code] if code else [])


def test_a_motion_beyond_its_limits_is_not_to_be_run():
    judged = excitation_judgement(condition_number=20.0, limit_use=1.02, shortfalls=())
    assert judged.verdict is Verdict.REPEAT
    assert judged.reasons[0].facts == {"limit_use": 1.02}


def test_only_blocking_shortfalls_lower_the_verdict():
    noted, blocking = Shortfall("inertia-unknown", blocking=False), Shortfall("floor-collision")
    fine = excitation_judgement(condition_number=20.0, limit_use=0.9, shortfalls=[noted])
    assert fine.verdict is Verdict.GOOD
    bad = excitation_judgement(condition_number=20.0, limit_use=0.9, shortfalls=[noted, blocking, blocking])
    assert bad.verdict is Verdict.REPEAT
    assert [(reason.code, reason.facts) for reason in bad.reasons] == [("excitation-forbidden", {"count": 2})]
