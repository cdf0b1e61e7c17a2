"""A motion before it begins and after its end: a picture at the left, words and buttons at the right.

Before the motion the picture has its swept volume, and the right side what matters for safety and the
findings. After it the outcome and a button to do it again. Where nothing moves there is no picture. The
buttons lie below the words until the frame takes the one that is the thing to do into its rectangle. While
the arm moves, ``app.widgets.moving_view`` has the page.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from app.look.theme import TextSize, current_theme
from app.look.tokens import GRID
from app.widgets.choice import TickBox
from app.widgets.facts import FactLines
from app.widgets.glyphs import Glyph
from app.widgets.hold_button import HoldButton
from app.widgets.layouts import Card, SignedText, ViewStack, bare_column, bare_row, clear, height_as_laid_out
from app.widgets.motion_view import MotionView
from app.widgets.scrolled import InSight, scrolled
from app.widgets.text import BOLD, Button, Text, paragraph
from core.drawing.swept_volume import ClosestApproach
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.surroundings import Box

SIDE_WIDTH = 352
LINES = 12.7
"""Height of the card in lines of text; constant, so that nothing jumps when the right side changes."""
LINES_WITH_QUESTION = 15.6
"""The same for a motion that may be so fast that the clear cell has to be confirmed."""
_LEAST_PICTURE = 136
"""Least width of the picture at any scale, pixels: large words need the rest."""
_LEAST_LINES = 4
"""Lines of the words about a motion that are always seen; the others scroll."""
_LOW = 1.5
"""Heights of the usual lines that a page has to have for the card and what is below it."""
_BEFORE, _AFTERWARDS = range(2)


@dataclass(frozen=True, eq=False)
class PreviewMotion:
    """The arm with the poses (K, n) of its motion, rad or m, at ``times`` (K,) s, and its surroundings."""

    robot: RobotModel
    poses: FloatArray
    times: FloatArray
    floor_height: float | None = None
    boxes: tuple[Box, ...] = ()
    closest: ClosestApproach | None = None

    def show_on(self, picture: MotionView) -> None:
        """Show the motion on a picture."""
        picture.set_robot(self.robot, floor_height=self.floor_height, boxes=self.boxes)
        picture.show_motion(self.poses, self.times, closest=self.closest)


@dataclass(frozen=True, eq=False)
class PreviewText:
    """A preview in words, with the motion for the picture."""

    headline: str
    sentence: str
    start_words: str
    """Caption of the button that is held."""
    start_line: str = ""
    """Line below that caption."""
    facts: Sequence[tuple[str, str]] = ()
    """Facts that matter for safety: captions and values."""
    motion: PreviewMotion | None = None
    """None where nothing moves."""
    notes: Sequence[tuple[Glyph, str]] = ()
    """Findings about the motion, the gravest first."""
    assumptions: Sequence[str] = ()
    """What is not known about the arm and was assumed, or left unchecked; several fold into one line."""
    allowed: bool = True
    needs_clear_cell: bool = False


class MotionCard(Card):
    """A card with the picture of a motion at the left, words and buttons at the right."""

    held = Signal(bool)
    """Emitted when the button was held for a second; carries True if the clear cell was confirmed."""
    again_asked = Signal()
    """Emitted when the user wants a new preview."""
    turned = Signal()
    """Emitted when something else is shown: a preview, an outcome, or that the motion has begun."""

    def __init__(self, *, lines: float = LINES) -> None:
        super().__init__(margin=GRID)
        self._lines = lines
        self.picture = MotionView()
        self.picture.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.picture.setMinimumSize(_LEAST_PICTURE, 0)  # the words decide the height
        self._headline, self._sentence = Text(weight=BOLD, wrap=True), paragraph()
        self._facts = FactLines()
        self.notes: list[SignedText] = []
        """Findings about the motion that is shown, the gravest first, and the assumptions."""
        self._notes, self._folded = bare_column(spacing=GRID // 2), bare_column(spacing=GRID // 2)
        self.assumptions_button = Button(role="quiet")
        self.assumptions_button.setCheckable(True)
        self.assumptions_button.toggled.connect(self._unfold)
        self.clear_cell = TickBox()
        self.clear_cell.setAccessibleName(
            self.tr("Nobody is inside the fence, guards are closed, automatic mode is on")
        )
        self.clear_cell.toggled.connect(self._show_button)
        self.clear_cell.toggled.connect(lambda _ticked: self.turned.emit())
        self.hold = HoldButton(self.tr("Hold 1 s to start"))
        self.hold.held.connect(lambda: self.held.emit(self.clear_cell.isChecked()))
        self.look_button = Button(self.tr("Check the start pose"))
        self.look_button.clicked.connect(self.again_asked)
        self._result, self._result_line = SignedText(size=TextSize.EMPHASIS, wrap=True), paragraph()
        self.again_button = Button(self.tr("Do it again"))
        self.again_button.clicked.connect(self.again_asked)
        self._text: PreviewText | None = None
        self._waits_for: tuple[str, str] | None = None
        """Words and caption that are shown while nothing can be started; None otherwise."""
        self._has_picture = self._is_before = True
        self._look_words = ""
        self._lay_out()
        self._in_sight = InSight(self, least=lambda: self._least_height(self._side.width()))
        current_theme().changed.connect(self._take_height)
        self._words.installEventFilter(self)
        self._take_height()
        self.show_waiting("")

    @property
    def is_before(self) -> bool:
        """True if no motion was started since the last preview."""
        return self._is_before

    @property
    def preview(self) -> PreviewText | None:
        """The preview that is shown; None without one."""
        return self._text

    @property
    def look_words(self) -> str:
        """Caption of the button that leads to the next preview; empty where it would not help."""
        return self._look_words

    @property
    def wants_tick(self) -> bool:
        """True while the clear cell has to be confirmed."""
        text = self._text
        return text is not None and text.allowed and text.needs_clear_cell and not self.clear_cell.isChecked()

    def point_to_tick(self) -> None:
        """Ring the tick that has to be set."""
        self.clear_cell.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @property
    def words(self) -> str:
        """The shown sentences, for tests and screen readers."""
        if self._side.currentIndex() == _BEFORE:
            return f"{self._headline.text()} {self._sentence.text()}".strip()
        return f"{self._result.accessibleName()} {self._result_line.text()}".strip()

    def begin(self) -> None:
        """Note that the previewed motion was started."""
        self.hold.cancel()
        self._waits_for, self._is_before = None, False
        self.turned.emit()

    def show_waiting(self, words: str, *, look: str = "") -> None:
        """Show the reason why nothing can be started yet; ``look`` is the caption of a button that helps."""
        self.hold.cancel()
        if self._waits_for == (words, look):  # all pages start over at once, and nothing is new on most
            return
        self._waits_for = words, look
        self._text = None
        self._show_before(PreviewText(words, "", ""))
        self._show_motion(None)
        self._offer_look(look)
        self._show_confirmation(needed=False)
        self.turned.emit()

    def show_preview(self, text: PreviewText) -> None:
        """Show a preview; the clear cell has to be confirmed again."""
        self._waits_for = None
        self._text = text
        self._show_before(text)
        self._show_motion(text.motion)
        self.hold.set_text(text.start_words, text.start_line)
        self._offer_look("" if text.allowed else self.tr("Refresh"))
        self._show_confirmation(needed=text.needs_clear_cell)
        self.turned.emit()

    @property
    def fact_words(self) -> str:
        """Facts that matter for safety, in words for tests and screen readers."""
        return self._facts.words

    def show_result(self, glyph: Glyph, sentence: str, line: str, *, again: str) -> None:
        """Show the outcome."""
        self._waits_for, self._is_before = None, False
        self._side.setCurrentIndex(_AFTERWARDS)
        self._result.show_text(glyph, sentence)
        self._result_line.setText(line)
        self.again_button.set_text(again)
        self.turned.emit()

    def _offer_look(self, words: str) -> None:
        self._look_words = words
        self.look_button.set_text(words or self.tr("Refresh"))
        self._show_here(self.look_button, is_seen=bool(words))

    def _show_here(self, button: QWidget, *, is_seen: bool) -> None:
        """Show or hide a button of the card; in its rectangle the frame decides."""
        if self.isAncestorOf(button):
            button.setVisible(is_seen)

    def _show_motion(self, motion: PreviewMotion | None) -> None:
        self._has_picture = motion is not None and bool(len(motion.poses))
        self.picture.setVisible(self._has_picture)  # without a motion the words have all of the card
        if motion is None or not self._has_picture:
            self.picture.show_nothing(self.tr("The arm is not moved."))
        else:
            motion.show_on(self.picture)
        self._take_height()

    def _take_height(self) -> None:
        """Keep at least the height of the usual lines, or more if the present words need more.

        Once the arm moves the words are few, and in a low window the picture gives way to what is below.
        """
        theme = current_theme()
        side = self._side.currentWidget()
        layout = side.layout() if side is not None else None
        least = max(layout.totalMinimumSize().width() if layout is not None else 0, self._words_width())
        width = max(round(SIDE_WIDTH * (1.0 + max(theme.scale, 1.0)) / 2.0), least)
        lines, room = round(self._lines * theme.line_height()), self._in_sight.room
        is_before = self._side.currentIndex() == _BEFORE
        needed = self._content_height(width) + 2 * GRID + 2 if is_before else round(_LOW * lines)
        if 0 < room < needed:
            width = max(width, self.width() // 2)  # the words need fewer lines, and come before the picture
        self._side.setMinimumWidth(width)
        self._side.setMaximumWidth(width if self._has_picture else self.maximumWidth())
        self._area.setMinimumHeight(_LEAST_LINES * theme.line_height())
        self.setMinimumHeight(max(lines if is_before else 0, self._content_height(width) + 2 * GRID + 2))

    def _words_width(self) -> int:
        """Least width of the side for the words, beside which a scroll bar may be, px."""
        words = self._words.layout()
        wide = words.totalMinimumSize().width() if words is not None else 0
        return wide + self._area.verticalScrollBar().sizeHint().width() + 2 * GRID

    def _content_height(self, width: int) -> int:
        """Height of the side in front at this width with all its words, px."""
        needed = self._least_height(width)
        words = self._words.layout()
        if self._side.currentIndex() == _BEFORE and words is not None:
            # a scroll bar that is there makes the words higher, and stays for that
            inside = width - 2 * GRID - self._area.verticalScrollBar().sizeHint().width()
            whole = max(words.totalMinimumHeightForWidth(inside), height_as_laid_out(words, inside))
            needed += max(whole - self._area.minimumHeight(), 0)
        return needed

    def _least_height(self, width: int) -> int:
        """Height of the side in front with the few lines of words that are seen at once, px."""
        side = self._side.currentWidget()
        layout = side.layout() if side is not None else None
        if layout is None:
            return 0
        # without words that wrap there is no height for a width
        least: int = layout.totalMinimumSize().height()
        return max(layout.totalMinimumHeightForWidth(width), least if not layout.hasHeightForWidth() else 0)

    def event(self, event: QEvent) -> bool:
        """Set the height again when words have changed."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._take_height()
        return bool(super().event(event))

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Set the height again when words that scroll have changed: the card itself does not hear of it."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._take_height()
        return False

    def _show_before(self, text: PreviewText) -> None:
        self.hold.cancel()
        self._is_before = True
        self._side.setCurrentIndex(_BEFORE)
        is_alone = self._waits_for is not None
        self._rows.setStretch(0, int(is_alone))  # a sentence alone is in the middle of the card
        self._headline.setAlignment(
            Qt.AlignmentFlag.AlignHCenter if is_alone else Qt.AlignmentFlag.AlignLeading
        )
        self._headline.setText(text.headline)
        self._sentence.setText(text.sentence)
        self._sentence.setVisible(bool(text.sentence))
        self._facts.show_facts(text.facts)
        assumed = [(Glyph.WARNING, words) for words in text.assumptions]
        folds = len(assumed) > 1
        clear(self._notes)
        clear(self._folded)
        self.notes = []
        for place, note in enumerate((*text.notes, *assumed)):
            self.notes.append(view := SignedText(wrap=True))
            view.show_text(*note)
            (self._folded if folds and place >= len(text.notes) else self._notes).addWidget(view)
        self.assumptions_button.set_text(self.tr("{count} assumptions").format(count=len(assumed)))
        self.assumptions_button.setVisible(folds)
        self.assumptions_button.setChecked(False)
        self._unfold()

    @Slot()
    def _unfold(self) -> None:
        """Show the folded assumptions, or none of them."""
        for view in self.notes:
            if self._folded.indexOf(view) >= 0:
                view.setVisible(self.assumptions_button.isChecked())

    def _show_confirmation(self, *, needed: bool) -> None:
        self.clear_cell.setChecked(False)
        self._clear_row.setVisible(needed)
        self._show_button()

    def _show_button(self) -> None:
        text = self._text
        allowed = text is not None and text.allowed
        confirmed = text is not None and (self.clear_cell.isChecked() or not text.needs_clear_cell)
        self._show_here(self.hold, is_seen=allowed)
        self.hold.setEnabled(allowed and confirmed)

    def _lay_out(self) -> None:
        self._side = ViewStack()
        for side in (self._before(), self._afterwards()):
            self._side.addWidget(side)
        self.column.addLayout(bare_row((self.picture, 1), self._side))

    def _before(self) -> QWidget:
        """The words, which scroll where they are too long, and the buttons below them."""
        side, column = _column()
        self._words = QWidget()
        self._words.setProperty("role", "page")
        fold = bare_row(self.assumptions_button, None)
        parts = (self._sentence, self._facts, self._notes, fold, self._folded)
        self._rows = bare_column(None, self._headline, *parts, None, of=self._words)
        self._rows.setSpacing(GRID)
        self._area = scrolled(self._words)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it has nothing to press
        column.addWidget(self._area, 1)
        self._clear_row = QWidget()
        row = bare_row(of=self._clear_row, spacing=0)
        row.addWidget(self.clear_cell, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(paragraph(f"{self.clear_cell.accessibleName()}."), 1)
        column.addWidget(self._clear_row)
        for button in (self.look_button, self.hold):
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignRight)
        return side

    def _afterwards(self) -> QWidget:
        side, column = _column()
        column.addStretch(1)
        column.addWidget(self._result)
        column.addWidget(self._result_line)
        column.addStretch(1)
        column.addWidget(self.again_button, 0, Qt.AlignmentFlag.AlignRight)
        self._afterwards_column = column
        return side

    def take_back(self, button: Button) -> None:
        """Let the button below the outcome be there again; the frame may have had it in its rectangle."""
        if not self.isAncestorOf(button):
            button.take_role("")
            button.setFont(current_theme().font())
            self._afterwards_column.addWidget(button, 0, Qt.AlignmentFlag.AlignRight)
            button.show()


def _column() -> tuple[QWidget, QVBoxLayout]:
    side = QWidget()
    column = QVBoxLayout(side)
    column.setContentsMargins(GRID, GRID, GRID, GRID)
    column.setSpacing(GRID)
    return side, column
