"""The strip charts of the live page, one below the other, with the numbers of what is visible."""

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent

from app.features.live.compared_chart import ComparedChart
from app.features.live.controls import MOST_CHARTS
from app.features.live.frame import LiveFrame
from app.features.live.frames import LiveFrames
from app.features.live.statistics_table import CurveNumbers
from app.look.tokens import GRID
from app.speech.words import signal_word
from app.widgets.card import Card
from app.widgets.cursors import Cursors
from app.widgets.legend import Legend
from app.widgets.scaled import keep_least
from app.widgets.signal_units import LEAST_SPAN, signal_unit
from core.diagnostics.signals import MODEL_SIGNALS
from core.diagnostics.signals import Signal as Watched
from core.diagnostics.statistics import at, statistics
from core.recording import FloatArray
from core.robot.model import RobotModel

LEAST_HEIGHT = 56
"""Least height of a chart, px: what is left where a message or a motion takes room."""
NO_LIMIT = (1 << 24) - 1
"""The largest height that Qt knows."""


class LiveCharts(Card):
    """Up to three charts of the same joints over the same time, and two cursors over all of them."""

    def __init__(self, frames: LiveFrames) -> None:
        super().__init__(margin=GRID // 2)
        self.column.setSpacing(0)
        self._frames = frames
        self._robot: RobotModel | None = None
        self._signals: tuple[Watched, ...] = ()
        self._joints: tuple[int, ...] = ()
        self.all_charts = tuple(
            ComparedChart(self.tr("Chart {number}").format(number=number + 1))
            for number in range(MOST_CHARTS)
        )
        self.cursors = Cursors(self.all_charts, parent=self)
        self._legend = Legend(())
        self.column.addWidget(self._legend)
        for chart in self.all_charts:
            keep_least(chart, height=LEAST_HEIGHT)
            self.column.addWidget(chart, 1)

    @property
    def charts(self) -> tuple[ComparedChart, ...]:
        """The charts that are in use, from the top."""
        return self.all_charts[: len(self._signals)]

    @property
    def signals(self) -> tuple[Watched, ...]:
        """Signals of the charts, from the top."""
        return self._signals

    @property
    def joints(self) -> tuple[int, ...]:
        """Joints whose curves are shown, counted from 0."""
        return self._joints

    def watch(self, robot: RobotModel, signals: Sequence[Watched], joints: Sequence[int]) -> None:
        """Show these signals of these joints from now on."""
        self._robot, self._signals, self._joints = robot, tuple(signals), tuple(joints)
        for number, chart in enumerate(self.all_charts):
            chart.setVisible(number < len(signals))
        for chart, signal in zip(self.charts, signals, strict=True):
            name = signal_word(signal)
            chart.watch(
                name,
                joints=self._joints,
                units=[signal_unit(signal, robot, joint) for joint in self._joints],
                least_span=LEAST_SPAN[signal],
                beside=self.tr("Measured torque, filtered") if signal is Watched.EXPECTED_TORQUE else "",
            )
            chart.show_time_axis(chart is self.charts[-1])
            chart.full_rate = lambda signal=signal: self._frames.values(signal)
            chart.full_rate_beside = self._frames.measured_torque
        if self.charts:
            self._show_legend(max((chart.legend_entries for chart in self.charts), key=len))
            self._share_height()

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

    def set_window(self, seconds: float) -> None:
        """Show the last ``seconds`` in every chart."""
        for chart in self.all_charts:
            chart.set_window(seconds)
        self.cursors.set_window(seconds)

    def show_frame(self, frame: LiveFrame) -> None:
        """Draw the curves of a frame; charts of the model wait until it is there."""
        for chart, signal in zip(self.charts, self._signals, strict=True):
            if signal in MODEL_SIGNALS:
                self._show_model(chart, signal, frame)
                continue
            curves = frame.curves.get(signal)
            if curves is not None:
                chart.show_frame(frame.time, curves, is_stale=frame.is_stale)

    @staticmethod
    def _show_model(chart: ComparedChart, signal: Watched, frame: LiveFrame) -> None:
        model = frame.model
        if model is None:
            return
        if signal is Watched.EXPECTED_TORQUE:
            chart.show_compared(
                model.time, model.curves[signal], beside=model.measured, is_stale=frame.is_stale
            )
        else:
            chart.show_frame(model.time, model.curves[signal], is_stale=frame.is_stale)

    def show_frozen(self) -> None:
        """Hold every sample of what is on the screen."""
        for chart, signal in zip(self.charts, self._signals, strict=True):
            time, values = self._frames.values(signal)
            if signal is Watched.EXPECTED_TORQUE:
                chart.freeze_compared(time, values, beside=self._frames.measured_torque()[1])
            else:
                chart.show_frozen(time, values)

    def show_nothing(self) -> None:
        """Empty all charts: nothing streams."""
        for chart in self.charts:
            chart.show_nothing()

    def numbers_of(self, place: int) -> list[CurveNumbers]:
        """Statistics of the visible part of the curves in one chart, counted from the top."""
        chart, signal = self.charts[place], self._signals[place]
        time, values = self._frames.values(signal)
        first, last = np.searchsorted(time, chart.visible_range())
        seen = slice(int(first), int(last) + 1)
        return [self._row(signal, joint, time[seen], values[seen, joint]) for joint in self._joints]

    def _row(self, signal: Watched, joint: int, time: FloatArray, values: FloatArray) -> CurveNumbers:
        assert self._robot is not None
        a, b = self.cursors.places or (np.nan, np.nan)
        return CurveNumbers(
            name=self.tr("{joint} · {signal}").format(joint=joint + 1, signal=signal_word(signal)),
            unit=signal_unit(signal, self._robot, joint),
            newest=float(values[-1]) if values.size else float("nan"),
            found=statistics(values),
            at_a=at(time, values, a),
            at_b=at(time, values, b),
        )
