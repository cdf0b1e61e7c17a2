"""Plot of the ripple of one gear: amplitude over cycles per motor turn, with the likely causes."""

from math import isfinite

import numpy as np
from PySide6.QtWidgets import QWidget

from app.features.twist.sentences import ripple_words
from app.look.theme import current_theme
from app.speech.units import DisplayUnit, number, twist_unit
from app.widgets.curve import Curve, curve_pen
from app.widgets.marked_plot import Dot, Label, MarkedPlot
from app.widgets.strip_lines import Stroke
from core.elasticity.result import JointElasticity, Ripple

_ROOM, _ROOM_AT_RIGHT = 1.35, 0.02
_DRIFT_CYCLES = 0.3
"""Cycles per motor turn below which slow drift dominates; it does not set the range of the plot."""
_DOT_PX = 3.5


class RipplePlot(MarkedPlot):
    """Spectrum of one joint, with labels at its strongest lines."""

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(name, parent=parent)
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
        self.setYRange(0.0, _ROOM * max(self._top(joint) * self._unit.per_si, 1e-9), padding=0)
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
