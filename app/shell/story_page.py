"""The page of the story: the moving arm, the picture of a stage, and buttons to hold and repeat it."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QGridLayout, QProgressBar, QWidget

from app.arm.channels import LiveQuantity
from app.arm.link import RobotLink
from app.guide.motion_feed import MotionFeed
from app.guide.page import Page
from app.guide.previews import preview_motion
from app.look.tokens import GRID
from app.presentation import Presentation, Rows, Tile
from app.rehearsal.story import Reported, Stage
from app.rehearsal.story_words import VALUES, intentions, present, tile, titles
from app.speech.words import Glyph
from app.widgets.layouts import in_card, in_column, in_row, keep_size
from app.widgets.motion_view import MotionView
from app.widgets.running_curve import RunningCurve
from app.widgets.scrolled import PageRoom
from app.widgets.segmented import Segmented
from app.widgets.stage_view import StageView, TileView
from app.widgets.text import Button, ElidedText, muted
from core.quality import Verdict
from core.recording import Mark

if TYPE_CHECKING:
    from app.arm.procedure import Prepared

_WATCHED = (LiveQuantity.POSITION, LiveQuantity.TORQUE, LiveQuantity.TWIST, LiveQuantity.TWIST)
"""Quantity of the moving joint that is shown, for each stage."""
_ARM_WIDTH = 220
_ARM_SHARE, _RESULT_SHARE = 2, 3
"""Widths of the arm and of the result: with less, the values of a stage need a second line."""
_CURVE_HEIGHT = 104
_REPORT = 3
"""The stage of the report."""
_RESULT = 2
"""Height of the result against that of the running curve, where both are there."""


class StoryPage(Page):
    """Shows the stages; who tells the story is asked by the signals."""

    shows_rail = False
    hold_asked = Signal()
    repeat_asked = Signal(int)
    """Carries the number of the stage in front."""
    taken_over = Signal()

    def __init__(self, link: RobotLink) -> None:
        super().__init__(self.tr("Try it"), "", primary_text=self.tr("Take over"))
        self._about = self.tr("A virtual arm goes through a visit by itself. Nothing can break.")
        self._link = link
        self._shown: dict[int, Presentation] = {}
        self._tiles: dict[int, Tile] = {}
        self._files: tuple[str, ...] = ()
        self.current = 0
        """Number of the stage that runs, or ran last."""
        self.chips = Segmented(self.tr("Stages of the story"), _numbered(titles()))
        self.chips.chosen.connect(self._look_at)
        self.picture, self.view = MotionView(), StageView()
        keep_size(self.picture, least_width=_ARM_WIDTH)
        self.curve, self._coming = RunningCurve(self.tr("The joint that moves"), is_small=True), muted()
        keep_size(self.curve, least_height=_CURVE_HEIGHT)
        self.feed = MotionFeed(link, self, watched=_WATCHED[0], names=lambda _planned: "", parent=self)
        self.bar, self._doing = QProgressBar(), ElidedText(role="muted")
        self.bar.setRange(0, 100)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Progress of the stage"))
        self.hold_button = Button(self.tr("Pause"))
        self.hold_button.setProperty("acts_on_motion", True)  # noqa: FBT003  # Qt's own signature
        self.repeat_button = Button(self.tr("Repeat this stage"))
        self.open_button = Button(self.tr("Open the report"))
        self.hold_button.clicked.connect(self.hold_asked)
        self.repeat_button.clicked.connect(lambda: self.repeat_asked.emit(self.chips.index))
        self.open_button.clicked.connect(self._open_report)
        self._make_stages()
        self._make_end()
        self.head.addStretch(1)
        self.head.addWidget(self.chips)
        self.head.addWidget(self.again_button)
        self.column.addWidget(self._told, 1)
        self.column.addWidget(self._end, 1)
        self.start_over()

    def _make_stages(self) -> None:
        """Make the arm beside the result of a stage, with the buttons that hold and repeat it."""
        self._curve_card = in_card((self.curve, 1))
        left = in_card((self.picture, 1), self._coming)
        right = in_column((self.view, _RESULT), (self._curve_card, 1), 0, spacing=GRID)
        work = in_column(1, self._doing, self.bar, 1, spacing=0)
        foot = in_row((work, 1), self.open_button, self.hold_button, self.repeat_button, spacing=GRID)
        body = QWidget()
        body.setProperty("role", "page")
        in_row((left, _ARM_SHARE), (right, _RESULT_SHARE), of=body, spacing=2 * GRID)
        # only what is shown scrolls in a low window: the buttons that hold the arm stay in sight
        self._told = QWidget()
        in_column((PageRoom(body), 1), foot, of=self._told, spacing=GRID)

    def _make_end(self) -> None:
        """Make the four tiles of the last page."""
        self.again_button = Button(self.tr("Play it again"))
        self.again_button.clicked.connect(lambda: self.repeat_asked.emit(0))
        self._end, show = QWidget(), (self.tr("Show it"),) * _REPORT + (self.tr("Open it"),)
        self.tiles = [TileView(words) for words in show]
        grid = QGridLayout(self._end)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(2 * GRID)
        for number, view in enumerate(self.tiles):
            grid.addWidget(view, number // 2, number % 2)
            grid.setColumnStretch(number % 2, 1)
            view.show_button.clicked.connect(lambda _checked=False, number=number: self._look_back(number))

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The story's arm is virtual, before it is connected and after it was let go as well."""
        return (Mark.VIRTUAL,)

    @property
    def results(self) -> frozenset[int]:
        """Numbers of the stages that have a result, even one that is still closing in."""
        return frozenset(self._shown)

    @property
    def is_over(self) -> bool:
        """True once all stages were told: the page shows what was found."""
        return len(self._tiles) == len(self.tiles)

    @property
    def primary_text(self) -> str:
        """Name of the main button."""
        return self.tr("Go on with this arm") if self.is_over else self._primary_text

    @property
    def place_words(self) -> str:
        """Words beside the main button at the end."""
        return self.tr("Your own arm goes the same way.") if self.is_over else ""

    @property
    def doing(self) -> str:
        """Words beside the buttons."""
        return self._doing.text()

    def start_over(self) -> None:
        """Forget the stages of an earlier story."""
        self._shown, self._files, self.current = {}, (), 0
        self._tiles.clear()
        self.feed.end()
        self.picture.set_robot(None)
        self.show_coming("")
        self.begin_stage(0)

    def begin_stage(self, number: int) -> None:
        """Bring a stage to the front that begins now."""
        self.current = number
        self._shown.pop(number, None)
        self._tiles.clear()
        self._turn(at_end=False)
        self.chips.choose(number)
        self.show_progress(0.0)
        self._curve_card.hide()
        self._show()

    def begin_motion(self, prepared: "Prepared") -> None:
        """Show where the arm will be and follow it: a procedure of the present stage begins."""
        session = self._link.session
        if session is None or not prepared.motions:
            return
        preview_motion(prepared, session.robot).show_on(self.picture)
        self.feed.watched = _WATCHED[self.current]
        self.feed.begin(prepared)
        self.show_moving()

    def show_moving(self) -> None:
        """Make room for the curve of the joint that moves."""
        self._curve_card.show()

    def show_coming(self, words: str) -> None:
        """Say what is done of a procedure and what comes next."""
        self._coming.setText(words)
        self._coming.setVisible(bool(words))

    def end_motion(self) -> None:
        """Show the last state of the arm: it does not move any more."""
        self.feed.end()
        self.show_coming("")
        self._curve_card.hide()

    def show_stage(self, stage: Stage) -> None:
        """Show the result of the present stage so far."""
        self._shown[self.current] = present(stage)
        if isinstance(stage, Reported):
            self._files = tuple(str(file) for file in stage.files)
        if self.chips.index == self.current:
            self._show()

    def show_end(self, stages: Sequence[Stage]) -> None:
        """Show what all the stages found, side by side."""
        for number, (view, stage) in enumerate(zip(self.tiles, stages, strict=True)):
            self._tiles[number] = tile(stage)
            view.show_tile(self._tiles[number])
        self._turn(at_end=True)

    def _turn(self, *, at_end: bool) -> None:
        """Bring the tiles to the front, or the stages."""
        self._end.setVisible(at_end)
        self._told.setVisible(not at_end)
        self.chips.setVisible(not at_end)
        self.again_button.setVisible(at_end)
        self._heading.setText(self.tr("Done. This is what Torsion found.") if at_end else self.tr("Try it"))
        self.say("" if at_end else self._about)
        self.state_changed.emit()

    def _look_back(self, number: int) -> None:
        """Look at a stage again, or open the report."""
        if number == _REPORT:
            self._open_report()
            return
        self.chips.choose(number)
        self._turn(at_end=False)
        self._show()

    def show_progress(self, fraction: float) -> None:
        """Show how much of the stage is done, from the work itself."""
        self.bar.setValue(round(100.0 * fraction))

    _can_repeat = False

    def show_state(self, words: str, *, can_hold: bool, is_held: bool, can_repeat: bool) -> None:
        """Show what is going on, and which buttons can be pressed."""
        self._doing.setText(words)
        self._doing.setVisible(bool(words))
        self.hold_button.set_text(self.tr("Go on") if is_held else self.tr("Pause"))
        self.hold_button.setEnabled(can_hold)
        self._can_repeat = can_repeat
        self._show_buttons()

    def primary(self) -> None:
        """Hand the arm and the visit over to the ordinary window."""
        self.taken_over.emit()

    def go_back(self) -> bool:
        """From a stage back to what was found; else leave as by *Take over*."""
        if self.is_over and self._end.isHidden():
            self._turn(at_end=True)
        else:
            self.taken_over.emit()
        return True

    def initial_focus(self) -> QWidget | None:
        """The button that pauses."""
        return self.hold_button

    @Slot(int)
    def _look_at(self, _number: int) -> None:
        self._show()

    def _show(self) -> None:
        number = self.chips.index
        self.view.show_stage(self._shown.get(number) or _waiting(number))
        self._show_buttons()

    def _show_buttons(self) -> None:
        number = self.chips.index
        self.repeat_button.setVisible(self._can_repeat and number <= max(self._shown, default=self.current))
        self.open_button.setVisible(bool(self._files) and number == len(titles()) - 1)

    @Slot()
    def _open_report(self) -> None:
        if not self._files:
            return
        if QDesktopServices.openUrl(QUrl.fromLocalFile(self._files[0])):
            return
        words = self.tr("No PDF viewer found. The report is in {folder}.")
        self.say(words.format(folder=str(Path(self._files[0]).parent)))


def _numbered(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"{number} · {word}" for number, word in enumerate(words, 1))


def _waiting(number: int) -> Presentation:
    """A stage without a result: what it does."""
    sections = (Rows(name=VALUES, title="", rows=()),)
    return Presentation(
        titles()[number], intentions()[number], Verdict.NOT_MEASURABLE, sections, sign=Glyph.CURRENT
    )
