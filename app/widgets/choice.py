"""A drop-down list whose entries have values."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QPaintEvent, QPen, QPolygonF, QWheelEvent
from PySide6.QtWidgets import QComboBox, QWidget

from app.look.theme import current_theme
from app.widgets.painting import smooth_painter
from app.widgets.popups import popup_rule

_ARROW_FROM_EDGE = 20.0


class Choice(QComboBox):
    """Choice of one value by its words; ``picked`` is emitted only when a person chooses."""

    picked = Signal()

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._values: tuple[object, ...] = ()
        self.activated.connect(lambda _index: self.picked.emit())
        self._explanation = ""
        self.currentTextChanged.connect(self._show_tip)

    def offer(self, entries: Sequence[tuple[object, str]]) -> None:
        """Offer pairs of value and words; the chosen value is kept if it is still offered."""
        kept = self.value
        self._values = tuple(value for value, _ in entries)
        self.clear()
        self.addItems([words for _, words in entries])
        self.choose(kept)

    def setToolTip(self, explanation: str) -> None:
        """Explain the choice below the chosen words, which a narrow list shortens."""
        self._explanation = explanation
        self._show_tip()

    def _show_tip(self) -> None:
        super().setToolTip("\n".join(filter(None, (self.currentText(), self._explanation))))

    @property
    def value(self) -> object:
        """The chosen value; None without one."""
        index = self.currentIndex()
        return self._values[index] if 0 <= index < len(self._values) else None

    def choose(self, value: object) -> None:
        """Choose a value; one that is not offered changes nothing."""
        if value in self._values:
            self.setCurrentIndex(self._values.index(value))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Ignore the wheel: it scrolls the page and must not change a choice on the way."""
        event.ignore()

    def showPopup(self) -> None:
        """Open the list, unless an arm is armed or moving."""
        if popup_rule().permits():
            super().showPopup()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the arrow too, which a style sheet can only take from a picture file."""
        super().paintEvent(event)
        x, y = self.width() - _ARROW_FROM_EDGE, self.height() / 2.0
        with smooth_painter(self) as painter:
            painter.setPen(QPen(current_theme().colour("muted"), 1.8))
            painter.drawPolyline(QPolygonF([QPointF(x - 5, y - 2), QPointF(x, y + 3), QPointF(x + 5, y - 2)]))
