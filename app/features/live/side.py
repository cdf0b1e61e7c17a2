"""The left of the live page: the arm in its pose, and every signal with its newest value."""

import math
import time as clock
from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QWidget

from app.features.live.browser import SignalBrowser
from app.features.live.frames import LiveFrame
from app.features.live.plots import AT_TOOL, CORRECTED, NAMES
from app.features.live.words import corrected_words, correction_more_words, lag_source_words, lag_words
from app.look.theme import current_theme
from app.look.tokens import GRID
from app.speech.units import ARCMINUTE
from app.widgets.arm_view import ArmView
from app.widgets.layouts import in_card, in_column, in_row, keep_least
from app.widgets.text import Button, Text
from core.diagnostics.channel_lag import ShownLag
from core.diagnostics.signals import Signal as Watched
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.stiffness.live_correction import LiveCorrection

WIDTH, LEAST_WIDTH = 282, 240
"""Least width at any scale of the text, px, and the one that grows with the scale."""
LEAST_ARM_HEIGHT = 96
"""Least height of the arm, px, where a message above the page takes room."""


SMALLEST_ARCMIN = 0.5
SHRINK_AFTER_S = 3.0
"""Time for which a smaller scale must have been enough before it is taken; a larger one is taken at once."""
_MANTISSAS = (1.0, 2.0, 5.0, 10.0)
_ROUNDING = 1e-9


def rounded_up(arcmin: float) -> float:
    """Smallest step of 0.5, 1, 2, 5, 10 … arcmin that holds ``arcmin``."""
    if not arcmin > SMALLEST_ARCMIN:
        return SMALLEST_ARCMIN
    decade = 10.0 ** math.floor(math.log10(arcmin))
    return next(step for step in _MANTISSAS if arcmin <= step * decade * (1.0 + _ROUNDING)) * decade


class DeflectionScale:
    """Follows the largest deflection that is visible, in rad (m at sliding joints)."""

    def __init__(self, *, now: Callable[[], float] = clock.monotonic) -> None:
        self._now = now
        self._arcmin = SMALLEST_ARCMIN
        self._needed_s = -math.inf
        """Time at which a scale this large was needed last, s."""

    @property
    def full(self) -> float:
        """Deflection of a full bar, rad (m at sliding joints)."""
        return self._arcmin / ARCMINUTE.per_si

    def take(self, largest: float) -> float:
        """The scale for the largest deflection (rad) that is visible now; NaN where there is none."""
        # every frame that needs this scale renews its time, so it shrinks only after a quiet while; with NaN
        # the smallest scale is wanted
        wanted = rounded_up(abs(largest) * ARCMINUTE.per_si)
        if wanted >= self._arcmin or self._now() - self._needed_s > SHRINK_AFTER_S:
            self._arcmin, self._needed_s = wanted, self._now()
        return self.full


class CorrectionWords(QWidget):
    """Words below the corrected angles: their use, and the zero that they count from.

    Text alone: nothing here is connected to anything that moves.
    """

    def __init__(self) -> None:
        super().__init__()
        self.text = Text(role="muted", wrap=True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        in_column(self.text, of=self, margins=(GRID // 2, 0, 0, 0))

    def show_correction(self, found: LiveCorrection) -> None:
        """Show use, zero and gaps of the corrected angles that are shown now."""
        words, more = corrected_words(found), correction_more_words(found)
        if words != self.text.text():
            self.text.setText(words)
            self._make_room()
        if more != self.text.toolTip():
            self.text.setToolTip(more)
            self.text.setAccessibleDescription(more)

    def hasHeightForWidth(self) -> bool:
        """Return False, although the text wraps: else the whole page would become higher."""
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Set the height again: at another width the lines break elsewhere."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Fix the height that the text needs at this width."""
        height = self.text.heightForWidth(self.width() - GRID // 2)
        if height >= 0 and height != self.text.minimumHeight():
            self.text.setFixedHeight(height)


class LagRow(QWidget):
    """Lag between the encoders' channels with its source, and beside it a switch to leave it in."""

    left_in = Signal(bool)
    """True when the raw difference of the encoders is wanted."""

    def __init__(self) -> None:
        super().__init__()
        self.words = Text(lag_words(None), role="muted")
        self.words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.raw = Button(self.tr("Raw"), role="segment")
        self.raw.setAccessibleName(self.tr("Show the raw difference of the encoders"))
        self.raw.setToolTip(self.tr("Motor less link encoder as they come, with what the lag makes of it"))
        self.raw.setCheckable(True)
        self.raw.toggled.connect(self.left_in)
        in_row((self.words, 1), self.raw, of=self, spacing=GRID, margins=(GRID // 2, 0, 0, 0))

    def show_lag(self, lag: ShownLag | None) -> None:
        """Show the lag in use; None while it is unknown."""
        words = lag_words(lag)
        if words != self.words.text():
            self.words.setText(words)
            self.words.setToolTip(lag_source_words(lag))


class LiveSide(QWidget):
    """Arm above, signals below.

    ``numbers`` with the signals may be laid out elsewhere where there is little room.
    """

    corrected_wanted = Signal(bool)
    """True when corrected angles are to be listed."""

    def __init__(self) -> None:
        super().__init__()
        self._keep_width()
        current_theme().changed.connect(self._keep_width)
        self.arm, self.browser, self.lag = ArmView(), SignalBrowser(), LagRow()
        self.correction = CorrectionWords()
        self.corrected_button = Button(self.tr("Corrected angles"), role="segment")
        self.corrected_button.setToolTip(
            self.tr("Where to send the joints so that the loaded tool is where you meant it")
        )
        self.corrected_button.setCheckable(True)
        self.corrected_button.toggled.connect(self._want_corrected)
        keep_least(self.arm, height=LEAST_ARM_HEIGHT)
        self.scale = DeflectionScale()
        self._has_deflection = False
        self._shown_joints: list[int] = []
        arm = in_card(self.arm, margin=GRID // 2)
        parts = ((self.browser, 1), self.corrected_button, self.correction, self.lag)
        self.numbers = in_card(*parts, margin=GRID // 2)
        self._column = in_column((arm, 1), (self.numbers, 2), of=self, spacing=GRID // 2)
        for part in (self.corrected_button, self.correction, self.lag):
            part.hide()

    @property
    def wants_corrected(self) -> bool:
        """True while corrected angles are offered and switched on."""
        return not self.corrected_button.isHidden() and self.corrected_button.isChecked()

    @Slot()
    def _keep_width(self) -> None:
        self.setMinimumWidth(max(WIDTH, current_theme().scaled(LEAST_WIDTH)))

    def take_numbers(self) -> None:
        """Lay the signals out below the arm again."""
        self._column.addWidget(self.numbers, 2)
        self.numbers.show()
        self._keep_width()

    def give_numbers(self, place: QBoxLayout) -> None:
        """Lay the signals out elsewhere; the arm is as wide as it has to be."""
        place.addWidget(self.numbers)
        self.numbers.show()
        self.setMinimumWidth(WIDTH)

    def show_robot(self, robot: RobotModel | None, *, has_link: Sequence[bool]) -> None:
        """Take up another arm."""
        self._has_deflection = any(has_link)
        self.correction.hide()
        self.corrected_button.hide()
        self.lag.setVisible(self._has_deflection)
        self.arm.set_robot(robot)
        self.scale = DeflectionScale()

    def watch(self, joints: Sequence[int]) -> None:
        """Let these joints, from 0, set the scale of the deflection that the arm shows."""
        self._shown_joints = list(joints)

    def show_arm(self, frame: LiveFrame) -> None:
        """Draw the arm in the pose of this frame."""
        self.arm.show_pose(
            frame.pose,
            deflection=frame.now.get(Watched.DEFLECTION) if self._has_deflection else None,
            full_scale=self._full_scale(frame),
            tool=frame.tool,
            is_stale=frame.is_stale,
        )

    def show_values(self, frame: LiveFrame, others: dict[str, float]) -> None:
        """Newest values of every signal; ``others`` are those of named signals that no curve shows.

        Corrected angles too, where they are known and wanted.
        """
        found = frame.correction if self._has_deflection else None
        self.corrected_button.setVisible(found is not None)
        shown = found if self.wants_corrected else None
        self.browser.show_values(_values_of(frame, others, shown), is_stale=frame.is_stale)
        if shown is not None:
            self.correction.show_correction(shown)
        # in place of the lag, so that the arm above keeps its height
        self.correction.setVisible(shown is not None)
        self.lag.setVisible(self._has_deflection and shown is None)
        self.lag.show_lag(frame.lag)

    @Slot(bool)
    def _want_corrected(self, is_wanted: bool) -> None:  # noqa: FBT001  # Qt's own signature
        self.corrected_wanted.emit(is_wanted)

    def _full_scale(self, frame: LiveFrame) -> float:
        curves = frame.curves.get(Watched.DEFLECTION)
        if curves is None or not self._shown_joints:
            return self.scale.full
        seen = np.abs(curves[:, self._shown_joints])
        known = seen[np.isfinite(seen)]
        return self.scale.take(float(known.max())) if known.size else self.scale.full


def _values_of(
    frame: LiveFrame, others: dict[str, float], corrected: LiveCorrection | None
) -> dict[str, float]:
    """Newest values by the names of the signals, SI."""
    now: dict[str, FloatArray] = {
        NAMES[Watched(key)]: values for key, values in frame.now.items() if key[0] != "="
    }
    now[AT_TOOL] = frame.tool
    if corrected is not None:
        now[CORRECTED] = corrected.corrected
    if frame.model is not None and frame.model.time.size:
        now |= {NAMES[signal]: curves[-1] for signal, curves in frame.model.curves.items()}
    found = {
        f"{name}_{joint + 1}": float(value)
        for name, values in now.items()
        for joint, value in enumerate(values)
    }
    return others | found
