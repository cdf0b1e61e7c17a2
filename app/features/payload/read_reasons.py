"""The reasons why a payload is only usable, with the tick that they were read."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.features.payload.presentation import own_reasons
from app.look.tokens import GRID
from app.presentation import reason_line
from app.widgets.text import paragraph
from app.widgets.tick_box import TickBox
from core.payload.result import PayloadResult
from core.quality import Verdict


class ReadReasons(QWidget):
    """Sentences and a tick box; hidden where there is nothing to confirm."""

    changed = Signal()
    """The box was ticked or unticked."""

    def __init__(self) -> None:
        super().__init__()
        self._found: PayloadResult | None = None
        self._words = paragraph()
        self.tick = TickBox()
        words = self.tr("I have read this, and want to write the payload nevertheless.")
        self.tick.setAccessibleName(words)
        self.tick.toggled.connect(self._ticked)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(self.tick, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(paragraph(words), 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID, 0, 0, 0)
        column.setSpacing(GRID)
        column.addWidget(self._words)
        column.addLayout(row)
        self.hide()

    @property
    def words(self) -> str:
        """The reasons, for tests and screen readers."""
        return self._words.text()

    @property
    def is_read(self) -> bool:
        """True where nothing has to be confirmed, or it was."""
        return self.isHidden() or self.tick.isChecked()

    @property
    def confirmed(self) -> tuple[str, ...]:
        """Codes of the reasons that are shown and confirmed."""
        if self._found is None or not self.tick.isChecked():
            return ()
        return tuple(reason.code for reason in self._found.overall.reasons)

    def show_payload(self, found: PayloadResult | None) -> None:
        """Show the reasons of a usable payload; another payload has to be confirmed again."""
        if found is not self._found:
            self._found = found
            self.tick.setChecked(False)
        lines = [] if found is None else [reason_line(row) for row in own_reasons(found).rows]
        self._words.setText("\n\n".join(lines))
        self.setVisible(found is not None and found.overall.verdict is Verdict.USABLE)

    @Slot()
    def _ticked(self) -> None:
        self.changed.emit()
