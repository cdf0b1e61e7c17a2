"""A computer's clock that is set an hour on or back loses nothing and changes no order."""

import math
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.visit.payload import _age_s
from app.visit.tasks import _last_result
from core.identification.result import IDENTIFICATION, IDENTIFICATION_PART
from core.storage.outline_reading import outline_of
from core.storage.visit import Visit
from tests.core.results_examples import example_result
from tests.core.storage.recordings_examples import example_recording

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
JUMPS_H = (0, 1, -1, 0, -1, 1)


def test_results_keep_their_order_when_the_clock_jumps(tmp_path: Path) -> None:
    path = tmp_path / "cell.h5"
    hours = iter((*JUMPS_H, *JUMPS_H, 0))
    origin = example_recording().origin
    with Visit.create(path, robot_toml='name = "two"', now=lambda: NOON) as visit:
        visit._now = lambda: NOON + timedelta(hours=next(hours))
        for number in range(len(JUMPS_H)):
            visit.add_recording(example_recording(f"run {number}", seed=number))
            assert visit.add_result("note", origin) == f"note-{number + 1:03d}"
        assert [entry.number for entry in visit.results()] == [1, 2, 3, 4, 5, 6]
        stamps = [datetime.fromisoformat(entry.created_at) for entry in visit.results()]
        assert [(stamp - NOON) / timedelta(hours=1) for stamp in stamps] == list(JUMPS_H)
        assert visit.labels == tuple(f"run {number}" for number in range(len(JUMPS_H)))
    (newest,) = outline_of(path).results
    assert newest.created_at == stamps[-1].isoformat()


def test_the_newest_model_is_the_one_stored_last_when_the_clock_was_set_back(tmp_path: Path) -> None:
    first = example_result()
    earlier = (NOON - timedelta(hours=1)).isoformat()
    second = replace(first, provenance=replace(first.provenance, created_at=earlier))
    first = replace(first, provenance=replace(first.provenance, created_at=NOON.isoformat()))
    for kinds in ((IDENTIFICATION, IDENTIFICATION_PART), (IDENTIFICATION_PART, IDENTIFICATION)):
        with Visit.create(tmp_path / f"{kinds[0]}.h5", robot_toml="") as visit:
            visit.add_result(kinds[0], first)
            visit.add_result(kinds[1], second)
            found, is_partial = _last_result(visit)
        assert found is not None
        assert found.provenance.created_at == earlier
        assert is_partial == (kinds[1] == IDENTIFICATION_PART)


def test_an_age_by_a_clock_that_was_set_back_is_unknown_and_not_negative() -> None:
    assert _age_s(NOON.isoformat(), lambda: NOON + timedelta(hours=2)) == 7200.0
    assert math.isnan(_age_s(NOON.isoformat(), lambda: NOON - timedelta(hours=1)))
