"""Which visits are compared: those that were open lately, and files that are added."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QDateTime, QLocale, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.settings import RecentVisit
from app.tokens import GRID
from app.views.card import Card
from app.views.file_choice import ask_for_files
from app.views.text import Button, Text, emphasis, muted
from app.views.tick_box import TickBox


@dataclass(frozen=True)
class OfferedVisit:
    """A visit file that can be ticked."""

    path: str
    robot: str = ""
    remark: str = ""


class VisitRow(QWidget):
    """A tick box, the file's name, its robot, and when it was open."""

    def __init__(self, offered: OfferedVisit) -> None:
        super().__init__()
        self.offered = offered
        self.tick = TickBox()
        self.tick.setAccessibleName(Path(offered.path).stem)
        self.tick.setAccessibleDescription(offered.path)
        self.setToolTip(offered.path)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        row.addWidget(self.tick)
        row.addWidget(Text(Path(offered.path).stem), 2)
        row.addWidget(muted(offered.robot), 1)
        row.addWidget(muted(offered.remark), 1)


class CompareChoice(Card):
    """A list of visits with tick boxes; two or more make a comparison."""

    changed = Signal()

    def __init__(self, *, folder: Callable[[], Path], parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._folder = folder
        self.rows: list[VisitRow] = []
        self.add_button = Button(self.tr("Add visits …"))
        self.add_button.clicked.connect(self._ask)
        self.other_arm = TickBox()
        words = self.tr("Compare other arms of the same kind as well")
        self.other_arm.setAccessibleName(words)
        self.other_arm.toggled.connect(lambda _on: self.changed.emit())
        self._list = QVBoxLayout()
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(0)
        self._list.addStretch(1)
        self._none = muted(self.tr("No visit was open lately. Add visit files to compare them."))
        inside = QWidget()
        inside.setProperty("role", "page")  # as clear as the card below it
        inside.setLayout(self._list)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAccessibleName(self.tr("Visits that can be compared"))
        area.setWidget(inside)
        head = QHBoxLayout()
        head.addWidget(emphasis(self.tr("Which visits?")))
        head.addStretch(1)
        head.addWidget(self.add_button)
        foot = QHBoxLayout()
        foot.addWidget(self.other_arm)
        foot.addWidget(muted(words))
        foot.addStretch(1)
        self.column.addLayout(head)
        self.column.addWidget(self._none)
        self.column.addWidget(area, 1)
        self.column.addLayout(foot)

    @property
    def chosen(self) -> tuple[Path, ...]:
        """The visits that are ticked, in the order of the list."""
        return tuple(Path(row.offered.path) for row in self.rows if row.tick.isChecked())

    def offer_recent(self, visits: Sequence[RecentVisit]) -> None:
        """Offer the visits that were open lately, below those that are offered already."""
        for visit in visits:
            moment = QDateTime.fromString(visit.opened_at, Qt.DateFormat.ISODate).toLocalTime()
            when = QLocale().toString(moment, QLocale.FormatType.ShortFormat)
            remark = self.tr("open on {when}").format(when=when)
            self._offer(OfferedVisit(visit.path, visit.robot, remark))
        self._none.setVisible(not self.rows)

    def tick(self, paths: Sequence[Path]) -> None:
        """Offer these and tick them, and no others."""
        for path in paths:
            self._offer(OfferedVisit(str(path)))
        wanted = {str(path) for path in paths}
        for row in self.rows:
            row.tick.setChecked(row.offered.path in wanted)
        self._none.setVisible(not self.rows)

    def add(self, paths: Sequence[Path]) -> None:
        """Offer these and tick them besides."""
        self.tick((*self.chosen, *paths))

    def _offer(self, offered: OfferedVisit) -> None:
        if any(row.offered.path == offered.path for row in self.rows):
            return
        row = VisitRow(offered)
        row.tick.toggled.connect(lambda _on: self.changed.emit())
        self._list.insertWidget(len(self.rows), row)
        self.rows.append(row)

    @Slot()
    def _ask(self) -> None:
        ask_for_files(
            self,
            self.tr("Add visits"),
            (self.tr("Visits (*.h5)"), self.tr("All files (*)")),
            self.add,
            folder=str(self._folder()),
        )
