"""One arm over its visits: what is usual for its model, where its figures go, and the next check."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from core.catalogue.care import follow_arm, judge
from core.catalogue.fleet import DueBy, FollowedArm
from core.catalogue.key_figures import FigureCode, KeyFigure
from core.catalogue.store import Catalogue
from core.catalogue.visit_entry import Entry
from core.storage.visit_outline import VisitOutline

FIRST = datetime(2020, 1, 1, tzinfo=UTC)
STIFFNESS, STATED = 2.0e4, 0.01


@pytest.fixture
def catalogue(tmp_path: Path):
    with Catalogue(tmp_path / "catalogue.sqlite") as made:
        yield made


def visit(serial: str, day: float, stiffness: float) -> Entry:
    at = (FIRST + timedelta(days=day)).isoformat()
    outline = VisitOutline("ec66", serial, at, "", (), 0, (), ())
    figure = KeyFigure(FigureCode.STIFFNESS, "joint_1", 0, stiffness, STATED * stiffness)
    return Entry(f"/{serial}-{day}.h5", 1, 1, outline, (figure,))


def fleet(catalogue: Catalogue, arms: int = 30) -> None:
    """Arms that differ by 8 %, each visited twice a year apart."""
    rng = np.random.default_rng(7)
    for number in range(arms):
        level = STIFFNESS * np.exp(rng.normal(0.0, 0.08))
        catalogue.put(
            visit(f"A-{number}", day, level * np.exp(rng.normal(0.0, STATED))) for day in (0.0, 365.0)
        )


def followed(catalogue: Catalogue, serial: str) -> FollowedArm:
    return follow_arm(catalogue, ("ec66", serial), judge(catalogue), first=0, most=200)


def test_the_band_holds_most_arms_of_the_model(catalogue: Catalogue) -> None:
    fleet(catalogue, arms=120)
    (figure,) = followed(catalogue, "A-3").figures
    values = np.array([row.value for row in catalogue.figures()])
    inside = np.mean((values > figure.low) & (values < figure.high))
    assert 0.85 <= inside <= 0.99
    assert figure.arms == 120
    assert figure.limit < figure.value.min(), "a sound arm is above the value that calls for care"


def test_the_check_is_due_after_the_usual_time_of_the_arm_else_of_its_model(catalogue: Catalogue) -> None:
    fleet(catalogue)
    catalogue.put(visit("often", day, STIFFNESS) for day in (0.0, 90.0, 200.0, 300.0))
    check = followed(catalogue, "often").check
    assert (check.by, check.days) == (DueBy.INTERVAL, 100.0)
    assert check.due[:10] == (FIRST + timedelta(days=400)).isoformat()[:10]
    check = followed(catalogue, "A-3").check
    assert (check.by, check.days) == (DueBy.INTERVAL_OF_MODEL, 365.0)
    assert check.due[:10] == (FIRST + timedelta(days=730)).isoformat()[:10]


def test_too_few_visits_tell_no_date(catalogue: Catalogue) -> None:
    catalogue.put([visit("alone", 0.0, STIFFNESS), visit("alone", 100.0, STIFFNESS)])
    check = followed(catalogue, "alone").check
    assert (check.by, check.due) == (DueBy.UNKNOWN, "")
    catalogue.put([visit("", day, STIFFNESS) for day in (0.0, 10.0, 20.0)])
    assert not followed(catalogue, "").figures, "visits without a serial number may be of many arms"


def test_an_arm_that_needs_care_is_due_at_once(catalogue: Catalogue) -> None:
    fleet(catalogue)
    catalogue.put(visit("worn", day, STIFFNESS * (1.0 if day < 300 else 0.5)) for day in (0.0, 100.0, 300.0))
    assert followed(catalogue, "worn").check.by is DueBy.CARE


def test_a_trend_that_reaches_the_limit_first_sets_the_date(catalogue: Catalogue) -> None:
    fleet(catalogue)
    days = (0.0, 800.0, 1600.0, 2400.0, 3200.0)
    slow = [visit("slow", day, STIFFNESS * (1.0 - 2.35e-5 * day)) for day in days[:3]]
    catalogue.put(slow)
    arm = followed(catalogue, "slow")
    (figure,) = arm.figures
    assert arm.check.by is DueBy.TREND
    assert (arm.check.code, arm.check.joint) == ("stiffness", "joint_1")
    assert arm.check.due == figure.reaches
    left = (datetime.fromisoformat(figure.reaches) - FIRST).total_seconds() / 86400.0
    assert 1600.0 < left < 2400.0, "before the usual interval of 800 days is over"
    steady = [visit("steady", day, STIFFNESS * (1.0 + 2.35e-5 * day)) for day in days[:3]]
    catalogue.put(steady)
    assert followed(catalogue, "steady").check.by is DueBy.INTERVAL, "a gear that stiffens is not worn"


def test_the_visits_come_in_parts(catalogue: Catalogue) -> None:
    catalogue.put(visit("A", float(day), STIFFNESS) for day in range(30))
    part = follow_arm(catalogue, ("ec66", "A"), judge(catalogue), first=10, most=7)
    assert part.count == 30
    assert [one.path for one in part.visits] == [f"/A-{float(day)}.h5" for day in range(19, 12, -1)]
