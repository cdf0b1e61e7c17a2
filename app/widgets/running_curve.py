"""A running curve: the last seconds of one signal, its newest value and its state; grey if it is silent.

A small one leaves the state out while samples come: the curve runs, and its room is needed.
"""

import numpy as np
from PySide6.QtWidgets import QWidget

from app.arm.live_feed import WINDOW_S, Snapshot
from app.look.tokens import GRID
from app.speech.units import SECOND, DisplayUnit, number
from app.widgets.glyphs import Glyph
from app.widgets.layouts import SignedText, bare_column, bare_row
from app.widgets.legend import Curve
from app.widgets.plot import Plot
from app.widgets.text import BOLD, Text, muted

_DECIMALS = 2


class RunningCurve(QWidget):
    """The newest value and the state of the signal above, the curve below."""

    def __init__(self, name: str, *, is_small: bool = False) -> None:
        super().__init__()
        self.plot = Plot(name)
        self.caption, self.state = muted(), SignedText()
        self._value = Text(weight=BOLD)
        self._is_small, self._least_span = is_small, 1.0
        self._unit, self._name, self._newest = DisplayUnit("", 1.0), "", ""
        self.is_stale = False
        self.head = bare_row(self.caption, None, self._value, spacing=2 * GRID)
        if is_small:
            bare_column(self.head, self.state, (self.plot, 1), of=self, spacing=GRID // 2)
        else:
            self.head.addWidget(self.state)
            bare_column(self.head, (self.plot, 1), of=self)
        self.show_nothing()

    def watch(self, name: str, unit: DisplayUnit, *, least_span: float, caption: str = "") -> None:
        """Name the signal of the curve; the axis never shows less than ``least_span`` of it."""
        self._name, self._unit, self._least_span = name, unit, least_span
        self.caption.setText(caption)
        time, is_titled = self.tr("Time before now"), not self._is_small  # there the caption has the name
        self.plot.label_axes(time, SECOND.symbol, name, unit.symbol, stacked=True, is_titled=is_titled)
        self.plot.show_curves(())

    def show_bare(self) -> None:
        """Leave out the caption and the value, which are shown elsewhere."""
        self.caption.hide()
        self._value.hide()

    @property
    def reading(self) -> tuple[str, str, str]:
        """Caption, newest value and unit; no value without samples."""
        return self.caption.text(), self._newest, self._unit.symbol

    def show_nothing(self) -> None:
        """Empty the plot, because there is no stream."""
        self.is_stale, self._newest = False, ""
        self.plot.show_curves(())
        self._value.setText("")
        self.state.show_text(Glyph.EMPTY, self.tr("No data"))
        self.state.show()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show the newest window; a silent stream is grey, with the time of its last sample."""
        values = snapshot.values * self._unit.per_si
        self.is_stale = snapshot.is_stale
        pen = "stale" if snapshot.is_stale else "measured"
        curve = Curve(self._name, self._unit.symbol, snapshot.time, values, pen)
        newest = round(snapshot.newest * self._unit.per_si, _DECIMALS) + 0.0  # adding 0.0 turns -0.0 into 0.0
        shown = f"{number(newest, decimals=_DECIMALS)} {self._unit.symbol}"
        self.plot.show_running(curve, window=WINDOW_S, least_span=self._least_span)
        self._newest = number(newest, decimals=1) if np.isfinite(snapshot.newest) else ""
        self._value.setText(shown if self._newest else "")
        self.state.setVisible(snapshot.is_stale or not self._is_small)
        if not snapshot.is_stale:
            self.state.show_text(Glyph.MOVING, self.tr("Live"))
        elif snapshot.heard_at is None:
            self.state.show_text(Glyph.EMPTY, self.tr("No data"))
        else:
            when = snapshot.heard_at.strftime("%H:%M:%S")
            self.state.show_text(Glyph.WARNING, self.tr("No data since {time}").format(time=when))
        self._value.setEnabled(not snapshot.is_stale)
