"""View of a stream: arm and signals, running charts, loops, spectra and numbers.

Holding the picture holds nothing else: the stream is read on behind it, and a recording goes on.
"""

import math
import time as clock
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from app.arm.live_feed import WINDOW_S
from app.errors.text import window_text
from app.features.live.charts import LiveCharts
from app.features.live.controls import LayoutChoice, LiveTools, NoteField, TriggerField, WindowChoice
from app.features.live.frames import WINDOWS_S, LiveFrame, LiveFrames
from app.features.live.layouts import plots_of
from app.features.live.lower import LOOPS, STATISTICS, LiveLower
from app.features.live.plots import NAMES, Plots, Shown, first_plots, groups_of
from app.features.live.recorded import RecordedStream, RecordingBar
from app.features.live.side import LiveSide
from app.features.live.words import model_words, push_words
from app.look.theme import current_theme
from app.look.tokens import GRID
from app.widgets.layouts import Flow, in_column, in_row
from core.diagnostics.signals import ANGLES, MODEL_SIGNALS
from core.diagnostics.signals import Signal as Watched
from core.errors import BadRequest
from core.signals.expression import read_definition
from devices.controller import Told

if TYPE_CHECKING:
    from app.visit.settings import KeptLayout
    from core.diagnostics.live_signals import LiveSignals
    from core.identification.result import IdentificationResult
    from core.stiffness.result import ReducedStiffness

ZERO_FROM_S = 0.5
"""Length of a stream, s, at which its deflection is taken as zero for the first time."""
ARM_EVERY = 2
"""The arm has a picture in one of so many frames, the other views take turns in the rest."""
VALUES_S, LOOPS_S = 0.1, 0.1
"""Least time between two pictures of each, s."""
_WIDE_FROM = 1180
"""Width, px, from which the signals are beside the charts."""
_SIGNALS_HEIGHT = 262
_OWN_NAME = "signal_{number}"
"""Name of a line that a person gave none."""
LOWER_S, PIECE_S = 0.5, 0.07
"""Least time between two spectra or tables, s, and between the pieces in which they are worked out."""


@dataclass
class _Turn:
    interval_s: float
    show: Callable[[], None]
    is_wanted: Callable[[], bool]
    last_s: float = -math.inf


class Turns:
    """Calls that are each due once in an interval, and come one at a time, so that no frame takes long."""

    def __init__(self, *, now: Callable[[], float] = clock.monotonic) -> None:
        self._now = now
        self._turns: list[_Turn] = []

    def add(
        self,
        show: Callable[[], None],
        *,
        interval_s: float,
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        """Call ``show`` at most once every ``interval_s`` while it ``is_wanted``."""
        self._turns.append(_Turn(interval_s, show, is_wanted))

    def take_one(self) -> None:
        """Call the one that has waited longest, as a share of its interval; none if that is not due."""
        now_s = self._now()
        waiting = [turn for turn in self._turns if turn.is_wanted()]
        if not waiting:
            return
        # waiting is a share of the interval, so that no slow view starves a fast one, nor the other way round
        turn = max(waiting, key=lambda each: (now_s - each.last_s) / each.interval_s)
        if now_s - turn.last_s >= turn.interval_s:
            turn.last_s = now_s
            turn.show()

    def hurry(self) -> None:
        """Forget when each was shown last: the picture is another one now."""
        for turn in self._turns:
            turn.last_s = -math.inf


class LiveView(QWidget):
    """Shows the frames of ``frames`` as people chose it."""

    changed = Signal()
    """Emitted when the state changed: held or running, zeroed or not, heard or silent."""
    said = Signal(str)
    """Emitted with a sentence on something that was done by itself."""

    def __init__(self, frames: LiveFrames, tools: LiveTools) -> None:
        super().__init__()
        self.setProperty("role", "page")
        self.frames, self.tools = frames, tools
        self.side, self.plots = LiveSide(), Plots()
        self.window_choice, self.layouts = WindowChoice(WINDOWS_S), LayoutChoice()
        self.note, self.trigger = NoteField(), TriggerField()
        self.bar = RecordingBar()
        self._known: dict[str, Shown] = {}
        """Every signal that is offered, by its name."""
        self._own: dict[str, str] = {}
        """Lines that a person wrote, by their names."""
        self._is_first_look = True
        """False once a person has chosen signals."""
        self.window_choice.choose_seconds(frames.window_s)
        self.charts = LiveCharts(frames)
        self.below = LiveLower(frames, self.charts)
        self._turns, self._frames_shown = Turns(), 0
        self._has_link: tuple[bool, ...] = ()
        self._told: frozenset[Told] = frozenset()
        """What the controller told when the signals were listed."""
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

    @Slot()
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

    def look_at(self, recorded: RecordedStream | None) -> None:
        """Look at a recording, whole at first, or with None at the stream again."""
        whole_s = None if recorded is None else recorded.duration
        self.window_choice.offer(WINDOWS_S, whole_s=whole_s)
        self.window_choice.choose_seconds(WINDOW_S if whole_s is None else whole_s)
        self.charts.set_window(self.window_choice.seconds)
        self.frames.set_window(self.window_choice.seconds)
        for part in (self.note, self.trigger, self.tools.hold):
            part.setVisible(recorded is None)
        if self.is_paused:
            self.paused_at = None
            self.below.loops.release()
        self.show_nothing()
        self.charts.name_earlier("")
        self.frames.look_at(recorded)
        self._name_time()
        self.bar.take(recorded)
        self.changed.emit()

    def compare_with(self, stream: RecordedStream | None, words: str = "") -> None:
        """Show another recording in grey behind the one that is looked at, or none any more."""
        self.frames.compare_with(stream, words)
        earlier = self.frames.earlier
        self.charts.name_earlier("" if earlier is None else earlier.words)
        self.changed.emit()

    def _name_time(self) -> None:
        """Say what the axis of time counts from."""
        words = ""
        if self.frames.is_whole:
            words = self.tr("Time before the end")
        elif self.frames.recorded is not None:
            words = self.tr("Time before the moment")
        self.charts.name_time(words)

    @Slot(int)
    def _go_to(self, row: int) -> None:
        """Go to a sample of the recording."""
        self.frames.go_to(row)
        self.bar.show_moment()

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
        self._waits_for_zero = Watched.DEFLECTION in signals.offered and signals.zero is None
        self.tools.show_zero(None)
        self.tools.offer_zero(offered=Watched.DEFLECTION in signals.offered)
        self._take_robot()
        self.changed.emit()

    def offer(self) -> None:
        """Offer the signals of the stream, and those of the model where there is one."""
        signals, robot = self.frames.signals, self.frames.robot
        if signals is None or robot is None:
            return
        self._take_own_lines()
        of_model = MODEL_SIGNALS if self.frames.model.is_offered else ()
        groups = groups_of(
            robot,
            (*signals.offered, *of_model),
            signals.names,
            {name: signals.lines[name] for name in self._own},
            told=self.frames.told,
            corrected=self.side.wants_corrected,
        )
        self._told = self.frames.told
        self._known = {one.name: one for group in groups for one in group.signals}
        self.plots.offer(self._known.values())
        if self._is_first_look or not self.plots.shown:
            linked = [joint for joint, has in enumerate(signals.has_link) if has]
            self.plots.choose(first_plots(groups, linked or range(robot.joint_count)))
        self.side.browser.offer(groups)

    def _take_own_lines(self) -> None:
        """Keep of a person's lines those that this stream can give, and work them out."""
        signals = self.frames.signals
        assert signals is not None
        readable = {}
        for name, line in self._own.items():
            try:
                read_definition(line, signals.names)
            except BadRequest:
                continue
            readable[name] = line
        self._own = readable
        self._ask_for_lines()

    def _ask_for_lines(self) -> None:
        """Have the frames work out what the plots show besides the signals of the joints."""
        listed = {name: name for name in self.plots.names if self._is_line(name)}
        self.frames.set_lines(listed | self._own)

    def _is_line(self, name: str) -> bool:
        signals = self.frames.signals
        is_named = signals is not None and name in signals.names
        return is_named and name in self._known and self._known[name].key.startswith("=")

    def show_plots(self, plots: Sequence[Sequence[str]]) -> None:
        """Show these signals by name, plot by plot."""
        self._is_first_look = False
        self.plots.choose(plots)
        self._watch()

    @property
    def lines_shown(self) -> list[str]:
        """What the plots show, as lines for a file; a rate that was not recorded is that of the angle."""
        signals = self.frames.signals
        assert signals is not None
        lines = []
        for name in (one for one in self.plots.names if not self._known[one].is_told):
            line = self._own.get(name, name)
            if line not in signals.names and line == name:
                joint = name.rpartition("_")[2]
                angles = (f"{NAMES[each]}_{joint}" for each in ANGLES)
                line = next(f"rate({each})" for each in angles if each in signals.names)
            lines.append(name if name == line else f"{name} = {line}")
        return lines

    @property
    def layout_shown(self) -> tuple[list[list[str]], dict[str, str], tuple[str, ...]]:
        """What is shown, for a layout: names plot by plot, lines, and a pair over one another."""
        return [list(plot) for plot in self.plots.shown], dict(self._own), self.below.loops.over

    @Slot(object)
    def show_layout(self, layout: "KeptLayout") -> None:
        """Show a layout as far as this arm has its signals; say where it has none of them."""
        signals = self.frames.signals
        before = dict(self._own)
        self._own |= {name: line for name, line in layout.lines.items() if self._is_free(name, signals)}
        self.offer()
        plots = plots_of(layout, [name for name, one in self._known.items() if one.key])
        if not plots:
            self._own = before
            self.offer()
            self.said.emit(self.tr("This arm has none of the signals of {name}.").format(name=layout.name))
            return
        self.show_plots(plots)
        self.below.loops.draw_torque_twist()
        if layout.over and set(layout.over) <= self._known.keys():
            self._draw_over(*layout.over)

    @staticmethod
    def _is_free(name: str, signals: "LiveSignals | None") -> bool:
        return signals is not None and name not in signals.names

    @Slot(str, bool)
    def _tick(self, name: str, is_ticked: bool) -> None:  # noqa: FBT001  # Qt's own signature
        """Show a signal on the plot of its unit, or no more; the last one stays: a page shows something."""
        self._is_first_look = False
        if is_ticked:
            gone = self.plots.add(name)
            if gone:
                words = self._known[gone[0]].words
                self.said.emit(self.tr("{quantity} made room: three charts at most.").format(quantity=words))
        elif len(self.plots.names) > 1:
            self.plots.remove(name)
        self._watch()

    @Slot(str, int)
    def _put(self, name: str, place: int) -> None:
        """Show a signal on the plot onto which it was dropped."""
        self._is_first_look = False
        if not self.plots.put(name, place):
            self.said.emit(self.tr("A plot has one unit. Drop it with Shift to draw it over the other."))
        self._watch()

    @Slot(str, str)
    def _draw_over(self, name: str, other: str) -> None:
        """Draw one signal over another, in place of twist over torque."""
        if name not in self._known or other not in self._known:
            return
        if self._known[name].is_told or self._known[other].is_told:
            self.said.emit(self.tr("What the controller tells has a plot over time alone."))
        else:
            self.below.loops.draw_over(self._known[name], self._known[other])
            self.below.show_tab(LOOPS)

    @Slot(str)
    def _add_line(self, line: str) -> None:
        """Add a signal that is worked out from others, and show it; else say why it cannot be read."""
        signals, browser = self.frames.signals, self.side.browser
        if signals is None:
            return
        try:
            name, read = read_definition(line, signals.names)
            if name in self._own:
                raise BadRequest("expression-taken", name=name)
        except BadRequest as error:
            words = window_text(error)
            browser.show_wrong(words.title, more=words.one_line)
            return
        number = 1
        while not name:
            made = _OWN_NAME.format(number=number)
            name = "" if made in self._own else made
            number += 1
        self._own[name] = read.line
        browser.line.clear()
        self.offer()
        self._tick(name, True)  # noqa: FBT003  # Qt's own signature

    @Slot(str)
    def _drop_line(self, name: str) -> None:
        self._own.pop(name, None)
        self.plots.remove(name)
        self.offer()
        self._watch()

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
        self.side.show_robot(robot, has_link=self._has_link)
        self.below.loops.show_robot(robot, has_loops=any(self._has_link))
        self.offer()
        self._watch()

    @Slot()
    def _watch(self) -> None:
        """Show the chosen signals."""
        if self.frames.robot is None:
            return
        self._ask_for_lines()
        self.side.browser.choose(self.plots.names)
        self.charts.watch([[self._known[name] for name in plot] for plot in self.plots.shown])
        self.side.watch(self.charts.joints)
        self.below.loops.watch(self.charts.signals, self.charts.joints)
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
        if self.frames.recorded is not None:
            self._show_moment(frame)
            return
        if before is not None and before.is_stale is frame.is_stale:
            self._frames_shown += 1
            if self._frames_shown % ARM_EVERY == 0:
                self.side.show_arm(frame)
            else:
                self._turns.take_one()
            return
        self.side.show_arm(frame)
        self._show_values(frame)
        self.below.begin(is_stale=frame.is_stale)
        self.changed.emit()

    def _show_moment(self, frame: LiveFrame) -> None:
        """Show all else at the moment of a recording; what takes long follows when it stands still."""
        self.side.show_arm(frame)
        self._show_values(frame)
        self.side.lag.setVisible(self.side.lag.isVisibleTo(self.side) and frame.lag is not None)
        if self.bar.is_playing:
            self._turns.take_one()
        else:
            self.below.begin(is_stale=False)

    def _add_turns(self) -> None:
        """Add all views but charts and arm, which have frames of their own."""

        def newest(show: Callable[[LiveFrame], None]) -> Callable[[], None]:
            return lambda: show(self.newest) if self.newest is not None else None

        self._turns.add(newest(self._show_values), interval_s=VALUES_S)
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
        self._turns.add(self._look_for_more, interval_s=1.0)

    def _show_values(self, frame: LiveFrame) -> None:
        """Show the newest value of every signal."""
        self.side.show_values(frame, self.frames.named_now())

    def _look_for_more(self) -> None:
        """Take up what only the stream shows: a link encoder that reports, what the controller tells."""
        signals = self.frames.signals
        if self.frames.told != self._told:
            self.offer()
        if signals is not None and tuple(bool(has) for has in signals.has_link) != self._has_link:
            self._take_robot()

    @Slot(int)
    def _choose_window(self, _index: int) -> None:
        self.charts.set_window(self.window_choice.seconds)
        self.frames.set_window(self.window_choice.seconds)
        self._name_time()
        self._turns.hurry()

    @Slot(bool)
    def _leave_lag_in(self, is_left_in: bool) -> None:  # noqa: FBT001  # Qt's own signature
        self.frames.leave_lag_in(is_left_in=is_left_in)
        self._turns.hurry()

    @Slot()
    def _list_again(self) -> None:
        """List corrected angles, or not, even if no frame follows."""
        self.offer()
        self.side.browser.choose(self.plots.names)
        if self.newest is not None:
            self._show_values(self.newest)

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
        current_theme().changed.connect(self._arrange)
        browser = self.side.browser
        browser.ticked.connect(self._tick)
        browser.over_asked.connect(self._draw_over)
        browser.line_asked.connect(self._add_line)
        browser.line_dropped.connect(self._drop_line)
        self.layouts.chosen.connect(self.show_layout)
        self.charts.dropped.connect(self._put)
        self.charts.dropped_over.connect(self._draw_over)
        self.window_choice.chosen.connect(self._choose_window)
        self.bar.went.connect(self._go_to)
        self.side.lag.left_in.connect(self._leave_lag_in)
        self.side.corrected_wanted.connect(self._list_again)
        self.tools.hold.clicked.connect(self.hold_or_go_on)
        self.changed.connect(lambda: self.tools.show_held(is_held=self.is_paused))
        self.tools.zero.clicked.connect(self.zero)
        self.tools.clear_zero.clicked.connect(self.clear_zero)
        self.tools.cursors.toggled.connect(self.charts.cursors.set_shown)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out for another width."""
        super().resizeEvent(event)
        self._arrange()

    @Slot()
    def _arrange(self) -> None:
        """Put the signals below the arm, or where there is little room behind a button.

        Then the choices have a line of their own.
        """
        is_narrow = self.width() < current_theme().scaled(_WIDE_FROM)
        if is_narrow is not self._is_narrow:
            self._is_narrow = is_narrow
            if is_narrow:
                self.side.give_numbers(self._signals_column)
                self._row_above.addWidget(self._above)
            else:
                self.side.take_numbers()
                self._right.insertWidget(0, self._above)
            self.below.offer_signals(offered=is_narrow)

    def _lay_out(self) -> None:
        self._signals = QWidget()
        self._signals_column = in_column(of=self._signals)
        # where there is no room for them beside the charts
        self.below.add_tab(self.tr("Signals"), self._signals, height=_SIGNALS_HEIGHT)
        self._above = QWidget()
        row = Flow(parent=self._above)
        for part in (
            self.window_choice,
            self.tools.hold,
            self.below.tabs,
            self.tools.cursors,
            self.note,
            self.layouts,
            self.below.readout,
        ):
            row.addWidget(part)
        charts = ((self.charts, 11), (self.below, 9))
        self._right = in_column(self._above, *charts, self.bar, spacing=GRID // 2)
        self._row_above = in_column()
        body = in_row((self.side, 1), (self._right, 4), spacing=GRID)
        in_column(self._row_above, (body, 1), of=self, spacing=GRID)
