"""The reasons of a verdict, the gravest first, what its recordings could not have shown, notes on a robot."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from app.errors.text import note_text, reason_text, unseen_rows
from app.look.tokens import GRID
from app.speech.language import joined_sentences
from app.visit.summaries import RobotChoice
from app.widgets.glyphs import VERDICT_GLYPHS
from app.widgets.layouts import Card, SignedText, clear, folded
from app.widgets.text import Text, muted
from core.quality import Judgement, Reason, Verdict


class ReasonsView(Card):
    """A scrolling card with the reasons of a verdict as sentences."""

    def __init__(self) -> None:
        super().__init__(margin=GRID)
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

    def show_judgement(self, judgement: Judgement, *, unseen: Iterable[Reason] = ()) -> None:
        """Show the reasons of a judgement; ``unseen`` is what could not have been shown."""
        self.show_lines(grouped(judgement), unseen=unseen)

    def show_lines(self, sentences: Sequence[tuple[str, Verdict]], *, unseen: Iterable[Reason] = ()) -> None:
        """Show sentences with the signs of their verdicts; what is ``unseen`` is folded into one line."""
        clear(self._column)
        if not sentences:
            self._column.addWidget(muted(self.tr("No problems were found.")))
        for sentence, verdict in sentences:
            line = SignedText(wrap=True)
            line.show_text(VERDICT_GLYPHS[verdict], sentence)
            self._column.addWidget(line)
        for section in unseen_rows(unseen):
            self._column.addWidget(folded(section))
        self._column.addStretch(1)


def grouped(judgement: Judgement) -> Sequence[tuple[str, Verdict]]:
    """The sentences of a judgement, the gravest first, each once."""
    order = list(Verdict)
    ranked = sorted(judgement.reasons, key=lambda reason: -order.index(reason.verdict))
    return list({reason_text(reason): reason.verdict for reason in ranked}.items())


class UnderstoodText(Text):
    """Sentences on a description; hidden for a robot without any."""

    def __init__(self) -> None:
        super().__init__(role="muted", wrap=True)
        self.hide()

    def show_robot(self, robot: RobotChoice | None) -> None:
        """Show the notes of a robot; nothing for None."""
        notes = () if robot is None else robot.notes
        self.setText(joined_sentences(*map(note_text, notes)))
        self.setVisible(bool(notes))
