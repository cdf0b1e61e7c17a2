"""The panel over the page that reports an unexpected error; STOP stays in reach above it."""

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal, Slot
from PySide6.QtGui import QColor, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.errors.text import Message, error_text
from app.health.crash import Crash
from app.health.log_file import log_path
from app.health.masking import mask_here
from app.look.theme import current_theme
from app.look.tokens import GRID
from app.widgets.card import Card
from app.widgets.glyphs import Glyph, GlyphView
from app.widgets.layouts import fill, in_column, in_row
from app.widgets.text import Button, emphasis, muted, paragraph
from core.stamp import software_name

_WIDEST = 720
_VEIL = 200
"""Opacity of the veil over the page behind, of 255."""


class CrashPanel(QWidget):
    """Covers the page until *Go on*; never a window of its own."""

    report_asked = Signal()
    """Emitted when a problem report is wanted."""
    closed = Signal()

    def __init__(self, behind: QWidget) -> None:
        """Cover ``behind``, which takes no input meanwhile."""
        super().__init__(behind.parentWidget())
        self._behind = behind
        self._crash: Crash | None = None
        self._message = Message("", "", "", "")
        self._title, self._code, self._count = emphasis(), muted(), muted()
        self._title.setWordWrap(True)
        self._robot, self._saved, self._next = (paragraph() for _ in range(3))
        self.copy_button = Button(self.tr("Copy details"), role="quiet")
        self.report_button = Button(self.tr("Make a problem report"))
        self.go_on_button = Button(self.tr("Go on"), role="primary")
        self._lay_out()
        self.hide()
        behind.installEventFilter(self)
        self.copy_button.clicked.connect(self._copy)
        self.report_button.clicked.connect(self._make_report)
        self.go_on_button.clicked.connect(self.close_panel)

    @property
    def text(self) -> str:
        """The text that is shown, as one line; empty while there is none."""
        if self._crash is None:
            return ""
        return " ".join(text.text() for text in (self._title, self._robot, self._saved, self._next))

    @property
    def details(self) -> str:
        """Text for the clipboard, without names of people and computers."""
        if self._crash is None:
            return ""
        found = (
            f"{self._message.one_line}\n{software_name()}, {self._crash.moment}, {self._crash.count} ×\n"
            f"{log_path()}\n\n{self._crash.details}"
        )
        return mask_here().masked(found)

    @Slot(object)
    def show_crash(self, crash: Crash) -> None:
        """Show an error, the last one of several; the window sets the focus."""
        self._crash, self._message = crash, error_text(crash.error)
        self._title.setText(self._message.title)
        self._robot.setText(
            self.tr(
                "The robot was told to stop. Look whether it stands still; if not, press its emergency stop."
            )
            if crash.had_robot
            else self.tr("No robot is connected, so nothing moves.")
        )
        self._saved.setText(
            self.tr("Everything measured is on the disk, and so is your place in the visit.")
            if crash.is_saved
            else self.tr("Everything measured is on the disk. Your place in the visit could not be saved.")
        )
        self._next.setText(
            self.tr(
                "Go on where you are. If it happens again, close Torsion and start it again: it offers to"
                " continue. A problem report helps to mend it."
            )
        )
        self._code.setText(f"({self._message.code})")
        self._count.setText(
            self.tr("It has happened {count} times.").format(count=crash.count) if crash.count > 1 else ""
        )
        self._count.setVisible(crash.count > 1)
        self.setAccessibleName(self.text)
        if self.isHidden():
            self._behind.setEnabled(False)
            self._take_place()
            self.show()
            self.raise_()

    @Slot()
    def close_panel(self) -> None:
        """Close the panel and give the page back."""
        self._behind.setEnabled(True)
        self.hide()
        self.closed.emit()

    @Slot()
    def _make_report(self) -> None:
        self.close_panel()
        self.report_asked.emit()

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.details)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Follow the size of the widget behind."""
        if event.type() in {QEvent.Type.Resize, QEvent.Type.Move}:
            self._take_place()
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Cover the page with a veil."""
        veil = QColor(current_theme().colour("window"))
        veil.setAlpha(_VEIL)
        painter = QPainter(self)
        painter.fillRect(self.rect(), veil)
        painter.end()

    def _take_place(self) -> None:
        self.setGeometry(QRect(self._behind.pos(), self._behind.size()))

    def _lay_out(self) -> None:
        card = Card(margin=3 * GRID)
        card.setMaximumWidth(_WIDEST)
        top, wide = Qt.AlignmentFlag.AlignTop, 2 * GRID
        sign = GlyphView(Glyph.CROSS, size=28)
        head = in_row((sign, 0, top), (self._title, 1), (self._code, 0, top), spacing=wide)
        fill(card.column, head, self._robot, self._saved, self._next, self._count)
        card.column.addSpacing(GRID)
        card.column.addLayout(
            in_row(self.copy_button, 1, self.report_button, self.go_on_button, spacing=wide)
        )
        in_column(1, in_row(1, (card, 100), 1), 2, of=self, margins=(wide, wide, wide, wide))
