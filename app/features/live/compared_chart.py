"""A strip chart that can show expected values as dashed curves beside measured ones."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtWidgets import QWidget

from app.speech.units import DisplayUnit
from app.widgets.curve import Curve
from app.widgets.strip_chart import FullRate, StripChart, joint_pen_name
from app.widgets.strip_lines import Stroke
from core.recording import FloatArray


class ComparedChart(StripChart):
    """A strip chart; with a second signal ``beside``, its own curves are dashed and the second are solid."""

    beside_name = ""
    """Name of the second signal; empty without one."""
    _beside: FloatArray = np.zeros((0, 0))  # the plot is cleared while it is still being built

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(name, parent=parent)
        self.full_rate_beside: FullRate | None = None
        """Source of every sample of the second signal while the chart runs, for saving."""

    def watch(
        self,
        name: str,
        *,
        joints: Sequence[int],
        units: Sequence[DisplayUnit],
        least_span: float,
        beside: str = "",
    ) -> None:
        """Show this signal of these joints, and a second one named ``beside`` in the same units."""
        self.beside_name = beside
        self._beside = np.zeros((len(joints), 0))
        super().watch(name, joints=joints, units=units, least_span=least_span)

    def show_compared(
        self, time: FloatArray, values: FloatArray, *, beside: FloatArray, is_stale: bool = False
    ) -> None:
        """Show running curves (M, n) over time (M,) s, and the second signal (M, n)."""
        self._beside = self._displayed(beside)
        super().show_frame(time, values, is_stale=is_stale)

    def freeze_compared(self, time: FloatArray, values: FloatArray, *, beside: FloatArray) -> None:
        """Freeze the chart with every sample of both signals, to zoom and to pan."""
        self._beside = self._displayed(beside)
        super().show_frozen(time, values)

    def saved_curves(self) -> tuple[Curve, ...]:
        """Every visible sample: first the second signal, one curve per joint, then the chart's own."""
        own = super().saved_curves()
        if not self.beside_name or not own:
            return own
        if self.is_frozen or self.full_rate_beside is None:
            time, beside = self._time, self._beside
        else:
            time, values = self.full_rate_beside()
            beside = self._displayed(values)
        return (*self._beside_as_curves(time, beside), *own)

    @property
    def legend_entries(self) -> tuple[tuple[str, str], ...]:
        """Pen and name of each joint, and of the dashed curves."""
        entries = super().legend_entries
        if not self.beside_name or not self.joints:
            return entries
        return (*entries, (self._pen_name(self.joints[0]), self.signal_name))

    def _clear(self) -> None:
        self._beside = np.zeros((len(self.joints), 0))
        super()._clear()

    def _everything(self) -> FloatArray:
        return (
            np.concatenate([self._shown.ravel(), self._beside.ravel()]) if self.beside_name else self._shown
        )

    def _strokes(self) -> list[Stroke]:
        own = super()._strokes()
        if not self.beside_name or self._beside.shape != self._shown.shape:
            return own
        pairs = zip(self.joints, self._beside, strict=True)
        return [*(self._stroke(self._time, y, joint_pen_name(joint)) for joint, y in pairs), *own]

    def _pen_name(self, joint: int) -> str:
        name = joint_pen_name(joint)
        return f"expected {name}" if self.beside_name else name

    def _beside_as_curves(self, time: FloatArray, beside: FloatArray) -> tuple[Curve, ...]:
        return tuple(
            Curve(
                f"{self._joint_name(joint)} {self.beside_name.lower()}",
                unit.symbol,
                time,
                y,
                joint_pen_name(joint),
            )
            for joint, unit, y in zip(self.joints, self.units, beside, strict=True)
        )
