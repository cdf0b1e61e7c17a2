"""The bar on top of every page: product, robot, connection, and STOP at the right.

A bar without a real arm is striped; a real arm shows its serial
number, and the bar stays solid.
"""

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QIcon, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.guide.actions import Action, tool_tip
from app.look.theme import current_theme
from app.look.tokens import GRID, STOP_SIZE, TARGET_HEIGHT, TOP_STOP_WIDTH
from app.widgets.glyphs import Glyph, GlyphView, glyph_pixmap, paint_glyph
from app.widgets.layouts import SignedText, in_row
from app.widgets.mark_ribbon import paint_stripes
from app.widgets.text import BOLD, Button, ElidedButton, ElidedText, Text

HEIGHT = 72
_LINE = 3
_ROOMY_FROM = 1200
"""Width, px, from which all words of the bar have room."""
_SIGN = 24
_SIDE = 44


class StopButton(Button):
    """Button *STOP motion*, large enough for a glove; emits ``stop_pressed`` on the press."""

    stop_pressed = Signal()

    def __init__(self) -> None:
        super().__init__(self.tr("STOP motion (Esc)"), role="stop")
        self.setText(f"  {self.text()}")  # Qt leaves too little between icon and text
        self.setAccessibleDescription(
            self.tr("Stops a moving robot. It does not replace the emergency stop.")
        )
        self.setToolTip(self.accessibleDescription())
        self.setMinimumSize(*STOP_SIZE)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setIconSize(QSize(20, 20))
        self.pressed.connect(self.stop_pressed)
        current_theme().changed.connect(self._take_icon)
        self._take_icon()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave Space to the window, where it stops a moving arm and does nothing else."""
        if event.key() == Qt.Key.Key_Space:
            event.ignore()
            return
        super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Measure the words again: only now the button has the style of its window."""
        super().showEvent(event)
        self._take_icon()

    def _take_icon(self) -> None:
        pixmap = glyph_pixmap(Glyph.STOP, 20, current_theme().tokens, ratio=self.devicePixelRatioF())
        self.setIcon(QIcon(pixmap))
        self.ensurePolished()
        self.setMinimumWidth(max(TOP_STOP_WIDTH, self.sizeHint().width()))  # its words are never cut


class BellButton(Button):
    """Hidden until there is a message; a dot says that some were not looked at."""

    def __init__(self) -> None:
        super().__init__(role="quiet")
        self.unread = 0
        self.setFixedSize(_SIDE, _SIDE)
        self.show_count(0)
        self.has_messages = False
        """True once there was a message."""
        self.hide()

    def show_count(self, unread: int) -> None:
        """Show the bell, with a dot where messages are unread."""
        self.unread = unread
        words = self.tr("Messages")
        if unread:
            words = self.tr("Messages, {count} not looked at").format(count=unread)
        self.setToolTip(words)
        self.setAccessibleName(words)
        self.has_messages = True
        self.show()
        self.update()

    def sizeHint(self) -> QSize:
        """A square that a finger hits."""
        return QSize(_SIDE, _SIDE)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the button with the bell, and the dot."""
        super().paintEvent(event)
        tokens = current_theme().tokens
        with QPainter(self) as painter:
            place = QRectF(0, 0, _SIGN, _SIGN)
            place.moveCenter(QRectF(self.rect()).center())
            paint_glyph(painter, place, Glyph.BELL, tokens)
            if self.unread:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(current_theme().colour("surface"))
                painter.setBrush(current_theme().colour("error"))
                painter.drawEllipse(QRectF(place.right() - 8, place.top() - 1, 10, 10))


class Chip(QWidget):
    """A word on a colour, such as VIRTUAL on the warning colour."""

    def __init__(self, *, ground: str, ink: str) -> None:
        super().__init__()
        self._ground, self._ink = ground, ink
        self._label = Text(weight=BOLD)
        in_row(self._label, of=self, margins=(12, 4, 12, 4))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        current_theme().changed.connect(self._take_colour)
        self._take_colour()
        self.hide()

    @property
    def word(self) -> str:
        """Word that is shown; empty while hidden."""
        return "" if self.isHidden() else self._label.text()

    def show_word(self, word: str) -> None:
        """Show a word; an empty one hides the chip."""
        if word == self.word:
            return
        self._label.setText(word)
        self.setAccessibleName(word)
        self.setVisible(bool(word))

    def _take_colour(self) -> None:
        palette = self._label.palette()
        palette.setColor(self._label.foregroundRole(), current_theme().colour(self._ink))
        self._label.setPalette(palette)
        self.update()

    def paintEvent(self, _event: object) -> None:
        """Draw the rounded ground of the word."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(current_theme().colour(self._ground))
        painter.drawRoundedRect(QRectF(self.rect()), 6, 6)
        painter.end()


class TopBar(QWidget):
    """Product and robot on the left; connection, help, settings and STOP on the right."""

    home_asked = Signal()
    help_asked = Signal()
    settings_asked = Signal()
    messages_asked = Signal()
    visit_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setMinimumHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.visit_button = ElidedButton(role="quiet")  # in a narrow window it is shortened, and never STOP
        self.visit_button.setToolTip(self.tr("Name, customer or cell, and note of this visit"))
        self.visit_button.clicked.connect(self.visit_asked)
        self._mark = Chip(ground="warning", ink="on_warning")
        self._serial = Chip(ground="accent", ink="on_accent")
        self.connection = SignedText(elides=True)
        self.stop = StopButton()
        self.home_button = Button(self.tr("Home"), role="quiet")
        self.home_button.setToolTip(self.tr("The start screen; the visit is saved and can be continued"))
        self.home_button.clicked.connect(self.home_asked)
        self.home_button.hide()
        self.help_button = Button(self.tr("Help"), role="quiet")
        self.help_button.setToolTip(self.tr("What this page is for and how to go on (F1)"))
        self.help_button.clicked.connect(self.help_asked)
        self.settings_button = Button(self.tr("Settings"), role="quiet")
        self.settings_button.setToolTip(tool_tip(Action.SETTINGS))
        self.settings_button.clicked.connect(self.settings_asked)
        self.pace_button = Button("", role="quiet")
        self.pace_button.setAccessibleName(self.tr("Pace of the virtual robot"))
        self.pace_button.setToolTip(self.tr("How fast the virtual robot's time passes: 1×, 4× or 16×"))
        self.pace_button.hide()
        self.bell = BellButton()
        self.bell.clicked.connect(self.messages_asked)
        self._product = Text(self.tr("Torsion"), weight=BOLD)
        self._arm = ElidedText(weight=BOLD)
        self._arm.hide()
        self._is_moving = False
        middle, wide = Qt.AlignmentFlag.AlignVCenter, 2 * GRID
        left = (
            GlyphView(Glyph.ARM, size=28),
            self._product,
            self.home_button,
            self.visit_button,
            self._arm,
        )
        chips = ((self._mark, 0, middle), (self._serial, 0, middle))
        right = (
            self.pace_button,
            self.connection,
            self.bell,
            self.help_button,
            self.settings_button,
            self.stop,
        )
        in_row(*left, *chips, 1, *right, of=self, spacing=wide, margins=(wide, GRID, wide, GRID))
        self.show_robot("")
        self.show_connection(Glyph.EMPTY, self.tr("No robot connected"))
        current_theme().changed.connect(self._take_theme)
        self._take_theme()

    @property
    def is_striped(self) -> bool:
        """True while the bar marks that the arm is not real."""
        return bool(self.mark)

    @property
    def mark(self) -> str:
        """Word on the stripes; empty without."""
        return self._mark.word

    @property
    def serial(self) -> str:
        """Words with the serial number of a real arm; empty for others."""
        return self._serial.word

    def show_robot(self, robot: str, *, visit: str = "", mark: str = "", serial: str = "") -> None:
        """Name the robot and the visit; stripes with a ``mark``, else the solid bar with a serial number."""
        before = self.mark, self.serial
        self.visit_button.set_text(" · ".join(filter(None, (robot, visit))))
        self._arm.setText(self.visit_button.text())
        self._show_visit_button()
        self._make_room()
        self._mark.show_word(mark)
        real = serial and not mark
        self._serial.show_word(self.tr("Serial number {serial}").format(serial=serial) if real else "")
        if before != (self.mark, self.serial):
            self.update()

    def show_moving(self, *, is_moving: bool) -> bool:
        """Leave out everything to press but STOP and the pace while the arm moves; True if that is new."""
        if is_moving is self._is_moving:
            return False
        self._is_moving = is_moving
        for button in (self.help_button, self.settings_button):
            button.setVisible(not is_moving)
        self.bell.setVisible(not is_moving and self.bell.has_messages)
        self._arm.setText(self.visit_button.text())
        self._arm.setVisible(is_moving)
        self._show_visit_button()
        return True

    def _show_visit_button(self) -> None:
        self.visit_button.setVisible(bool(self.visit_button.text()) and not self._is_moving)

    @Slot(int)
    def show_messages(self, unread: int) -> None:
        """Show the bell, with the number of messages that have left unread."""
        self.bell.show_count(unread)
        self.bell.setVisible(not self._is_moving)

    def show_pace(self, words: str) -> None:
        """Show the pace of a virtual robot on its button; none without words."""
        if words:
            self.pace_button.set_text(words)
            self.pace_button.setAccessibleName(self.tr("Pace {pace}").format(pace=words))
            self._take_theme()
        self.pace_button.setVisible(bool(words))

    def show_connection(self, glyph: Glyph, words: str) -> None:
        """Show the state of the link to the robot."""
        self.connection.show_text(glyph, words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the room to the arm where there is little."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Name the product, unless the words of visit and connection would be cut for it."""
        is_roomy = self.width() >= current_theme().scaled(_ROOMY_FROM)
        self._product.setVisible(is_roomy or self.visit_button.isHidden())

    def _take_theme(self) -> None:
        self.pace_button.setMinimumWidth(max(TARGET_HEIGHT, self.pace_button.sizeHint().width()))
        self._make_room()
        self.update()

    def paintEvent(self, _event: object) -> None:
        """Draw the stripes, or the solid line of a real arm."""
        painter = QPainter(self)
        if self.is_striped:
            paint_stripes(painter, QRectF(self.rect()))
        elif self.serial:
            place = QRectF(0, self.height() - _LINE, self.width(), _LINE)
            painter.fillRect(place, current_theme().colour("accent"))
        painter.end()
