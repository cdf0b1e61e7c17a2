"""Below the charts: deflection over torque as a loop that builds up, and the spectra of the ripple."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.features.live.frames import LiveFrames
from app.features.live.loop_plot import Loop, LoopView
from app.features.live.spectra import LiveSpectra
from app.features.live.spectrum_plot import SpectrumMode, SpectrumView
from app.look.tokens import GRID
from app.widgets.arranged import in_card, in_row
from app.widgets.text import paragraph
from app.widgets.view_stack import ViewStack
from core.diagnostics.signals import Signal as Watched
from core.robot.model import RobotModel

_LOOPS, _WHY = 0, 1
_WITH_RIPPLE = (Watched.DEFLECTION, Watched.TORQUE, Watched.CURRENT, Watched.RATE)
"""The spectrum is that of the first of these that a chart shows."""


class LiveLoops(QWidget):
    """Loops at the left, spectra at the right; without link encoders a sentence in place of the loops."""

    spectra_asked = Signal()
    """Emitted when spectra of another kind are wanted."""

    def __init__(self, frames: LiveFrames) -> None:
        super().__init__()
        self._frames = frames
        self._robot: RobotModel | None = None
        self._joints: tuple[int, ...] = ()
        self._signal: Watched | None = None
        self._held: dict[int, Loop] | None = None
        """The loops of a held picture."""
        self._work: LiveSpectra | None = None
        """Spectra that are being worked out, some joints a frame."""
        self.loops, self.spectra = LoopView(), SpectrumView()
        self.why = paragraph(
            self.tr(
                "This controller reports one encoder per joint, so the twist of the gear cannot be seen."
                " You see positions, torque and their spectra."
            )
        )
        self.why.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.loops.start_over.connect(self._start_over)
        self.spectra.mode_changed.connect(self._change_spectra)
        self._lay_out()

    @property
    def has_loops(self) -> bool:
        """True for an arm with link encoders: only then there is a deflection."""
        return self._left.currentIndex() == _LOOPS

    @property
    def is_at_work(self) -> bool:
        """True while the spectra of some joints are not worked out yet."""
        return self._work is not None

    def show_robot(self, robot: RobotModel, *, has_loops: bool) -> None:
        """Take up another arm, with link encoders or without."""
        self._robot, self._work = robot, None
        self._left.setCurrentIndex(_LOOPS if has_loops else _WHY)

    def watch(self, signals: Sequence[Watched], joints: Sequence[int]) -> None:
        """Show these joints from now on, and the spectrum of what the charts show."""
        self._joints, self._work = tuple(joints), None
        self._signal = self._rippling(signals)

    def hold(self) -> None:
        """Keep the loops as they are now."""
        signals, robot = self._frames.signals, self._robot
        if signals is not None and robot is not None:
            self._held = {joint: signals.loop.points(joint) for joint in range(robot.joint_count)}
        self.show_loops()

    def release(self) -> None:
        """Show the running loops again."""
        self._held = None
        self.drop_work()

    def drop_work(self) -> None:
        """Give up spectra that are half worked out: they are of other samples or joints."""
        self._work = None

    def show_loops(self, *, is_stale: bool = False) -> None:
        """Draw the loops as they have been built up."""
        signals = self._frames.signals
        if signals is None or not self.has_loops:
            return
        loops = self._held or {joint: signals.loop.points(joint) for joint in self._joints}
        shown = {joint: loops[joint] for joint in self._joints}
        self.loops.show_loops(shown, slides=self._all_slide(), is_stale=is_stale)

    def show_spectra(self, *, is_stale: bool = False) -> None:
        """Work out the spectra of some more joints; show them once all are there."""
        signals, signal = self._frames.signals, self._signal
        if signals is None or signal is None or not self._joints:
            return
        if self._work is None:
            turning = self.spectra.mode is SpectrumMode.MOTOR_TURNS
            self._work = LiveSpectra(
                signals, self._frames.visible(), signal=signal, joints=self._joints, over_turns=turning
            )
        self._work.go_on()
        if not self._work.is_complete:
            return
        work, self._work = self._work, None
        slides = self._all_slide()
        self.spectra.show_spectra(work.found, signal=signal.value, slides=slides, is_stale=is_stale)
        if work.nearest is not None:
            joint, turns = work.nearest
            self.spectra.show_too_little(turns, joint=joint)

    def _all_slide(self) -> bool:
        """True where every shown joint slides: the axes are then in N and mm."""
        return self._robot is not None and bool(np.all(self._robot.is_prismatic[list(self._joints)]))

    def _rippling(self, signals: Sequence[Watched]) -> Watched | None:
        """Signal of the spectrum: the first choice that a chart shows; for a model's curves, the torque."""
        offered = self._frames.signals.offered if self._frames.signals is not None else ()
        shown = [each for each in signals if each in offered] or offered
        return next((each for each in _WITH_RIPPLE if each in shown), next(iter(shown), None))

    @Slot()
    def _change_spectra(self) -> None:
        self.drop_work()
        self.spectra_asked.emit()

    @Slot()
    def _start_over(self) -> None:
        signals = self._frames.signals
        if signals is not None:
            signals.loop.clear()
            self._held = None
            self.show_loops()

    def _lay_out(self) -> None:
        self._left = ViewStack()
        reason = QWidget()
        QHBoxLayout(reason).addWidget(self.why)
        for view in (self.loops, reason):
            self._left.addWidget(view)
        left, right = (in_card(view, margin=GRID // 2) for view in (self._left, self.spectra))
        in_row((left, 1), (right, 1), of=self, spacing=GRID)
