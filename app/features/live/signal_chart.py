"""A strip chart of any signals with one unit; those of a model are dashed."""

import time as clock
from collections.abc import Callable, Sequence

import numpy as np

from app.features.live.plots import Shown
from app.speech.language import listed
from app.speech.units import number
from app.widgets.curve import Curve
from app.widgets.strip_chart import StripChart, joint_pen_name
from app.widgets.strip_lines import Stroke
from core.diagnostics.signals import MODEL_SIGNALS
from core.recording import FloatArray

Points = tuple[FloatArray, FloatArray]
"""Time (M,) s, at most 0, and values (M,) in SI units."""
_TITLE_WORDS = 2
"""Most kinds of signals that the title of an axis names."""


class SignalChart(StripChart):
    """Curves of signals, each with its own times: those of a model come later than the stream."""

    signals: tuple[Shown, ...] = ()
    earlier: Sequence[Points] = ()
    """Curves of another recording, drawn in grey behind those of the signals."""
    _points: Sequence[Points] = ()
    _pens: tuple[str, ...] = ()
    full_rates: Callable[[], Sequence[Points]] | None = None
    """Source of every sample of each curve while the chart runs, for saving."""

    def watch_signals(self, signals: Sequence[Shown]) -> None:
        """Show these signals, which have one unit."""
        self.signals, self._points, self.earlier = tuple(signals), (), ()
        self._pens = tuple(self._pen(one) for one in signals)
        kinds = list(dict.fromkeys(one.words for one in signals))
        joints = [one.joint for one in signals if one.joint is not None]
        least = max((one.least_span for one in signals), default=1.0)
        self.watch(
            listed(kinds[:_TITLE_WORDS]),
            joints=tuple(dict.fromkeys(joints)),
            units=[signals[0].unit] if signals else (),
            least_span=least,
        )

    def show_points(self, points: Sequence[Points], *, is_stale: bool = False) -> None:
        """Show running curves, one of each signal."""
        self._take(points)
        self.show_frame(np.zeros(0), np.zeros((0, 0)), is_stale=is_stale)

    def freeze_points(self, points: Sequence[Points]) -> None:
        """Freeze the chart with every sample of each signal, to zoom and to pan."""
        self._take(points)
        self.show_frozen(np.zeros(0), np.zeros((0, 0)))

    def saved_curves(self) -> tuple[Curve, ...]:
        """Every visible sample, one curve of each signal."""
        if self.is_frozen or self.full_rates is None:
            return self.read_curves()
        shown = self._curves_of([self._in_units(*each) for each in self._pairs(self.full_rates())])
        return (*shown, *self._earlier_curves())

    def read_curves(self) -> tuple[Curve, ...]:
        """The points that are shown now."""
        return (*self._curves_of(self._points), *self._earlier_curves())

    def curves_of(self, points: Sequence[Points], *, earlier: Sequence[Points]) -> tuple[Curve, ...]:
        """Curves of these points of each signal, behind them those of another recording."""
        shown = self._curves_of([self._in_units(*each) for each in self._pairs(points)])
        return (*self._in_grey(earlier), *shown)

    def _earlier_curves(self) -> list[Curve]:
        return self._in_grey(self.earlier)

    def _in_grey(self, earlier: Sequence[Points]) -> list[Curve]:
        """Curves of another recording, in display units."""
        words = self.tr("{curve}, earlier")
        return [
            Curve(
                words.format(curve=self._curve_name(one)),
                one.unit.symbol,
                *self._in_units(one, points),
                "earlier",
            )
            for one, points in zip(self.signals, earlier, strict=False)
            if points[0].size
        ]

    @property
    def legend_entries(self) -> tuple[tuple[str, str], ...]:
        """Pen and name of each joint, and of the curves that have a line of their own."""
        joints = {joint_pen_name(one.joint): self._joint_name(one.joint)
                  for one in self.signals if one.joint is not None}  # fmt: skip
        pairs = zip(self._pens, self.signals, strict=True)
        others: dict[str, str] = {}
        for pen, one in pairs:
            if pen not in joints:  # one entry for a signal of all joints
                others.setdefault(one.words, pen)
        return (*joints.items(), *((pen, words) for words, pen in others.items()))

    def _take(self, points: Sequence[Points]) -> None:
        self._points = [self._in_units(*each) for each in self._pairs(points)]

    def _pairs(self, points: Sequence[Points]) -> list[tuple[Shown, Points]]:
        return list(zip(self.signals, points, strict=True))

    @staticmethod
    def _in_units(signal: Shown, points: Points) -> Points:
        return points[0], signal.unit.shown(points[1])

    def _pen(self, signal: Shown) -> str:
        """Pen of a curve: the colour of its joint, dashed for a second kind of signal."""
        if signal.joint is None:
            others = [one for one in self.signals if one.joint is None]
            return ("measured", "model")[others.index(signal) % 2]
        name = joint_pen_name(signal.joint)
        kinds = list(dict.fromkeys(one.key for one in self.signals))
        is_second = signal.key in MODEL_SIGNALS or (len(kinds) > 1 and signal.key != kinds[0])
        return f"expected {name}" if is_second and len(kinds) > 1 else name

    def _curves_of(self, points: Sequence[Points]) -> tuple[Curve, ...]:
        return tuple(
            Curve(self._curve_name(signal), signal.unit.symbol, *each, pen)
            for signal, each, pen in zip(self.signals, points, self._pens, strict=False)
        )

    def _curve_name(self, signal: Shown) -> str:
        if signal.joint is None:
            return signal.words
        return f"{self._joint_name(signal.joint)} {signal.words.lower()}"

    def _displayed(self, values: FloatArray) -> FloatArray:
        return values

    def _as_curves(self, _time: FloatArray, _shown: FloatArray) -> tuple[Curve, ...]:
        return self.read_curves()

    def _clear(self) -> None:
        self._points, self.earlier = (), ()
        super()._clear()

    def _everything(self) -> FloatArray:
        curves = [y for _, y in self._points] + [one.y for one in self._earlier_curves()]
        return np.concatenate(curves) if curves else np.zeros(0)

    def _strokes(self) -> list[Stroke]:
        behind = [self._stroke(one.x, one.y, one.pen) for one in self._earlier_curves()]
        return behind + [
            self._stroke(*each, pen) for each, pen in zip(self._points, self._pens, strict=False)
        ]

    def _sum_up(self) -> None:
        """Describe the newest value of each curve for screen readers."""
        self._summed_up_s = clock.monotonic()
        newest = [
            f"{self._curve_name(signal)}: {number(float(y[-1]), decimals=2)} {signal.unit.symbol}"
            for signal, (_, y) in zip(self.signals, self._points, strict=False)
            if y.size
        ]
        self.setAccessibleDescription(listed(newest))
