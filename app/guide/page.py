"""What every page is to the window: a title, a sentence, content, and what its primary button does."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.guide.turn import Stage, Turn
from app.look.tokens import GRID
from app.widgets.text import ElidedText, paragraph, title


class Page(QWidget):
    """One question; the window draws the frame around it."""

    state_changed = Signal()
    """The primary button's words or state are different now."""
    place_changed = Signal()
    """The words in the foot are different now."""
    next_asked = Signal()
    """The page is done."""

    shows_rail = True
    """Whether the steps stand beside it; a page that needs the whole width does without."""

    says_on_one_line = False
    """Whether the sentence is shortened rather than wrapped, where it changes all the time."""

    def __init__(self, heading: str, sentence: str, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "page")
        self.setAccessibleName(heading)
        self._sentence = ElidedText(sentence) if self.says_on_one_line else paragraph(sentence)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(2 * GRID)
        top = QVBoxLayout()
        top.setSpacing(GRID)
        self.head = QHBoxLayout()
        self.head.setSpacing(2 * GRID)
        self._heading = title(heading)
        self._heading.setWordWrap(True)
        self.head.addWidget(self._heading, 100)  # before it wraps, what stretches beside it gives way
        top.addLayout(self.head)
        top.addWidget(self._sentence)
        self.column.addLayout(top)

    def say(self, sentence: str) -> None:
        """Another sentence below the title, or none."""
        self._sentence.setText(sentence)
        self._sentence.setVisible(bool(sentence))

    @property
    def place_words(self) -> str:
        """What the foot says in place of the number of the step; empty for that."""
        return ""

    @property
    def primary_text(self) -> str:
        """Words of the primary button."""
        return self.tr("Next")

    @property
    def primary_enabled(self) -> bool:
        """Whether the primary button can be pressed."""
        return True

    def primary(self) -> None:
        """What the primary button does."""
        self.next_asked.emit()

    @property
    def by_itself(self) -> Turn:
        """How it stands for whoever goes through the steps without touching it."""
        return Turn(Stage.DONE if self.primary_enabled else Stage.WORKING)

    def begin_by_itself(self) -> None:
        """Begin what it is for, or begin it again; never a motion."""
        self.primary()

    @property
    def seconds_left(self) -> float | None:
        """How long what is in hand still takes, where the page knows; None for what is usual."""
        return None

    def entered(self) -> None:
        """The page has come to the front."""

    def initial_focus(self) -> QWidget | None:
        """Where the keyboard starts; the primary button where a page names nothing."""
        return None
