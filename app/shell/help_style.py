"""The style of the help: sizes, distances and colours of its Markdown, from the theme's tokens."""

from collections.abc import Callable, Iterator

from PySide6.QtCore import QUrl
from PySide6.QtGui import (
    QColor,
    QFont,
    QImage,
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

from app.look.theme import TextSize, Theme
from app.look.tokens import GRID
from app.widgets.text import BOLD

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
