"""A comparison worded once: its document has every number it shows, and it is finished in each language."""

import json
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from app.errors.text import reason_text
from app.features.comparison.presentation import present
from app.features.comparison.tasks import compare_visits
from app.presentation import Presentation, Table, value_text
from app.speech.language import Language, speaking
from app.speech.words import Glyph
from core.comparison import ComparedVisits
from core.exchange.export_comparison import comparison_json
from core.exchange.json_text import json_text
from core.monitor import NullMonitor
from core.signals.trend_line import YEAR_S
from tests.app.arm_change_examples import spring_and_winter
from tests.app.compare_examples import healthy, three_visits, write_visit
from tests.app.shown_numbers import not_in_document, numbers, shown_values

EVERY = [three_visits, spring_and_winter]
Written = Callable[[Path], tuple[Path, ...]]


def compared(paths: tuple[Path, ...]) -> ComparedVisits:
    return compare_visits(paths=paths, monitor=NullMonitor())


@pytest.fixture(params=EVERY)
def found(request: pytest.FixtureRequest, tmp_path: Path) -> ComparedVisits:
    return compared(request.param(tmp_path))


def test_the_document_has_every_number_that_is_shown(found: ComparedVisits) -> None:
    document = json.loads(json_text(comparison_json(found, reason_text=reason_text)))
    (pair, *_), shown = found.pairs, present(found, found.pairs[0])
    assert pair.friction is not None
    means = [
        mean for one in pair.friction.joints for mean in (*one.speeds.mean_before, *one.speeds.mean_after)
    ]
    a_year = [YEAR_S * number for number in numbers(document)]
    assert len(list(shown_values(shown))) > 100
    assert not_in_document(shown, document, *means, *a_year) == []


@pytest.mark.parametrize("language", Language)
def test_a_presentation_is_finished_and_can_be_sent(found: ComparedVisits, language: Language) -> None:
    with speaking(language):
        shown: Presentation = present(found, found.pairs[0])
    assert pickle.loads(pickle.dumps(shown)).headline == shown.headline
    assert shown.sign is Glyph.WARNING
    for section in shown.sections:
        assert section.title
        if isinstance(section, Table):
            assert {len(line.cells) for line in section.lines} == {len(section.columns)}


def test_each_part_says_how_far_its_comparison_can_be_trusted(found: ComparedVisits) -> None:
    parts = present(found, found.pairs[0]).rows("parts")
    assert parts is not None
    assert [row.name for row in parts.rows][:2] == ["twist", "friction"]
    assert "3.53 standard deviations" in str(parts.row("twist").value)
    assert all(row.verdict is not None for row in parts.rows)


def test_a_hint_names_the_command_at_a_terminal_only(tmp_path: Path) -> None:
    empty = compared((write_visit(tmp_path / "a.h5", healthy()), write_visit(tmp_path / "empty.h5", None)))
    told = [present(empty, empty.pairs[0], at_terminal=flag).rows("changes") for flag in (True, False)]
    assert all(rows is not None for rows in told)
    texts = [" ".join(value_text(row.value) for row in rows.rows) for rows in told if rows is not None]
    assert ["`torsion deflection`" in text for text in texts] == [True, False]
