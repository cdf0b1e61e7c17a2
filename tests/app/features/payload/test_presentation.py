"""A payload worded once: what it says, that JSON has every number it shows, and that it loads no Qt."""

import json
import pickle
import subprocess
import sys

import numpy as np
import pytest

from app.errors.text import reason_text
from app.features.payload.presentation import improving, present, values
from app.features.payload.setting_tasks import PayloadWrite
from app.features.payload.tasks import Around
from app.presentation import Figure, Table, cell_text, value_text
from app.speech.language import Language, speaking
from core.exchange.export_payload import payload_json
from core.exchange.json_text import json_text
from core.payload.result import PayloadResult
from core.quality import Verdict
from core.robot.load_envelope import EnvelopeSource, PayloadEnvelope
from devices.controller import PayloadSetting
from tests.app import payload_examples as examples
from tests.app.shown_numbers import not_in_document, shown_values

EVERY = [
    examples.payload,
    examples.uncertain,
    examples.without_scale,
    examples.one_direction,
    examples.dynamic,
]
ENVELOPE = PayloadEnvelope(np.array([0.0, 0.3, 0.5]), np.array([6.0, 6.0, 4.0]), EnvelopeSource.DIAGRAM)
OLD, NEW = PayloadSetting(2.0, None), PayloadSetting(examples.MASS, examples.CENTER)
CHANGED = Around(ENVELOPE, change=PayloadWrite(OLD, NEW, NEW, present=NEW))


@pytest.mark.parametrize("make", EVERY)
def test_the_document_has_every_number_that_is_shown(make: type[PayloadResult]) -> None:
    found = make()
    document = json.loads(json_text(payload_json(found, reason_text=reason_text)))
    shown = present(found)
    assert len(list(shown_values(shown))) > 10
    assert not_in_document(shown, document) == []


@pytest.mark.parametrize("make", EVERY)
@pytest.mark.parametrize("language", Language)
def test_a_presentation_is_finished_and_can_be_sent(make: type[PayloadResult], language: Language) -> None:
    with speaking(language):
        shown = present(make(), CHANGED, robot="Cell 4")
    again = pickle.loads(pickle.dumps(shown))
    assert again.headline == shown.headline
    assert shown.circumstances
    for section in shown.sections:
        assert section.title
        if isinstance(section, Table):
            assert {len(line.cells) for line in section.lines} == {len(section.columns)}
    assert [one.name for one in again.sections] == [one.name for one in shown.sections]


def test_text_is_made_in_the_language_that_is_spoken() -> None:
    with speaking(Language.CHINESE):
        shown = present(examples.payload(), CHANGED)
    rows = shown.rows("values")
    assert rows is not None
    assert rows.row("mass").label == "质量"
    assert not shown.headline.startswith("Load measured")


def test_what_is_not_measured_yet_has_no_verdict_and_what_cannot_be_measured_no_number() -> None:
    assert [row.verdict for row in values(None).rows] == [None] * 4
    part = values(examples.without_scale(), is_partial=True)
    assert part.row("mass").verdict is None
    whole = values(examples.without_scale())
    assert whole.row("mass").verdict is Verdict.NOT_MEASURABLE
    assert value_text(whole.row("mass").value) == "–"


def test_each_reason_is_listed_once_with_its_subject_the_gravest_first() -> None:
    reasons = present(examples.uncertain()).reasons
    assert [row.verdict for row in reasons] == [Verdict.REPEAT, *[Verdict.USABLE] * 3]
    assert reasons[0].label == "centre, z"
    assert reasons[0].name == "payload-center-by-scatter"
    assert "too few samples" in str(reasons[2].value)


def test_the_controller_s_setting_is_shown_before_and_after() -> None:
    shown = present(examples.payload(), CHANGED)
    table = shown.table("setting")
    assert table is not None
    texts = [[cell_text(cell, column) for cell, column in zip(line.cells, table.columns, strict=True)]
             for line in table.lines]  # fmt: skip
    assert texts[0] == ["Mass", "2.000\u00a0kg", "2.413\u00a0kg", "2.413\u00a0kg"]
    assert texts[1] == ["Centre, x", "–", "60.2\u00a0mm", "60.2\u00a0mm"]
    assert "0.413 kg more than set in the robot" in shown.headline
    assert present(examples.payload()).table("setting") is None


def test_orientations_help_where_a_value_is_not_good() -> None:
    assert [improving(examples.payload(), place) for place in range(4)] == [()] * 4
    assert [improving(examples.uncertain(), place) for place in range(4)] == [(1, 2), (), (), (4,)]


def test_a_limit_without_a_distance_goes_on_and_one_with_it_ends_at_zero() -> None:
    bounded = figure_of(ENVELOPE).series_of("limit")
    assert bounded is not None
    assert (bounded.x[-1], bounded.y[-1]) == (0.5, 0.0)
    alone = PayloadEnvelope(np.zeros(1), np.array([6.0]), EnvelopeSource.LIMIT)
    line = figure_of(alone).series_of("limit")
    assert line is not None
    assert line.x[-1] > 0.3
    assert set(line.y.tolist()) == {6.0}


def figure_of(envelope: PayloadEnvelope) -> Figure:
    found = present(examples.payload(), Around(envelope)).figure("load-diagram")
    assert found is not None
    return found


def test_wording_a_payload_loads_no_qt() -> None:
    code = (
        "import sys, app.features.payload.presentation, app.terminal.presentation_lines, "
        "app.paper.presentation_pages; print(sorted(m for m in sys.modules if m.startswith('PySide6')))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
