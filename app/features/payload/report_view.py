"""The payload on one page of paper: PDF and JSON beside the visit."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.features.payload.diagram_view import payload_cards
from app.features.payload.presentation import present, values
from app.features.payload.report_tasks import write_payload_report
from app.guide.page import Page
from app.jobs.messages import MessageBus, Severity
from app.jobs.task import Task
from app.visit.open_visit import OpenVisit
from app.widgets.card import Card, SignedText
from app.widgets.glyphs import Glyph
from app.widgets.text import Button, emphasis, paragraph
from app.widgets.value_cards import ValueCards


class PayloadReportPage(Page):
    """Write the one page; again when the payload is another."""

    def __init__(self, visit: OpenVisit, bus: MessageBus, *, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("Report on the payload"),
            self.tr(
                "One page with mass, centre of mass, their ± and verdicts, and what they were compared with."
            ),
            parent=parent,
        )
        self._visit, self._bus = visit, bus
        self._headline, self.steps = paragraph(), ValueCards(payload_cards())
        self._state = SignedText(wrap=True)
        self._place = paragraph()
        self.open_button = Button(self.tr("Open the report"))
        self.open_button.clicked.connect(self._open)
        self._lay_out()
        visit.changed.connect(self._show_visit)
        self._show_visit()

    @property
    def words(self) -> str:
        """What is said about the report, for tests and screen readers."""
        return f"{self._state.accessibleName()} {self._place.text()}".strip()

    @property
    def primary_text(self) -> str:
        """Write the report, again when it is out of date."""
        return self.tr("Write the report")

    @property
    def primary_enabled(self) -> bool:
        """With a payload only."""
        return self._visit.payload is not None and not self._visit.is_busy

    def primary(self) -> None:
        """Write PDF and JSON beside the visit."""
        visit = self._visit
        path = visit.path
        words = self.tr("Writing the report")
        job = visit.do(
            Task(
                write_payload_report,
                visit=path,
                pdf=path.with_name(f"{path.stem}-payload.pdf"),
                json=path.with_name(f"{path.stem}-payload.json"),
                result=visit.payload,
            ),
            words,
        )
        job.succeeded.connect(lambda files: self._written(path, files))

    def _written(self, path: Path, files: Sequence[Path]) -> None:
        if self._visit.summary is not None and self._visit.path == path:
            self._visit.payloads.report_written(files)

    @Slot()
    def _show_visit(self) -> None:
        visit = self._visit
        found = visit.payload
        self.steps.show_rows(values(found))
        self._headline.setText(present(found).headline if found is not None else "")
        if found is None:
            self._state.show_text(Glyph.EMPTY, self.tr("Nothing is measured yet."))
        elif not visit.has_payload_report:
            self._state.show_text(Glyph.EMPTY, self.tr("No report yet."))
        elif visit.payload_report_is_current:
            self._state.show_text(Glyph.CHECK, self.tr("The report is written."))
        else:
            self._state.show_text(Glyph.WARNING, self.tr("Out of date: the payload is another one now."))
        files = visit.payloads.report_files
        if files:
            self._place.setText("\n".join(str(file) for file in files))
        elif visit.summary is not None:
            folder = str(visit.path.parent)
            self._place.setText(self.tr("A PDF and a JSON file will be in {folder}.").format(folder=folder))
        self.open_button.setVisible(bool(files))
        self.state_changed.emit()

    @Slot()
    def _open(self) -> None:
        files = self._visit.payloads.report_files
        if files and not QDesktopServices.openUrl(QUrl.fromLocalFile(str(files[0]))):
            words = self.tr("{file} could not be opened from here.").format(file=files[0].name)
            self._bus.show(
                words, self.tr("It is on the disk; open it with any viewer."), severity=Severity.NOTE
            )

    def _lay_out(self) -> None:
        report = Card()
        report.column.addWidget(emphasis(self.tr("Report")))
        report.column.addWidget(self._state)
        report.column.addWidget(self._place)
        row = QHBoxLayout()
        row.addWidget(self.open_button)
        row.addStretch(1)
        report.column.addLayout(row)
        self.column.addWidget(self._headline)
        self.column.addWidget(self.steps)
        self.column.addWidget(report)
        self.column.addStretch(1)
