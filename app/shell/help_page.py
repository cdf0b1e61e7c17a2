"""Help on the page behind it, and on every other topic, with a search."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.guide.help_topics import groups, read, text_of, topic_of, topics, topics_containing
from app.guide.page import Page
from app.look.theme import current_theme
from app.look.tokens import GRID
from app.shell.help_text import HelpText
from app.shell.topic_list import TopicList
from app.widgets.arranged import in_column, in_row
from app.widgets.choice import Choice
from app.widgets.search_field import SearchField
from app.widgets.text import muted

_CHARACTERS_BESIDE_LIST = 84
"""Characters in the width of a page that has room for the list beside the text."""


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
