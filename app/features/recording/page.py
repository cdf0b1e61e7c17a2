"""The page that records the arm at rest or swaying into the visit, with live curves."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QHideEvent, QShowEvent

from app.arm.channels import (
    LEAST_SPAN,
    LiveQuantity,
    channel,
    display_unit,
    live_word,
    offered,
)
from app.arm.link import RobotLink
from app.arm.live_feed import LiveFeed
from app.features.recording.form import RecordForm
from app.features.recording.live_plot import LivePlot
from app.guide.answers import Answers
from app.guide.page import Page
from app.guide.procedure_run import ProcedureRun
from app.guide.record_words import recorded_words, recording_words
from app.guide.views import Views, lay_out_below
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.look.tokens import GRID
from app.speech.units import number, seconds, whole
from app.speech.words import mark_word
from app.visit.open_visit import OpenVisit
from app.visit.summaries import RecordingSummary
from app.widgets.card import Card
from app.widgets.glyphs import Glyph
from app.widgets.layouts import bare_column
from app.widgets.motion_card import LINES_WITH_QUESTION, MotionCard
from app.widgets.plot_export import PlotExport
from app.widgets.table import Cell, Column, RowsModel, Table
from app.widgets.text import BOLD, Text, muted

if TYPE_CHECKING:
    from app.arm.procedure import Outcome

_COUNT_MS = 100
_WIDTHS = (0, 112, 112, 104, 112, 200)


class RecordPage(Page):
    """Runs a recording, shows its curves live, and lists the recordings of the visit."""

    run: ProcedureRun

    def __init__(
        self, link: RobotLink, visit: OpenVisit, feed: LiveFeed, runner: JobRunner, bus: MessageBus
    ) -> None:
        super().__init__(
            self.tr("Record the arm"),
            self.tr("Everything the controller reports goes into the visit, sample by sample."),
        )
        self._link, self._visit, self._feed = link, visit, feed
        self.form, self.motion = RecordForm(), MotionCard(lines=LINES_WITH_QUESTION)
        answers = Answers(
            procedure=lambda: self.form.procedure,
            ended=self._ended,
            start_words=lambda: self.tr("Hold to start recording"),
            doing=recording_words,
        )
        self.run = ProcedureRun(self, link, visit, bus, card=self.motion, answers=answers, form=self.form)
        self.run.changed.connect(self.state_changed)
        self.run.begun.connect(self._begun)
        self.views = Views(self.run)
        self._counters = tuple(Text(weight=BOLD) for _ in range(3))
        self._count_timer = QTimer(self)
        self._count_timer.setInterval(_COUNT_MS)
        self._count_timer.timeout.connect(self._count)
        self.run.failed.connect(self._count_timer.stop)
        self.run.started_over.connect(self._count_timer.stop)
        self.live = LivePlot()
        self.live.joint.chosen.connect(lambda _joint: self._watch())
        self.live.quantity.chosen.connect(lambda _place: self._watch())
        self._watchable: tuple[LiveQuantity, ...] = ()
        self._export = PlotExport(
            (self.live.curve.plot,),
            name=lambda: "live",
            mark=lambda: mark_word(link.marks),
            runner=runner,
            bus=bus,
        )
        feed.arrived.connect(self.live.curve.show_snapshot)
        self.model = RowsModel(self._columns())
        self.table = Table(self.tr("Recordings of this visit"))
        self.table.setModel(self.model)
        self.table.fit_columns(self.model.columns, widths=_WIDTHS)
        self._lay_out()
        self._show_counts(0, 0, 0.0)
        link.connected.connect(self._connected)
        link.closed.connect(self.live.curve.show_nothing)
        visit.changed.connect(self._show_visit)
        self._show_visit()

    @property
    def primary_enabled(self) -> bool:
        """True with a recording that a model can be made of, while nothing moves."""
        return self._visit.makes_model and super().primary_enabled

    @Slot()
    def _begun(self) -> None:
        """Begin to count samples and seconds."""
        self._show_counts(0, 0, 0.0)
        self._count_timer.start()

    def _ended(self, outcome: "Outcome") -> tuple[Glyph, str, str]:
        """The state of the recording in words, with its final counts."""
        self._count_timer.stop()
        if outcome.recordings:
            self._show_counts(outcome.samples, outcome.missing_samples, outcome.seconds)
        return recorded_words(outcome)

    def showEvent(self, event: QShowEvent) -> None:
        """Feed the live plot while the page is visible."""
        super().showEvent(event)
        self._watch()
        self._feed.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop the live feed of a hidden page."""
        super().hideEvent(event)
        self._feed.stop()

    @Slot()
    def _connected(self) -> None:
        session = self._link.session
        if session is None:
            return
        capabilities = session.capabilities
        self.form.offer_motion(can_move=capabilities.can_move)
        self.live.joint.show_words([str(number + 1) for number in range(capabilities.joint_count)])
        self._watchable = offered(capabilities.quantities)
        self.live.quantity.show_words([live_word(live) for live in self._watchable])
        self._watch()

    @Slot()
    def _watch(self) -> None:
        session = self._link.session
        if session is None or not self._watchable or session.acquisition is None:
            return
        live = self._watchable[max(self.live.quantity.index, 0)]
        joint = max(self.live.joint.index, 0)
        check = session.last_check
        standing = check.check.offsets if check is not None and session.encoders_checked else None
        quantities = session.capabilities.quantities
        unit = display_unit(live, session.robot, joint, quantities)
        self.live.curve.watch(live_word(live), unit, least_span=LEAST_SPAN[live])
        self._feed.show(channel(live, session.robot, joint, standing=standing))

    @Slot()
    def _count(self) -> None:
        acquisition = self._link.acquisition
        recording = acquisition.recording if acquisition is not None else None
        if recording is not None:
            missed = sum(hole.missing for hole in recording.missing)
            self._show_counts(recording.sample_count, missed, recording.duration)

    def _show_counts(self, samples: int, missed: int, duration: float) -> None:
        words = (whole(samples), whole(missed), seconds(duration))
        for caption, counter, text in zip(self._counter_names, self._counters, words, strict=True):
            counter.setText(text)
            counter.setAccessibleName(f"{caption}: {text}")

    @Slot()
    def _show_visit(self) -> None:
        recordings = self._visit.recordings
        self.model.show_rows([self._row(recording) for recording in recordings])
        self.views.tabs.show_words(
            (self.tr("Live"), self.tr("Recordings ({count})").format(count=len(recordings)))
        )
        self.state_changed.emit()

    @property
    def _counter_names(self) -> tuple[str, str, str]:
        return (self.tr("Samples"), self.tr("Missed"), self.tr("Recorded"))

    def _lay_out_counters(self) -> None:
        """Lay out the counters of samples, missed samples and seconds."""
        for caption, counter in zip(self._counter_names, self._counters, strict=True):
            self.motion.details.addLayout(bare_column(muted(caption), counter, spacing=2), 1)

    def _lay_out(self) -> None:
        self._lay_out_counters()
        table = Card(margin=GRID)
        table.column.addWidget(self.table)
        lay_out_below(self, self.run, self.views, self.live, table)

    def _columns(self) -> tuple[Column, ...]:
        return (
            Column(self.tr("Recording"), stretches=True),
            Column(self.tr("Duration"), is_number=True),
            Column(self.tr("Samples"), is_number=True),
            Column(self.tr("Missed"), is_number=True),
            Column(self.tr("Payload"), is_number=True),
            Column(self.tr("State")),
        )

    def _row(self, recording: RecordingSummary) -> tuple[Cell, ...]:
        payload = "–" if recording.payload_mass is None else f"{number(recording.payload_mass)} kg"
        return (
            recording.label,
            seconds(recording.duration),
            whole(recording.sample_count),
            whole(recording.missing),
            payload,
            self.tr("ended early") if recording.incomplete else self.tr("complete"),
        )
