"""View of a stream: arm and joints, running charts, loops, spectra and numbers.

Holding the picture holds nothing else: the stream is read on behind it, and a recording goes on.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from app.features.live.charts import LiveCharts
from app.features.live.controls import LiveTools, QuantityChips, WindowChoice
from app.features.live.frame import LiveFrame
from app.features.live.frames import WINDOWS_S, LiveFrames
from app.features.live.lower import LOOPS, MOTION, STATISTICS, LiveLower
from app.features.live.side import LiveSide
from app.features.live.turns import Turns
from app.features.live.words import model_words, push_words
from app.look.theme import current_theme
from app.look.tokens import GRID
from app.speech.words import signal_word
from app.widgets.arranged import in_column, in_row
from app.widgets.flow import Flow
from app.widgets.text import Button
from core.diagnostics.signals import MODEL_SIGNALS
from core.diagnostics.signals import Signal as Watched

if TYPE_CHECKING:
    from core.diagnostics.live import LiveSignals
    from core.identification.result import IdentificationResult
    from core.stiffness.result import ReducedStiffness

ZERO_FROM_S = 0.5
"""Length of a stream, s, at which its deflection is taken as zero for the first time."""
ARM_EVERY = 2
"""The arm has a picture in one of so many frames, the other views take turns in the rest."""
JOINTS_S, LOOPS_S = 0.1, 0.1
"""Least time between two pictures of each, s."""
_WIDE_FROM = 1180
"""Width, px, from which the joints are beside the charts."""
_JOINTS_HEIGHT = 262
LOWER_S, PIECE_S = 0.5, 0.07
"""Least time between two spectra or tables, s, and between the pieces in which they are worked out."""


class LiveView(QWidget):
    """Shows the frames of ``frames`` as people chose it."""

    changed = Signal()
    """Emitted when the state changed: held or running, zeroed or not, heard or silent."""
    said = Signal(str)
    """Emitted with a sentence on something that was done by itself."""

    def __init__(self, frames: LiveFrames, tools: LiveTools, *, mark: Callable[[], str]) -> None:
        super().__init__()
        self.setProperty("role", "page")
        self.frames, self.tools, self._mark = frames, tools, mark
        self.side = LiveSide()
        self.chips, self.window_choice = QuantityChips(), WindowChoice(WINDOWS_S)
        self.quantities_button = Button(self.tr("Quantities"), role="segment")
        self.quantities_button.setCheckable(True)
        self.quantities_button.setToolTip(self.tr("Choose what the charts show; press again to fold"))
        self.window_choice.choose_seconds(frames.window_s)
        self.charts = LiveCharts(frames)
        self.below = LiveLower(frames, self.charts)
        self._turns, self._frames_shown = Turns(), 0
        self._has_link: tuple[bool, ...] = ()
        self._waits_for_zero = self._is_narrow = False
        self.newest: LiveFrame | None = None
        """The last frame that was shown; None before the first."""
        self.paused_at: datetime | None = None
        self.zeroed_at: datetime | None = None
        self._lay_out()
        self._connect()
        self._add_turns()

    @property
    def is_paused(self) -> bool:
        """True while the picture is held."""
        return self.paused_at is not None

    @property
    def words_of_model(self) -> str:
        """Sentence on a push that the model sees, or on why its curves are empty."""
        frames, charts = self.frames, self.charts
        return push_words(self.newest, frames.robot) or model_words(
            frames.model.state, self.newest, signals=charts.signals, joints=charts.joints
        )

    def hold_or_go_on(self) -> None:
        """Hold the picture, or let it run again with everything that came meanwhile."""
        if self.is_paused:
            self.paused_at = None
            self.below.loops.release()
            self.frames.resume()
        elif self.newest is not None:
            self.paused_at = datetime.now(UTC).astimezone()
            self.below.loops.hold()
            self.frames.pause()
        self.changed.emit()

    @Slot()
    def zero(self) -> None:
        """Take the present deflection as zero."""
        self._zero(was_asked=True)

    def _zero(self, *, was_asked: bool) -> None:
        signals = self.frames.signals
        self._waits_for_zero = False
        if signals is None or Watched.DEFLECTION not in signals.offered:
            return
        self.frames.zero(was_asked=was_asked)
        self.zeroed_at = datetime.now(UTC).astimezone()
        is_steady = signals.zero_is_steady is not False
        self.tools.show_zero(self.zeroed_at, is_steady=is_steady)
        if not is_steady:
            self.said.emit(self.tr("The arm moved while zero was taken. Zero again when it stands still."))
        self.changed.emit()

    @Slot()
    def clear_zero(self) -> None:
        """Show deflections without a zero, as the encoders report them."""
        self.frames.clear_zero()
        self._waits_for_zero = False
        self.zeroed_at = None
        self.tools.show_zero(None)
        self.changed.emit()

    def showEvent(self, event: QShowEvent) -> None:
        """Read the stream while the view is visible."""
        super().showEvent(event)
        self.frames.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Read nothing while the view is hidden."""
        super().hideEvent(event)
        self.frames.stop()

    @Slot(object)
    def _begin(self, signals: "LiveSignals") -> None:
        """Take up another robot, or another kind of stream."""
        self.newest, self.paused_at, self.zeroed_at = None, None, None
        self.below.loops.release()
        self.tools.cursors.setChecked(False)
        # the encoders of a joint begin to count anywhere: without a zero one sees that, and no twist
        self._waits_for_zero = Watched.DEFLECTION in signals.offered
        self.tools.show_zero(None)
        self.tools.offer_zero(offered=Watched.DEFLECTION in signals.offered)
        self.offer()
        self._take_robot()
        self.changed.emit()

    def offer(self) -> None:
        """Offer the signals of the stream, and those of the model where there is one."""
        signals = self.frames.signals
        if signals is not None:
            of_model = MODEL_SIGNALS if self.frames.model.is_offered else ()
            self.chips.offer((*signals.offered, *of_model))

    def take_model(self, result: "IdentificationResult | None") -> None:
        """Use this model from now on, or none."""
        was_offered = self.frames.model.is_offered
        self.frames.model.set_result(result)
        if self.frames.model.is_offered is not was_offered:
            self.offer()
            self._watch()

    def take_stiffness(self, reduced: "ReducedStiffness | None") -> None:
        """Correct angles by this stiffness from now on, or by none."""
        self.frames.stiffness.use(reduced)
        self._turns.hurry()

    def _take_robot(self) -> None:
        signals, robot = self.frames.signals, self.frames.robot
        if signals is None or robot is None:
            return
        self._has_link = tuple(bool(has) for has in signals.has_link)
        self.side.show_robot(robot, has_link=self._has_link, mark=self._mark())
        self.below.loops.show_robot(robot, has_loops=any(self._has_link))
        self._watch()

    @Slot()
    def _watch(self) -> None:
        """Show the chosen signals of the chosen joints."""
        robot = self.frames.robot
        if robot is None:
            return
        signals, joints = self.chips.chosen, self.side.joints.chosen
        self.charts.watch(robot, signals, joints)
        self.below.loops.watch(signals, joints)
        self._turns.hurry()
        self._show_again()

    @Slot()
    def _show_again(self) -> None:
        """Show the newest frame, or the held picture, in another form."""
        if self.newest is None:
            return
        if self.is_paused:
            self.charts.show_frozen()
        else:
            self.charts.show_frame(self.newest)
        self.below.catch_up()

    @Slot(object)
    def _show_frame(self, frame: LiveFrame) -> None:
        if self._waits_for_zero and frame.time.size and -frame.time[0] >= ZERO_FROM_S:
            self._zero(was_asked=False)  # shows this frame again, with its zero
            return
        before, self.newest = self.newest, frame
        self.charts.show_frame(frame)
        if before is not None and before.is_stale is frame.is_stale:
            self._frames_shown += 1
            if self._frames_shown % ARM_EVERY == 0:
                self.side.show_arm(frame)
            else:
                self._turns.take_one()
            return
        self.side.show_arm(frame)
        self.side.show_joints(frame)
        self.below.begin(is_stale=frame.is_stale)
        self.changed.emit()

    def _add_turns(self) -> None:
        """Add all views but charts and arm, which have frames of their own."""

        def newest(show: Callable[[LiveFrame], None]) -> Callable[[], None]:
            return lambda: show(self.newest) if self.newest is not None else None

        self._turns.add(newest(self.side.show_joints), interval_s=JOINTS_S)
        self._turns.add(
            self.below.show_loops,
            interval_s=LOOPS_S,
            is_wanted=lambda: self.below.tab == LOOPS and self.below.loops.has_loops,
        )
        self._turns.add(
            self.below.show_piece,
            interval_s=LOWER_S,
            is_wanted=lambda: self.below.tab in {LOOPS, STATISTICS} and not self.below.is_at_work,
        )
        self._turns.add(self.below.show_piece, interval_s=PIECE_S, is_wanted=lambda: self.below.is_at_work)
        self._turns.add(self._look_for_link_encoders, interval_s=1.0)

    def _look_for_link_encoders(self) -> None:
        """Take the robot up again when a link encoder appears: only the stream shows that it reports."""
        signals = self.frames.signals
        if signals is not None and tuple(bool(has) for has in signals.has_link) != self._has_link:
            self._take_robot()

    @Slot(int)
    def _choose_window(self, _index: int) -> None:
        self.charts.set_window(self.window_choice.seconds)
        self.frames.set_window(self.window_choice.seconds)
        self._turns.hurry()

    @Slot(bool)
    def _leave_lag_in(self, is_left_in: bool) -> None:  # noqa: FBT001  # Qt's own signature
        self.frames.leave_lag_in(is_left_in=is_left_in)
        self._turns.hurry()

    @Slot()
    def _show_joints_again(self) -> None:
        """Show the joints with other columns, even if no frame follows."""
        if self.newest is not None:
            self.side.show_joints(self.newest)

    @Slot(object)
    def _report_dropped(self, quantity: Watched) -> None:
        self.said.emit(
            self.tr("{quantity} made room: three charts at most.").format(quantity=signal_word(quantity))
        )

    def show_nothing(self) -> None:
        """Empty the view: the robot was let go."""
        self.newest, self.paused_at, self.zeroed_at = None, None, None
        self.charts.show_nothing()
        self.below.end()
        self.changed.emit()

    def _connect(self) -> None:
        self.frames.begun.connect(self._begin)
        self.frames.arrived.connect(self._show_frame)
        self.frames.frozen.connect(self._show_again)
        self.chips.chosen_changed.connect(self._watch)
        self.quantities_button.toggled.connect(self._fold)
        self.below.tab_changed.connect(self._fold)
        current_theme().changed.connect(self._arrange)
        self.chips.made_room.connect(self._report_dropped)
        self.side.joints.chosen_changed.connect(self._watch)
        self.window_choice.chosen.connect(self._choose_window)
        self.side.lag.left_in.connect(self._leave_lag_in)
        self.side.joints.corrected_button.toggled.connect(self._show_joints_again)
        self.tools.zero.clicked.connect(self.zero)
        self.tools.clear_zero.clicked.connect(self.clear_zero)
        self.tools.cursors.toggled.connect(self.charts.cursors.set_shown)

    def add_joints(self) -> None:
        """Add the last of the lower views: the joints, where there is no room for them beside the charts."""
        self.below.add_tab(self.tr("Joints"), self._joints, height=_JOINTS_HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out for another width."""
        super().resizeEvent(event)
        self._arrange()

    @Slot()
    def _arrange(self) -> None:
        """Put the numbers of the joints below the arm, or where there is little room behind a button.

        Then the choices have a line of their own, those of the window fold with the quantities, and the arm
        gives way to a motion, whose picture shows it.
        """
        is_narrow = self.width() < current_theme().scaled(_WIDE_FROM)
        if is_narrow is not self._is_narrow:
            self._is_narrow = is_narrow
            if is_narrow:
                self.side.give_numbers(self._joints_column)
                self._row_above.addWidget(self._above)
                self._folded.insertWidget(0, self.window_choice)
            else:
                self.side.take_numbers()
                self._right.insertWidget(0, self._above)
                self._beside.addWidget(self.window_choice)
            self._window.setVisible(not is_narrow)
            self.below.offer_joints(offered=is_narrow)
        self._fold()

    @Slot()
    def _fold(self) -> None:
        """Show what folds as the button says, and the arm where there is room for it."""
        is_open = self.quantities_button.isChecked()
        self.chips.setVisible(is_open)
        self.window_choice.setVisible(is_open or not self._is_narrow)
        self.side.setVisible(not (self._is_narrow and self.below.tab == MOTION))

    def _lay_out(self) -> None:
        self._joints = QWidget()
        self._joints_column = in_column(of=self._joints)
        self._window, self._above = QWidget(), QWidget()
        self._beside = in_row(self.window_choice, of=self._window)
        row = Flow(parent=self._above)
        for part in (
            self.quantities_button,
            self._window,
            self.below.tabs,
            self.tools.cursors,
            self.below.readout,
        ):
            row.addWidget(part)
        self.chips.hide()
        self._folded = in_column(self.chips, spacing=GRID)
        charts = ((self.charts, 11), (self.below, 9))
        self._right = in_column(self._above, self._folded, *charts, spacing=GRID // 2)
        self._row_above = in_column()
        body = in_row((self.side, 1), (self._right, 4), spacing=GRID)
        in_column(self._row_above, (body, 1), of=self, spacing=GRID)
