"""The page of the commissioning report: PDF with JSON, and the model in other formats."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from app.features.identification.tasks import export_result
from app.features.report.tasks import write_report
from app.guide.feature import ContentLine, sections
from app.guide.page import Page
from app.guide.primary_action import Stage, Turn
from app.guide.report_card import ReportCard
from app.jobs.messages import MessageBus, Severity
from app.jobs.task import Task
from app.look.tokens import GRID
from app.speech.language import tr
from app.visit.open_visit import OpenVisit
from app.visit.settings import SettingsStore
from app.visit.summaries import VisitSummary
from app.visit.visit_jobs import WRITE_GRACE_S
from app.widgets.choice import ask_where_to_save
from app.widgets.glyphs import Glyph
from app.widgets.layouts import Card, SignedText, bare_column, captioned
from app.widgets.text import Button, emphasis, paragraph
from core.exchange.export_file import ExportKind
from core.workflow import Product

_BUTTONS_PER_ROW = 3


def report_contents(summary: VisitSummary | None, *, model_made: str) -> tuple[ContentLine, ...]:
    """Chapters in their order; ``model_made`` is the time stamp of the model, empty without one."""
    if summary is None:
        return ()
    return tuple(_lines(summary, model_made))


def _lines(summary: VisitSummary, model_made: str) -> Iterator[ContentLine]:
    if not model_made:
        yield ContentLine(is_there=False, sentence=tr("No model yet: identify one first."))
        return
    yield ContentLine(is_there=True, sentence=tr("The model: parameters with ±, verdict and reasons."))
    yield _verification(summary, model_made)
    swept = bool(summary.key(Product.FRICTION))
    yield ContentLine(
        is_there=swept,
        sentence=tr("Friction of each joint, from sweeps at steady speeds.")
        if swept
        else tr("No friction sweeps yet: the friction will be that of the excitation alone."),
    )
    lines = (section.line(summary, model_made) for section in sections())
    yield from (line for line in lines if line is not None)


def _verification(summary: VisitSummary, model_made: str) -> ContentLine:
    if not summary.key(Product.VERIFICATION):
        return ContentLine(is_there=False, sentence=tr("No verification yet: the report says so."))
    if summary.made_from(Product.VERIFICATION, Product.MODEL) != model_made:
        words = tr("The verification was of another model: the report says that this one is not verified.")
        return ContentLine(is_there=False, sentence=words)
    return ContentLine(is_there=True, sentence=tr("The verification: every joint against its limits."))


class ReportPage(Page):
    """Writes the report beside the visit, and exports the model for other programs."""

    def __init__(self, visit: OpenVisit, bus: MessageBus, settings: SettingsStore | None = None) -> None:
        super().__init__(
            self.tr("Report and export"),
            self.tr("The report has the verdict, the numbers with their ±, and where they come from."),
            primary_text=self.tr("Write the report"),
        )
        self._visit, self._bus, self._settings = visit, bus, settings
        self._is_written = False
        """True if the report was written since the page came to the front."""
        self.who = QLineEdit()
        self.who.setAccessibleName(self.tr("Who"))
        self.who.setPlaceholderText(self.tr("Name on the report"))
        self.who.editingFinished.connect(self._remember_who)
        self._contents = _Contents()
        self._report = ReportCard(bus, captioned(self.tr("Who"), self.who), self._contents)
        self._export = Card()
        self._export.setEnabled(False)
        self._lay_out()
        visit.changed.connect(self._show_visit)

    @property
    def primary_enabled(self) -> bool:
        """True with a model, while the visit is not busy."""
        return self._visit.result is not None and not self._visit.is_busy

    @property
    def by_itself(self) -> Turn:
        """Turn that writes the report, even over an older one, which may lack newer results."""
        if self._visit.is_busy:
            return Turn(Stage.WORKING)
        if self._is_written:
            return Turn(Stage.DONE)
        return Turn(Stage.READY) if self._visit.result is not None else Turn(Stage.WORKING)

    def primary(self) -> None:
        """Write PDF and JSON beside the visit."""
        visit, model, path = self._visit, self._visit.model, self._visit.path
        assert visit.result is not None
        self._remember_who()
        job = visit.do(
            Task(
                write_report,
                visit=path,
                result=visit.result,
                pdf=path.with_name(f"{path.stem}-report.pdf"),
                json=path.with_name(f"{path.stem}-report.json"),
                operator=self.who.text().strip(),
            ),
            self.tr("Writing the report"),
            WRITE_GRACE_S,
        )
        job.succeeded.connect(lambda files: visit.report_written(files, of=model))
        job.succeeded.connect(self._take_written)

    def entered(self) -> None:
        """Expect a new report: the visit may hold more than the last one."""
        self._is_written = False
        if self._settings is not None and not self.who.text().strip():
            self.who.setText(self._settings.current.operator)

    @Slot(object)
    def _take_written(self, _files: tuple[Path, ...]) -> None:
        self._is_written = True

    def export_to(self, kind: str, path: Path) -> None:
        """Write the result in another format."""
        visit = self._visit
        assert visit.result is not None
        work = Task(export_result, visit=visit.path, result=visit.result, kind=kind, path=path)
        job = visit.do(work, self.tr("Exporting"))
        words = self.tr("The model was written to {file}.").format(file=path)
        job.succeeded.connect(lambda _: self._bus.show(words, severity=Severity.GOOD))

    @property
    def contents(self) -> tuple[str, ...]:
        """Sentences about the report's chapters, for tests and screen readers."""
        return self._contents.sentences

    @Slot()
    def _remember_who(self) -> None:
        name = self.who.text().strip()
        if self._settings is not None and name != self._settings.current.operator:
            self._settings.update_soon(replace(self._settings.current, operator=name))

    @Slot()
    def _show_visit(self) -> None:
        result = self._visit.result
        made = "" if result is None else result.provenance.created_at
        self._export.setEnabled(result is not None)
        self._contents.show_lines(report_contents(self._visit.summary, model_made=made))
        if self._visit.has_report:
            old = self.tr("Out of date: the model or the choice has changed.")
            self._report.show_written(out_of_date="" if self._visit.report_is_current else old)
        else:
            self._report.show_missing()
        folder = self._visit.path.parent if self._visit.summary is not None else None
        self._report.show_files(self._visit.report_files, folder=folder)
        self.state_changed.emit()

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
        export = self._export
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
        self.column.addWidget(self._report)
        self.column.addWidget(export)
        self.column.addStretch(1)


class _Contents(QWidget):
    """The chapters of the report, each with a sign."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("What will be in the report"))
        self._column = bare_column(of=self, spacing=GRID // 2)
        self._rows: list[SignedText] = []
        self.sentences: tuple[str, ...] = ()

    def show_lines(self, lines: Sequence[ContentLine]) -> None:
        """Show other chapters in the same rows; more rows are added where they are needed."""
        while len(self._rows) < len(lines):
            self._rows.append(SignedText(wrap=True))
            self._column.addWidget(self._rows[-1])
        for number, row in enumerate(self._rows):
            row.setVisible(number < len(lines))
        for row, line in zip(self._rows, lines, strict=False):
            row.show_text(Glyph.CHECK if line.is_there else Glyph.EMPTY, line.sentence)
        self.sentences = tuple(line.sentence for line in lines)
        self.setAccessibleDescription(" ".join(self.sentences))
