"""A button that is held to write a value; unlike a motion, this may be done by keyboard too."""

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPen
from PySide6.QtWidgets import QSizePolicy

from app.arm.hold import Moment, moment_now
from app.look.theme import current_theme
from app.look.tokens import CARD_RADIUS
from app.speech.language import translate
from app.widgets.hold_button import HoldButton
from app.widgets.painting import smooth_painter

_KEYPAD = Qt.KeyboardModifier.KeypadModifier
_KEYS = {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}


class WriteButton(HoldButton):
    """A wide hold button that can also be held with the space bar or Enter."""

    def __init__(self, text: str, *, clock: Callable[[], Moment] = moment_now) -> None:
        how = translate(
            "WriteButton", "Hold for one second with the pointer, a finger, the space bar or Enter."
        )
        super().__init__(text, how=how, clock=clock)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Start to count; a repeated key event belongs to the same press."""
        if event.key() not in _KEYS:
            event.ignore()
        elif self.is_held and not event.isAutoRepeat():
            self.cancel()  # a second press without a release in between
        elif not event.isAutoRepeat() and self.hasFocus() and not event.modifiers() & ~_KEYPAD:
            self._begin()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Cancel the hold."""
        if event.key() not in _KEYS:
            event.ignore()
        elif not event.isAutoRepeat():
            self.cancel()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Cancel the hold, because the release of the key would go to another widget."""
        super().focusOutEvent(event)
        self.cancel()

    def paintEvent(self, event: object) -> None:
        """Paint a ring for the focus too."""
        super().paintEvent(event)
        if self.hasFocus():
            with smooth_painter(self) as painter:
                painter.setPen(QPen(current_theme().colour("text"), 2))
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(4, 4, -4, -4), CARD_RADIUS, CARD_RADIUS)
