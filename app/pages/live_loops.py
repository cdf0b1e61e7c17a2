"""Below the charts: deflection over torque as a loop that builds up, and what ripples at which frequency."""

from collections.abc import Mapping, Sequence

import numpy as np
from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QWidget

from app.live_frames import LiveFrames
from app.pages.live_side import Rhythm
from app.tokens import GRID
from app.views.card import Card
from app.views.loop_plot import Loop, LoopView
from app.views.spectrum_plot import SpectrumMode, SpectrumView
from app.views.text import paragraph
from core.diagnostics.signals import Signal as Watched
from core.robot.model import RobotModel

LOOP_S, SPECTRUM_S = 0.1, 0.5
"""Between two pictures."""
_LOOPS, _WHY = 0, 1
_WITH_RIPPLE = (Watched.DEFLECTION, Watched.TORQUE, Watched.CURRENT, Watched.RATE)
"""The spectrum is that of the first of these that a chart shows."""


class LiveLoops(QWidget):
    """Loops at the left, spectra at the right; without link encoders a sentence in place of the loops."""

    def __init__(self, frames: LiveFrames, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._frames = frames
        self._robot: RobotModel | None = None
        self._joints: tuple[int, ...] = ()
        self._signal: Watched | None = None
        self._held: dict[int, Loop] | None = None
        """The loops of a held picture."""
        self._loop_rhythm, self._spectrum_rhythm = Rhythm(LOOP_S), Rhythm(SPECTRUM_S)
        self.loops, self.spectra = LoopView(), SpectrumView()
        self.why = paragraph(
            self.tr(
                "This controller tells one encoder per joint, so the twist of the gear cannot be seen."
                " You see positions, torque and their spectra."
            )
        )
        self.why.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.loops.start_over.connect(self._start_over)
        self.spectra.mode_changed.connect(self._show_spectra)
        self._lay_out()

    @property
    def has_loops(self) -> bool:
        """Whether the arm has link encoders, so that there is a deflection."""
        return self._left.currentIndex() == _LOOPS

    def show_robot(self, robot: RobotModel, *, has_loops: bool) -> None:
        """Another arm, with link encoders or without."""
        self._robot = robot
        self._left.setCurrentIndex(_LOOPS if has_loops else _WHY)

    def watch(self, signals: Sequence[Watched], joints: Sequence[int]) -> None:
        """Show these joints from now on, and the spectrum of what the charts show."""
        self._joints = tuple(joints)
        self._signal = next((each for each in _WITH_RIPPLE if each in signals), next(iter(signals), None))
        self.reset()

    def reset(self) -> None:
        """Show both at the next opportunity."""
        self._loop_rhythm.reset()
        self._spectrum_rhythm.reset()

    def show_frame(self, *, is_stale: bool) -> None:
        """Show what has come, no more often than it can be followed."""
        if not self.isVisible():
            return
        if self._loop_rhythm.is_due():
            self._show_loops(is_stale=is_stale)
        elif self._spectrum_rhythm.is_due():  # never both in one frame
            self._show_spectra(is_stale=is_stale)

    def hold(self) -> None:
        """Keep the loops as they are now."""
        signals, robot = self._frames.signals, self._robot
        if signals is not None and robot is not None:
            self._held = {joint: signals.loop.points(joint) for joint in range(robot.joint_count)}
        self.show_held()

    def release(self) -> None:
        """Show what comes again."""
        self._held = None

    def show_held(self) -> None:
        """What the held picture shows of the chosen joints."""
        self._show_loops()
        self._show_spectra()

    def _show_loops(self, *, is_stale: bool = False) -> None:
        signals = self._frames.signals
        if signals is None or not self.has_loops:
            return
        loops = self._held or {joint: signals.loop.points(joint) for joint in self._joints}
        self.loops.show_loops({joint: loops[joint] for joint in self._joints}, is_stale=is_stale)

    @Slot()
    def _show_spectra(self, *_: object, is_stale: bool = False) -> None:
        signals, robot = self._frames.signals, self._robot
        if signals is None or robot is None or self._signal is None or not self._joints:
            return
        block = self._frames.visible()
        ask = signals.spectra if self.spectra.mode is SpectrumMode.FREQUENCY else signals.order_spectra
        found = ask(self._signal, self._joints, block.device_time, block.columns)
        slides = bool(np.all(robot.is_prismatic[list(self._joints)]))
        self.spectra.show_spectra(found, signal=self._signal.value, slides=slides, is_stale=is_stale)
        if self.spectra.mode is SpectrumMode.MOTOR_TURNS and not any(found.values()):
            self._say_how_far(signals.longest_strokes(self._joints, block.columns))

    def _say_how_far(self, turns: Mapping[int, float]) -> None:
        """Too little motion for a spectrum over motor turns: name the joint that is nearest to it."""
        known = {joint: count for joint, count in turns.items() if np.isfinite(count)}
        if known:
            joint = max(known, key=lambda each: known[each])
            self.spectra.show_too_little(known[joint], joint=joint)

    @Slot()
    def _start_over(self) -> None:
        signals = self._frames.signals
        if signals is not None:
            signals.loop.clear()
            self._held = None
            self._show_loops()

    def _lay_out(self) -> None:
        self._left = QStackedWidget()
        reason = QWidget()
        row = QHBoxLayout(reason)
        row.addWidget(self.why)
        for view in (self.loops, reason):
            self._left.addWidget(view)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        for view in (self._left, self.spectra):
            card = Card(margin=GRID // 2)
            card.column.addWidget(view)
            row.addWidget(card, 1)
