"""A text of the help on the page: Markdown in the program's own look, links that stay inside it."""

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QTimer, QUrl, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFont,
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
from PySide6.QtWidgets import QFrame, QTextBrowser, QTextEdit

from app.guide.help_topics import Text, linked, place_of
from app.look.theme import TextSize, Theme, current_theme
from app.look.tokens import GRID
from app.widgets.text import BOLD

_WIDEST_CHARACTERS = 104
_RESIZED_MS = 120
_SPREAD = 132.0
"""Height of a line, percent of the font's own."""
_SIZES = {1: TextSize.TITLE, 2: TextSize.EMPHASIS}
_SPACE_ABOVE = {0: GRID / 2, 1: 0.0, 2: 3 * GRID, 3: 2 * GRID}
_SPACE_BELOW = {0: GRID / 2, 1: 2 * GRID, 2: GRID, 3: GRID / 2}
_INDENT = 3 * GRID


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
