"""The message bus: messages to the user, which the banner in the page displays.

Each message contains what happened, what it means and what to do; it is never a modal window. The
sentences of errors come from ``app.errors.text``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QObject, Signal

from app.errors.text import Message, window_text


class Severity(StrEnum):
    """Severity of a message, which determines its shape and colour."""

    NOTE = "note"
    GOOD = "good"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True)
class Offer:
    """An action offered with the shown message: its caption and what it does."""

    caption: str
    act: Callable[[], None]


class MessageBus(QObject):
    """Passes messages to the widgets that show them."""

    offered = Signal(object)
    """Carries an ``Offer``, which belongs to the message posted last."""

    posted = Signal(object, object)
    """Carries ``Message`` and ``Severity``."""
    cleared = Signal()

    def post(self, message: Message, *, severity: Severity = Severity.NOTE) -> None:
        """Show a message until the next one, or until it is dismissed."""
        self.posted.emit(message, severity)

    def show(self, title: str, meaning: str = "", *, severity: Severity = Severity.NOTE) -> None:
        """Show a short message without a code."""
        self.post(Message(title, meaning, "", ""), severity=severity)

    def show_error(self, error: BaseException) -> None:
        """Word an error and show it."""
        self.post(window_text(error), severity=Severity.ERROR)

    def offer(self, caption: str, act: Callable[[], None]) -> None:
        """Offer something to do about the message that was shown last."""
        self.offered.emit(Offer(caption, act))

    def clear(self) -> None:
        """Remove the shown message from the banner."""
        self.cleared.emit()
