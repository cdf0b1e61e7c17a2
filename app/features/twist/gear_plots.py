"""Plots of one gear: deflection over load with its stiffness and ±, and the ripple over cycles per turn."""

from dataclasses import dataclass
from math import isfinite

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF, QTransform

from app.features.twist.sentences import is_seen, measured_text, ripple_words, twist_text
from app.look.theme import current_theme
from app.presentation import Figure, value_text
from app.speech.units import DisplayUnit, number, stiffness_unit, twist_unit
from app.widgets.dimension_line import DimensionLine, paint_dimension
from app.widgets.legend import Curve, curve_pen
from app.widgets.marked_plot import Dot, Guide, Label, MarkedLines, MarkedPlot
from app.widgets.strip_lines import Stroke
from app.widgets.text import BOLD
from core.elasticity.result import JointElasticity, Ripple, StiffnessBand, stiffness_band
from core.recording import FloatArray
from core.signals.decimation import thinned_curve

BAND_OPACITY = 0.22
_ROOM = 0.08
_SPAN_AWAY_PX = QPointF(26.0, 12.0)
_NOTE_AWAY_PX = QPointF(-26.0, -14.0)
_NOTE_AT = 0.55
"""Share of the largest load at which the note points at the line of the stiffness."""


@dataclass(frozen=True)
class Span:
    """Height such as a gap, at ``x`` from ``low`` to ``high`` in the units of the axes, with its words."""

    x: float
    low: float
    high: float
    words: str


@dataclass(frozen=True)
class Note:
    """Words with a line to a point, in the units of the axes."""

    x: float
    y: float
    words: str


class LoopLines(MarkedLines):
    """Lines with a band below them, and with a span and a note above them."""

    band: StiffnessBand | None = None
    """Band of the stiffness, in the units of the axes."""
    span: Span | None = None
    note: Note | None = None

    def _paint_grid(self, painter: QPainter, onto: QTransform, view: QRectF) -> None:
        """Paint the grid, and the band above it but below the curves."""
        super()._paint_grid(painter, onto, view)
        if self.band is None:
            return
        painter.save()
        painter.setClipRect(view)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = current_theme().colour("model")
        colour.setAlphaF(BAND_OPACITY)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        edge = zip(self.band.load, self.band.high, strict=True)
        back = zip(self.band.load[::-1], self.band.low[::-1], strict=True)
        painter.drawPolygon(QPolygonF([onto.map(QPointF(x, y)) for x, y in (*edge, *back)]))
        painter.restore()

    def _paint_labels(self, painter: QPainter, onto: QTransform, view: QRectF) -> None:
        super()._paint_labels(painter, onto, view)
        room = view.adjusted(4.0, 4.0, -4.0, -4.0)
        if self.note is not None:
            self._paint_note(painter, self.note, onto, room)
        if self.span is not None:
            self._paint_span(painter, self.span, onto, room)

    def _paint_span(self, painter: QPainter, span: Span, onto: QTransform, room: QRectF) -> None:
        """Paint arrows between both heights, with words at the lower right, where a rising loop is not."""
        line = DimensionLine(
            onto.map(QPointF(span.x, span.low)), onto.map(QPointF(span.x, span.high)), span.words
        )
        place = QRectF(line.start + _SPAN_AWAY_PX, line.anchor().size)
        paint_dimension(painter, line, self.beside_names(place, room), colour=current_theme().colour("text"))

    def _paint_note(self, painter: QPainter, note: Note, onto: QTransform, room: QRectF) -> None:
        """Paint a line to the point, and the words at its upper left, which a rising loop leaves free."""
        theme = current_theme()
        at = onto.map(QPointF(note.x, note.y))
        size = DimensionLine(at, at, note.words).anchor().size
        corner = at + _NOTE_AWAY_PX - QPointF(size.width(), size.height())
        _paint_leader(
            painter, at, self.beside_names(QRectF(corner, size), room), theme.colour("model"), note.words
        )


def _paint_leader(painter: QPainter, at: QPointF, place: QRectF, colour: QColor, words: str) -> None:
    theme = current_theme()
    painter.setPen(QPen(colour, 1.0))
    painter.drawLine(at, place.bottomRight() - QPointF(4.0, 1.0))
    painter.setBrush(theme.colour("surface"))
    painter.drawRoundedRect(place, 5.0, 5.0)
    painter.setBrush(colour)
    painter.drawEllipse(at, 2.5, 2.5)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setFont(theme.font(weight=BOLD))
    painter.setPen(theme.colour("text"))
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, words)


class TwistLoopPlot(MarkedPlot):
    """Measured loop of one joint, and the line of its stiffness."""

    lines_kind = LoopLines

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.leave_room_above()
        self._joint: JointElasticity | None = None
        self._load = self._twist = DisplayUnit("", 1.0)
        self.lines.guides = (Guide(0.0), Guide(0.0, is_level=True))
        self.box.setMouseEnabled(x=True, y=True)

    @property
    def has_loop(self) -> bool:
        """True where the joint has a loop."""
        return self._joint is not None and self._joint.loop is not None

    def show_joint(self, joint: JointElasticity, figure: Figure) -> None:
        """Show the loop of a joint, or an empty plot without one; ``figure`` has its words and units."""
        self._joint = joint
        sentence, loop = value_text(figure.summary.value), joint.loop
        if loop is None or figure.x.unit is None or figure.y.unit is None:
            self.setAccessibleDescription(sentence)
            self._draw()
            return
        self._load, self._twist = figure.x.unit, figure.y.unit
        self.name_axes(figure.x.label, self._load.symbol, figure.y.label, self._twist.symbol)
        self._fit(loop.load * self._load.per_si, loop.deflection * self._twist.per_si)
        self.setAccessibleDescription(self.tr("Twist over load. {sentence}").format(sentence=sentence))
        self._draw()

    def saved_curves(self) -> tuple[Curve, ...]:
        """Load, deflection and line over the number of the point, because a loop runs to and fro."""
        if self._joint is None or self._joint.loop is None:
            return ()
        loop, name = self._joint.loop, self._joint.joint
        points = np.arange(1.0, loop.load.size + 1.0)
        return tuple(
            Curve(f"{name} {words}", unit.symbol, points, values * unit.per_si, pen)
            for words, unit, values, pen in (
                (self.tr("load"), self._load, loop.load, "measured"),
                (self.tr("twist"), self._twist, loop.deflection, "measured"),
                (self.tr("of the stiffness"), self._twist, loop.line, "model"),
            )
        )

    def read_curves(self) -> tuple[Curve, ...]:
        """The loop and the line of the stiffness over the load."""
        if self._joint is None or self._joint.loop is None:
            return ()
        loop = self._joint.loop
        x = loop.load * self._load.per_si
        return tuple(
            Curve(words, self._twist.symbol, x, values * self._twist.per_si, pen)
            for words, values, pen in (
                (self.tr("twist"), loop.deflection, "measured"),
                (self.tr("of the stiffness"), loop.line, "model"),
            )
        )

    def visible_range(self) -> tuple[float, float]:
        """First and last number of the points; all of them are saved."""
        loop = None if self._joint is None else self._joint.loop
        return 1.0, 1.0 if loop is None else float(loop.load.size)

    def _fit(self, x: FloatArray, y: FloatArray) -> None:
        known = np.isfinite(x) & np.isfinite(y)
        if not known.any():
            return
        for values, set_range in ((x[known], self.setXRange), (y[known], self.setYRange)):
            low, high = min(float(values.min()), 0.0), max(float(values.max()), 0.0)
            set_range(low, high, padding=_ROOM)

    def _draw(self) -> None:
        lines = self.lines
        assert isinstance(lines, LoopLines)
        if self._joint is None or self._joint.loop is None:
            lines.band, lines.span, lines.note = None, None, None
            lines.show_strokes(())
            return
        loop, joint = self._joint.loop, self._joint
        lines.band = self._band(joint)
        lines.span, lines.note = self._span(joint), self._note(joint)
        x = loop.load * self._load.per_si
        lines.show_strokes(
            [
                self._stroke(x, loop.deflection * self._twist.per_si, "measured"),
                self._stroke(x, loop.line * self._twist.per_si, "model"),
            ]
        )

    def _stroke(self, x: FloatArray, y: FloatArray, pen: str) -> Stroke:
        step_x, step_y = self.pixel_size()
        x, y = thinned_curve(x, y, step_x=step_x, step_y=step_y)
        return Stroke(x, y, curve_pen(pen), is_whole=bool(np.isfinite(x).all() and np.isfinite(y).all()))

    def _band(self, joint: JointElasticity) -> StiffnessBand | None:
        band = stiffness_band(joint)
        if band is None:
            return None
        low, high = (values * self._twist.per_si for values in (band.low, band.high))
        return StiffnessBand(band.load * self._load.per_si, low, high)

    def _span(self, joint: JointElasticity) -> Span | None:
        """Span at zero load: the backlash, else the lost motion, else the width of the loop."""
        for found, words in (
            (joint.backlash, self.tr("gap {size}")),
            (joint.lost_motion, self.tr("lost motion {size}")),
            (joint.hysteresis_width, self.tr("loop {size} wide")),
        ):
            if found is not None and is_seen(found):
                half = found.value * self._twist.per_si / 2.0
                return Span(0.0, -half, half, words.format(size=twist_text(joint, found)))
        return None

    def _note(self, joint: JointElasticity) -> Note | None:
        """Note of the stiffness beside its line; None where it is not known."""
        band = self._band(joint)
        if joint.stiffness is None or band is None:
            return None
        place = int(np.argmin(np.abs(band.load - _NOTE_AT * band.load[-1])))
        unit = stiffness_unit(joint.stiffness.value, slides=joint.is_prismatic)
        words = measured_text(joint.stiffness, unit)
        return Note(float(band.load[place]), float(band.middle[place]), words)


_RIPPLE_ROOM, _ROOM_AT_RIGHT = 1.35, 0.02
_DRIFT_CYCLES = 0.3
"""Cycles per motor turn below which slow drift dominates; it does not set the range of the plot."""
_DOT_PX = 3.5


class RipplePlot(MarkedPlot):
    """Spectrum of one joint, with labels at its strongest lines."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.leave_room_above()
        self._joint: JointElasticity | None = None
        self._unit = twist_unit(0.0, slides=False)
        self.box.setLimits(xMin=0.0)
        self.box.setMouseEnabled(x=True, y=True)
        self.lines.names_at_right = True

    @property
    def has_spectrum(self) -> bool:
        """True where the joint has a spectrum."""
        return self._joint is not None and self._joint.spectrum is not None

    def show_joint(self, joint: JointElasticity) -> None:
        """Show the spectrum of a joint, or an empty plot for one that has none."""
        self._joint = joint
        spectrum = joint.spectrum
        self.curves = ()
        if spectrum is not None:
            self._unit = twist_unit(self._top(joint), slides=joint.is_prismatic)
            words = self.tr("Amplitude ({unit}) over cycles per motor turn").format(unit=self._unit.symbol)
            self.name_axes("", "", words, "")  # one name above: the curve runs along the foot
            self.x_label = (self.tr("Cycles per motor turn"), "")
            amplitude = spectrum.amplitude * self._unit.per_si
            name = f"{joint.joint} {self.tr('amplitude')}"
            self.curves = (
                Curve(name, self._unit.symbol, spectrum.cycles_per_motor_turn, amplitude, "measured"),
            )
            self._fit(joint)
        self.setAccessibleDescription(self._summary(joint))
        self._draw()

    def _top(self, joint: JointElasticity) -> float:
        assert joint.spectrum is not None
        beyond = joint.spectrum.cycles_per_motor_turn > _DRIFT_CYCLES
        heights = [*joint.spectrum.amplitude[beyond].tolist(), *(line.amplitude for line in joint.ripple)]
        return max((height for height in heights if isfinite(height)), default=0.0)

    def _fit(self, joint: JointElasticity) -> None:
        assert joint.spectrum is not None
        last = float(joint.spectrum.cycles_per_motor_turn[-1])
        self.setXRange(0.0, last * (1.0 + _ROOM_AT_RIGHT), padding=0)
        self.setYRange(0.0, _RIPPLE_ROOM * max(self._top(joint) * self._unit.per_si, 1e-9), padding=0)
        ticks = [(float(order), f"{order}×") for order in range(int(last) + 1)]
        self.axis("bottom").setTicks([ticks])

    def _draw(self) -> None:
        strokes = []
        for curve in self.curves:
            x, y = self._decimated(curve.x, curve.y)
            strokes.append(Stroke(x, y, curve_pen(curve.pen), is_whole=bool(np.isfinite(y).all())))
        lines = self._joint.ripple if self._joint is not None and self.curves else ()
        strokes += [self._stem(line) for line in lines]
        colour = curve_pen("model").color()
        self.lines.dots = [
            Dot(line.cycles_per_motor_turn, line.amplitude * self._unit.per_si, colour, radius=_DOT_PX)
            for line in lines
        ]
        self.lines.labels = self._labels() if self.curves else ()
        self.lines.show_strokes(strokes)

    def _stem(self, line: Ripple) -> Stroke:
        """Stroke from zero up to the amplitude of a line."""
        x = np.full(2, line.cycles_per_motor_turn)
        y = np.array([0.0, line.amplitude * self._unit.per_si])
        return Stroke(x, y, curve_pen("model"), is_whole=True)

    def _labels(self) -> tuple[Label, ...]:
        assert self._joint is not None
        colour = current_theme().colour("model")
        return tuple(
            Label(
                line.cycles_per_motor_turn,
                line.amplitude * self._unit.per_si,
                colour,
                self._text(line, self._unit),
                str(rank),
            )
            for rank, line in enumerate(self._joint.ripple, start=1)
        )

    def _text(self, line: Ripple, unit: DisplayUnit) -> str:
        return f"{number(line.amplitude * unit.per_si)} {unit.symbol} · {ripple_words(line)}"

    def _summary(self, joint: JointElasticity) -> str:
        if joint.spectrum is None:
            return self.tr("The ripple of {joint} was not measured.").format(joint=joint.joint)
        if not joint.ripple:
            return self.tr("No line stands out of the ripple of {joint}.").format(joint=joint.joint)
        lines = "; ".join(self._text(line, self._unit) for line in joint.ripple)
        return self.tr("Ripple of {joint}, strongest first: {lines}.").format(joint=joint.joint, lines=lines)
