"""The one way to tell the person something: a bus that the banner in the page listens to.

Every message says what happened, what it means and what to do; never a modal
window. The sentences of errors come from ``app.errors.text``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QObject, Signal

from app.errors.text import Message, error_text


class Severity(StrEnum):
    """How a message looks: shape and colour."""

    NOTE = "note"
    GOOD = "good"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True)
class Offer:
    """What can be done about the message that is shown: a caption, and what it does."""

    caption: str
    act: Callable[[], None]


class MessageBus(QObject):
    """Carries messages to whoever shows them."""

    offered = Signal(object)
    """Offer, which belongs to the message that was posted last."""

    posted = Signal(object, object)
    """Message, Severity."""
    cleared = Signal()

    def post(self, message: Message, *, severity: Severity = Severity.NOTE) -> None:
        """Show a message until the next one, or until it is dismissed."""
        self.posted.emit(message, severity)

    def tell(self, title: str, meaning: str = "", *, severity: Severity = Severity.NOTE) -> None:
        """Show a short message without a code."""
        self.post(Message(title, meaning, "", ""), severity=severity)

    def show_error(self, error: BaseException) -> None:
        """Word an error and show it."""
        self.post(error_text(error), severity=Severity.ERROR)

    def offer(self, caption: str, act: Callable[[], None]) -> None:
        """Offer something to do about the message that was shown last."""
        self.offered.emit(Offer(caption, act))

    def clear(self) -> None:
        """Take the message away."""
        self.cleared.emit()
