"""Live diagnostics: the twist of every joint while it happens, and in every recording."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QSizePolicy

from app.arm.link import RobotLink
from app.arm.link_state import LinkState
from app.errors.text import window_text
from app.features.live.controls import LiveTools
from app.features.live.frames import LiveFrames
from app.features.live.layouts import read_layout, with_layout, write_layout
from app.features.live.lower import LOOPS
from app.features.live.opening import RecordingShelf
from app.features.live.paper import page_of, write_recording_page
from app.features.live.recorded import NOTE, moment_text
from app.features.live.tasks import (
    describes_stiffness,
    export_samples,
    stiffness_of_description,
)
from app.features.live.trigger import AFTER_S, BEFORE_S, ByHand, Trigger
from app.features.live.view import LiveView, Turns
from app.features.live.words import (
    looking_at_words,
    looking_words,
    shift_axes_words,
    shift_words,
    stream_words,
)
from app.features.twist.tasks import channel_lags_of_visit
from app.guide.actions import Action, bind
from app.guide.page import Page
from app.guide.primary_action import Primary
from app.guide.run_words import recorded_words
from app.jobs.messages import MessageBus, Severity
from app.jobs.task import Task
from app.look.tokens import GRID
from app.speech.words import mark_word
from app.visit.open_visit import OpenVisit
from app.visit.settings import LAYOUT_NAME_LENGTH, KeptLayout
from app.visit.visit_jobs import WRITE_GRACE_S
from app.widgets.choice import ask_for_files, ask_where_to_save
from app.widgets.glyphs import Glyph
from app.widgets.layouts import SignedText, fill, in_column
from app.widgets.popups import Entry
from app.widgets.scrolled import PageRoom
from app.widgets.text import Button, Text
from app.widgets.view_saving import PlotExport
from core.errors import TorsionError
from core.exchange.export_file import SignalFile
from core.recording import Mark
from core.stiffness.live_correction import belongs_to_arm
from core.workflow import Product

if TYPE_CHECKING:
    from app.arm.condition_watch import Fired
    from app.arm.procedure import Outcome
    from app.jobs.runner import JobRunner
    from app.visit.settings import SettingsStore
    from core.robot.model import RobotModel

_LAYOUT_FILE = "layout.json"
_WORDS_S = 0.5
_NOTE_MS = 8_000
_TO_BE_FOUND = {LinkState.OFF, LinkState.SEARCHING, LinkState.LOST, LinkState.ENDED}
"""States in which the page has a button that leads to the robot, or away from it."""
_SEVERITIES = {Glyph.CHECK: Severity.GOOD, Glyph.WARNING: Severity.WARNING, Glyph.CROSS: Severity.ERROR}


class LivePage(Page):
    """Watch, hold, measure with cursors, record, look back, save; nothing moves from here."""

    shows_rail = False
    connect_asked = Signal()
    """An arm is to be connected first."""

    def __init__(
        self,
        link: RobotLink,
        visit: OpenVisit,
        runner: "JobRunner",
        bus: MessageBus,
        settings: "SettingsStore",
    ) -> None:
        super().__init__(self.tr("Live diagnostics"), "", is_on_one_line=True)
        self._link, self._visit, self._bus, self._settings = link, visit, bus, settings
        self.tools, self.stream_state = LiveTools(), SignedText()
        self.view = LiveView(LiveFrames(link, self), self.tools)
        self.export = PlotExport(
            self.view.charts.all_charts,
            name=lambda: "live",
            mark=self._mark,
            runner=runner,
            bus=bus,
            stack=self.view.charts,
        )
        self._export_of_others = PlotExport(
            (self.view.below.loops.loops.plot, self.view.below.loops.spectra.plot),
            name=lambda: "live",
            mark=self._mark,
            runner=runner,
            bus=bus,
        )
        self.trigger, self.by_hand = Trigger(link, self), ByHand(link, self)
        self._make_buttons()
        self._note = ""
        self._twist = ""
        """Visit and key of the analysis that the lag is from; empty without one."""
        self._described: RobotModel | None = None
        """The arm whose stiffness is that of its description; None where the visit's is used."""
        self._turns = Turns()
        self._turns.add(self._show_words, interval_s=_WORDS_S)
        self._note_timer = QTimer(self)
        self._note_timer.setSingleShot(True)
        self._note_timer.setInterval(_NOTE_MS)
        self._note_timer.timeout.connect(self._forget_note)
        self._lay_out()
        self._connect()
        self._make_shortcuts()
        self.view.below.show_tab(LOOPS)
        self._show_state()

    def _make_buttons(self) -> None:
        self.find_button = Button()
        self.shelf = RecordingShelf(
            self.view,
            self._link,
            self._visit,
            self._bus,
            settings=self._settings,
            lag_of=channel_lags_of_visit,
            has_stream=lambda: self.has_stream,
        )

    @property
    def primary_text(self) -> str:
        """Name of the main button: record until the next press, or leave a recording that is looked at.

        Without a stream, open a recording.
        """
        if not self.has_stream:
            return self.tr("Open a recording")
        if self.shelf.is_looking_back:
            return self.tr("Go to now")
        if not self.by_hand.is_recording:
            return self.tr("Record")
        recording = None if self._link.acquisition is None else self._link.acquisition.recording
        length = moment_text(0.0 if recording is None else recording.duration, tenths=False)
        return self.tr("End recording · {length}").format(length=length)

    @property
    def primary_enabled(self) -> bool:
        """True unless a recording is being saved, or something else records the stream."""
        if not self.has_stream or self.shelf.is_looking_back:
            return True
        return self.by_hand.can_end if self.by_hand.is_recording else self._can_record

    @property
    def _can_record(self) -> bool:
        """True for a running stream that nothing records yet; that of a replay is a recording."""
        acquisition, session = self._link.acquisition, self._link.session
        if acquisition is None or session is None or acquisition.error is not None:
            return False
        return acquisition.recording is None and session.capabilities.mark is not Mark.REPLAY

    def primary_now(self, *, is_undone: bool) -> Primary:
        """The main button, and beside it what a recording does."""
        reason = self.tr("Nothing moves on this page.")
        if self.primary_text == self.tr("Record"):
            reason = self.tr("Reads every signal until you end it. Nothing moves on this page.")
        return replace(super().primary_now(is_undone=is_undone), reason=reason)

    @property
    def has_stream(self) -> bool:
        """True while a robot is connected or looked for, or a frame of its stream is shown."""
        has_frame = self.view.newest is not None and self.view.frames.recorded is None
        return has_frame or self._link.state is not LinkState.OFF

    def _mark(self) -> str:
        """Word across what is no real arm: of the recording, or of the robot that streams."""
        recorded = self.view.frames.recorded
        return mark_word(self._link.marks if recorded is None else (recorded.about.mark,))

    def primary(self) -> None:
        """Record, or end that; from a recording that is looked at, go back to the stream."""
        if not self.has_stream:
            self.shelf.offer()
        elif self.shelf.is_looking_back:
            self.shelf.go_to_now()
        elif self.by_hand.is_recording:
            self.by_hand.end()
        elif self._can_record:
            self.by_hand.begin()

    @Slot(object)
    def _take_recorded(self, outcome: "Outcome") -> None:
        """Say on whatever page that the recording is over, and offer it."""
        glyph, sentence, line = recorded_words(outcome)
        if outcome.recordings:
            self._visit.reload()
        if outcome.error is not None:
            self._bus.show_error(outcome.error)
        self._bus.show(sentence, line, severity=_SEVERITIES[glyph])
        self._show_state()

    @Slot()
    def _save(self) -> None:
        """Offer the ways to save all charts, below the button."""
        button = self.tools.save
        place = button.mapToGlobal(button.rect().bottomLeft())
        self.export.open_menu_for_all(place, first=self.exports())

    def exports(self) -> list[Entry]:
        """Entries of the menu that write every sample of a recording in a range."""
        if self.view.frames.recorded is None or not self.view.lines_shown:
            return []
        words, page = self.tr("Every sample in sight as {kind} …"), self.tr("This page as PDF …")
        if self.view.charts.marked is not None:
            words, page = self.tr("Every sample of A to B as {kind} …"), self.tr("A to B as PDF …")
        kinds = {SignalFile.CSV: "CSV", SignalFile.PARQUET: "Parquet", SignalFile.MCAP: "MCAP"}
        samples = [
            (words.format(kind=name), partial(self._ask_for_export, one)) for one, name in kinds.items()
        ]
        return [*samples, (page, self._ask_for_paper)]

    def _ask_for_export(self, kind: SignalFile) -> None:
        """Ask for a file; what is written is what is shown or marked now."""
        charts = self.view.charts
        signals = self.view.frames.signals_of(*(charts.marked or charts.charts[0].visible_range()))
        lines = self.view.lines_shown
        self._ask_and_write(
            self.tr("Save the samples"),
            f"live.{kind.value}",
            lambda path: Task(export_samples, of=signals, lines=lines, path=path, kind=kind),
        )

    def _ask_for_paper(self) -> None:
        """Ask for a file for the page as it is now."""
        shown = page_of(self.view)
        self._ask_and_write(
            self.tr("Save the page"),
            "live.pdf",
            lambda path: Task(write_recording_page, page=shown, path=path),
        )

    def _ask_and_write(self, title: str, name: str, task_of: "Callable[[Path], Task[None]]") -> None:
        def write(path: Path) -> None:
            job = self._visit.look_beside(task_of(path), grace_s=WRITE_GRACE_S)
            job.succeeded.connect(lambda _nothing: self._say(self.tr("Written: {file}").format(file=path)))

        ask_where_to_save(self, title, name, write)

    @Slot(str)
    def _note_down(self, words: str) -> None:
        """Put a note on the time axis, and into the recording under way."""
        acquisition = self._link.acquisition
        recording = None if acquisition is None else acquisition.recording
        self.view.frames.mark(words)
        if recording is None:
            self._say(self.tr("Nothing is recorded: the note is on the screen alone."))
            return
        recording.note(NOTE, text=words.encode("utf-8", "replace").decode())
        self._say(self.tr("The note is in the recording."))

    @Slot(str)
    def _arm_trigger(self, line: str) -> None:
        """Record around a condition from now on, or say why not."""
        try:
            self.trigger.arm(line)
        except TorsionError as error:
            self._say(window_text(error).one_line)
            return
        self._say(self.tr("Armed, whatever page is shown: {line}").format(line=self.trigger.line))

    @Slot()
    def _show_trigger(self) -> None:
        self.view.trigger.show_armed(self.trigger.line, count=self.trigger.count)

    @Slot(object)
    def _take_fired(self, fired: "Fired") -> None:
        """Say on whatever page that the trigger fired, and offer its recording."""
        if fired.error is not None:
            self._bus.show_error(fired.error)
        if fired.recorded is None:
            return
        self._visit.reload()
        kept = self.tr("{label} has the {before} s before it and the {after} s after.").format(
            label=fired.recorded.label, before=round(BEFORE_S), after=round(AFTER_S)
        )
        self._bus.show(self.tr("The trigger fired"), kept, severity=Severity.WARNING)

    def _shown_layout(self, name: str) -> KeptLayout:
        plots, lines, over = self.view.layout_shown
        return KeptLayout(name, tuple(tuple(plot) for plot in plots), lines, over)

    @Slot(str)
    def _keep_layout(self, name: str) -> None:
        """Keep what is shown under this name, for all arms."""
        self._take_layouts(with_layout(self._settings.current.layouts, self._shown_layout(name)))
        self._say(self.tr("Layout {name} saved, for all arms.").format(name=name))

    @Slot(str)
    def _remove_layout(self, name: str) -> None:
        self._take_layouts(tuple(one for one in self._settings.current.layouts if one.name != name))

    def _take_layouts(self, layouts: tuple[KeptLayout, ...]) -> None:
        self._settings.update(replace(self._settings.current, layouts=layouts))
        self.view.layouts.kept = layouts

    @Slot()
    def _export_layout(self) -> None:
        """Ask for a file, and write what is shown into it."""

        def write(path: Path) -> None:
            try:
                write_layout(self._shown_layout(path.stem[:LAYOUT_NAME_LENGTH]), path)
            except TorsionError as error:
                self._say(window_text(error).title)

        ask_where_to_save(self, self.tr("Export this layout"), _LAYOUT_FILE, write)

    @Slot()
    def _import_layout(self) -> None:
        """Ask for files, keep the layouts in them, and show the last one."""

        def read(paths: list[Path]) -> None:
            for path in paths:
                try:
                    layout = read_layout(path)
                except (TorsionError, OSError) as error:
                    self._say(window_text(error).title)
                    continue
                self._take_layouts(with_layout(self._settings.current.layouts, layout))
                self.view.show_layout(layout)

        filters = [self.tr("Layouts (*.json)")]
        ask_for_files(
            self, self.tr("Import a layout"), filters, read, folder=self._settings.current.last_folder
        )

    @Slot()
    def _find(self) -> None:
        """Connect a robot; end the search for a lost one, or begin another."""
        if self._link.state is LinkState.OFF:
            self.connect_asked.emit()
        elif self._link.state is LinkState.SEARCHING:
            self._link.stop_looking()
        else:
            self._link.reconnect()

    @Slot(str)
    def _say(self, note: str) -> None:
        """Show a sentence for a few seconds, or none any more."""
        self._note = note
        if note:
            self._note_timer.start()
        else:
            self._note_timer.stop()
        self._show_words()

    @Slot(str)
    def _show_reading(self, words: str) -> None:
        """Show how far a recording is read, until it is there."""
        self._note_timer.stop()
        self._note = words
        self._show_words()

    @Slot()
    def _forget_note(self) -> None:
        self._note = ""
        self._show_words()

    @Slot()
    def _show_state(self) -> None:
        """Show the state of stream and search."""
        acquisition = self._link.acquisition
        is_recording = acquisition is not None and acquisition.recording is not None
        words = stream_words(self.view.newest, paused_at=self.view.paused_at, is_recording=is_recording)
        if self.view.frames.recorded is not None:
            words = looking_at_words(self.view.frames.recorded.about)
        elif not self.has_stream:
            words = Glyph.EMPTY, self.tr("No arm is connected")
        self.stream_state.show_text(*words)
        self._show_words()
        has_something = self.has_stream or self.view.frames.recorded is not None
        self.shelf.compare_button.setVisible(self.view.frames.recorded is not None)
        for part in (self._room, self.tools):
            part.setVisible(has_something)
        self._nothing.setVisible(not has_something)
        state = self._link.state
        self.find_button.set_text(self._finding_words(state))
        self.find_button.setVisible(state in _TO_BE_FOUND)
        if not self.shelf.is_looking_back:
            self.shelf.source_button.set_text(self.tr("Now") if self.has_stream else self.tr("Recordings"))
        self.state_changed.emit()

    def _finding_words(self, state: LinkState) -> str:
        if state is LinkState.OFF:
            return self.tr("Connect")
        return self.tr("Stop looking") if state is LinkState.SEARCHING else self.tr("Reconnect")

    def _show_words(self) -> None:
        """Show one sentence: the search, a note, the model's, or the shift of the tool by the twist."""
        words, more = self._note, ""
        if self._link.state is LinkState.SEARCHING:
            words = looking_words(self._link)
        elif not words:
            words = self.view.words_of_model
        if not words and self.view.below.loops.has_loops:
            words = shift_words(self.view.newest)
            more = shift_axes_words(self.view.newest)
        self.say(words)
        self._sentence.setToolTip(more)
        self._sentence.setAccessibleDescription(more)
        self._sentence.setVisible(bool(words))
        if self.by_hand.is_recording:  # the length of the recording
            self.state_changed.emit()

    @Slot()
    def _take_model(self) -> None:
        """Use the model of the visit."""
        self.view.take_model(self._visit.result)

    @Slot()
    def _take_twist(self) -> None:
        """Use the lag between the encoders' channels that the visit's analysis of the twist found."""
        summary = self._visit.summary
        key = ""
        if summary is not None and (twist := summary.key(Product.ELASTICITY)):
            key = f"{summary.path} {twist}"
        if key == self._twist:
            return
        self._twist = key
        self.view.frames.use_lag(None)
        if not key:
            return
        job = self._visit.look_beside(Task(channel_lags_of_visit, path=self._visit.path))
        job.succeeded.connect(lambda known: self.view.frames.use_lag(known) if self._twist == key else None)

    @Slot()
    def _take_stiffness(self) -> None:
        """Use the stiffness of the visit where it has one, else that of the arm's description."""
        robot, found = self.view.frames.robot, self._visit.stiffness
        if robot is not None and found is not None and belongs_to_arm(robot, found):
            self._described = None
            self.view.take_stiffness(found)
        elif robot is None or not describes_stiffness(robot):
            self._described = None
            self.view.take_stiffness(None)
        elif robot is not self._described:
            self._described = robot
            self.view.take_stiffness(None)
            job = self._visit.look_beside(Task(stiffness_of_description, robot=robot), shows_failure=False)
            job.succeeded.connect(
                lambda found: self.view.take_stiffness(found) if self._described is robot else None
            )

    def _connect(self) -> None:
        self.view.changed.connect(self._show_state)
        self.view.said.connect(self._say)
        self.view.frames.arrived.connect(self._turns.take_one)
        self.tools.save.clicked.connect(self._save)
        self.view.note.given.connect(self._note_down)
        self.view.trigger.given.connect(self._arm_trigger)
        self.view.trigger.disarmed.connect(self.trigger.disarm)
        self.trigger.changed.connect(self._show_trigger)
        self.trigger.fired.connect(self._take_fired)
        self.trigger.failed.connect(self._bus.show_error)
        self.by_hand.changed.connect(self._show_state)
        self.by_hand.ended.connect(self._take_recorded)
        self.by_hand.failed.connect(self._bus.show_error)
        layouts = self.view.layouts
        layouts.kept = self._settings.current.layouts
        layouts.save_asked.connect(self._keep_layout)
        layouts.removed.connect(self._remove_layout)
        layouts.export_asked.connect(self._export_layout)
        layouts.import_asked.connect(self._import_layout)
        self._visit.changed.connect(self._visit_changed)
        self._visit.changed.connect(self._take_model)
        self._visit.identified.connect(self._take_model)
        self._visit.changed.connect(self._take_twist)
        self._visit.changed.connect(self._take_stiffness)
        self.view.frames.begun.connect(self._take_stiffness)
        self._link.closed.connect(self._let_go)
        self.view.frames.keeping.failed.connect(self._bus.show_error)
        shelf = self.shelf
        shelf.said.connect(self._say)
        shelf.reading.connect(self._show_reading)
        shelf.changed.connect(self._show_state)
        self._link.state_changed.connect(self._show_state)
        self._link.searched.connect(self._show_words)
        self.find_button.clicked.connect(self._find)

    @Slot()
    def _visit_changed(self) -> None:
        """Put the recording away with the visit that is closed."""
        if self._visit.summary is None and self.shelf.is_looking_back:
            self.shelf.go_to_now()

    @Slot()
    def _let_go(self) -> None:
        """Show nothing, unless it is a recording: the robot was let go."""
        if self.view.frames.recorded is None:
            self.view.show_nothing()

    def _make_shortcuts(self) -> None:
        """Plain letters; a text field that has the focus keeps them for itself."""
        for action, button in (
            (Action.HOLD_PICTURE, self.tools.hold),
            (Action.ZERO, self.tools.zero),
            (Action.CURSORS, self.tools.cursors),
            (Action.SAVE_VIEW, self.tools.save),
            (Action.NOTE, self.view.note.button),
        ):
            bind(action, self, button.click)

    def _lay_out(self) -> None:
        words = in_column(1, self.stream_state, self._sentence, 1, spacing=2)
        for text in (self.stream_state, self._sentence):  # in one line, whatever they say
            text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._heading.setWordWrap(False)
        self.head.folds = False
        self.head.setStretchFactor(self._heading, 0)
        fill(
            self.head,
            self.shelf.source_button,
            self.shelf.compare_button,
            (words, 1),
            self.view.trigger,
            self.find_button,
            self.tools,
        )
        self.column.setSpacing(GRID)
        # a window smaller than the page is meant for shows a part of it
        self._room = PageRoom(self.view)
        middle = Qt.AlignmentFlag.AlignCenter
        self._nothing = Text(self.tr("Open a recording, or connect an arm to see it live."), role="muted")
        fill(self.column, (self._room, 1), (self._nothing, 1, middle))
