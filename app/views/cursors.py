"""Two cursors over all strip charts of a page: the same moments in every chart."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.views.strip_chart import StripChart


class Cursors(QObject):
    """Lines A and B; places are in s before the newest sample, at most 0."""

    moved = Signal(float, float)
    """Where A and B stand now; also when they are shown or hidden."""

    def __init__(self, charts: Sequence[StripChart], *, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.is_shown = False
        self.a, self.b = 0.0, 0.0

    @property
    def places(self) -> tuple[float, float] | None:
        """Where A and B stand; None while they are hidden."""
        return (self.a, self.b) if self.is_shown else None

    def set_window(self, seconds: float) -> None:
        """Keep the cursors within another window."""
        raise NotImplementedError

    def set_shown(self, shown: bool) -> None:  # noqa: FBT001  # fits QAbstractButton.toggled
        """Show or hide both in every chart."""
        raise NotImplementedError

    def move(self, a: float, b: float) -> None:
        """Put them somewhere."""
        raise NotImplementedError


class CursorReadout(QWidget):
    """Δt and 1/Δt between the cursors, beside the button that shows them."""

    def __init__(self, cursors: Cursors, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
