"""Footer of every page: *Back*, words, and the primary rectangle, which never moves."""

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPainterPath
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.guide.actions import Action, tool_tip
from app.guide.primary_action import Meaning, Primary
from app.look.theme import TextSize, current_theme
from app.look.tokens import CARD_RADIUS, GRID
from app.widgets.layouts import in_column, in_row
from app.widgets.painting import smooth_painter
from app.widgets.text import BOLD, Button, Text

DEAF_MS = 600
"""Time for which the rectangle takes no press after its meaning has changed, ms."""
RECTANGLE = (368, 58)
"""Width and height of the primary rectangle at a scale of 100 %, pixels."""
_SMALLEST_BUTTON = 96
_BELOW = 6
_BAR = 6
_PRESSES = frozenset({QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick, QEvent.Type.TouchBegin})


class _Progress(QWidget):
    """Quiet progress in place of a button: two lines of words, and a bar at the foot."""

    def __init__(self) -> None:
        super().__init__()
        self._fraction = 0.0
        self.words, self.line = Text(size=TextSize.BODY, weight=BOLD), Text()
        middle = Qt.AlignmentFlag.AlignHCenter
        in_column(1, (self.words, 0, middle), (self.line, 0, middle), 1, of=self, spacing=0)
        self.setAccessibleName(self.tr("Progress"))

    @property
    def fraction(self) -> float:
        """The shown share, 0 to 1."""
        return self._fraction

    def show_progress(self, text: str, line: str, fraction: float) -> None:
        """Show the work under way and its completed share."""
        self.words.setText(text)
        self.line.setText(line)
        self.line.setVisible(bool(line))
        self._fraction = fraction
        self.setAccessibleDescription(f"{text}. {line}".strip())
        self.update()

    def paintEvent(self, _event: object) -> None:
        """Paint the ground, and the bar over the completed share."""
        theme, place = current_theme(), QRectF(self.rect())
        outline = QPainterPath()
        outline.addRoundedRect(place, CARD_RADIUS, CARD_RADIUS)
        with smooth_painter(self) as painter:
            painter.fillPath(outline, theme.colour("accent", 0.1))
            painter.setClipPath(outline)
            bar = QRectF(0.0, place.height() - _BAR, place.width() * self._fraction, _BAR)
            painter.fillRect(bar, theme.colour("accent"))


class Rectangle(QStackedWidget):
    """The primary rectangle: the frame's button, a button of the page, or quiet progress.

    After its meaning has changed it takes no press of pointer or finger for ``DEAF_MS``: who pressed a moment
    later still meant what it was before.
    """

    def __init__(self, button: Button) -> None:
        super().__init__()
        self.button, self.progress = button, _Progress()
        self._meaning: object = None
        self._deaf = QTimer(self, singleShot=True)
        for face in (button, self.progress):
            self.take(face)
        current_theme().changed.connect(self._take_size)
        self._take_size()

    @property
    def is_deaf(self) -> bool:
        """True while presses are not taken."""
        return self._deaf.isActive()

    def show_face(self, face: QWidget, meaning: object) -> None:
        """Show a button or the progress; another ``meaning`` takes no press for a moment."""
        self.take(face)
        self.setCurrentWidget(face)
        if meaning != self._meaning:
            self._meaning = meaning
            if DEAF_MS:
                self._deaf.start(DEAF_MS)

    def take(self, face: QWidget) -> None:
        """Make a button one of the faces."""
        if self.indexOf(face) < 0:
            face.removeEventFilter(self)
            face.installEventFilter(self)
            self.addWidget(face)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Take no press for a moment after the meaning has changed."""
        return self.is_deaf and event.type() in _PRESSES

    def _take_size(self) -> None:
        width, height = (current_theme().scaled(side) for side in RECTANGLE)
        self.setFixedSize(width, height)


class Footer(QWidget):
    """Back, a line of words, Cancel while something runs, and the primary rectangle."""

    back = Signal()
    primary = Signal()
    skipped = Signal()
    """Emitted by the quiet button beside a hold, which goes on without it."""
    cancel = Signal()
    by_itself = Signal()
    """Emitted by the button *Go on by itself*, and by the one that ends it."""

    def __init__(self) -> None:
        super().__init__()
        self._back = Button(self.tr("Back"))
        self._back.setToolTip(tool_tip(Action.BACK))
        self._place = Text(role="muted", wrap=True)
        self._place.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._cancel = Button(self.tr("Cancel"))
        self.by_itself_button = Button(self.tr("Go on by itself"), role="quiet")
        self.skip_button = Button(self.tr("Next"), role="quiet")
        self.primary_button = Button(role="primary")
        self.primary_button.setToolTip(tool_tip(Action.PRIMARY))
        self.rectangle = Rectangle(self.primary_button)
        for button, signal in (
            (self._back, self.back),
            (self._cancel, self.cancel),
            (self.by_itself_button, self.by_itself),
            (self.skip_button, self.skipped),
            (self.primary_button, self.primary),
        ):
            button.setMinimumWidth(_SMALLEST_BUTTON)
            button.clicked.connect(signal.emit)
        right = (self._cancel, self.by_itself_button, self.skip_button, self.rectangle)
        wide = 2 * GRID
        in_row(
            self._back, (self._place, 1), *right, of=self, spacing=wide, margins=(wide, GRID, wide, _BELOW)
        )
        self.show_busy("")
        self.show_by_itself("")
        self.show_skip("")

    @property
    def place(self) -> str:
        """Words between the buttons."""
        return self._place.text()

    @property
    def first_button(self) -> QWidget:
        """The button that gets the focus: that of the rectangle, but never one that has to be held."""
        shown = self.rectangle.currentWidget()
        return shown if isinstance(shown, Button) else self.skip_button

    def take(self, *buttons: QWidget) -> None:
        """Take buttons of a page into the rectangle, where only one of them is seen at a time."""
        for button in buttons:
            self.rectangle.take(button)

    def show_primary(self, primary: Primary, *, of: object = None) -> None:
        """Show what the rectangle does on the page ``of``; without words it is empty.

        It has the accent where it is the thing to do now, and is quiet where the page has another one.
        """
        self.rectangle.setVisible(bool(primary.text))
        if primary.is_progress:
            self.rectangle.progress.show_progress(primary.text, primary.line, primary.fraction)
            self.rectangle.show_face(self.rectangle.progress, (of, primary.meaning))
            return
        button = self.primary_button if primary.button is None else primary.button
        if primary.meaning is not Meaning.HOLD:
            assert isinstance(button, Button)
            if button.text() != primary.text:
                button.set_text(primary.text)
            button.take_role("primary" if primary.is_due else "")
            button.setEnabled(primary.is_enabled)
            button.setFont(current_theme().font(weight=BOLD))
        self.rectangle.show_face(button, (of, primary.meaning, primary.text))

    def show_skip(self, text: str) -> None:
        """Name the quiet button that goes on without the motion; hidden without a text."""
        if text and text != self.skip_button.text():
            self.skip_button.set_text(text)
        self.skip_button.setVisible(bool(text))

    def show_back(self, *, enabled: bool) -> None:
        """Enable or disable *Back*."""
        self._back.setEnabled(enabled)

    def show_moving(self, *, is_moving: bool) -> None:
        """Leave *Back* out while the arm moves."""
        self._back.setVisible(not is_moving)

    def show_by_itself(self, text: str) -> None:
        """Name the button that lets a guide go on by itself, or ends that; hidden without a text."""
        if text and text != self.by_itself_button.text():
            self.by_itself_button.set_text(text)
        self.by_itself_button.setVisible(bool(text))

    def show_place(self, text: str) -> None:
        """Show the place in the guide, or why the rectangle is what it is."""
        self._place.setText(text)

    def show_busy(self, text: str) -> None:
        """Show the work under way with *Cancel*; none with an empty text."""
        if text:
            self._place.setText(text)
        self._cancel.setVisible(bool(text))

    def paintEvent(self, _event: object) -> None:
        """Paint the ground of the footer, with a line above it."""
        theme = current_theme()
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.colour("surface"))
            painter.fillRect(0, 0, self.width(), 1, theme.colour("hairline"))
