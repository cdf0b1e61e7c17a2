"""The loops of one joint in two visits over each other: before dashed, now solid."""

import numpy as np

from app.speech.units import DisplayUnit, load_unit, number, twist_unit
from app.widgets.curve import Curve, curve_pen
from app.widgets.marked_plot import Guide, MarkedPlot
from app.widgets.strip_lines import Stroke
from core.elasticity.result import HysteresisLoop
from core.recording import FloatArray
from core.signals.path_thinning import thinned

BEFORE_PEN, NOW_PEN = "model", "measured"
_ROOM = 0.08


class ComparedLoops(MarkedPlot):
    """Deflection over load in both visits; either may have no loop."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._loops: tuple[tuple[str, str, HysteresisLoop], ...] = ()
        self._load = self._twist = DisplayUnit("", 1.0)
        self.lines.guides = (Guide(0.0), Guide(0.0, is_level=True))
        self.box.setMouseEnabled(x=True, y=True)

    @property
    def has_loops(self) -> bool:
        """True if at least one visit has a loop of the joint."""
        return bool(self._loops)

    def show_loops(self, before: HysteresisLoop | None, now: HysteresisLoop | None, *, slides: bool) -> None:
        """Show the loops of one joint in both visits."""
        offered = ((self.tr("before"), BEFORE_PEN, before), (self.tr("now"), NOW_PEN, now))
        self._loops = tuple((name, pen, loop) for name, pen, loop in offered if loop is not None)
        self._load = load_unit(_size([loop.load for _, _, loop in self._loops]), slides=slides)
        self._twist = twist_unit(_size([loop.deflection for _, _, loop in self._loops]), slides=slides)
        load = self.tr("Force") if slides else self.tr("Load")
        self.name_axes(load, self._load.symbol, self.tr("Deflection"), self._twist.symbol)
        self._fit()
        self.setAccessibleDescription(self._summary())
        self._draw()

    def saved_curves(self) -> tuple[Curve, ...]:
        """Load and deflection of every loop, point by point: a loop runs to and fro."""
        curves = []
        for name, pen, loop in self._loops:
            points = np.arange(1.0, loop.load.size + 1.0)
            for word, unit, values in (
                (self.tr("load"), self._load, loop.load),
                (self.tr("deflection"), self._twist, loop.deflection),
            ):
                curves.append(Curve(f"{word} {name}", unit.symbol, points, unit.shown(values), pen))
        return tuple(curves)

    def read_curves(self) -> tuple[Curve, ...]:
        """Deflection over load of every loop."""
        return tuple(
            Curve(
                name, self._twist.symbol, self._load.shown(loop.load), self._twist.shown(loop.deflection), pen
            )
            for name, pen, loop in self._loops
        )

    def visible_range(self) -> tuple[float, float]:
        """Range of the points that are saved: all of them."""
        return 1.0, float(max((loop.load.size for _, _, loop in self._loops), default=1))

    def _fit(self) -> None:
        if not self._loops:
            return
        x = np.concatenate([self._load.shown(loop.load) for _, _, loop in self._loops])
        y = np.concatenate([self._twist.shown(loop.deflection) for _, _, loop in self._loops])
        for values, set_range in ((x, self.setXRange), (y, self.setYRange)):
            finite = values[np.isfinite(values)]
            if finite.size:
                set_range(min(float(finite.min()), 0.0), max(float(finite.max()), 0.0), padding=_ROOM)

    def _draw(self) -> None:
        step_x, step_y = self.pixel_size()
        strokes = []
        for _, pen, loop in self._loops:
            x, y = thinned(
                self._load.shown(loop.load), self._twist.shown(loop.deflection), step_x=step_x, step_y=step_y
            )
            whole = bool(np.isfinite(x).all() and np.isfinite(y).all())
            strokes.append(Stroke(x, y, curve_pen(pen), is_whole=whole))
        self.lines.show_strokes(strokes)

    def _summary(self) -> str:
        words = self.tr("{name}: load {low} to {high} {force}, deflection {least} to {most} {unit}.")
        return " ".join(
            words.format(
                name=name[:1].upper() + name[1:],
                low=number(self._load.shown(float(np.nanmin(loop.load)))),
                high=number(self._load.shown(float(np.nanmax(loop.load)))),
                least=number(self._twist.shown(float(np.nanmin(loop.deflection)))),
                most=number(self._twist.shown(float(np.nanmax(loop.deflection)))),
                force=self._load.symbol,
                unit=self._twist.symbol,
            )
            for name, _, loop in self._loops
        )


def _size(arrays: list[FloatArray]) -> float:
    finite = [np.abs(values[np.isfinite(values)]) for values in arrays]
    return max((float(values.max()) for values in finite if values.size), default=0.0)
