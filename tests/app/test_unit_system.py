"""Pounds and inches beside metric values: shown only where they were chosen, in the worker too."""

import pickle
import re
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.features.payload.diagram_view import payload_cards
from app.features.payload.measure_words import found_words
from app.features.payload.presentation import present, values
from app.features.payload.setting_view import SettingTable
from app.jobs.task import Request, Succeeded, Task
from app.presentation import cell_text
from app.speech.dates import Conventions, current_conventions, use_conventions
from app.speech.units import (
    BESIDE,
    CELSIUS,
    KILOGRAM,
    NEWTON_METRE,
    UnitSystem,
    current_units,
    other_beside,
    other_text,
    use_units,
    using_units,
    with_unit,
)
from app.widgets.presentation_view import ValueCards
from core.monitor import NullMonitor
from devices.controller import PayloadSetting
from tests.app import job_functions, payload_examples
from tests.app.no_worker import NoWorker


@pytest.fixture(autouse=True)
def english_numbers() -> Iterator[None]:
    before = current_conventions()
    use_conventions(Conventions(group=","))
    yield
    use_conventions(before)
    use_units(UnitSystem.METRIC)


@pytest.fixture
def pounds_beside() -> Iterator[None]:
    with using_units(UnitSystem.WITH_US):
        yield


def test_a_value_with_what_stands_beside_it(pounds_beside: None) -> None:
    assert with_unit(2.41, KILOGRAM, 0.03, digits=1) == "2.41 ± 0.06\u00a0kg (5.3 ± 0.1\u00a0lb)"
    assert with_unit(10.0, NEWTON_METRE) == "10.0\u00a0N·m (7.38\u00a0lbf·ft)"


def test_metric_alone_has_nothing_beside_it() -> None:
    assert current_units() is UnitSystem.METRIC
    assert with_unit(2.41, KILOGRAM, 0.03, digits=1) == "2.41 ± 0.06\u00a0kg"
    assert other_text("kg", 1.0, 0.0, write=lambda value, _std: str(value)) == ""
    assert other_beside(KILOGRAM) is None


def test_zero_points_count_for_values_and_not_for_changes(pounds_beside: None) -> None:
    fahrenheit = other_beside(CELSIUS)
    assert fahrenheit is not None
    assert fahrenheit.shown(273.15 + 100.0) == pytest.approx(212.0)
    assert other_text("°C", 20.0, 0.0, write=lambda value, _std: f"{value:.0f}") == "68\u00a0°F"
    change = other_text("°C", 10.0, 0.0, write=lambda value, _std: f"{value:.0f}", is_change=True)
    assert change == "18\u00a0°F"


@pytest.mark.parametrize(
    ("symbol", "one"),
    [
        ("kg", 2.204623),
        ("mm", 0.0393701),
        ("N", 0.2248089),
        ("N·m", 0.7375621),
        ("kN", 224.8089),
        ("m", 3.28084),
    ],
)
def test_factors(symbol: str, one: float) -> None:
    assert BESIDE[symbol].per_metric == pytest.approx(one, rel=1e-6)


def test_a_payload_is_told_in_both(qtbot: QtBot, pounds_beside: None) -> None:
    found = payload_examples.payload()
    pounds = f"{found.estimate.mass * 2.204623:.1f}"
    told = re.compile(rf"kg \({re.escape(pounds)}\d* ± [\d.]+\s?lb\)")
    shown = present(found)
    assert told.search(shown.headline.replace("\u00a0", " "))
    assert told.search(found_words(found).replace("\u00a0", " "))
    table_of_steps = shown.table("steps")
    assert table_of_steps is not None
    step = cell_text(table_of_steps.lines[0].cells[1], table_of_steps.columns[1])
    assert told.search(step.replace("\u00a0", " "))
    steps = ValueCards(payload_cards())
    qtbot.addWidget(steps)
    steps.show_rows(values(found))
    assert told.search(steps.words.replace("\u00a0", " "))
    table = SettingTable("Setting")
    qtbot.addWidget(table)
    table.show_setting(PayloadSetting(2.0, (0.01, 0.0, 0.0)), found.estimate)
    shown = table.accessibleDescription().replace("\u00a0", " ")
    assert "2.000 kg (4.409 lb) set" in shown
    assert "10.0 mm (0.394 in) set" in shown
    assert told.search(shown)


def test_a_payload_is_told_metric_alone_at_first() -> None:
    found = payload_examples.payload()
    assert " lb" not in present(found).headline
    assert " lb" not in found_words(found)


def test_the_worker_tells_values_as_the_window_does(qapp: object, pounds_beside: None) -> None:
    asked = NoWorker().start(Task(job_functions.units_there)).request
    assert asked.units == UnitSystem.WITH_US
    from app.jobs.worker import answer

    plain = Request(2, asked.task)
    with using_units(UnitSystem.METRIC):
        assert answer(pickle.dumps(asked), NullMonitor()) == Succeeded(UnitSystem.WITH_US)
        assert answer(pickle.dumps(plain), NullMonitor()) == Succeeded("metric")
