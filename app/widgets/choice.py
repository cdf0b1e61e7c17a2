"""Choices: a drop-down list whose entries have values, a tick box that is clicked on 44 pixels, a file.

File dialogs do not block: they call back when the user has chosen. None opens while an arm is armed or
moving.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF, QWheelEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QFileDialog, QSizePolicy, QWidget

from app.look.theme import current_theme
from app.look.tokens import TARGET_HEIGHT
from app.widgets.painting import smooth_painter
from app.widgets.popups import popup_rule

_ARROW_FROM_EDGE = 20.0

BOX = 22.0
_RING = 6.0


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


class TickBox(QCheckBox):
    """A tick box painted from the tokens, so that its border is visible in every theme."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        current_theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Size of a target."""
        return QSize(TARGET_HEIGHT, TARGET_HEIGHT)

    def hitButton(self, place: QPoint) -> bool:
        """True anywhere on the square."""
        return self.rect().contains(place)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the box, the tick, and a ring for the focus."""
        box = QRectF(_RING, (self.height() - BOX) / 2.0, BOX, BOX)  # aligned with its heading
        with smooth_painter(self) as painter:
            if self.hasFocus():
                painter.setPen(QPen(current_theme().colour("accent"), 2))
                painter.drawRoundedRect(box.adjusted(-4, -4, 4, 4), 6, 6)
            paint_tick(painter, box, is_ticked=self.isChecked())


def paint_tick(painter: QPainter, box: QRectF, *, is_ticked: bool) -> None:
    """Paint a square box, ticked or not."""
    theme = current_theme()
    painter.setPen(QPen(theme.colour("accent" if is_ticked else "control_border"), 1.5))
    painter.setBrush(theme.colour("accent" if is_ticked else "field"))
    painter.drawRoundedRect(box, 4, 4)
    if is_ticked:
        pen = QPen(theme.colour("on_accent"), 2.4)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        corner = box.topLeft()
        marks = ((5.5, 11.5), (9.5, 15.5), (16.5, 7.0))
        painter.drawPolyline(QPolygonF([corner + QPointF(x, y) for x, y in marks]))


def ask_where_to_save(
    parent: QWidget, title: str, name: str, chosen: Callable[[Path], None], *, folder: str = ""
) -> QFileDialog | None:
    """Ask for the path of a new file; return None if no dialog may open now."""
    if not popup_rule().permits():
        return None
    dialog = QFileDialog(parent, title, folder)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    # with the suffix, so that the question about an existing file is asked for the whole name
    dialog.setDefaultSuffix(Path(name).suffix.removeprefix("."))
    dialog.selectFile(name)
    dialog.fileSelected.connect(lambda path: chosen(Path(path)))
    return _show(dialog)


def ask_for_files(
    parent: QWidget, title: str, filters: Sequence[str], chosen: Callable[[list[Path]], None], *, folder: str
) -> QFileDialog | None:
    """Ask for existing files; return None if no dialog may open now."""
    if not popup_rule().permits():
        return None
    dialog = QFileDialog(parent, title, folder)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    dialog.setNameFilters(list(filters))
    dialog.filesSelected.connect(lambda paths: chosen([Path(path) for path in paths]))
    return _show(dialog)


def ask_for_folder(
    parent: QWidget, title: str, chosen: Callable[[Path], None], *, folder: str
) -> QFileDialog | None:
    """Ask for a folder; return None if no dialog may open now."""
    if not popup_rule().permits():
        return None
    dialog = QFileDialog(parent, title, folder)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.fileSelected.connect(lambda path: chosen(Path(path)))
    return _show(dialog)


def _show(dialog: QFileDialog) -> QFileDialog:
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setModal(False)
    dialog.show()
    return dialog
