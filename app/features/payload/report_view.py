"""The page of the payload's report: PDF and JSON beside the visit."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Slot

from app.features.payload.diagram_view import payload_cards
from app.features.payload.presentation import present, values
from app.features.payload.report import write_payload_report
from app.guide.page import Page
from app.guide.primary_action import Meaning, Primary
from app.guide.report_card import ReportCard
from app.jobs.messages import MessageBus
from app.jobs.task import Task
from app.visit.open_visit import OpenVisit
from app.widgets.presentation_view import ValueCards
from app.widgets.text import paragraph


class PayloadReportPage(Page):
    """Writes the report of the payload, and says when it is out of date."""

    def __init__(self, visit: OpenVisit, bus: MessageBus) -> None:
        super().__init__(
            self.tr("Report on the payload"),
            self.tr(
                "A first page for whoever decides; behind it mass, centre of mass, their ± and what they "
                "rest on."
            ),
            primary_text=self.tr("Write the report"),
        )
        self._visit = visit
        self._headline, self.steps = paragraph(), ValueCards(payload_cards())
        self.report = ReportCard(bus)
        for widget in (self._headline, self.steps, self.report):
            self.column.addWidget(widget)
        self.column.addStretch(1)
        visit.changed.connect(self._show_visit)
        self._show_visit()

    @property
    def primary_enabled(self) -> bool:
        """True with a payload, while the visit is not busy."""
        return self._visit.payload is not None and not self._visit.is_busy

    @property
    def help_now(self) -> Primary | None:
        """Progress: the payload is still worked out."""
        return Primary(Meaning.BUSY, self.tr("Working it out"))

    def primary(self) -> None:
        """Write PDF and JSON beside the visit."""
        visit = self._visit
        path = visit.path
        job = visit.do(
            Task(
                write_payload_report,
                visit=path,
                pdf=path.with_name(f"{path.stem}-payload.pdf"),
                json=path.with_name(f"{path.stem}-payload.json"),
                result=visit.payload,
            ),
            self.tr("Writing the report"),
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
            self.report.show_missing(self.tr("Nothing is measured yet."))
        elif not visit.has_payload_report:
            self.report.show_missing()
        else:
            old = self.tr("Out of date: the payload is another one now.")
            self.report.show_written(out_of_date="" if visit.payload_report_is_current else old)
        self.report.show_files(
            visit.payloads.report_files, folder=visit.path.parent if visit.summary is not None else None
        )
        self.state_changed.emit()
