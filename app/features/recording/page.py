"""The page that records the arm at rest or swaying into the visit, with live curves."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QWidget

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
from app.arm.procedure import RecordedMotion, RecordSettings
from app.guide.page import Page, lay_out_in_turn
from app.guide.procedure_answers import Answers
from app.guide.procedure_form import ProcedureForm
from app.guide.procedure_run import ProcedureRun
from app.guide.run_words import recorded_words, recording_words
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.look.tokens import GRID
from app.speech.units import number, seconds, whole
from app.speech.words import mark_word
from app.visit.open_visit import OpenVisit
from app.visit.summaries import RecordingSummary
from app.widgets.layouts import Card, bare_row
from app.widgets.running_curve import RunningCurve
from app.widgets.segmented import Segmented
from app.widgets.setting_fields import SettingFields
from app.widgets.table import Cell, Column, RowsModel, Table
from app.widgets.text import muted
from app.widgets.view_saving import PlotExport

if TYPE_CHECKING:
    from app.features.recording.procedure import RecordProcedure

FIRST = RecordSettings(10.0)
STILL, SWAY = RecordedMotion.STILL, RecordedMotion.SWAY
_SPEEDS = (None, 0.25, 0.5, 1.0)
_WIDTHS = (0, 112, 112, 104, 112, 200)


class RecordForm(ProcedureForm):
    """Four fields with defaults that suit a first recording."""

    def __init__(self) -> None:
        super().__init__()
        self._fields = SettingFields(FIRST)
        self.seconds = self._fields.field("seconds")
        self.motion = self._fields.choice("motion", ())
        self.speed = self._fields.choice("speed", [(speed, self._speed_word(speed)) for speed in _SPEEDS])
        self._fields.changed.connect(self._show_speed)
        self.watch(self._fields)
        self.offer_motion(can_move=True)
        self._lay_out()

    @property
    def settings(self) -> RecordSettings:
        """Settings of the recording; every field has to be valid."""
        return self._fields.settings

    @property
    def procedure(self) -> "RecordProcedure | None":
        """The procedure with the settings of the fields; None while one is invalid."""
        from app.features.recording.procedure import RecordProcedure

        if not self.is_understood:
            return None
        chosen = self.settings
        return RecordProcedure(
            chosen.seconds, motion=chosen.motion, speed=chosen.speed, payload_mass=self.payload_mass
        )

    def offer_motion(self, *, can_move: bool) -> None:
        """Offer motion only for a controller that moves."""
        still = (STILL, self.tr("Standing still"))
        sway = (SWAY, self.tr("Swaying, all joints"))
        self.motion.offer((still, sway) if can_move else (still,))
        self._show_speed()

    def _show_speed(self) -> None:
        self.speed.setEnabled(self.motion.value == SWAY)

    def _speed_word(self, speed: float | None) -> str:
        if speed is None:
            return self.tr("Slow, ≤ 250 mm/s")
        return self.tr("{share} % of joint speed").format(share=round(100 * speed))

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(2 * GRID)
        grid.setVerticalSpacing(GRID)
        places = (
            (self._fields.captioned("seconds"), 0, 0, 1),
            (self.flange.captioned("payload_mass"), 0, 1, 1),
            (self._fields.captioned("motion"), 1, 0, 2),
            (self._fields.captioned("speed"), 2, 0, 2),
        )
        for cell, row, column, span in places:
            grid.addWidget(cell, row, column, 1, span)
        self.column.addLayout(grid)
        self.end()


class LivePlot(Card):
    """Choice of joint and signal with the newest value above, the curve below."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(margin=GRID, parent=parent)
        self.joint = Segmented(self.tr("Joint"))
        self.quantity = Segmented(self.tr("What to watch"))
        self.curve = RunningCurve(self.tr("Live signal"))
        chooser = bare_row(muted(self.tr("Joint")), self.joint)
        self.curve.head.insertLayout(0, bare_row(chooser, self.quantity, spacing=2 * GRID))
        self.curve.head.setContentsMargins(GRID, 0, GRID, 0)
        self.column.addWidget(self.curve, 1)


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
        self.form = RecordForm()
        answers = Answers(
            procedure=lambda: self.form.procedure,
            ended=recorded_words,
            doing=recording_words,
            facts=self._counts,
        )
        self.run = ProcedureRun(self, link, visit, bus, answers=answers, form=self.form)
        self.motion = self.run.card
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
        link.connected.connect(self._connected)
        link.closed.connect(self.live.curve.show_nothing)
        visit.changed.connect(self._show_visit)
        self._show_visit()

    @property
    def primary_enabled(self) -> bool:
        """True with a recording that a model can be made of, while nothing moves."""
        return self._visit.makes_model and super().primary_enabled

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

    def _counts(self) -> tuple[tuple[str, str, str], ...]:
        """Samples, missed samples and seconds of the recording under way."""
        acquisition = self._link.acquisition
        recording = acquisition.recording if acquisition is not None else None
        if recording is None:
            return ()
        missed = sum(hole.missing for hole in recording.missing)
        return (
            (self.tr("Samples"), whole(recording.sample_count), ""),
            (self.tr("Missed"), whole(missed), ""),
            (self.tr("Recorded"), seconds(recording.duration), ""),
        )

    @Slot()
    def _show_visit(self) -> None:
        recordings = self._visit.recordings
        self.model.show_rows([self._row(recording) for recording in recordings])
        kept = self.tr("Recordings ({count})").format(count=len(recordings))
        self.views.tabs.show_words((self.tr("Recording"), self.tr("Live"), kept))
        self.state_changed.emit()

    def _lay_out(self) -> None:
        table = Card(margin=GRID)
        table.column.addWidget(self.table)
        views = (self.tr("Recording"), self.tr("Live"), self.tr("Recordings"))
        self.views = lay_out_in_turn(self, self.run, views, None, self.live, table)

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
