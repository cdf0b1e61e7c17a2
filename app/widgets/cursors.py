"""Two cursors over all strip charts of a page, at the same times in every chart.

Charts that share cursors share their time axis: zooming or panning one of them moves all.
"""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from app.speech.units import number
from app.widgets.layouts import bare_row
from app.widgets.strip_chart import StripChart
from app.widgets.text import Text

_FIRST_PLACES = (-0.6, -0.4)
"""First places of A and B, as shares of the window, away from its ends."""

_SAME = 1e-6
"""Largest difference of equal ranges, as a share of the window."""


class Cursors(QObject):
    """The cursors A and B; places are times in s, 0 at the newest sample and negative before."""

    moved = Signal(float, float)
    """Carries the places of A and B; also emitted when they are shown or hidden."""

    def __init__(self, charts: Sequence[StripChart], *, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._charts = tuple(charts)
        self._window_s = charts[0].window_s if charts else 0.0
        self.is_shown = False
        self.current = 0
        """Cursor that the arrow keys move: 0 for A, 1 for B."""
        self.a, self.b = (share * self._window_s for share in _FIRST_PLACES)
        for chart in self._charts:
            chart.cursor_dragged.connect(self._drag)
            chart.cursor_stepped.connect(self._step)
            chart.cursor_switched.connect(self._switch)
            view = chart.box
            view.sigXRangeChanged.connect(lambda *_, chart=chart: self._move_all(chart))

    @property
    def places(self) -> tuple[float, float] | None:
        """Places of A and B; None while they are hidden."""
        return (self.a, self.b) if self.is_shown else None

    @property
    def between_s(self) -> float:
        """Time Δt from A to B, s."""
        return self.b - self.a

    def set_window(self, seconds: float) -> None:
        """Set the window; if a cursor would be outside, both go to their first places."""
        self._window_s = seconds
        if min(self.a, self.b) < -seconds:
            self.a, self.b = (share * seconds for share in _FIRST_PLACES)
        self._show()

    @Slot(bool)
    def set_shown(self, shown: bool) -> None:  # noqa: FBT001  # fits QAbstractButton.toggled
        """Show or hide both cursors in every chart."""
        self.is_shown = shown
        self._show()

    def move(self, a: float, b: float) -> None:
        """Move the cursors, at most to the ends of the window."""
        self.a, self.b = (min(max(place, -self._window_s), 0.0) for place in (a, b))
        self._show()

    @Slot(int, float)
    def _drag(self, which: int, place: float) -> None:
        self.current = which
        self.move(*((place, self.b) if which == 0 else (self.a, place)))

    @Slot(float)
    def _step(self, seconds: float) -> None:
        self._drag(self.current, (self.a, self.b)[self.current] + seconds)

    @Slot()
    def _switch(self) -> None:
        self.current = 1 - self.current
        self._show()

    def _move_all(self, moved: StripChart) -> None:
        """Show the same range of time in the other charts that have the same window."""
        low, high = moved.visible_range()
        for chart in self._charts:
            shown = chart.visible_range()
            apart = max(abs(shown[0] - low), abs(shown[1] - high))
            if chart.window_s == moved.window_s and apart > _SAME * moved.window_s:
                chart.box.setXRange(low, high, padding=0)  # by hand: the whole view stays

    def _show(self) -> None:
        for chart in self._charts:
            chart.show_cursors(self.places, current=self.current)
        self.moved.emit(self.a, self.b)


class CursorReadout(QWidget):
    """Δt and 1/Δt between the cursors; empty while they are hidden."""

    def __init__(self, cursors: Cursors) -> None:
        super().__init__()
        self._cursors = cursors
        self.words = Text()
        bare_row(self.words, of=self)
        cursors.moved.connect(self._show)
        self._show()

    @Slot()
    def _show(self) -> None:
        between_s = self._cursors.between_s
        frequency = number(1.0 / abs(between_s)) if between_s else "–"
        words = self.tr("A to B: Δt {time} s · 1/Δt {frequency} Hz").format(
            time=number(between_s, decimals=3), frequency=frequency
        )
        self.words.setText(words if self._cursors.is_shown else "")
        self.words.setAccessibleName(words if self._cursors.is_shown else "")
