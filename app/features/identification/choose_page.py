"""Step 2: which recordings fit the model, which judge it, and how."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QGridLayout, QScrollArea, QVBoxLayout, QWidget

from app.features.identification.options_view import IdentificationOptions
from app.guide.page import Page
from app.guide.turn import Stage, Turn
from app.look.tokens import GRID
from app.speech.names import torque_word
from app.speech.units import number, seconds
from app.visit.open_visit import OpenVisit
from app.visit.settings import SettingsStore
from app.visit.summaries import RecordingSummary
from app.widgets.card import Card, SignedText
from app.widgets.fold_out import FoldOut
from app.widgets.glyphs import Glyph
from app.widgets.text import Text, muted
from app.widgets.tick_box import TickBox


class RunList(QWidget):
    """A line per recording with *Fit* and *Validate*; a recording does one of both or neither."""

    changed = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(GRID, 0, GRID, 0)
        self._grid.setHorizontalSpacing(3 * GRID)
        self._grid.setVerticalSpacing(0)
        self._boxes: dict[str, tuple[TickBox, TickBox]] = {}

    @property
    def fit(self) -> tuple[str, ...]:
        """Labels ticked to fit."""
        return tuple(label for label, (fit, _) in self._boxes.items() if fit.isChecked())

    @property
    def validate(self) -> tuple[str, ...]:
        """Labels ticked to validate."""
        return tuple(label for label, (_, judge) in self._boxes.items() if judge.isChecked())

    def box(self, label: str, *, fit: bool) -> TickBox:
        """The tick box of a recording."""
        return self._boxes[label][0 if fit else 1]

    def show_recordings(self, recordings: Sequence[RecordingSummary]) -> None:
        """Offer these recordings, nothing ticked."""
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._boxes.clear()
        for column, heading in enumerate(
            (self.tr("Recording"), self.tr("Fit"), self.tr("Validate"), self.tr("What it is"))
        ):
            self._grid.addWidget(muted(heading), 0, column)
        for row, recording in enumerate(recordings, start=1):
            self._add_row(row, recording)
        self._grid.setRowStretch(len(recordings) + 1, 1)
        self._grid.setColumnStretch(3, 1)

    def tick(self, fit: Sequence[str], validate: Sequence[str]) -> None:
        """Tick without telling anybody."""
        for label, (fit_box, judge_box) in self._boxes.items():
            for box, wanted in ((fit_box, label in fit), (judge_box, label in validate)):
                box.blockSignals(True)  # noqa: FBT003  # Qt's own name
                box.setChecked(wanted)
                box.blockSignals(False)  # noqa: FBT003  # Qt's own name

    def _add_row(self, row: int, recording: RecordingSummary) -> None:
        label = recording.label
        fit, judge = TickBox(), TickBox()
        fit.setAccessibleName(self.tr("Fit {label}").format(label=label))
        judge.setAccessibleName(self.tr("Validate {label}").format(label=label))
        fit.toggled.connect(lambda ticked: self._ticked(judge, ticked=ticked))
        judge.toggled.connect(lambda ticked: self._ticked(fit, ticked=ticked))
        self._boxes[label] = (fit, judge)
        self._grid.addWidget(Text(label), row, 0)
        for column, box in ((1, fit), (2, judge)):
            self._grid.addWidget(box, row, column)
        self._grid.addWidget(muted(self._facts(recording)), row, 3)

    def _ticked(self, other: TickBox, *, ticked: bool) -> None:
        if ticked and other.isChecked():
            other.setChecked(False)  # tells for both
        else:
            self.changed.emit()

    def _facts(self, recording: RecordingSummary) -> str:
        facts = [
            seconds(recording.duration),
            f"{number(recording.rate, digits=4)} Hz",
            torque_word(recording.torque_kind),
        ]
        kinds = (
            (recording.is_check, self.tr("encoder check")),
            (recording.is_sweeps, self.tr("friction sweeps")),
            (recording.is_load_steps, self.tr("load steps")),
            (recording.is_ramp, self.tr("slower stages")),
            (recording.is_standing, self.tr("standing, for a load")),
        )
        facts += [words for is_one, words in kinds if is_one]
        if recording.payload_mass:
            facts.append(self.tr("payload {mass} kg").format(mass=number(recording.payload_mass)))
        return " · ".join(facts)


class ChoosePage(Page):
    """Tick runs; defaults are good enough for *Next*."""

    def __init__(self, visit: OpenVisit, settings: SettingsStore, *, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("Which runs fit, and which judge?"),
            self.tr(
                "The model is fitted on the runs under Fit. A run under Validate is kept back "
                "and shows what the model is worth."
            ),
            parent=parent,
        )
        self._visit, self._settings = visit, settings
        self._labels: tuple[str, ...] = ()
        self.runs = RunList()
        self.runs.changed.connect(self._choose)
        self.options = IdentificationOptions()
        self.options.changed.connect(self._choose)
        self._advice = SignedText(wrap=True)
        self.fold_out = FoldOut(self.options)
        self.fold_out.set_open(settings.current.more_options_open)
        self.fold_out.toggled.connect(self._remember)
        self._lay_out()
        visit.changed.connect(self._show_visit)

    @property
    def primary_enabled(self) -> bool:
        """At least one run must fit, and every option must be readable."""
        return bool(self._visit.choice.fit) and self.options.is_understood and not self._visit.is_busy

    @property
    def by_itself(self) -> Turn:
        """What is suggested is good enough; without a run that fits somebody has to tick one."""
        if self.primary_enabled:
            return Turn(Stage.DONE)
        busy = self._visit.is_busy
        return Turn(Stage.WORKING) if busy else Turn(Stage.DECIDE, self._advice.accessibleName())

    @Slot()
    def _show_visit(self) -> None:
        labels = tuple(recording.label for recording in self._visit.recordings)
        if labels != self._labels:
            self._labels = labels
            self.runs.show_recordings(self._visit.recordings)
        self.runs.tick(self._visit.choice.fit, self._visit.choice.validate)
        self.options.show_settings(self._visit.choice.settings)
        self._advise()
        self.state_changed.emit()

    @Slot()
    def _choose(self) -> None:
        settings = self.options.settings
        if settings is not None:
            self._visit.choose(
                replace(self._visit.choice, fit=self.runs.fit, validate=self.runs.validate, settings=settings)
            )
        self._advise()
        self.state_changed.emit()

    def _advise(self) -> None:
        choice = self._visit.choice
        chosen = [found for found in self._visit.recordings if found.label in choice.fit]
        if not choice.fit:
            self._advice.show_text(Glyph.FAIR, self.tr("Tick at least one run under Fit."))
        elif any(recording.payload_mass for recording in chosen):
            self._advice.show_text(
                Glyph.FAIR,
                self.tr(
                    "A run with a payload is under Fit. The model will be that of the arm with its load."
                ),
            )
        elif not choice.validate:
            self._advice.show_text(
                Glyph.FAIR,
                self.tr("No run is kept back. The model will only be judged on what it was fitted to."),
            )
        else:
            self._advice.show_text(Glyph.CHECK, self.tr("Ready. The settings suit most arms."))

    def _remember(self, state: bool) -> None:  # noqa: FBT001  # slot of a Qt signal
        self._settings.update(replace(self._settings.current, more_options_open=state))

    def _lay_out(self) -> None:
        card = Card(margin=GRID)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        inside = QWidget()
        inside.setProperty("role", "page")
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.runs)
        column.addStretch(1)
        scroll.setWidget(inside)
        card.column.addWidget(scroll)
        self.column.addWidget(card, 1)
        self.column.addWidget(self._advice)
        self.column.addWidget(self.fold_out)
