"""The card of a report on its page: whether it is written and current, its files, and a button to open it."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from app.jobs.messages import MessageBus, Severity
from app.widgets.glyphs import Glyph
from app.widgets.layouts import Card, SignedText, bare_row
from app.widgets.text import Button, emphasis, paragraph


class ReportCard(Card):
    """State of one report; ``above`` are widgets between the heading and the state."""

    def __init__(self, bus: MessageBus, *above: QWidget) -> None:
        super().__init__()
        self._bus = bus
        self._files: tuple[Path, ...] = ()
        self._state, self._place = SignedText(wrap=True), paragraph()
        self.open_button = Button(self.tr("Open the report"))
        self.open_button.clicked.connect(self._open)
        for widget in (emphasis(self.tr("Report")), *above, self._state, self._place):
            self.column.addWidget(widget)
        self.column.addLayout(bare_row(self.open_button, None))

    @property
    def words(self) -> str:
        """Words about the state and the files, for tests and screen readers."""
        return f"{self._state.accessibleName()} {self._place.text()}".strip()

    def show_missing(self, words: str = "") -> None:
        """Show that there is no report, or why there can be none."""
        self._state.show_text(Glyph.EMPTY, words or self.tr("No report yet."))

    def show_written(self, *, out_of_date: str) -> None:
        """Show that the report is written; ``out_of_date`` says why it is not current, empty where it is."""
        if out_of_date:
            self._state.show_text(Glyph.WARNING, out_of_date)
        else:
            self._state.show_text(Glyph.CHECK, self.tr("The report is written."))

    def show_files(self, files: Sequence[Path], *, folder: Path | None) -> None:
        """Show the written files, the PDF first; without any the ``folder`` in which they will be."""
        self._files = tuple(files)
        self.open_button.setVisible(bool(files))
        if files:
            self._place.setText("\n".join(str(file) for file in files))
        elif folder is not None:
            words = self.tr("A PDF and a JSON file will be in {folder}.")
            self._place.setText(words.format(folder=folder))

    @Slot()
    def _open(self) -> None:
        if self._files and not QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._files[0]))):
            words = self.tr("{file} could not be opened from here.").format(file=self._files[0].name)
            advice = self.tr("It is on the disk; open it with any viewer.")
            self._bus.show(words, advice, severity=Severity.NOTE)
