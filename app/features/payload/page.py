"""The page of the payload: mass and centre of mass, their basis, and the robot's own setting."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from app.arm.link import RobotLink
from app.features.payload.analyse_recordings import analyse_again, payload_from_recordings
from app.features.payload.diagram_view import DiagramPart, payload_cards
from app.features.payload.presentation import DETAIL_SECTIONS, copied, improving, present, values
from app.features.payload.sentences import answer, next_steps
from app.features.payload.setting_tasks import payload_writes
from app.features.payload.setting_view import SettingPart
from app.features.payload.sweep_table import SweepTable
from app.features.payload.tasks import Around
from app.guide.actions import UndoButton
from app.guide.page import Page
from app.guide.primary_action import Meaning, Primary
from app.jobs.messages import MessageBus, Severity
from app.jobs.runner import Job, JobRunner
from app.jobs.task import Task
from app.look.tokens import GRID
from app.presentation import Presentation, reason_line
from app.speech.units import current_units
from app.visit.open_visit import OpenVisit
from app.visit.stored_products import Stored
from app.widgets.layouts import ViewStack, bare_row
from app.widgets.presentation_view import SectionsView, ValueCards
from app.widgets.reasons_view import ReasonsView
from app.widgets.segmented import Segmented
from app.widgets.text import Button, MenuButton
from app.widgets.view_saving import PlotExport
from core.errors import BadRequest
from core.exchange.payload_forms import PayloadForm, payload_text
from core.exchange.payload_numbers import payload_numbers
from core.payload.result import QUANTITIES, PayloadResult
from core.payload.settings import SweepKey
from core.quality import Verdict

if TYPE_CHECKING:
    from app.features.payload.setting_tasks import PayloadWrite


RESULT, SWEEPS, REASONS, DETAILS = range(4)


class PayloadPage(Page):
    """The payload of the visit with its verdicts; sweeps can be left out or repeated."""

    repeat_asked = Signal(object)
    """SweepKeys (a tuple) of the sweeps that the user wants to measure again."""

    def __init__(self, link: RobotLink, visit: OpenVisit, runner: JobRunner, bus: MessageBus) -> None:
        super().__init__(self.tr("Payload"), "")
        self._link, self._visit, self._bus = link, visit, bus
        self.found: PayloadResult | None = None
        """The payload that is shown."""
        self._units = current_units()
        self._is_partial = False
        self._wanted: tuple[SweepKey, ...] | None = None
        """Sweeps to leave out, as chosen last; None once the payload without them is shown."""
        self._job: Job[Stored[PayloadResult]] | None = None
        self._is_restarting = False
        """True if another computation follows as soon as the cancelled job has ended."""
        self._part: PayloadResult | None = None
        """The known part of a payload that is still being computed."""
        self._shown: Presentation | None = None
        """The payload that is shown, in words."""
        self.steps = ValueCards(payload_cards())
        self.sweeps, self.setting = SweepTable(), SettingPart(link, bus)
        self.diagram, self.reasons = DiagramPart(visit, self._show), ReasonsView()
        self.details = SectionsView(self.tr("Details"))
        self.tabs = Segmented(self.tr("View"))
        self.tabs.chosen.connect(self.show_view)
        self.repeat_button = Button()
        self.repeat_button.clicked.connect(self._repeat_for_steps)
        self.copy_forms = CopyFormsButton(bus)
        self.undo_button = UndoButton(visit.undoing)
        self._save = Button(self.tr("Save view …"), role="quiet")
        chart = self.diagram.chart
        export = PlotExport(
            (chart,), name=lambda: "payload-load-diagram", mark=visit.mark_word, runner=runner, bus=bus
        )
        self._save.clicked.connect(
            lambda: export.open_menu(chart, self._save.mapToGlobal(QPoint(0, self._save.height())))
        )
        self._lay_out()
        payload_from_recordings(self, visit, lambda _outcome: self._take_visit())
        self._connect()
        self.show_view(RESULT)
        self._show()

    @property
    def primary_enabled(self) -> bool:
        """True with a complete payload, while the visit is not busy."""
        return self.found is not None and not self._is_partial and not self._visit.is_busy

    @property
    def help_now(self) -> Primary | None:
        """Progress: the payload is still worked out."""
        return Primary(Meaning.BUSY, self.tr("Working it out"))

    def entered(self) -> None:
        """Show the payload of the visit, and read the controller's setting."""
        self._take_visit()
        if self._part is not None:
            self.show_payload(self._part, is_partial=True)
        if self.setting.can_ask and self.setting.setting is None:
            self.setting.read()

    def show_payload(self, found: PayloadResult | None, *, is_partial: bool = False) -> None:
        """Show a payload, or the known part of it."""
        self._units = current_units()
        self.found, self._is_partial = found, is_partial
        self._show()

    @Slot(int)
    def show_view(self, index: int) -> None:
        """Bring one of the views to the front."""
        self.tabs.choose(index)
        self._views.setCurrentIndex(index)
        self._save.setVisible(index == RESULT)

    def _show(self) -> None:
        found = self.found
        running = self._is_partial or self._job is not None
        self._word()
        self.steps.show_rows(values(found, is_partial=running), is_running=running)
        self.diagram.show_payload(self._shown, is_final=not running)
        left_out = self._wanted
        if left_out is None:
            left_out = found.settings.leave_out if found is not None else ()
        self.sweeps.show_payload(found, self._shown, left_out=left_out)
        self.setting.show_payload(found, is_final=not running)
        self.copy_forms.show_payload(None if running else found)
        self._show_reasons()
        self._show_repeat()
        self.state_changed.emit()

    @Slot()
    def _word(self) -> None:
        """Word the payload again after a change of it, of the robot's setting or of the load limits."""
        found, setting = self.found, self.setting.setting
        around = Around(self.diagram.envelope, setting, is_partial=self._is_partial)
        self._shown = None if found is None else present(found, around)
        sections = {one.name: one for one in self._shown.sections} if self._shown is not None else {}
        self.details.show_sections([sections[name] for name in DETAIL_SECTIONS if name in sections])
        self._say()

    def _say(self) -> None:
        found, shown, setting = self.found, self._shown, self.setting.setting
        if found is None or shown is None:
            self._heading.setText(self.tr("Payload"))
            self.say(
                self.tr(
                    "Nothing is measured yet. Measure the payload with an arm, or take recordings without it "
                    "and with it."
                )
            )
            return
        words = shown.headline if self._is_partial else next(next_steps(found, setting), "")
        self._heading.setText(answer(found, None if self._is_partial else setting))
        if self._is_out_of_date(found):
            words = self.tr("{words} Out of date: the empty arm was measured again since.").format(
                words=words
            )
        self.say(words)

    def _is_out_of_date(self, found: PayloadResult) -> bool:
        visit = self._visit
        if visit.summary is None or visit.summary.payload_reference is None:  # nothing was chosen at all
            return False
        return not self._is_partial and visit.payload is found and not visit.payload_is_current

    def _show_reasons(self) -> None:
        found, rows = self.found, self._shown.reasons if self._shown is not None else ()
        lines = [(reason_line(row), row.verdict or Verdict.GOOD) for row in rows]
        self.reasons.show_lines(lines, unseen=found.unseen if found is not None else ())
        sweeps = len(found.sweeps) if found is not None else 0
        self.tabs.show_words(
            (
                self.tr("Result"),
                self.tr("Sweeps ({count})").format(count=sweeps),
                self.tr("Reasons ({count})").format(count=len(lines)),
                self.tr("Details"),
            )
        )

    @Slot()
    def _show_repeat(self) -> None:
        keys = _improving_sweeps(self.found) if self.found is not None and not self._is_partial else ()
        numbers = sorted({key.orientation for key in keys})
        words = (
            self.tr("Repeat wrist position {numbers}")
            if len(numbers) == 1
            else self.tr("Repeat wrist positions {numbers}")
        )
        self.repeat_button.set_text(words.format(numbers=", ".join(str(one) for one in numbers)))
        can_repeat = not self._visit.is_busy and self._link.is_connected
        self.repeat_button.setVisible(bool(keys) and can_repeat)
        self.sweeps.show_repeat(is_possible=can_repeat)

    @Slot()
    def _repeat_for_steps(self) -> None:
        if self.found is not None:
            self.repeat_asked.emit(_improving_sweeps(self.found))

    @Slot(object)
    def _leave_out(self, keys: Sequence[SweepKey]) -> None:
        """Compute the payload again without these sweeps; it can be undone."""
        wanted, before = tuple(keys), self._wanted
        if before is None:
            before = self.found.settings.leave_out if self.found is not None else ()
        self._visit.undoing.did(
            self.tr("sweeps that count"),
            undo=lambda: self._use_without(before),
            redo=lambda: self._use_without(wanted),
        )
        self._use_without(wanted)

    def _use_without(self, keys: tuple[SweepKey, ...]) -> None:
        """Compute the payload again without these sweeps; a computation for others is cancelled."""
        self._wanted = keys
        if self._job is not None:
            self._is_restarting = True
            self._job.cancel()
        else:
            self._work_out()

    def _work_out(self) -> None:
        wanted = self._wanted
        if wanted is None or self._visit.is_busy or self._visit.summary is None:
            return
        self.sweeps.show_running(is_running=True)
        self._job = job = analyse_again(self._visit, leave_out=wanted)
        job.ended.connect(self._worked_out)
        self._show_repeat()
        self.state_changed.emit()

    @Slot()
    def _worked_out(self) -> None:
        """Show the payload of the visit: the new one, or after a failure the one from before."""
        self._job = None
        self.sweeps.show_running(is_running=False)
        if self._is_restarting:
            self._is_restarting = False
            self._work_out()
        else:
            self._wanted = None
            self.show_payload(self._visit.payload)

    @Slot()
    def _visit_changed(self) -> None:
        if self._part is not None and (self._visit.is_busy or self._link.is_running):
            return  # more of it is to come
        self._part = None
        self._take_visit()

    @Slot()
    def _take_visit(self) -> None:
        """Show the visit's payload, unless another one is being computed."""
        if not self.isVisible() or self._job is not None or self._wanted is not None:
            return
        found = self._visit.payload
        # after a change of units the same payload is worded again
        if found is not self.found or self._is_partial or self._units is not current_units():
            self.show_payload(found)
        else:
            self._say()
            self._show_repeat()

    @Slot(object)
    def _take_part(self, found: object) -> None:
        """Keep and show the part of a payload that is known after a step."""
        if not isinstance(found, PayloadResult) or self._job is not None:
            return
        self._part = found
        if self.isVisible():
            self.show_payload(found, is_partial=True)

    @Slot()
    def _forget(self) -> None:
        """Forget everything of the visit that was open before."""
        self._wanted, self._part, self.found = None, None, None
        self.diagram.forget()

    @Slot()
    def _ask_for_writes(self) -> None:
        """Read what an earlier session wrote to the controller: it can be restored too."""
        visit = self._visit
        if self.setting.written is not None or visit.summary is None:
            return
        path = visit.path
        job = visit.look_beside(Task(payload_writes, visit=path))
        job.succeeded.connect(lambda writes: self._take_writes(path, writes))

    def _take_writes(self, path: Path, writes: "Sequence[PayloadWrite]") -> None:
        if self._visit.summary is not None and self._visit.path == path:
            self.setting.take_writes(writes)

    def _connect(self) -> None:
        self.sweeps.left_out_changed.connect(self._leave_out)
        self.sweeps.repeat_asked.connect(self.repeat_asked)
        self.setting.changed.connect(self._word)
        self.setting.was_read.connect(self._ask_for_writes)
        self._visit.changed.connect(self._visit_changed)
        self._visit.payload_kept.connect(self._take_part)
        self._visit.opened.connect(self._forget)
        self._link.found.connect(self._take_part)
        self._link.state_changed.connect(self._show_repeat)

    def _lay_out(self) -> None:
        result = QWidget()
        bare_row((self.diagram, 5), (self.setting, 4), of=result)
        self._views = ViewStack()
        for view in (result, self.sweeps, self.reasons, self.details):
            self._views.addWidget(view)
        self.column.setSpacing(GRID + 4)
        self.column.addWidget(self.steps)
        buttons = (self.repeat_button, self.undo_button, self.copy_forms, self._save)
        self.column.addLayout(bare_row(self.tabs, None, *buttons))
        self.column.addWidget(self._views, 1)


def _improving_sweeps(found: PayloadResult) -> tuple[SweepKey, ...]:
    """Loaded sweeps that would improve the quantities that are not good."""
    numbers = {number for place in range(len(QUANTITIES)) for number in improving(found, place)}
    return tuple(
        sweep.key
        for sweep in found.sweeps
        if sweep.key.orientation in numbers and sweep.key.recording in found.recordings
    )


class CopyFormsButton(MenuButton):
    """Opens a menu of the forms; the chosen one goes to the clipboard."""

    def __init__(self, bus: MessageBus) -> None:
        super().__init__(
            self.tr("Copy for …"),
            lambda: [
                *((words, partial(self.copy, form)) for form, words in self.entries.items()),
                (self.tr("Values, ± and verdicts"), self.copy_values),
            ],
        )
        self._bus = bus
        self._found: PayloadResult | None = None
        self.show_payload(None)

    @property
    def entries(self) -> dict[PayloadForm, str]:
        """Words of the menu."""
        return {
            PayloadForm.URSCRIPT: self.tr("URScript (Universal Robots)"),
            PayloadForm.FRANKA: self.tr("End effector as JSON (Franka)"),
            PayloadForm.RAPID: self.tr("RAPID loaddata (ABB)"),
            PayloadForm.KRL: self.tr("KRL LOAD_DATA (KUKA)"),
            PayloadForm.URDF: self.tr("URDF link"),
            PayloadForm.MJCF: self.tr("MJCF body"),
            PayloadForm.TEXT: self.tr("Text to type in at a pendant"),
        }

    def show_payload(self, found: PayloadResult | None) -> None:
        """Offer a complete payload; nothing where it is None."""
        self._found = found
        self.setEnabled(found is not None)

    def copy_values(self) -> None:
        """Copy mass, centre of mass, ± and verdicts to the clipboard, whatever the verdict is."""
        if self._found is not None:
            QGuiApplication.clipboard().setText(copied(self._found))
            self._bus.show(self.tr("The payload is in the clipboard."), severity=Severity.GOOD)

    def copy(self, form: PayloadForm) -> None:
        """Copy the payload in this form, and say whose axes and units it has."""
        if self._found is None:
            return
        try:
            text, numbers = payload_text(self._found, form), payload_numbers(self._found)
        except BadRequest as error:
            self._bus.show_error(error)
            return
        QGuiApplication.clipboard().setText(text)
        words = self.tr("In the clipboard: {form}, in the flange frame.").format(form=self.entries[form])
        unknown = self.tr("Its inertia was not measured and is left out or zero.")
        self._bus.show(words, unknown if numbers.inertia is None else "", severity=Severity.GOOD)
