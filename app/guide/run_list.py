"""The recordings of a visit as a list: each chosen to fit or to validate, or for one use."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from app.look.tokens import GRID
from app.speech.language import tr
from app.speech.units import number, seconds
from app.speech.words import torque_word
from app.visit.summaries import RecordingSummary
from app.widgets.choice import TickBox
from app.widgets.layouts import clear
from app.widgets.text import Text, muted

Ticks = tuple[tuple[str, ...], tuple[str, ...]]
"""Labels of the recordings to fit and to validate."""


@dataclass(frozen=True)
class RunUses:
    """Heads of the two columns of ticks, and the name of a tick with ``{label}`` in it."""

    heads: tuple[str, str]
    names: tuple[str, str]


class RunList(QWidget):
    """A line per recording with *Fit* and *Validate*, or two other uses; at most one of them is ticked."""

    changed = Signal()
    chosen = Signal(object, object)
    """``Ticks`` before and after a person turned a tick; emitted before ``changed``."""

    def __init__(self, uses: RunUses | None = None) -> None:
        super().__init__()
        self._uses = uses or RunUses(
            (self.tr("Fit"), self.tr("Validate")), (self.tr("Fit {label}"), self.tr("Validate {label}"))
        )
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(GRID, 0, GRID, 0)
        self._grid.setHorizontalSpacing(3 * GRID)
        self._grid.setVerticalSpacing(0)
        self._boxes: dict[str, tuple[TickBox, TickBox]] = {}
        self._ticks: Ticks = ((), ())

    @property
    def fit(self) -> tuple[str, ...]:
        """Labels of the recordings ticked to fit, or in the first column."""
        return tuple(label for label, (fit, _) in self._boxes.items() if fit.isChecked())

    @property
    def validate(self) -> tuple[str, ...]:
        """Labels of the recordings ticked to validate, or in the second column."""
        return tuple(label for label, (_, judge) in self._boxes.items() if judge.isChecked())

    def box(self, label: str, *, fit: bool) -> TickBox:
        """The tick box *Fit* or *Validate* of a recording."""
        return self._boxes[label][0 if fit else 1]

    def point_to(self, *, fit: bool) -> None:
        """Ring the first tick of a column that is not set."""
        boxes = [pair[0 if fit else 1] for pair in self._boxes.values()]
        for box in [one for one in boxes if not one.isChecked()][:1]:
            box.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_recordings(self, recordings: Sequence[RecordingSummary]) -> None:
        """List these recordings with nothing ticked."""
        clear(self._grid)
        self._boxes.clear()
        self._ticks = ((), ())
        for column, heading in enumerate((self.tr("Recording"), *self._uses.heads, self.tr("What it is"))):
            self._grid.addWidget(muted(heading), 0, column)
        for row, recording in enumerate(recordings, start=1):
            self._add_row(row, recording)
        self._grid.setRowStretch(len(recordings) + 1, 1)
        self._grid.setColumnStretch(3, 1)

    def tick(self, fit: Sequence[str], validate: Sequence[str]) -> None:
        """Tick the recordings of these labels, without the signal ``changed``."""
        for label, (fit_box, judge_box) in self._boxes.items():
            for box, wanted in ((fit_box, label in fit), (judge_box, label in validate)):
                box.blockSignals(True)  # noqa: FBT003  # Qt's own name
                box.setChecked(wanted)
                box.blockSignals(False)  # noqa: FBT003  # Qt's own name
        self._ticks = (self.fit, self.validate)

    def _add_row(self, row: int, recording: RecordingSummary) -> None:
        label = recording.label
        fit, judge = TickBox(), TickBox()
        for box, name in zip((fit, judge), self._uses.names, strict=True):
            box.setAccessibleName(name.format(label=label))
        fit.toggled.connect(lambda ticked: self._ticked(judge, ticked=ticked))
        judge.toggled.connect(lambda ticked: self._ticked(fit, ticked=ticked))
        self._boxes[label] = (fit, judge)
        self._grid.addWidget(Text(label), row, 0)
        for column, box in ((1, fit), (2, judge)):
            self._grid.addWidget(box, row, column)
        self._grid.addWidget(muted(recording_facts(recording)), row, 3)

    def _ticked(self, other: TickBox, *, ticked: bool) -> None:
        if ticked and other.isChecked():
            other.setChecked(False)  # which emits the signal for both
        else:
            before, self._ticks = self._ticks, (self.fit, self.validate)
            self.chosen.emit(before, self._ticks)
            self.changed.emit()


def recording_facts(recording: RecordingSummary) -> str:
    """Duration, rate, source of the torque, kind and payload of a recording, on one line."""
    facts = [
        seconds(recording.duration),
        f"{number(recording.rate, digits=4)} Hz",
        torque_word(recording.torque_kind),
    ]
    kinds = (
        (recording.is_check, tr("encoder check")),
        (recording.is_sweeps, tr("friction sweeps")),
        (recording.is_load_steps, tr("load steps")),
        (recording.is_torque_ramps, tr("torque ramps")),
        (recording.is_ramp, tr("slower stages")),
        (recording.is_standing, tr("standing, for a load")),
    )
    facts += [words for is_one, words in kinds if is_one]
    if recording.payload_mass:
        facts.append(tr("payload {mass} kg").format(mass=number(recording.payload_mass)))
    return " · ".join(facts)


class UseList(QWidget):
    """A line per recording with *Use*; ticks are kept while these recordings stay the same."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(GRID, 0, GRID, 0)
        self._grid.setHorizontalSpacing(3 * GRID)
        self._grid.setVerticalSpacing(0)
        self._boxes: dict[str, TickBox] = {}

    @property
    def used(self) -> tuple[str, ...]:
        """Labels of the ticked recordings, in their order."""
        return tuple(label for label, box in self._boxes.items() if box.isChecked())

    def box(self, label: str) -> TickBox:
        """The tick box of a recording."""
        return self._boxes[label]

    def show_recordings(self, recordings: Sequence[RecordingSummary], *, ticked: Sequence[str]) -> None:
        """List these recordings; those of the labels ``ticked`` are ticked."""
        clear(self._grid)
        self._boxes.clear()
        for column, heading in enumerate((self.tr("Recording"), self.tr("Use"), self.tr("What it is"))):
            self._grid.addWidget(muted(heading), 0, column)
        for row, recording in enumerate(recordings, start=1):
            box = TickBox()
            box.setAccessibleName(self.tr("Use {label}").format(label=recording.label))
            box.setChecked(recording.label in ticked)
            box.toggled.connect(self.changed)
            self._boxes[recording.label] = box
            self._grid.addWidget(Text(recording.label), row, 0)
            self._grid.addWidget(box, row, 1)
            self._grid.addWidget(muted(recording_facts(recording)), row, 2)
        self._grid.setRowStretch(len(recordings) + 1, 1)
        self._grid.setColumnStretch(2, 1)
