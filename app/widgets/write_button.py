"""Hold to write: what is not a motion may be held down by the keyboard too."""

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.arm.hold import Moment, moment_now
from app.look.theme import current_theme
from app.look.tokens import CARD_RADIUS
from app.speech.language import translate
from app.widgets.hold_button import HoldButton

_KEYPAD = Qt.KeyboardModifier.KeypadModifier
_KEYS = {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}


class WriteButton(HoldButton):
    """As wide as it may be; the space bar or Enter counts like a finger for as long as it stays down."""

    def __init__(
        self, text: str, *, clock: Callable[[], Moment] = moment_now, parent: QWidget | None = None
    ) -> None:
        how = translate(
            "WriteButton", "Hold for one second with the pointer, a finger, the space bar or Enter."
        )
        super().__init__(text, how=how, clock=clock, parent=parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Begin to count; a key that repeats itself is still the same press."""
        if event.key() not in _KEYS:
            event.ignore()
        elif self.is_held and not event.isAutoRepeat():
            self.cancel()  # a second press without a release in between
        elif not event.isAutoRepeat() and self.hasFocus() and not event.modifiers() & ~_KEYPAD:
            self._begin()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Letting go cancels."""
        if event.key() not in _KEYS:
            event.ignore()
        elif not event.isAutoRepeat():
            self.cancel()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """A key that is let go elsewhere is never heard of here."""
        super().focusOutEvent(event)
        self.cancel()

    def paintEvent(self, event: object) -> None:
        """A ring for the keyboard."""
        super().paintEvent(event)
        if self.hasFocus():
            with QPainter(self) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(QPen(current_theme().colour("text"), 2))
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(4, 4, -4, -4), CARD_RADIUS, CARD_RADIUS)
