"""A strip chart: one signal of the chosen joints, running from right to left, at most 30 frames a second.

A live chart paints decimated points; grid, curves and cursors are one item of the scene, so that a new frame
needs neither new axes nor new bounds. A frozen chart has every sample, to zoom and to pan.
"""

import time as clock
from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent

from app.speech.language import listed
from app.speech.units import SECOND, DisplayUnit, number
from app.widgets.legend import Curve, curve_pen
from app.widgets.plot import Plot
from app.widgets.strip_lines import StripLines, Stroke
from core.recording import FloatArray

FullRate = Callable[[], tuple[FloatArray, FloatArray]]
"""Returns time (N,) s, 0 at the newest sample, and values (N, n) in SI units: every visible sample."""

GRAB_PX = 22
"""Largest distance of a pointer to a cursor that it drags, pixels."""
_SMALL_STEP, _LARGE_STEP = 1.0 / 200.0, 1.0 / 20.0
"""Steps of a cursor by the arrow keys, as shares of the visible range."""
_SUMMARY_EVERY_S = 1.0


class StripChart(Plot):
    """One signal over the last seconds, with a curve for each chosen joint."""

    cursor_dragged = Signal(int, float)
    """Carries the number of the cursor, 0 for A and 1 for B, and its new time, s."""
    cursor_stepped = Signal(float)
    """Carries the step of the current cursor by the arrow keys, s."""
    cursor_switched = Signal()
    """Emitted when the other cursor becomes the current one."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.full_rate: FullRate | None = None
        """Source of every sample while the chart runs, for saving and statistics."""
        self.signal_name = ""
        self.joints: tuple[int, ...] = ()
        self.units: tuple[DisplayUnit, ...] = ()
        self.window_s = 10.0
        self.is_stale, self.is_frozen = False, False
        self._least_span, self._is_new = 1.0, True
        self._time = np.zeros(0)
        self._shown = np.zeros((0, 0))
        self._cursors: tuple[float, float] | None = None
        self._current, self._dragged = 0, -1
        self._summed_up_s = 0.0
        self._time_words = ""
        self._lines = StripLines(axes=(self.axis("bottom"), self.axis("left")))
        self.box.addItem(self._lines, ignoreBounds=True)
        self.box.disableAutoRange()
        self.setYRange(0.0, 1.0, padding=0.12)  # without data; the padding keeps the top number whole
        self.take_theme()
        self.set_window(self.window_s)
        self._run_live()

    def watch(
        self, name: str, *, joints: Sequence[int], units: Sequence[DisplayUnit], least_span: float
    ) -> None:
        """Choose the signal and the joints.

        ``units`` has one unit for each of ``joints``; the axis never shows less than ``least_span`` in
        display units, so that noise does not look like motion.
        """
        self.signal_name, self.joints, self.units = name, tuple(joints), tuple(units)
        self._least_span, self._is_new = least_span, True
        self._name_axes()
        self._clear()

    def name_time(self, words: str) -> None:
        """Call the axis of time so; empty for the time before the newest sample."""
        if words != self._time_words:
            self._time_words = words
            self._name_axes()

    def _name_axes(self) -> None:
        symbols = listed(dict.fromkeys(unit.symbol for unit in self.units))
        words = self._time_words or self.tr("Time before the newest")
        self.label_axes(words, SECOND.symbol, self.signal_name, symbols, stacked=True)

    def show_time_axis(self, shown: bool) -> None:  # noqa: FBT001  # one of a stack shows it for all
        """Show or hide numbers and name of the time axis; in a stack only the lowest chart has them."""
        self.axis("bottom").setStyle(showValues=shown)
        self.axis("bottom").showLabel(shown)

    def set_window(self, seconds: float) -> None:
        """Set the length of the window, s."""
        self.window_s = seconds
        self.box.setLimits(xMin=-seconds, xMax=0.0)
        self.setXRange(-seconds, 0.0, padding=0)

    def show_frame(self, time: FloatArray, values: FloatArray, *, is_stale: bool = False) -> None:
        """Show running curves: time (M,) s, 0 at the newest sample, values (M, n) of all joints in SI."""
        if self.is_frozen:
            self._run_live()
        self.is_stale = is_stale
        self._time, self._shown = time, self._displayed(values)
        self._follow_curves()
        self._draw()
        if clock.monotonic() - self._summed_up_s > _SUMMARY_EVERY_S:
            self._sum_up()

    def show_frozen(self, time: FloatArray, values: FloatArray) -> None:
        """Freeze the chart with every sample: time (N,) s, values (N, n) of all joints in SI units."""
        self.is_frozen, self.is_stale = True, False
        self.box.setMouseEnabled(x=True, y=True)
        self._time, self._shown = time, self._displayed(values)
        self.curves = self._as_curves(self._time, self._shown)
        self._follow_curves()
        self._draw()
        self._sum_up()

    def show_nothing(self) -> None:
        """Empty the chart, because there is no stream."""
        self._run_live()
        self._clear()

    def show_marks(self, marks: Sequence[tuple[float, str]]) -> None:
        """Show events: their times, s, and words, which may be empty."""
        self._lines.show_marks(marks)

    def show_cursors(self, places: tuple[float, float] | None, *, current: int = 0) -> None:
        """Show the cursors A and B at these times, or none."""
        self._cursors, self._current = places, current
        if places is None:
            self._dragged = -1
            self.viewport().unsetCursor()
        self._lines.show_cursors(places, current=current)

    def saved_curves(self) -> tuple[Curve, ...]:
        """Every visible sample, one curve per joint."""
        if self.is_frozen or self.full_rate is None:
            return self._as_curves(self._time, self._shown)
        time, values = self.full_rate()
        return self._as_curves(time, self._displayed(values)) if time.size else ()

    def read_curves(self) -> tuple[Curve, ...]:
        """The points that are shown now."""
        return self._as_curves(self._time, self._shown)

    def menu_entries(self) -> tuple[tuple[str, Callable[[], None]], ...]:
        """No lines of its own: strip charts have the cursors of their page."""
        return ((self.tr("Whole view"), self.show_whole),) if not self.is_whole else ()

    @property
    def legend_entries(self) -> tuple[tuple[str, str], ...]:
        """Pen and name of each curve, for the legend."""
        return tuple((joint_pen_name(joint), self._joint_name(joint)) for joint in self.joints)

    def take_theme(self) -> None:
        """Apply the present theme; the grid belongs to the lines."""
        super().take_theme()
        for side in ("left", "bottom"):
            self.axis(side).setGrid(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the current cursor with the arrow keys, with Shift in larger steps."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        if self._cursors is None or not steps:
            super().keyPressEvent(event)
            return
        low, high = self.visible_range()
        is_large = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self.cursor_stepped.emit(steps * (high - low) * (_LARGE_STEP if is_large else _SMALL_STEP))
        event.accept()

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: FBT001  # Qt's own signature
        """Go from cursor A to B with Tab, then to the next control."""
        if self._cursors is not None and self._current == (0 if forward else 1):
            self.cursor_switched.emit()
            return True
        return super().focusNextPrevChild(forward)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start to drag a cursor near the pointer."""
        which = self._cursor_near(event.position()) if event.button() is Qt.MouseButton.LeftButton else -1
        if which < 0:
            super().mousePressEvent(event)
            return
        self._dragged = which
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.cursor_dragged.emit(which, self._place_at(event.position()))
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the cursor; without a drag, show if a cursor is near the pointer."""
        if self._dragged >= 0:
            self.cursor_dragged.emit(self._dragged, self._place_at(event.position()))
            event.accept()
            return
        if self._cursors is not None:
            is_near = self._cursor_near(event.position()) >= 0
            shape = Qt.CursorShape.SizeHorCursor if is_near else Qt.CursorShape.ArrowCursor
            self.viewport().setCursor(shape)
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the drag of a cursor."""
        if self._dragged >= 0:
            self._dragged = -1
            event.accept()
            return
        super().mouseReleaseEvent(event)

    def _run_live(self) -> None:
        """Follow the stream, without zoom and pan."""
        self.is_frozen, self.curves = False, ()
        self.box.setMouseEnabled(x=False, y=False)
        self.setXRange(-self.window_s, 0.0, padding=0)

    def _clear(self) -> None:
        self.is_stale, self.curves = False, ()
        self._time, self._shown = np.zeros(0), np.zeros((len(self.joints), 0))
        self._draw()
        self.setAccessibleDescription("")

    def _displayed(self, values: FloatArray) -> FloatArray:
        """Values (joints, M) of the chosen joints in display units, from (M, n) in SI units."""
        chosen = values.T[list(self.joints)]
        scale = np.array([unit.per_si for unit in self.units])
        offset = np.array([unit.offset for unit in self.units])
        return np.asarray(chosen * scale[:, np.newaxis] + offset[:, np.newaxis])

    def _follow_curves(self) -> None:
        shown = self._everything()
        known = shown[np.isfinite(shown)]
        if known.size:
            self._follow(float(known.min()), float(known.max()), self._least_span, is_new=self._is_new)
            self._is_new = False

    def _draw(self) -> None:
        """Paint live points as they are; of a frozen chart, at most two points per pixel."""
        self._lines.show_strokes(self._strokes())

    def _everything(self) -> FloatArray:
        """All shown values in display units, for the range of the axis."""
        return self._shown

    def _strokes(self) -> list[Stroke]:
        """The curves to paint, from the bottom to the top."""
        return [
            self._stroke(self._time, values, self._pen_name(joint))
            for joint, values in zip(self.joints, self._shown, strict=True)
        ]

    def _stroke(self, time: FloatArray, values: FloatArray, pen: str) -> Stroke:
        x, y = self._decimated(time, values) if self.is_frozen else (time, values)
        return Stroke(x, y, curve_pen("stale" if self.is_stale else pen), is_whole=bool(np.isfinite(y).all()))

    def _pen_name(self, joint: int) -> str:
        return joint_pen_name(joint)

    def _as_curves(self, time: FloatArray, shown: FloatArray) -> tuple[Curve, ...]:
        return tuple(
            Curve(
                f"{self._joint_name(joint)} {self.signal_name.lower()}",
                unit.symbol,
                time,
                y,
                self._pen_name(joint),
            )
            for joint, unit, y in zip(self.joints, self.units, shown, strict=True)
        )

    def _joint_name(self, joint: int) -> str:
        return self.tr("Joint {number}").format(number=joint + 1)

    def _sum_up(self) -> None:
        """Describe the newest value of each curve for screen readers."""
        self._summed_up_s = clock.monotonic()
        if self._time.size:
            newest = zip(self.joints, self.units, self._shown[:, -1], strict=True)
            self.setAccessibleDescription(
                listed(
                    f"{self._joint_name(j)}: {number(float(y), decimals=2)} {u.symbol}" for j, u, y in newest
                )
            )

    def _cursor_near(self, position: QPointF) -> int:
        """Number of the nearest cursor within reach of a pointer; -1 without one."""
        box = self.box
        if self._cursors is None or not box.sceneBoundingRect().contains(self.mapToScene(position.toPoint())):
            return -1
        away = [abs(self._pixel_of(place) - position.x()) for place in self._cursors]
        nearest = 0 if away[0] <= away[1] else 1
        return nearest if away[nearest] <= GRAB_PX else -1

    def _pixel_of(self, place: float) -> float:
        box = self.box
        return float(self.mapFromScene(box.mapViewToScene(QPointF(place, 0.0))).x())

    def _place_at(self, position: QPointF) -> float:
        box = self.box
        place = float(box.mapSceneToView(self.mapToScene(position.toPoint())).x())
        return min(max(place, -self.window_s), 0.0)


def joint_pen_name(joint: int) -> str:
    """Name of the pen of a joint, counted from 0."""
    return f"joint {joint + 1}"
