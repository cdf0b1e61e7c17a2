"""Live diagnostics: the twist of every joint while it happens, and a motion to look at."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.arm.link import RobotLink
from app.arm.link_state import LinkState
from app.features.live.controls import LiveTools
from app.features.live.frames import LiveFrames
from app.features.live.lower import LOOPS, MOTION
from app.features.live.stiffness_tasks import describes_stiffness, stiffness_of_description
from app.features.live.turns import Turns
from app.features.live.view import LiveView
from app.features.live.words import looking_words, shift_axes_words, shift_words, stream_words
from app.features.recording.form import RecordForm
from app.features.twist.tasks import channel_lags_of_visit
from app.guide.actions import Action, bind
from app.guide.answers import Answers
from app.guide.page import Page
from app.guide.procedure_run import ProcedureRun
from app.guide.record_words import recorded_words, recording_words
from app.jobs.messages import MessageBus, Severity
from app.jobs.task import Task
from app.look.tokens import GRID
from app.speech.words import mark_word
from app.visit.open_visit import OpenVisit
from app.widgets.arranged import fill, in_column, in_row
from app.widgets.card import SignedText
from app.widgets.glyphs import Glyph
from app.widgets.motion_card import MotionCard
from app.widgets.page_room import PageRoom
from app.widgets.plot_export import PlotExport
from app.widgets.text import Button
from core.stiffness.live_correction import fits
from core.workflow import Product

if TYPE_CHECKING:
    from app.arm.procedure import Outcome
    from app.jobs.runner import JobRunner
    from core.robot.model import RobotModel

_MOTION_HEIGHT = 244
_MOTION_LINES = 13.4
"""Lines of the motion card: as high as the form beside it."""
_WORDS_S = 0.5
_NOTE_MS = 8_000
_TO_BE_FOUND = {LinkState.LOST, LinkState.ENDED}
_SEVERITIES = {Glyph.CHECK: Severity.GOOD, Glyph.WARNING: Severity.WARNING, Glyph.CROSS: Severity.ERROR}


class LivePage(Page):
    """Watch, hold, measure with cursors, save; move and record where the controller moves."""

    shows_rail = False
    run: ProcedureRun

    def __init__(self, link: RobotLink, visit: OpenVisit, runner: "JobRunner", bus: MessageBus) -> None:
        super().__init__(self.tr("Live diagnostics"), "", is_on_one_line=True)
        self._link, self._visit, self._bus = link, visit, bus
        self.tools, self.stream_state = LiveTools(), SignedText()
        self.view = LiveView(LiveFrames(link, self), self.tools, mark=lambda: mark_word(link.marks))
        self.export = PlotExport(
            self.view.charts.all_charts,
            name=lambda: "live",
            mark=lambda: mark_word(link.marks),
            runner=runner,
            bus=bus,
            stack=self.view.charts,
        )
        self._export_of_others = PlotExport(
            (self.view.below.loops.loops.plot, self.view.below.loops.spectra.plot),
            name=lambda: "live",
            mark=lambda: mark_word(link.marks),
            runner=runner,
            bus=bus,
        )
        self.find_button = Button()
        self.form, self.motion = RecordForm(), MotionCard(lines=_MOTION_LINES)
        self._make_run()
        self._doing = ""
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

    @property
    def primary_text(self) -> str:
        """Name of the main button: hold the picture, or let it run again."""
        return self.tr("Go on") if self.view.is_paused else self.tr("Pause")

    @property
    def primary_enabled(self) -> bool:
        """True while a robot is connected, or a frame of one is shown."""
        return self.view.newest is not None or self._link.identity is not None

    def primary(self) -> None:
        """Hold the picture, or let it run again."""
        self.view.hold_or_go_on()

    @property
    def place_words(self) -> str:
        """Phase of the motion under way; empty without one."""
        return self._doing if self.run.is_running else ""

    def _make_run(self) -> None:
        answers = Answers(
            procedure=lambda: self.form.procedure,
            ended=self._ended,
            start_words=lambda: self.tr("Hold to start recording"),
            doing=recording_words,
            is_wanted=lambda: self.view.below.tab == MOTION,  # a preview takes time of the robot's thread
        )
        card, form = self.motion, self.form
        self.run = ProcedureRun(
            self, self._link, self._visit, self._bus, card=card, answers=answers, form=form
        )
        self.run.changed.connect(self.state_changed)
        self.run.begun.connect(self._begun)
        self.run.failed.connect(self._over)
        self.run.started_over.connect(self._start_over)

    @Slot()
    def _begun(self) -> None:
        """Show the charts while the motion runs; the foot shows its progress."""
        self._doing = self.tr("Starting")
        self.view.below.show_tab(LOOPS)
        self.place_changed.emit()

    def _ended(self, outcome: "Outcome") -> tuple[Glyph, str, str]:
        """Words on the recording, also as a message: the tab may not be in front."""
        glyph, sentence, line = recorded_words(outcome)
        if outcome.error is None:
            self._bus.show(sentence, line, severity=_SEVERITIES[glyph])
        self._over()
        return glyph, sentence, line

    @Slot()
    def _start_over(self) -> None:
        self.view.below.show_tab(LOOPS)
        self._over()

    @Slot()
    def _over(self) -> None:
        self._doing = ""
        self.place_changed.emit()
        self._show_state()

    @Slot(float, str)
    def _show_doing(self, fraction: float, text: str) -> None:
        if self.run.is_running:
            doing = recording_words(text) if text else self._doing.partition(" · ")[0]
            self._doing = f"{doing} · {round(100 * fraction)} %"
            self.place_changed.emit()

    @Slot()
    def _connected(self) -> None:
        session = self._link.session
        if session is not None:
            self.form.offer_motion(can_move=session.capabilities.can_move)

    @Slot(int)
    def _tab_chosen(self, index: int) -> None:
        if index == MOTION:
            self.run.entered()

    @Slot()
    def _save(self) -> None:
        """Offer the ways to save all charts, below the button."""
        button = self.tools.save
        self.export.open_menu_for_all(button.mapToGlobal(button.rect().bottomLeft()))

    @Slot()
    def _find(self) -> None:
        """End the search for a lost robot, or begin another."""
        if self._link.state is LinkState.SEARCHING:
            self._link.stop_looking()
        else:
            self._link.reconnect()

    @Slot(str)
    def _say(self, note: str) -> None:
        """Show a sentence for a few seconds."""
        self._note = note
        self._note_timer.start()
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
        self.stream_state.show_text(*words)
        self._show_words()
        is_searching = self._link.state is LinkState.SEARCHING
        self.find_button.set_text(self.tr("Stop looking") if is_searching else self.tr("Reconnect"))
        self.find_button.setVisible(is_searching or self._link.state in _TO_BE_FOUND)
        self.state_changed.emit()

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
        if robot is not None and found is not None and fits(robot, found):
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
        self.view.below.tab_changed.connect(self._tab_chosen)
        self.view.frames.arrived.connect(self._turns.take_one)
        self.tools.save.clicked.connect(self._save)
        self._link.connected.connect(self._connected)
        self._visit.changed.connect(self._take_model)
        self._visit.identified.connect(self._take_model)
        self._visit.changed.connect(self._take_twist)
        self._visit.changed.connect(self._take_stiffness)
        self.view.frames.begun.connect(self._take_stiffness)
        self._link.closed.connect(self.view.show_nothing)
        self._link.progressed.connect(self._show_doing)
        self._link.state_changed.connect(self._show_state)
        self._link.searched.connect(self._show_words)
        self.find_button.clicked.connect(self._find)

    def _make_shortcuts(self) -> None:
        """Plain letters; a text field that has the focus keeps them for itself."""
        for action, button in (
            (Action.ZERO, self.tools.zero),
            (Action.CURSORS, self.tools.cursors),
            (Action.SAVE_VIEW, self.tools.save),
        ):
            bind(action, self, button.click)

    def _lay_out(self) -> None:
        words = in_column(1, self.stream_state, self._sentence, 1, spacing=2)
        for text in (self.stream_state, self._sentence):  # in one line, whatever they say
            text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._heading.setWordWrap(False)
        self.head.folds = False
        self.head.setStretchFactor(self._heading, 0)
        fill(self.head, (words, 1), self.find_button, self.tools)
        motion, top = QWidget(), Qt.AlignmentFlag.AlignTop
        in_row((self.form, 0, top), (self.motion, 1, top), of=motion, spacing=GRID)
        self.view.below.add_tab(self.tr("Move and record"), motion, height=_MOTION_HEIGHT)
        self.view.add_joints()
        self.column.setSpacing(GRID)
        # a window smaller than the page is meant for shows a part of it
        self.column.addWidget(PageRoom(self.view), 1)
