"""Plot of deflection over load of one gear: the loop, the line of its stiffness with its ±, and the play."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF, QTransform
from PySide6.QtWidgets import QWidget

from app.features.twist.sentences import is_seen, measured_text, twist_text
from app.look.theme import current_theme
from app.presentation import Figure, value_text
from app.speech.units import DisplayUnit, stiffness_unit
from app.widgets.curve import Curve, curve_pen
from app.widgets.dimension_line import DimensionLine, paint_dimension
from app.widgets.marked_plot import Guide, MarkedLines, MarkedPlot
from app.widgets.strip_lines import Stroke
from app.widgets.text import BOLD
from core.elasticity.result import JointElasticity
from core.elasticity.stiffness_band import StiffnessBand, stiffness_band
from core.recording import FloatArray
from core.signals.path_thinning import thinned

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
    """In the units of the axes."""
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

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(name, parent=parent)
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
        self.setAccessibleDescription(self.tr("Deflection over load. {sentence}").format(sentence=sentence))
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
                (self.tr("deflection"), self._twist, loop.deflection, "measured"),
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
                (self.tr("deflection"), loop.deflection, "measured"),
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
        x, y = thinned(x, y, step_x=step_x, step_y=step_y)
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
