"""A text of the help on the page: Markdown in the program's own look, links that stay inside it."""

from collections.abc import Sequence

from PySide6.QtCore import QTimer, QUrl, Signal, Slot
from PySide6.QtGui import QFontMetricsF, QImage, QResizeEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import QFrame, QTextBrowser, QTextEdit

from app.guide.help_topics import Text, linked, place_of
from app.look.theme import current_theme
from app.look.tokens import GRID
from app.shell.help_style import dress

_WIDEST_CHARACTERS = 104
_RESIZED_MS = 120


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
