"""The recordings of a visit as a list in which each can be ticked to be used."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from app.guide.run_list import recording_facts
from app.look.tokens import GRID
from app.visit.summaries import RecordingSummary
from app.widgets.choice import TickBox
from app.widgets.layouts import clear
from app.widgets.text import Text, muted


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
