"""The report page: who, what will be in the report, and what it will lack."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.features.report.page import ReportPage, report_contents
from app.features.report.tasks import write_report
from app.jobs.messages import MessageBus
from app.jobs.task import Task
from app.visit.settings import Settings, SettingsStore
from app.visit.summaries import VisitSummary
from core.workflow import Made, Product
from tests.app.reports.report_examples import example_result

MADE = "2026-03-05T10:00:00+00:00"
EMPTY = VisitSummary("cell 4.h5", "Cell 4", ("joint_1",), (False,), ())
WHOLE = replace(
    EMPTY,
    products={
        Product.VERIFICATION: Made("verification-001", {Product.MODEL: MADE}),
        Product.FRICTION: Made("friction-sweeps-001"),
        Product.ELASTICITY: Made("elasticity-001", {Product.MODEL: MADE}),
        Product.PAYLOAD: Made("payload-001"),
        Product.STIFFNESS: Made("stiffness-001"),
    },
)

MODEL = replace(example_result(), provenance=replace(example_result().provenance, created_at=MADE))


class ShownVisit(QObject):
    """As much of an open visit as the page asks for."""

    changed = Signal()
    has_report = report_is_current = is_busy = False
    report_files = ()
    path = Path("/visits/cell 4.h5")

    def __init__(self, summary: VisitSummary) -> None:
        super().__init__()
        self.summary = summary
        self.result = MODEL
        self.written: list[dict[str, object]] = []

    model = Made(MADE)

    def do(self, task: Task[object], _words: str, _grace_s: float) -> SimpleNamespace:
        assert task.function is write_report
        self.written.append(dict(task.arguments))
        return SimpleNamespace(succeeded=SimpleNamespace(connect=lambda _: None))


def test_what_is_missing_is_said():
    lines = report_contents(EMPTY, model_made=MADE)
    assert [line.is_there for line in lines] == [True, False, False, False, False]
    assert lines[1].sentence == "No verification yet: the report says so."
    assert all(line.is_there for line in report_contents(WHOLE, model_made=MADE))
    assert len(report_contents(WHOLE, model_made=MADE)) == 6


def test_a_verification_of_another_model_does_not_count():
    lines = report_contents(WHOLE, model_made="2026-03-06T10:00:00+00:00")
    assert not lines[1].is_there
    assert "another model" in lines[1].sentence
    assert "another model" in lines[3].sentence


def test_without_a_model_there_is_nothing_to_report():
    assert [line.sentence for line in report_contents(WHOLE, model_made="")] == [
        "No model yet: identify one first."
    ]
    assert report_contents(None, model_made="") == ()


@pytest.fixture
def store(tmp_path: Path) -> SettingsStore:
    kept = SettingsStore(tmp_path / "settings.json")
    kept.update(Settings(operator="Ada"))
    return kept


def test_who_is_remembered_and_goes_into_the_report(qtbot: QtBot, store: SettingsStore) -> None:
    visit = ShownVisit(EMPTY)
    page = ReportPage(visit, MessageBus(), store)  # type: ignore[arg-type]
    qtbot.addWidget(page)
    page.entered()
    visit.changed.emit()
    assert page.who.text() == "Ada"
    assert page.who.accessibleName() == "Who"
    assert "No verification yet: the report says so." in page.contents
    page.who.setText(" 王伟 ")
    page.primary()
    assert visit.written[0]["operator"] == "王伟"
    assert store.current.operator == "王伟"
    store.finish()
    visit.summary = WHOLE
    visit.changed.emit()
    assert len(page.contents) == 6


def test_without_a_model_nothing_can_be_exported(qtbot: QtBot) -> None:
    visit = ShownVisit(EMPTY)
    visit.result = None
    page = ReportPage(visit, MessageBus())
    qtbot.addWidget(page)
    saves = [button for button in page.findChildren(QPushButton) if button.text().startswith("Save as")]
    assert len(saves) == 6
    visit.changed.emit()
    assert not any(button.isEnabled() for button in saves)
    visit.result = SimpleNamespace(provenance=SimpleNamespace(created_at=MADE))
    visit.changed.emit()
    assert all(button.isEnabled() for button in saves)
