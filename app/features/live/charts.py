"""The strip charts of the live page, one below the other, with the numbers of a range of them."""

import math
import time as clock
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QResizeEvent

from app.features.live.browser import MIME
from app.features.live.frames import LiveFrame, LiveFrames
from app.features.live.plots import MOST_PLOTS, Shown
from app.look.tokens import GRID
from app.speech.language import listed
from app.speech.units import DisplayUnit, number
from app.widgets.cursors import Cursors
from app.widgets.layouts import Card, keep_least
from app.widgets.legend import Curve, Legend
from app.widgets.strip_chart import StripChart, joint_pen_name
from app.widgets.strip_lines import Stroke
from core.diagnostics.signals import MODEL_SIGNALS
from core.diagnostics.signals import Signal as Watched
from core.diagnostics.statistics import Statistics, curve_value, statistics
from core.recording import FloatArray

LEAST_HEIGHT = 56
"""Least height of a chart, px: what is left where a message or a motion takes room."""
NO_LIMIT = (1 << 24) - 1
"""The largest height that Qt knows."""
_CLOCK_S = 1e-9
"""Rounding of times that are worked out twice, s."""
_NO_POINTS = (np.zeros(0), np.zeros(0))
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


@dataclass(frozen=True)
class CurveNumbers:
    """Statistics of a curve in SI units; the values at the cursors are NaN without cursors."""

    name: str
    """``Joint 2 deflection``."""
    unit: DisplayUnit
    newest: float
    found: Statistics
    at_a: float
    at_b: float


class LiveCharts(Card):
    """Up to three charts over the same time, and two cursors over all of them.

    A signal that is dropped onto a chart is to be shown there; with Shift, to be drawn over its first one.
    """

    dropped = Signal(str, int)
    """Carries the name of a signal, and the place of a chart from the top."""
    dropped_over = Signal(str, str)
    """Carries the names of two signals: the first is to be drawn over the second."""

    def __init__(self, frames: LiveFrames) -> None:
        super().__init__(margin=GRID // 2)
        self.column.setSpacing(0)
        self.setAcceptDrops(True)
        self._frames = frames
        self._plots: tuple[tuple[Shown, ...], ...] = ()
        self._newest: LiveFrame | None = None
        self.earlier_words = ""
        """Words in the legend for what is drawn in grey; empty for nothing."""
        self.all_charts = tuple(
            SignalChart(self.tr("Chart {number}").format(number=number + 1)) for number in range(MOST_PLOTS)
        )
        self.cursors = Cursors(self.all_charts, parent=self)
        self._legend = Legend(())
        self.column.addWidget(self._legend)
        for chart in self.all_charts:
            chart.setAcceptDrops(False)  # the card takes what is dropped
            chart.viewport().setAcceptDrops(False)
            keep_least(chart, height=LEAST_HEIGHT)
            self.column.addWidget(chart, 1)

    @property
    def charts(self) -> tuple[SignalChart, ...]:
        """The charts that are in use, from the top."""
        return self.all_charts[: len(self._plots)]

    @property
    def signals(self) -> tuple[Watched, ...]:
        """Kinds of signals on the charts, from the top."""
        shown = (one.signal for plot in self._plots for one in plot)
        return tuple(dict.fromkeys(one for one in shown if one is not None))

    @property
    def joints(self) -> tuple[int, ...]:
        """Joints that have a curve, counted from 0."""
        return tuple(sorted({one.joint for plot in self._plots for one in plot if one.joint is not None}))

    def watch(self, plots: Sequence[Sequence[Shown]]) -> None:
        """Show these signals from now on, chart by chart."""
        self._plots = tuple(tuple(plot) for plot in plots)
        for place, chart in enumerate(self.all_charts):
            chart.setVisible(place < len(self._plots))
        for chart, plot in zip(self.charts, self._plots, strict=True):
            chart.watch_signals(plot)
            chart.show_time_axis(chart is self.charts[-1])
            chart.full_rates = lambda plot=plot: self._full_rates(plot)
        if self.charts:
            self._take_legend()
            self._share_height()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take signals of the browser."""
        if event.mimeData().hasFormat(MIME):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Take them on a chart alone."""
        if self._chart_at(event.position().toPoint().y()) is not None:
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        """Say where the signal was dropped."""
        name = bytes(event.mimeData().data(MIME).data()).decode()
        place = self._chart_at(event.position().toPoint().y())
        if place is None:
            return
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.dropped_over.emit(name, self._plots[place][0].name)
        else:
            self.dropped.emit(name, place)
        event.acceptProposedAction()

    def _chart_at(self, y: int) -> int | None:
        for place, chart in enumerate(self.charts):
            if chart.geometry().top() <= y <= chart.geometry().bottom():
                return place
        return None

    def _full_rates(self, plot: Sequence[Shown]) -> list[Points]:
        """Every sample on the screen of each signal; of a long stretch of a recording, what is drawn."""
        if self._frames.shows_buckets and self._newest is not None:
            return [_points_of(one, self._newest) for one in plot]
        whole: dict[str, Points] = {}
        found = []
        for one in plot:
            if one.is_told:
                found.append(_NO_POINTS if self._newest is None else _points_of(one, self._newest))
                continue
            if one.signal is None:
                found.append(self._frames.line_values(one.name))
                continue
            if one.key not in whole:
                whole[one.key] = self._frames.values(one.signal)
            time, values = whole[one.key]
            found.append((time, values[:, one.joint]) if time.size else _NO_POINTS)
        return found

    def name_earlier(self, words: str) -> None:
        """Say in the legend what is drawn in grey; empty for nothing."""
        self.earlier_words = words
        if self.charts:
            self._take_legend()

    def _take_legend(self) -> None:
        entries = max((chart.legend_entries for chart in self.charts), key=len)
        earlier = [("earlier", self.earlier_words)] if self.earlier_words else []
        self._show_legend([*entries, *earlier])

    def _show_legend(self, entries: Sequence[tuple[str, str]]) -> None:
        """Replace the legend above all charts; a joint has the same colour in each."""
        legend = Legend(entries)
        legend.setContentsMargins(GRID, 0, GRID, 0)
        self.column.replaceWidget(self._legend, legend)
        self._legend.deleteLater()
        self._legend = legend

    def hasHeightForWidth(self) -> bool:
        """Return False: the legend is in the least size, and charts take what is left."""
        return False

    def minimumSizeHint(self) -> QSize:
        """Every chart at its least height, and the legend in as many lines as it needs here."""
        needed = super().minimumSizeHint()
        if not self.charts:
            return needed
        least = sum(chart.minimumHeight() for chart in self.charts) + self._axis_height
        return needed.expandedTo(QSize(0, math.ceil(self._beside_charts() + least)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the height among the charts again."""
        super().resizeEvent(event)
        self._share_height()
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    @property
    def _axis_height(self) -> float:
        """Height of the axis of time below the last chart, px."""
        return float(self.charts[-1].axis("bottom").height())

    def _beside_charts(self) -> float:
        margins = self.column.contentsMargins()
        inside = self.width() - margins.left() - margins.right()
        return margins.top() + margins.bottom() + self._legend.heightForWidth(inside)

    def _share_height(self) -> None:
        """Give each chart as much room for curves; the last one has the axis of time as well."""
        if not self.charts:
            return
        *upper, last = self.charts
        share = round((self.height() - self._beside_charts() - self._axis_height) / len(self.charts))
        for chart in upper:
            chart.setMaximumHeight(max(share, 1))
        last.setMaximumHeight(NO_LIMIT)

    def name_time(self, words: str) -> None:
        """Call the axis of time so; empty for that of a stream."""
        for chart in self.all_charts:
            chart.name_time(words)
        for chart in self.charts:  # a name shows the axis again
            chart.show_time_axis(chart is self.charts[-1])

    def set_window(self, seconds: float) -> None:
        """Show the last ``seconds`` in every chart."""
        for chart in self.all_charts:
            chart.set_window(seconds)
        self.cursors.set_window(seconds)

    def show_frame(self, frame: LiveFrame) -> None:
        """Draw the curves of a frame; those of the model wait until it is there."""
        self._newest = frame
        for chart, plot in zip(self.charts, self._plots, strict=True):
            chart.earlier = [] if frame.earlier is None else [_curve_of(one, *frame.earlier) for one in plot]
            chart.show_points([_points_of(one, frame) for one in plot], is_stale=frame.is_stale)
            # one chart of the stack has the words, all have the lines
            chart.show_marks(frame.marks if chart is self.charts[0] else [(at, "") for at, _ in frame.marks])

    def show_frozen(self) -> None:
        """Hold every sample of what is on the screen."""
        for chart, plot in zip(self.charts, self._plots, strict=True):
            chart.freeze_points(self._full_rates(plot))

    def show_nothing(self) -> None:
        """Empty all charts: nothing streams."""
        for chart in self.charts:
            chart.show_nothing()

    @property
    def marked(self) -> tuple[float, float] | None:
        """The range between the cursors, s before the right end; None while they are hidden or together."""
        places = self.cursors.places
        return None if places is None or places[0] == places[1] else (min(places), max(places))

    def numbers_of(self, place: int) -> list[CurveNumbers]:
        """Statistics of the curves in one chart, from the top: of the marked range, else of what is seen."""
        chart, plot = self.charts[place], [one for one in self._plots[place] if not one.is_told]
        low, high = self.marked or chart.visible_range()
        if self._frames.shows_buckets:
            return [self._row_of_recording(one, low, high) for one in plot]
        found = []
        for signal, (time, values) in zip(plot, self._full_rates(plot), strict=True):
            first, last = np.searchsorted(time, [low - _CLOCK_S, high + _CLOCK_S])
            found.append(self._row(signal, (time, values), slice(int(first), int(last))))
        return found

    def curves_between(self, low: float, high: float) -> list[tuple[Curve, ...]]:
        """Curves of each chart over a range of a recording, in display units; the earlier ones first."""
        shown, earlier = self._frames.curves_between(low, high)
        found = []
        for chart, plot in zip(self.charts, self._plots, strict=True):
            behind = [] if earlier is None else [_curve_of(one, *earlier) for one in plot]
            found.append(chart.curves_of([_curve_of(one, *shown) for one in plot], earlier=behind))
        return found

    def _row_of_recording(self, signal: Shown, low_s: float, high_s: float) -> CurveNumbers:
        """Exact numbers of a long stretch of a recording."""
        frames, curve = self._frames, (signal.key, signal.joint)
        at_a, at_b = (
            (np.nan, np.nan)
            if self.cursors.places is None
            else (frames.value_at(curve, place) for place in self.cursors.places)
        )
        found = frames.numbers(curve, low_s, high_s)
        return CurveNumbers(signal.title, signal.unit, frames.value_at(curve), found, at_a, at_b)

    def _row(self, signal: Shown, points: Points, seen: slice) -> CurveNumbers:
        time, values = points
        a, b = self.cursors.places or (np.nan, np.nan)
        return CurveNumbers(
            name=signal.title,
            unit=signal.unit,
            newest=float(values[-1]) if values.size else float("nan"),
            found=statistics(values[seen], time=time[seen]),
            at_a=curve_value(time, values, a),
            at_b=curve_value(time, values, b),
        )


def _curve_of(signal: Shown, time: FloatArray, curves: Mapping[str, FloatArray]) -> Points:
    """The points of a signal among curves; none where it is not there."""
    values = curves.get(signal.key)
    if values is None or (values.ndim > 1 and (signal.joint is None or signal.joint >= values.shape[1])):
        return _NO_POINTS
    return time, values if values.ndim == 1 else values[:, signal.joint]


def _points_of(signal: Shown, frame: LiveFrame) -> Points:
    """The points of a signal in a frame; those of a model that follows the stream have times of their own."""
    model = frame.model
    if signal.is_told:
        return frame.told.get(signal.key, _NO_POINTS)
    if signal.key not in frame.curves and model is not None and signal.signal in MODEL_SIGNALS:
        return model.time, model.curves[signal.signal][:, signal.joint]
    return _curve_of(signal, frame.time, frame.curves)
