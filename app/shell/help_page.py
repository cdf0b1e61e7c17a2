"""Help on the page behind it, and on every other topic, with a search: Markdown in our look."""

from collections.abc import Callable, Container, Iterator, Sequence

from PySide6.QtCore import QSize, Qt, QTimer, QUrl, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QImage,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFragment,
    QTextFrameFormat,
    QTextImageFormat,
    QTextLength,
    QTextTable,
    QTextTableFormat,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QTextBrowser,
    QTextEdit,
    QWidget,
)

from app.guide.help_topics import (
    Group,
    Text,
    groups,
    linked,
    place_of,
    read,
    text_of,
    topic_of,
    topics,
    topics_containing,
)
from app.guide.page import Page
from app.look.theme import TextSize, Theme, current_theme
from app.look.tokens import GRID, TARGET_HEIGHT
from app.widgets.choice import Choice
from app.widgets.fields import SearchField
from app.widgets.layouts import in_column, in_row
from app.widgets.text import BOLD, muted

_CHARACTERS_BESIDE_LIST = 84
"""Characters in the width of a page that has room for the list beside the text."""
_TOPIC = Qt.ItemDataRole.UserRole
_CHARACTERS = 27


_WIDEST_CHARACTERS = 104
_RESIZED_MS = 120
_SPREAD = 132.0
"""Height of a line, percent of the font's own."""
_SIZES = {1: TextSize.TITLE, 2: TextSize.EMPHASIS}
_SPACE_ABOVE = {0: GRID / 2, 1: 0.0, 2: 3 * GRID, 3: 2 * GRID}
_SPACE_BELOW = {0: GRID / 2, 1: 2 * GRID, 2: GRID, 3: GRID / 2}
_INDENT = 3 * GRID


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


def dress(document: QTextDocument, theme: Theme, *, leads_on: Callable[[str], bool], width: float) -> None:
    """Apply the program's style to a document that was read from Markdown.

    Links without a target in the help become plain words; pictures are at most ``width`` pixels wide.
    """
    document.setDefaultFont(theme.font())
    document.setIndentWidth(_INDENT * theme.font().pointSizeF() / TextSize.BODY.value)
    document.setDocumentMargin(2 * GRID)
    for block in _blocks(document):
        _dress_block(block, theme)
        for fragment in _fragments(block):
            _dress_fragment(document, fragment, theme, leads_on=leads_on, width=width)
    for table in _tables(document):
        _dress_table(table, theme)


def _blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def _fragments(block: QTextBlock) -> list[QTextFragment]:
    """All fragments of a block, listed first because styling may join neighbours."""
    found, step = [], block.begin()
    while not step.atEnd():
        found.append(step.fragment())
        step += 1
    return found


def _tables(document: QTextDocument) -> list[QTextTable]:
    return [frame for frame in document.rootFrame().childFrames() if isinstance(frame, QTextTable)]


def _dress_block(block: QTextBlock, theme: Theme) -> None:
    cursor = QTextCursor(block)
    level = block.blockFormat().headingLevel()
    style = QTextBlockFormat()
    in_table = cursor.currentTable() is not None
    style.setTopMargin(0.0 if in_table else _SPACE_ABOVE.get(level, GRID))
    style.setBottomMargin(0.0 if in_table else _SPACE_BELOW.get(level, GRID / 2))
    style.setLineHeight(_SPREAD, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    cursor.mergeBlockFormat(style)
    if level:
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        letters = QTextCharFormat()  # replaces the size that Markdown gave the heading
        letters.setFont(theme.font(_SIZES.get(level, TextSize.BODY), weight=BOLD))
        letters.setForeground(theme.colour("text"))
        cursor.setCharFormat(letters)


def _dress_fragment(
    document: QTextDocument,
    fragment: QTextFragment,
    theme: Theme,
    *,
    leads_on: Callable[[str], bool],
    width: float,
) -> None:
    was = fragment.charFormat()
    cursor = QTextCursor(document)
    cursor.setPosition(fragment.position())
    cursor.setPosition(fragment.position() + fragment.length(), QTextCursor.MoveMode.KeepAnchor)
    if was.isImageFormat():
        _fit_picture(document, cursor, was.toImageFormat(), width=width)
    elif was.isAnchor():
        leads = leads_on(was.anchorHref())
        was.setAnchor(leads)
        was.setFontUnderline(leads)
        was.setForeground(theme.colour("accent" if leads else "text"))
        if not leads:
            was.clearProperty(QTextCharFormat.Property.AnchorHref.value)
        cursor.setCharFormat(was)
    elif was.fontFixedPitch():
        was.setBackground(theme.colour("hairline"))
        cursor.setCharFormat(was)
    elif was.fontWeight() > QFont.Weight.Normal:
        was.setFontWeight(BOLD)
        cursor.setCharFormat(was)


def _fit_picture(
    document: QTextDocument, cursor: QTextCursor, picture: QTextImageFormat, *, width: float
) -> None:
    found = document.resource(QTextDocument.ResourceType.ImageResource.value, QUrl(picture.name()))
    if isinstance(found, QImage):
        picture.setWidth(min(float(found.width()), width))
        cursor.setCharFormat(picture)
    else:  # an installed program has no pictures
        cursor.removeSelectedText()


def _dress_table(table: QTextTable, theme: Theme) -> None:
    style = QTextTableFormat(table.format())
    style.setBorder(1.0)
    style.setBorderCollapse(True)
    style.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    style.setBorderBrush(QColor(theme.tokens.hairline))
    style.setCellPadding(GRID / 2 + 2)
    style.setCellSpacing(0.0)
    style.setTopMargin(GRID)
    style.setBottomMargin(GRID)
    style.setWidth(QTextLength(QTextLength.Type.VariableLength, 0.0))
    table.setFormat(style)


class HelpText(QTextBrowser):
    """Shows one text; ``asked`` carries the file of a link that is followed."""

    asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Help text"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setProperty("role", "help")
        self.anchorClicked.connect(self._follow)
        self._text: Text | None = None
        self._marked: tuple[str, ...] = ()
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_RESIZED_MS)
        self._soon.timeout.connect(self._dress_again)
        current_theme().changed.connect(self._dress_again)

    @property
    def text(self) -> Text | None:
        """Text that is shown; None before the first."""
        return self._text

    def show_text(self, text: Text) -> None:
        """Show a text from its beginning."""
        self._text = text
        self._read()
        self.setAccessibleDescription(text.title)
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self.verticalScrollBar().setValue(0)

    def mark(self, words: Sequence[str]) -> None:
        """Mark every place of these words, and bring the first one into view."""
        self._marked = tuple(words)
        self._show_marks()
        marks = self.extraSelections()
        if marks:
            first = min(marks, key=lambda each: each.cursor.selectionStart())
            cursor = QTextCursor(first.cursor)
            cursor.clearSelection()
            self.setTextCursor(cursor)
            self.ensureCursorVisible()

    def loadResource(self, kind: int, url: QUrl | str) -> object:
        """Load a picture, whose name is relative to the text's own file."""
        if self._text is not None and kind == QTextDocument.ResourceType.ImageResource.value:
            found = (place_of(self._text.file).parent / QUrl(url).toString()).resolve()
            if found.is_file():
                return QImage(str(found))
        return None

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the pictures to another width, a moment later."""
        super().resizeEvent(event)
        self._soon.start()

    def _read(self) -> None:
        if self._text is None:
            return
        theme, since = current_theme(), self._text.file
        letters = QFontMetricsF(theme.font())
        self.setMaximumWidth(round(_WIDEST_CHARACTERS * letters.averageCharWidth()))
        self.setMarkdown(self._text.markdown)
        dress(
            self.document(),
            theme,
            leads_on=lambda link: bool(linked(link, since=since)),
            width=max(self.viewport().width() - 6.0 * GRID, 160.0),
        )
        self._show_marks()

    def _show_marks(self) -> None:
        theme, marks = current_theme(), []
        for word in self._marked:
            cursor = self.document().find(word)
            while not cursor.isNull():
                mark = QTextEdit.ExtraSelection()
                mark.cursor = cursor
                mark.format.setBackground(theme.colour("warning"))
                mark.format.setForeground(theme.colour("on_warning"))
                marks.append(mark)
                cursor = self.document().find(word, cursor)
        self.setExtraSelections(marks)

    @Slot()
    def _dress_again(self) -> None:
        place = self.verticalScrollBar().value()
        self._read()
        self.verticalScrollBar().setValue(place)

    @Slot(QUrl)
    def _follow(self, url: QUrl) -> None:
        if self._text is not None and (file := linked(url.toString(), since=self._text.file)):
            self.asked.emit(file)
