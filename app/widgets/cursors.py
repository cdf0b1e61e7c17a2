"""Two cursors over all strip charts of a page: the same moments in every chart, and what lies between.

Charts that share cursors share their time axis: zooming or panning one of them moves all.
"""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.speech.units import number
from app.widgets.strip_chart import StripChart
from app.widgets.text import Text

_FIRST_PLACES = (-0.6, -0.4)
"""Of the window: where A and B stand when they are shown first, free of its ends."""

_SAME = 1e-6
"""Of the window: ranges closer than that are the same."""


class Cursors(QObject):
    """Lines A and B; places are in s before the newest sample, at most 0."""

    moved = Signal(float, float)
    """Where A and B stand now; also when they are shown or hidden."""

    def __init__(self, charts: Sequence[StripChart], *, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._charts = tuple(charts)
        self._window_s = charts[0].window_s if charts else 0.0
        self.is_shown = False
        self.current = 0
        """Which one the arrow keys move: 0 for A, 1 for B."""
        self.a, self.b = (share * self._window_s for share in _FIRST_PLACES)
        for chart in self._charts:
            chart.cursor_dragged.connect(self._drag)
            chart.cursor_stepped.connect(self._step)
            chart.cursor_switched.connect(self._switch)
            view = chart.box
            view.sigXRangeChanged.connect(lambda *_, chart=chart: self._move_all(chart))

    @property
    def places(self) -> tuple[float, float] | None:
        """Where A and B stand; None while they are hidden."""
        return (self.a, self.b) if self.is_shown else None

    @property
    def between_s(self) -> float:
        """Δt from A to B, s."""
        return self.b - self.a

    def set_window(self, seconds: float) -> None:
        """Keep the cursors within another window; one that would be outside of it starts over."""
        self._window_s = seconds
        if min(self.a, self.b) < -seconds:
            self.a, self.b = (share * seconds for share in _FIRST_PLACES)
        self._show()

    @Slot(bool)
    def set_shown(self, shown: bool) -> None:  # noqa: FBT001  # fits QAbstractButton.toggled
        """Show or hide both in every chart."""
        self.is_shown = shown
        self._show()

    def move(self, a: float, b: float) -> None:
        """Put them somewhere within the window."""
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
        """Let the other charts show the same stretch of time; those that do already stay as they are."""
        low, high = moved.visible_range()
        for chart in self._charts:
            shown = chart.visible_range()
            apart = max(abs(shown[0] - low), abs(shown[1] - high))
            if chart.window_s == moved.window_s and apart > _SAME * moved.window_s:
                chart.setXRange(low, high, padding=0)

    def _show(self) -> None:
        for chart in self._charts:
            chart.show_cursors(self.places, current=self.current)
        self.moved.emit(self.a, self.b)


class CursorReadout(QWidget):
    """Δt and 1/Δt between the cursors; empty while there are none."""

    def __init__(self, cursors: Cursors, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cursors = cursors
        self.words = Text()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.words)
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
