"""Step 5: the PDF report with its JSON, and other formats."""

from pathlib import Path

from PySide6.QtCore import QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from app.messages import MessageBus, Severity
from app.pages.page import Page
from app.tokens import GRID
from app.turn import Stage, Turn
from app.views.card import Card, SignedText
from app.views.file_choice import ask_where_to_save
from app.views.glyphs import Glyph
from app.views.text import Button, emphasis, paragraph
from app.visit import OpenVisit
from core.exchange.export_file import ExportKind

_BUTTONS_PER_ROW = 3


class ReportPage(Page):
    """Write the report beside the visit; export what others read."""

    def __init__(self, visit: OpenVisit, bus: MessageBus, *, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("Report and export"),
            self.tr("The report has the verdict, the numbers with their ±, and where they come from."),
            parent=parent,
        )
        self._visit, self._bus = visit, bus
        self._is_written = False
        """Since the page came to the front."""
        self._state = SignedText(wrap=True)
        self._place = paragraph()
        self._open = Button(self.tr("Open the report"))
        self._open.clicked.connect(self._open_report)
        self._lay_out()
        visit.changed.connect(self._show_visit)

    @property
    def primary_text(self) -> str:
        """Write the report, again when it is out of date."""
        return self.tr("Write the report")

    @property
    def primary_enabled(self) -> bool:
        """With a result only."""
        return self._visit.result is not None and not self._visit.is_busy

    @property
    def by_itself(self) -> Turn:
        """It writes the report, anew even where there is one: that may tell less than is known by now."""
        if self._visit.is_busy:
            return Turn(Stage.WORKING)
        if self._is_written:
            return Turn(Stage.DONE)
        return Turn(Stage.READY) if self._visit.result is not None else Turn(Stage.WORKING)

    def primary(self) -> None:
        """Write PDF and JSON beside the visit."""
        path = self._visit.path
        job = self._visit.write_report(
            pdf=path.with_name(f"{path.stem}-report.pdf"), json=path.with_name(f"{path.stem}-report.json")
        )
        job.succeeded.connect(self._take_written)

    def entered(self) -> None:
        """What is known now may be more than at the last time."""
        self._is_written = False

    @Slot()
    def _take_written(self) -> None:
        self._is_written = True

    def export_to(self, kind: str, path: Path) -> None:
        """Write the result in another format."""
        job = self._visit.export(kind, path)
        job.succeeded.connect(
            lambda _: self._bus.tell(
                self.tr("The model was written to {file}.").format(file=path), severity=Severity.GOOD
            )
        )

    @Slot()
    def _show_visit(self) -> None:
        if not self._visit.has_report:
            self._state.show_text(Glyph.EMPTY, self.tr("No report yet."))
        elif self._visit.report_is_current:
            self._state.show_text(Glyph.CHECK, self.tr("The report is written."))
        else:
            self._state.show_text(Glyph.WARNING, self.tr("Out of date: the model or the choice has changed."))
        files = self._visit.report_files
        if files:
            self._place.setText("\n".join(str(file) for file in files))
        elif self._visit.summary is not None:
            folder = str(self._visit.path.parent)
            self._place.setText(self.tr("A PDF and a JSON file will be in {folder}.").format(folder=folder))
        self._open.setVisible(bool(files))
        self.state_changed.emit()

    def _open_report(self) -> None:
        if self._visit.report_files:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._visit.report_files[0])))

    def _ask(self, kind: str) -> None:
        path = self._visit.path
        ask_where_to_save(
            self.window(),
            self.tr("Export the model"),
            f"{path.stem}.{ExportKind(kind).ending}",
            lambda chosen: self.export_to(kind, chosen),
            folder=str(path.parent),
        )

    def _lay_out(self) -> None:
        report = Card()
        report.column.addWidget(emphasis(self.tr("Report")))
        report.column.addWidget(self._state)
        report.column.addWidget(self._place)
        row = QHBoxLayout()
        row.addWidget(self._open)
        row.addStretch(1)
        report.column.addLayout(row)
        export = Card()
        export.column.addWidget(emphasis(self.tr("Export the model")))
        export.column.addWidget(
            paragraph(
                self.tr(
                    "JSON has everything in SI units, CSV one line per parameter, MAT opens in MATLAB. "
                    "URDF and MJCF are arms for simulators, C is a header for firmware."
                )
            )
        )
        buttons = QGridLayout()
        buttons.setSpacing(2 * GRID)
        buttons.setColumnStretch(_BUTTONS_PER_ROW, 1)
        for number, kind in enumerate(ExportKind):
            button = Button(self.tr("Save as {kind} …").format(kind=kind.value.upper()))
            button.clicked.connect(lambda _checked=False, kind=kind.value: self._ask(kind))
            buttons.addWidget(button, *divmod(number, _BUTTONS_PER_ROW))
        export.column.addLayout(buttons)
        self.column.addWidget(report)
        self.column.addWidget(export)
        self.column.addStretch(1)
