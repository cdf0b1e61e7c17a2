"""The amplitude spectrum of a signal over frequency, or over cycles per motor turn."""

import math
from collections.abc import Mapping
from enum import IntEnum

import numpy as np
from PySide6.QtCore import QElapsedTimer, Qt, Signal
from PySide6.QtWidgets import QWidget

from app.look.tokens import GRID
from app.speech.language import listed
from app.speech.units import ARCMINUTE, DisplayUnit, number
from app.speech.words import signal_word
from app.widgets.layouts import ViewStack, bare_column, bare_row
from app.widgets.legend import Curve, JointLegend, curve_pen
from app.widgets.marked_plot import Guide, Label, MarkedPlot
from app.widgets.segmented import Segmented
from app.widgets.signal_units import unit_of
from app.widgets.strip_lines import Stroke
from app.widgets.text import Button, Text
from core.diagnostics.signals import Signal as Watched
from core.recording import FloatArray
from core.signals.order_spectrum import LEAST_STROKE_TURNS
from core.signals.spectrum import Peak, Spectrum, spectrum_peaks

_STEPS_HZ = (5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0)
_TOO_WIDE = 5.0
"""The axis is shortened if it is longer than needed by more than this factor."""
_WORTH_SEEING = 0.15
"""Height of a line that must be on the axis, over the highest line."""
_ORDERS = (1.0, 2.0, 4.0)
"""Marked orders per motor turn: unbalance, ovality, poles."""
_PEAKS, _PEAK_FLOOR = 2, 4.0
"""Most labelled peaks of a curve, and their least height over the noise around them."""
_MOST_LABELS = 4
_DECADES = 3.0
"""Length of the logarithmic axis below the highest line."""
_ROOM, _LOG_ROOM, _LEAST_FILL = 1.3, 0.4, 0.5
_DRIFT = 1.5
"""Frequency below which a line counts as drift, over the resolution."""
_LEAST = 1e-6
_SPEAK_EVERY_MS = 1000


class SpectrumMode(IntEnum):
    """Quantity of the horizontal axis; the value is the number of its button."""

    FREQUENCY = 0
    MOTOR_TURNS = 1


class SpectrumPlot(MarkedPlot):
    """The spectra of the chosen joints in their colours; labels give place and height of peaks."""

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(name, parent=parent)
        self.is_logarithmic = False
        self._mode = SpectrumMode.FREQUENCY
        self._unit = ARCMINUTE
        self._is_stale = False
        self._peaks: dict[int, tuple[Peak, ...]] = {}
        self._spoken = QElapsedTimer()
        self._resolution = 0.0
        self._asked: tuple[object, ...] = ()
        self._highest = 0.0
        self.lines.names_at_right = True
        self.box.setMouseEnabled(x=True, y=False)

    @property
    def peak_texts(self) -> tuple[str, ...]:
        """Texts of the labels of the peaks."""
        return tuple(f"{label.figure}: {label.text}" for label in self.lines.labels)

    def show_spectra(
        self,
        spectra: Mapping[int, Spectrum],
        *,
        mode: SpectrumMode,
        signal: Watched,
        slides: bool,
        is_stale: bool,
        of: str = "",
    ) -> None:
        """Show the spectra of some joints, counted from 0, of one signal; ``of`` says of what range."""
        self._mode, self._unit, self._is_stale = mode, unit_of(signal, slides=slides), is_stale
        x_unit = "Hz" if mode is SpectrumMode.FREQUENCY else ""
        x = self.tr("Frequency") if mode is SpectrumMode.FREQUENCY else self.tr("Cycles per motor turn")
        x = f"{x}, {of}" if of else x
        self.name_axes(x, x_unit, signal_word(signal), self._unit.symbol)
        self._resolution = max((spectrum.resolution for spectrum in spectra.values()), default=0.0)
        self.curves = tuple(
            Curve(
                self.tr("Joint {number}").format(number=joint + 1),
                self._unit.symbol,
                spectrum.axis,
                spectrum.amplitude * self._unit.per_si,
                f"joint {joint + 1}",
            )
            for joint, spectrum in spectra.items()
        )
        self._peaks = {joint: self._peaks_of(spectrum) for joint, spectrum in spectra.items()}
        asked = (mode, signal, tuple(spectra))
        self._fit_axis(is_new=asked != self._asked)
        self._follow_heights(is_new=asked != self._asked)
        self._asked = asked
        self._draw()
        self._speak()

    def set_logarithmic(self, is_logarithmic: bool) -> None:  # noqa: FBT001  # the slot of a button
        """Use a logarithmic or a linear axis for the amplitude."""
        self.is_logarithmic = is_logarithmic
        self.axis("left").setLogMode(is_logarithmic)
        self._follow_heights(is_new=True)
        self._draw()

    def _peaks_of(self, spectrum: Spectrum) -> tuple[Peak, ...]:
        found = spectrum_peaks(spectrum, count=_PEAKS + 1, floor=_PEAK_FLOOR)
        beyond = [peak for peak in found if peak.position > _DRIFT * spectrum.resolution]
        return tuple(beyond[:_PEAKS])

    def _fit_axis(self, *, is_new: bool) -> None:
        """Set the horizontal range to that with lines; the user may zoom in afterwards."""
        ends = [float(curve.x[-1]) for curve in self.curves if curve.x.size]
        if not ends:
            return
        is_turns = self._mode is SpectrumMode.MOTOR_TURNS
        highest = max(ends) if is_turns else min(self._highest_line(is_new=is_new), max(ends))
        self.box.setLimits(xMin=0.0, xMax=max(ends))
        bottom = self.axis("bottom")
        bottom.setTicks([[(order, f"{order}×") for order in range(int(highest) + 1)]] if is_turns else None)
        if is_new or round(highest, 1) != self._highest:
            self._highest = round(highest, 1)
            self.setXRange(0.0, highest, padding=0)

    def _highest_line(self, *, is_new: bool) -> float:
        """End of the frequency axis, Hz: a round step above the lines, with hysteresis against flicker."""
        lines = [self._beyond_drift(curve) for curve in self.curves]
        top = max((float(y.max()) for _, y in lines if y.size), default=0.0)
        high = [
            float(x[y > _WORTH_SEEING * top][-1])
            for x, y in lines
            if y.size and y.max() > _WORTH_SEEING * top
        ]
        wanted = next((step for step in _STEPS_HZ if step >= _ROOM * max(high, default=0.0)), _STEPS_HZ[-1])
        shown = self._highest
        return shown if not is_new and wanted <= shown <= _TOO_WIDE * wanted else wanted

    def _beyond_drift(self, curve: Curve) -> tuple[FloatArray, FloatArray]:
        first = int(np.searchsorted(curve.x, _DRIFT * self._resolution))
        return curve.x[first:], curve.y[first:]

    def _top(self) -> float:
        """The highest visible amplitude, without the drift at the left end."""
        low, high = self.visible_range()
        tops = []
        for curve in self.curves:
            x, y = self._beyond_drift(curve)
            seen = y[(x >= low) & (x <= high)]
            tops += [float(seen.max())] if seen.size else []
        return max(tops, default=0.0)

    def _follow_heights(self, *, is_new: bool) -> None:
        """Change the vertical range only if the highest line leaves it or is low in it."""
        top = self.height_of(max(self._top(), _LEAST))
        high = self.box.viewRange()[1][1]
        if self.is_logarithmic:
            if is_new or not high - _DECADES / 2.0 < top < high:
                self.setYRange(top - _DECADES, top + _LOG_ROOM, padding=0)
        elif is_new or not _LEAST_FILL * high < top < high:
            self.setYRange(0.0, _ROOM * top, padding=0)

    def height_of(self, value: float) -> float:
        """Place of an amplitude on the axis."""
        return math.log10(max(value, _LEAST)) if self.is_logarithmic else value

    def _draw(self) -> None:
        strokes = []
        for curve in self.curves:
            x, y = self._decimated(curve.x, curve.y)
            heights = np.log10(np.maximum(y, _LEAST)) if self.is_logarithmic else y
            pen = curve_pen("stale" if self._is_stale else curve.pen)
            strokes.append(Stroke(x, heights, pen, is_whole=bool(np.isfinite(heights).all())))
        self.lines.labels = self._labels(*self.visible_range())
        orders = _ORDERS if self._mode is SpectrumMode.MOTOR_TURNS else ()
        self.lines.guides = tuple(Guide(order) for order in orders)
        self.lines.show_strokes(strokes)

    def _labels(self, low: float, high: float) -> tuple[Label, ...]:
        """Labels of the highest peaks of all joints in the visible range."""
        found = [
            (peak.amplitude * self._unit.per_si, peak.position, joint)
            for joint, peaks in self._peaks.items()
            for peak in peaks
            if low <= peak.position <= high and peak.amplitude * self._unit.per_si >= _LEAST
        ]
        labels = []
        for amplitude, position, joint in sorted(found, reverse=True)[:_MOST_LABELS]:
            pen = curve_pen("stale" if self._is_stale else f"joint {joint + 1}")
            text = self._peak_text(position, amplitude)
            labels.append(Label(position, self.height_of(amplitude), pen.color(), text, str(joint + 1)))
        return tuple(labels)

    def _peak_text(self, position: float, amplitude: float) -> str:
        is_frequency = self._mode is SpectrumMode.FREQUENCY
        where = f"{number(position)} Hz" if is_frequency else f"{number(position, decimals=2)}×"
        return f"{where} · {number(amplitude, digits=2)}{_short(self._unit)}"

    def _speak(self) -> None:
        """Update the description for screen readers, at most once a second."""
        if self._spoken.isValid() and self._spoken.elapsed() < _SPEAK_EVERY_MS:
            return
        self._spoken.start()
        none = self.tr("No line stands out.")
        words = self.tr("Highest lines, joint: place and amplitude. {lines}")
        self.setAccessibleDescription(
            words.format(lines=listed(self.peak_texts)) if self.peak_texts else none
        )


class SpectrumView(QWidget):
    """Modes and legend above, the spectra or words below; ``plot`` can be exported."""

    mode_changed = Signal(int)

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plot = SpectrumPlot(self.tr("Spectrum"))
        self.modes = Segmented(self.tr("Spectrum over"), (self.tr("Frequency"), self.tr("Motor turns")))
        self.modes.chosen.connect(self.mode_changed)
        self.log_button = Button(self.tr("Log"), role="segment")
        self.log_button.setCheckable(True)
        self.log_button.setAccessibleName(self.tr("Heights in powers of ten"))
        self.log_button.toggled.connect(self.plot.set_logarithmic)
        self.legend = JointLegend()
        self.words = Text(role="muted", wrap=True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack = ViewStack()
        self._stack.addWidget(self.plot)
        self._stack.addWidget(self.words)
        self._lay_out()
        self._say(self.tr("Not enough data for a spectrum yet."))

    @property
    def mode(self) -> SpectrumMode:
        """The chosen mode."""
        return SpectrumMode(max(self.modes.index, 0))

    @property
    def shows_spectra(self) -> bool:
        """True if spectra are shown, False if words."""
        return self._stack.currentWidget() is self.plot

    def show_spectra(
        self,
        spectra: Mapping[int, Spectrum | None],
        *,
        signal: str,
        slides: bool = False,
        is_stale: bool = False,
        of: str = "",
    ) -> None:
        """Show the spectra of some joints, counted from 0, of a signal by its name; ``of`` some range.

        The spectrum is None for a joint with too few samples, or one that turned too little.
        """
        known = {joint: spectrum for joint, spectrum in spectra.items() if spectrum is not None}
        self.legend.show_joints(tuple(known))
        if known:
            self._stack.setCurrentWidget(self.plot)
        elif self.mode is SpectrumMode.MOTOR_TURNS:
            self._say(self._ask_for_turns())
        else:
            self._say(self.tr("Not enough data for a spectrum yet."))
        self.plot.show_spectra(
            known, mode=self.mode, signal=Watched(signal), slides=slides, is_stale=is_stale, of=of
        )

    def show_too_little(self, turns: float, *, joint: int) -> None:
        """Show that the joint's motor turned too little, with its turns in one direction."""
        so_far = self.tr("Joint {joint}: {turns} so far.").format(
            joint=joint + 1, turns=number(turns, decimals=1)
        )
        self._say(f"{self._ask_for_turns()} {so_far}")

    def _ask_for_turns(self) -> str:
        words = self.tr("Turn the joint by at least {turns} motor turns in one direction.")
        return words.format(turns=number(LEAST_STROKE_TURNS, decimals=0))

    def _say(self, words: str) -> None:
        self.words.setText(words)
        self._stack.setCurrentWidget(self.words)

    def _lay_out(self) -> None:
        head = bare_row((self.legend, 1), self.modes, self.log_button)
        head.setContentsMargins(GRID, 0, 0, 0)
        bare_column(head, (self._stack, 1), of=self, spacing=0)


def _short(unit: DisplayUnit) -> str:
    return "′" if unit is ARCMINUTE else f" {unit.symbol}"
