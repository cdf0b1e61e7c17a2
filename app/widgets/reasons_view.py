"""The reasons of a verdict as a view, grouped by what they concern."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from app.errors.text import reason_text
from app.look.tokens import GRID
from app.widgets.card import Card, SignedText
from app.widgets.glyphs import VERDICT_GLYPHS
from app.widgets.text import muted
from core.quality import Judgement, Verdict


class ReasonsView(Card):
    """Why the verdict is not better, in words."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(margin=GRID, parent=parent)
        self._list = QWidget()
        self._list.setProperty("role", "page")
        self._column = QVBoxLayout(self._list)
        self._column.setContentsMargins(GRID, GRID, GRID, GRID)
        self._column.setSpacing(2 * GRID)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(self._list)
        self.column.addWidget(scroll)

    def show_judgement(self, judgement: Judgement) -> None:
        """Show the reasons of another verdict."""
        self.show_lines(grouped(judgement))

    def show_lines(self, sentences: Sequence[tuple[str, Verdict]]) -> None:
        """Show sentences with the signs of their verdicts."""
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._add_lines(sentences)
        self._column.addStretch(1)

    def _add_lines(self, sentences: Sequence[tuple[str, Verdict]]) -> None:
        if not sentences:
            self._column.addWidget(muted(self.tr("No problems were found.")))
        for sentence, verdict in sentences:
            line = SignedText(wrap=True)
            line.show_text(VERDICT_GLYPHS[verdict], sentence)
            self._column.addWidget(line)


def grouped(judgement: Judgement) -> Sequence[tuple[str, Verdict]]:
    """The sentences of a judgement, worst first, each once."""
    order = list(Verdict)
    ranked = sorted(judgement.reasons, key=lambda reason: -order.index(reason.verdict))
    return list({reason_text(reason): reason.verdict for reason in ranked}.items())
