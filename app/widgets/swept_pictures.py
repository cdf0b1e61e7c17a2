"""Computes the pictures of a swept volume in slices of a few milliseconds, so that the window responds.

First the places that the arm passes; then, for every view, the volume: coarse, then fine. The first coarse
picture is followed by the shadow on the floor.
"""

import time as clock
from collections.abc import Generator
from dataclasses import dataclass

from PySide6.QtCore import QObject, QRectF, QTimer, Signal

from app.widgets.arm_painting import Page
from app.widgets.plot import FRAME_MS
from app.widgets.swept_painting import SweptColours, SweptPicture, shadow_picture, volume_picture
from core.drawing.arm_scene import ArmBody
from core.drawing.relief import frame_around, relief, seen_from_above
from core.drawing.swept_volume import SweptVolume, sweeping
from core.recording import FloatArray

SLICE_S = 0.004
"""Time after which a slice starts no new step, s; a step takes a few milliseconds itself."""
_COARSE_PX, _FINE_PX = 9.0, 1.5
_CELLS_A_RADIUS = 15.0
"""Finest cells, per radius of the arm; cells of large pictures are larger."""
_SMOOTHING_COARSE, _SMOOTHING_FINE, _SMOOTHING_PRINT = 1, 3, 4
_PRINT_CELLS_A_RADIUS = 4.0

Steps = Generator[None, None, None]


@dataclass(frozen=True, eq=False)
class _Look:
    """View of the volume: page, visible room and colours."""

    page: Page
    room: QRectF
    colours: SweptColours

    @property
    def key(self) -> tuple[object, ...]:
        page = self.page
        return page.view, page.per_metre, page.foot.toTuple(), self.room.getRect(), self.colours


class SweptPictures(QObject):
    """The swept volume of a motion and its pictures; ``changed`` is emitted for every new picture."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.swept: SweptVolume | None = None
        self.volume: SweptPicture | None = None
        self.page: Page | None = None
        """Page of the present picture of the volume."""
        self.shadow: SweptPicture | None = None
        self.longest_step_s = 0.0
        """Longest step since the motion was set, in CPU time of this thread, s."""
        self._motion: tuple[ArmBody, FloatArray] | None = None
        self._look: _Look | None = None
        self._steps: Steps | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self._go_on)
        self._is_watched = False

    @property
    def is_busy(self) -> bool:
        """True while steps are left."""
        return self._steps is not None

    def set_motion(self, body: ArmBody | None, poses: FloatArray) -> None:
        """Set the motion through poses (K, n); none without a body."""
        self.swept = self.volume = self.page = self.shadow = self._look = None
        self.longest_step_s = 0.0
        self._motion = None if body is None else (body, poses)
        self._begin(None if body is None else self._sweep(body, poses))

    def look_from(self, page: Page, room: QRectF, colours: SweptColours) -> None:
        """Set the view; the pictures are computed again if it is another one."""
        look = _Look(page, room, colours)
        if self.swept is None or (self._look is not None and self._look.key == look.key):
            return
        recolour = self._look is None or self._look.colours != colours
        self._look = look
        self._begin(self._paint(self.swept, look, recolour=recolour))

    def watch(self, *, watched: bool) -> None:
        """Start or pause computing: only a visible picture is computed."""
        self._is_watched = watched
        self._run()

    def finish(self) -> None:
        """Compute everything at once, for pictures in files."""
        while self._steps is not None:
            self._step()

    def _begin(self, steps: Steps | None) -> None:
        self._steps = steps
        self._run()

    def _run(self) -> None:
        if self._steps is None or not self._is_watched:
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()

    def _go_on(self) -> None:
        """Compute one slice."""
        began = clock.perf_counter()
        while self._steps is not None and clock.perf_counter() - began < SLICE_S:
            self._step()
        self._run()

    def _step(self) -> None:
        steps, began = self._steps, clock.thread_time()
        assert steps is not None
        try:
            next(steps)
        except StopIteration:
            if self._steps is steps:  # unless other steps were started meanwhile
                self._steps = None
        self.longest_step_s = max(self.longest_step_s, clock.thread_time() - began)

    def _sweep(self, body: ArmBody, poses: FloatArray) -> Steps:
        self.swept = yield from sweeping(body, poses)
        yield
        self.changed.emit()

    def _paint(self, swept: SweptVolume, look: _Look, *, recolour: bool) -> Steps:
        page, radius = look.page, swept.largest_radius
        for least_px, smoothing in ((_COARSE_PX, _SMOOTHING_COARSE), (_FINE_PX, _SMOOTHING_FINE)):
            cell = max(least_px / page.per_metre, radius / _CELLS_A_RADIUS)
            frame = frame_around(swept.balls, page.view.seen, cell=cell)
            frame = frame.within(*page.metres(look.room))
            yield
            found = yield from relief(swept.balls, page.view.seen, frame, smoothing=smoothing)
            self.volume, self.page = volume_picture(found, frame, look.colours), page
            yield
            self.changed.emit()
            if recolour and least_px == _COARSE_PX:
                yield from self._paint_shadow(swept, look.colours)

    def _paint_shadow(self, swept: SweptVolume, colours: SweptColours) -> Steps:
        radius = swept.largest_radius
        cell = radius / _PRINT_CELLS_A_RADIUS
        frame = frame_around(swept.balls, seen_from_above, cell=cell)
        found = yield from relief(swept.balls, seen_from_above, frame, smoothing=_SMOOTHING_PRINT)
        self.shadow = shadow_picture(found, frame, colours)
        self.changed.emit()
        yield
