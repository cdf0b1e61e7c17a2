"""Help on the page behind it, and on every other topic, with a search."""

from collections.abc import Container

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QListWidget, QListWidgetItem, QWidget

from app.guide.help_topics import Group, groups, read, text_of, topic_of, topics, topics_containing
from app.guide.page import Page
from app.look.theme import current_theme
from app.look.tokens import GRID, TARGET_HEIGHT
from app.shell.help_text import HelpText
from app.widgets.choice import Choice
from app.widgets.fields import SearchField
from app.widgets.layouts import in_column, in_row
from app.widgets.text import BOLD, muted

_CHARACTERS_BESIDE_LIST = 84
"""Characters in the width of a page that has room for the list beside the text."""
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


class HelpPage(Page):
    """One topic at a time, in the words of a technician; beside it the others, and a search.

    *Back* leads to the text before, then to the page behind.
    """

    topic_changed = Signal()
    """Emitted when another text is shown."""

    def __init__(self) -> None:
        super().__init__(self.tr("Help"), "", primary_text=self.tr("Done"))
        self.say("")
        self._read: list[str] = []
        """The files that were read, the one in front last."""
        self._is_filled = False
        self.search = SearchField(self.tr("Search the help"))
        self.search.setPlaceholderText(self.tr("Search the help"))
        self.search.textChanged.connect(self._search)
        self.search.returnPressed.connect(self._show_first)
        self.list, self.choice = TopicList(), Choice(self.tr("Topics"))
        self.nothing = muted("")
        self.nothing.setWordWrap(True)
        self.browser = HelpText()
        self.list.picked.connect(self.go_to)
        self.choice.picked.connect(lambda: self.go_to(str(self.choice.value)))
        self.browser.asked.connect(self._open)
        current_theme().changed.connect(self._give_room)
        self._lay_out()

    @property
    def topic(self) -> str:
        """Topic in front; empty while the text of a link inside a topic is."""
        return topic_of(self._read[-1]) if self._read else ""

    def go_back(self) -> bool:
        """Go back to the text before; False where there is none."""
        if len(self._read) < 2:  # the one in front and one before it
            return False
        self._read.pop()
        self._show()
        return True

    def show_topic(self, topic: str) -> None:
        """Begin with the help on a topic: the key of a step or of a page beside the guides, or ``start``."""
        self._fill()
        self.search.clear()
        self._read = [text_of(topic).file]
        self._show()

    @Slot(str)
    def go_to(self, topic: str) -> None:
        """Read another topic; *Back* returns to this one."""
        self._open(text_of(topic).file)

    def entered(self) -> None:
        """Give the text the keyboard: arrow keys scroll, Tab goes from link to link."""
        self.browser.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the list beside the text where there is room."""
        super().resizeEvent(event)
        self._give_room()

    @Slot(str)
    def _open(self, file: str) -> None:
        if not self._read or self._read[-1] != file:
            self._read.append(file)
        self._show()

    def _show(self) -> None:
        self.browser.show_text(read(self._read[-1]))
        self.browser.mark(self.search.text().split())
        self.list.mark(self.topic)
        self.choice.choose(self.topic)
        self.topic_changed.emit()

    @Slot(str)
    def _search(self, words: str) -> None:
        found = topics_containing(words)
        self.list.keep(found)
        self._offer(found)
        self.nothing.setText("" if found else self.tr("No topic has all of these words. Take fewer of them."))
        self.nothing.setVisible(not found)
        if self._read:
            self.browser.mark(words.split())

    @Slot()
    def _show_first(self) -> None:
        """Show the first topic that was found: Enter in the search."""
        found = topics_containing(self.search.text())
        if self.search.text().split() and found:
            self.go_to(found[0])

    def _fill(self) -> None:
        """Offer all topics, once: their titles are read from the disk."""
        if not self._is_filled:
            self._is_filled = True
            self.list.offer(groups())
            self._offer(topics())

    def _offer(self, found: tuple[str, ...]) -> None:
        self.choice.offer([(topic, text_of(topic).title) for topic in found])
        self.choice.choose(self.topic)

    @Slot()
    def _give_room(self) -> None:
        letters = QFontMetrics(current_theme().font())
        is_wide = self.width() >= _CHARACTERS_BESIDE_LIST * letters.averageCharWidth()
        self.list.setVisible(is_wide)
        self.choice.setVisible(not is_wide)
        self._side.setMaximumWidth(self.list.width() if is_wide else self.width())
        self._body.setDirection(
            QHBoxLayout.Direction.LeftToRight if is_wide else QHBoxLayout.Direction.TopToBottom
        )

    def _lay_out(self) -> None:
        self._side = QWidget()
        parts = (self.search, self.choice, self.nothing)
        in_column(*parts, (self.list, 1), 0, of=self._side, spacing=GRID)
        self.nothing.hide()
        self._body = in_row(self._side, (self.browser, 1), 0, spacing=2 * GRID)
        self.column.addLayout(self._body, 1)
