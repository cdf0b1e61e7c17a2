"""Deflection over torque as a loop that builds up: stiffness is its slope, lost motion its width."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QElapsedTimer, Qt, Signal
from PySide6.QtGui import QPen
from PySide6.QtWidgets import QWidget

from app.features.live.plots import Shown
from app.look.tokens import GRID
from app.speech.units import ARCMINUTE, MILLIMETRE, NEWTON, NEWTON_METRE, number
from app.widgets.layouts import ViewStack, in_column, in_row
from app.widgets.legend import Curve, JointLegend, curve_pen
from app.widgets.marked_plot import Dot, Guide, MarkedPlot, followed
from app.widgets.strip_lines import Stroke
from app.widgets.text import Button, Text
from core.recording import FloatArray
from core.signals.decimation import thinned_curve

Loop = tuple[FloatArray, FloatArray]
"""Torque (P,) N·m and deflection (P,) rad of one joint, oldest first."""

LEAST_TORQUE_SPAN = 0.5
"""N·m; a loop that spans less shows noise alone."""
_LEAST_TORQUE_SHOWN, _LEAST_DEFLECTION_SHOWN = 1.0, 0.5
"""N·m and arcmin that the axes show at least."""
_SPEAK_EVERY_MS = 1000
_SMALL_RADIUS = 4.0
"""px; of a dot that would cover the figure of another."""


class LoopPlot(MarkedPlot):
    """The loops of the chosen joints in their colours; the newest point of each is a dot."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._loops: Mapping[int, Loop] = {}
        self._earlier: Sequence[Loop] = ()
        """Pairs of another recording in units of the axes, in grey behind the loops."""
        self._is_stale = False
        self._spoken = QElapsedTimer()
        self._force, self._twist = NEWTON_METRE, ARCMINUTE
        self._name_axes()
        self.lines.guides = (Guide(0.0), Guide(0.0, is_level=True))

    def show_loops(
        self,
        loops: Mapping[int, Loop],
        *,
        slides: bool = False,
        is_stale: bool = False,
        earlier: Sequence[Loop] = (),
    ) -> None:
        """Show the loops of some joints, counted from 0; of sliding ones forces and lengths."""
        self._force, self._twist = (NEWTON, MILLIMETRE) if slides else (NEWTON_METRE, ARCMINUTE)
        self._name_axes()
        self._loops = {
            joint: (torque, deflection * self._twist.per_si) for joint, (torque, deflection) in loops.items()
        }
        self._earlier = [(torque, deflection * self._twist.per_si) for torque, deflection in earlier]
        self._is_stale = is_stale
        self._follow_loops()
        self._draw()
        if not self._spoken.isValid() or self._spoken.elapsed() >= _SPEAK_EVERY_MS:
            self._spoken.start()
            self.setAccessibleDescription(self._summary())

    def show_pairs(
        self,
        pairs: Mapping[int, Loop],
        *,
        x: tuple[str, str],
        y: tuple[str, str],
        is_stale: bool,
        earlier: Sequence[Loop] = (),
    ) -> None:
        """Show other pairs of signals in display units, by the joint whose colour they have.

        ``x`` and ``y`` are words and unit of the axes.
        """
        self.name_axes(*x, *y)
        self._loops, self._earlier, self._is_stale = pairs, earlier, is_stale
        self._follow_loops()
        self._draw()

    def _name_axes(self) -> None:
        self.name_axes(self.tr("Torque"), self._force.symbol, self.tr("Twist"), self._twist.symbol)

    def saved_curves(self) -> tuple[Curve, ...]:
        """Torque and deflection of every loop, point by point: a loop runs to and fro."""
        curves = []
        for joint, (torque, deflection) in self._loops.items():
            points = np.arange(1.0, torque.size + 1.0)
            name, pen = self._joint_name(joint), f"joint {joint + 1}"
            curves += [
                Curve(f"{name} {self.tr('torque')}", self._force.symbol, points, torque, pen),
                Curve(f"{name} {self.tr('twist')}", self._twist.symbol, points, deflection, pen),
            ]
        return tuple(curves)

    def read_curves(self) -> tuple[Curve, ...]:
        """Deflection over torque of every loop."""
        return tuple(
            Curve(self._joint_name(joint), self._twist.symbol, torque, deflection, f"joint {joint + 1}")
            for joint, (torque, deflection) in self._loops.items()
        )

    def visible_range(self) -> tuple[float, float]:
        """The points that are saved: all of them."""
        return 1.0, float(max((torque.size for torque, _ in self._loops.values()), default=1))

    def _follow_loops(self) -> None:
        shown = [*self._loops.values(), *self._earlier]
        together = [np.concatenate(parts) for parts in zip(*shown, strict=True)]
        if not together:
            return
        known = np.isfinite(together[0]) & np.isfinite(together[1])
        if not known.any():
            return
        (x_shown, y_shown), (x, y) = self.box.viewRange(), (v[known] for v in together)
        across = followed(tuple(x_shown), float(x.min()), float(x.max()), least_span=_LEAST_TORQUE_SHOWN)
        if across is not None:
            self.setXRange(*across, padding=0)
        up = followed(tuple(y_shown), float(y.min()), float(y.max()), least_span=_LEAST_DEFLECTION_SHOWN)
        if up is not None:
            self.setYRange(*up, padding=0)

    def _draw(self) -> None:
        step_x, step_y = self.pixel_size()
        strokes = [self._thinned(each, curve_pen("earlier")) for each in self._earlier]
        dots: list[Dot] = []
        for joint, (torque, deflection) in self._loops.items():
            pen = curve_pen("stale" if self._is_stale else f"joint {joint + 1}")
            strokes.append(self._thinned((torque, deflection), pen))
            if torque.size and np.isfinite(torque[-1]):
                dot = Dot(float(torque[-1]), float(deflection[-1]), pen.color(), str(joint + 1))
                covered = any(_lies_on(dot, other, step_x, step_y) for other in dots if other.text)
                # the legend tells loops apart that cover one another; two numbers on one spot cannot be read
                dots.append(replace(dot, text="", radius=_SMALL_RADIUS) if covered else dot)
        self.lines.dots = dots
        self.lines.show_strokes(strokes)

    def _thinned(self, loop: Loop, pen: QPen) -> Stroke:
        """A loop without points that look the same on the screen: a long one has thousands within a pixel."""
        step_x, step_y = self.pixel_size()
        x, y = thinned_curve(*loop, step_x=step_x, step_y=step_y)
        return Stroke(x, y, pen, is_whole=bool(np.isfinite(x).all() and np.isfinite(y).all()))

    def _joint_name(self, joint: int) -> str:
        return self.tr("Joint {number}").format(number=joint + 1)

    def _summary(self) -> str:
        words = self.tr("{joint}: torque {low} to {high} {force}, twist {least} to {most} {unit}.")
        return " ".join(
            words.format(
                joint=self._joint_name(joint),
                low=number(float(np.nanmin(torque)), decimals=1),
                high=number(float(np.nanmax(torque)), decimals=1),
                least=number(float(np.nanmin(deflection)), decimals=2),
                most=number(float(np.nanmax(deflection)), decimals=2),
                force=self._force.symbol,
                unit=self._twist.symbol,
            )
            for joint, (torque, deflection) in self._loops.items()
            if np.isfinite(torque).any()
        )


def _lies_on(one: Dot, other: Dot, step_x: float, step_y: float) -> bool:
    """True for two dots that cover one another; the steps are a pixel in units of the axes."""
    apart = math.hypot((one.x - other.x) / step_x, (one.y - other.y) / step_y)
    return apart < one.radius + other.radius


class LoopView(QWidget):
    """Legend and *Start over* above, the loops or words below; ``plot`` is what is exported."""

    start_over = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.plot = LoopPlot(self.tr("Twist over torque"))
        self.legend = JointLegend()
        self.start_over_button = Button(self.tr("Start over"), role="quiet")
        self.start_over_button.clicked.connect(self.start_over)
        self.words = Text(
            self.tr("The loop builds up as soon as the joint carries changing torque."),
            role="muted",
            wrap=True,
        )
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack = ViewStack()
        self._stack.addWidget(self.plot)
        self._stack.addWidget(self.words)
        self._stack.setCurrentWidget(self.words)
        head = in_row((self.legend, 1), self.start_over_button, margins=(GRID, 0, 0, 0))
        in_column(head, (self._stack, 1), of=self, spacing=0)

    @property
    def shows_loops(self) -> bool:
        """True while loops are shown, False while words are."""
        return self._stack.currentWidget() is self.plot

    def show_loops(
        self,
        loops: Mapping[int, Loop],
        *,
        slides: bool = False,
        is_stale: bool = False,
        earlier: Sequence[Loop] = (),
    ) -> None:
        """Show the loops of some joints, counted from 0; words where nothing has moved yet."""
        self.legend.show_joints(tuple(loops))
        self.start_over_button.set_text(self.tr("Start over"))
        there = any(_torque_span(torque) >= LEAST_TORQUE_SPAN for torque, _ in loops.values())
        self._stack.setCurrentWidget(self.plot if there else self.words)
        self.plot.show_loops(loops, slides=slides, is_stale=is_stale, earlier=earlier)

    def show_pairs(
        self,
        pairs: Mapping[int, Loop],
        *,
        x: Shown,
        y: Shown,
        is_stale: bool = False,
        earlier: Sequence[Loop] = (),
    ) -> None:
        """Show one signal over another, pairs of values in display units by their joints."""
        self.legend.show_joints(tuple(pairs))
        self.start_over_button.set_text(self.tr("Twist over torque"))
        self._stack.setCurrentWidget(self.plot)
        across, up = (x.words, x.unit.symbol), (y.words, y.unit.symbol)
        self.plot.show_pairs(pairs, x=across, y=up, is_stale=is_stale, earlier=earlier)


def _torque_span(torque: FloatArray) -> float:
    known = torque[np.isfinite(torque)]
    return float(np.ptp(known)) if known.size else 0.0
