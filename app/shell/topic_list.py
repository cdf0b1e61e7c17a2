"""The topics of the help under their headings, as a list beside the text."""

from collections.abc import Container

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem

from app.guide.help_topics import Group, text_of
from app.look.theme import current_theme
from app.look.tokens import GRID, TARGET_HEIGHT
from app.widgets.text import BOLD

_TOPIC = Qt.ItemDataRole.UserRole
_CHARACTERS = 27


class TopicList(QListWidget):
    """Every topic by its title; the one that is read is marked, and headings cannot be chosen."""

    picked = Signal(str)
    """Emitted with the topic that a person chose."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Topics"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("role", "topics")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._rows: dict[str, QListWidgetItem] = {}
        self._headings: list[tuple[QListWidgetItem, tuple[str, ...]]] = []
        self.currentItemChanged.connect(self._went)
        current_theme().changed.connect(self._take_sizes)

    def offer(self, groups: tuple[Group, ...]) -> None:
        """Show these topics under their headings."""
        self.blockSignals(True)  # noqa: FBT003  # Qt's own slot
        self.clear()
        self._rows.clear()
        self._headings.clear()
        for group in groups:
            heading = QListWidgetItem(group.heading, self)
            heading.setFlags(Qt.ItemFlag.NoItemFlags)
            self._headings.append((heading, group.topics))
            for topic in group.topics:
                title = text_of(topic).title
                row = QListWidgetItem(title, self)
                row.setData(_TOPIC, topic)
                row.setToolTip(title)
                self._rows[topic] = row
        self._take_sizes()
        self.blockSignals(False)  # noqa: FBT003  # Qt's own slot

    @property
    def visible_topics(self) -> tuple[str, ...]:
        """Topics that are offered, in their order."""
        return tuple(topic for topic, row in self._rows.items() if not row.isHidden())

    def keep(self, topics: Container[str]) -> None:
        """Offer only these, and the headings above them."""
        for topic, row in self._rows.items():
            row.setHidden(topic not in topics)
        for heading, below in self._headings:
            heading.setHidden(not any(topic in topics for topic in below))

    def mark(self, topic: str) -> None:
        """Mark the topic that is read, or none, without emitting ``picked``."""
        self.blockSignals(True)  # noqa: FBT003  # Qt's own slot
        row = self._rows.get(topic)
        if row is None:
            self.setCurrentRow(-1)
        else:
            self.setCurrentItem(row)
            self.scrollToItem(row)
        self.blockSignals(False)  # noqa: FBT003  # Qt's own slot

    @Slot()
    def _take_sizes(self) -> None:
        theme = current_theme()
        letters = QFontMetrics(theme.font())
        self.setFixedWidth(_CHARACTERS * letters.averageCharWidth() + 4 * GRID)
        height = max(TARGET_HEIGHT, letters.height() + 2 * GRID)
        for row in self._rows.values():
            row.setSizeHint(QSize(1, height))
        for heading, _ in self._headings:
            heading.setFont(theme.font(weight=BOLD))
            heading.setForeground(theme.colour("muted"))
            heading.setSizeHint(QSize(1, letters.height() + 3 * GRID))

    def _went(self, row: QListWidgetItem | None, _before: object) -> None:
        if row is not None:
            self.picked.emit(str(row.data(_TOPIC)))
