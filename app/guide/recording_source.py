"""A page's way to take recordings in place of an arm, as the rest of the window knows it."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from app.visit.summaries import RecordingSummary


class RecordingSource(QObject):
    """Result of a page that is computed from chosen recordings.

    Parameters
    ----------
    purpose
        Words for what the recordings are for, such as *Friction*.
    suits
        Tells which recordings of a visit are suggested.
    """

    asked = Signal()
    """Emitted when the user wants to choose recordings."""

    def __init__(self, *, purpose: str, suits: Callable[[RecordingSummary], bool], parent: QObject) -> None:
        super().__init__(parent)
        self.purpose, self.suits = purpose, suits

    @property
    def is_possible(self) -> bool:
        """True if recordings can be taken now."""
        raise NotImplementedError

    def take(self, labels: Sequence[str]) -> None:
        """Compute the page's result from these recordings of the visit."""
        raise NotImplementedError
