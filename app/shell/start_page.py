"""The start screen: three jobs, the visits that were open lately, the arms, and a try without a robot."""

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from app.health.running import Run
from app.look.tokens import GRID
from app.shell.continue_card import ContinueCard
from app.shell.fleet_parts import FleetPart
from app.shell.glances import SeenVisit
from app.shell.recent_card import recent_card
from app.shell.start_card import StartCard
from app.shell.try_now import TryNow
from app.speech.units import whole
from app.visit.settings import RecentVisit
from app.widgets.card import Card, SignedText
from app.widgets.glyphs import Glyph
from app.widgets.layouts import in_row
from app.widgets.scaled import keep_size
from app.widgets.text import Button, emphasis, title
from core.payload.plan import LONGEST_S, PayloadPlanSettings
from core.workflow import COMMISSIONING, Progress

_CARD_HEIGHT = 144
_COLUMNS = 3
_WIDEST = 1040
_MOST_RECENT = 3
_WEIGHINGS = 2
"""A payload is swept twice: the empty arm, and the arm with its load."""


class StartPage(QWidget):
    """First page of the program, with a card for every guide."""

    payload_asked = Signal()
    robot_asked = Signal()
    live_asked = Signal()
    virtual_asked = Signal()
    new_asked = Signal()
    open_asked = Signal()
    fleet_asked = Signal()
    synthetic_asked = Signal()
    recent_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Start screen"))
        middle = QWidget()
        keep_size(middle, most_width=_WIDEST)
        self._column = QVBoxLayout(middle)
        self._column.setContentsMargins(0, 3 * GRID, 0, 0)
        self._column.setSpacing(2 * GRID)
        self.continue_card = ContinueCard()
        self.continue_card.closed.connect(lambda: self.show_recent(self._visits))
        self._visits: Sequence[RecentVisit] = ()
        self._seen: dict[str, SeenVisit] = {}
        self._column.addWidget(self.continue_card)
        self._column.addWidget(title(self.tr("What do you want to do?")))
        self._column.addLayout(self._cards())
        self._recent_heading = emphasis(self.tr("Continue"))
        self._column.addSpacing(GRID)
        self._column.addWidget(self._recent_heading)
        self._recent = QGridLayout()
        self._recent.setSpacing(2 * GRID)
        for column in range(_MOST_RECENT):  # equal cards, whatever their words
            self._recent.setColumnStretch(column, 1)
            self._recent.setColumnMinimumWidth(column, 1)
        self._column.addLayout(self._recent)
        self._column.addSpacing(GRID)
        self._column.addWidget(self._arms())
        self._column.addStretch(1)
        self.try_now = TryNow()
        self.try_now.virtual_button.clicked.connect(self.virtual_asked)
        self.try_now.synthetic_button.clicked.connect(self.synthetic_asked)
        self._column.addWidget(self.try_now)
        in_row(1, (middle, 100), 1, of=self, margins=(2 * GRID, 0, 2 * GRID, 2 * GRID))
        self.show_recent(())
        self.show_arms(None)

    def _arms(self) -> Card:
        """The line on all arms, with the ways to them, to the visits and to files."""
        self.arms_words = SignedText()
        self.fleet_button = Button(self.tr("All arms"))
        self.fleet_button.clicked.connect(self.fleet_asked)
        self.visits_button = Button(self.tr("Visits"))
        self.visits_button.clicked.connect(self.open_asked)
        self.files_button = Button(self.tr("Open files …"))
        self.files_button.clicked.connect(self.new_asked)
        card = Card(margin=GRID)
        heading = emphasis(self.tr("Arms"))
        buttons = (self.fleet_button, self.visits_button, self.files_button)
        row = in_row(heading, (self.arms_words, 1), *buttons, spacing=2 * GRID, margins=(GRID, 0, GRID, 0))
        card.column.addLayout(row)
        return card

    @Slot(object)
    def show_arms(self, part: FleetPart | None) -> None:
        """Show how many arms need care; None while that is not known."""
        if part is None or part.is_empty:
            self.arms_words.show_text(Glyph.DASH, self.tr("No arms yet."))
            return
        words = self.tr("{care} of {arms} need care")
        sign = Glyph.WARNING if part.in_care else Glyph.CHECK
        self.arms_words.show_text(sign, words.format(care=whole(part.in_care), arms=whole(part.arms)))

    @property
    def first_card(self) -> StartCard:
        """Card that gets the keyboard: the latest visit, else the first guide."""
        latest = self._recent.itemAt(0)
        card = latest.widget() if latest is not None else None
        return card if isinstance(card, StartCard) else self.robot_card

    def _cards(self) -> QGridLayout:
        seconds = COMMISSIONING.seconds_of(Progress(COMMISSIONING.of_guide), sees_twist=True)
        commissioned = self.tr(
            "Measure friction, gears and the model. About {minutes} min for six joints. The arm moves."
        )
        weighed = self.tr(
            "Weigh what hangs on the flange and find its centre. At most {minutes} min of motion."
        )
        self.robot_card = _card(
            self.tr("Commission an arm"),
            commissioned.format(minutes=whole(round(seconds / 60.0))),
            Glyph.ARM,
        )
        self.payload_card = _card(
            self.tr("Check a payload"),
            weighed.format(minutes=whole(round(_WEIGHINGS * LONGEST_S[PayloadPlanSettings().mode] / 60.0))),
            Glyph.LOAD,
        )
        self.live_card = _card(
            self.tr("See an arm live"),
            self.tr("Watch and record every signal. Nothing moves."),
            Glyph.WAVE,
        )
        cards = (
            (self.robot_card, self.robot_asked),
            (self.payload_card, self.payload_asked),
            (self.live_card, self.live_asked),
        )
        grid = QGridLayout()
        grid.setSpacing(2 * GRID)
        for place, (card, asked) in enumerate(cards):
            card.clicked.connect(asked)
            grid.addWidget(card, *divmod(place, _COLUMNS))
        for column in range(_COLUMNS):  # equal cards, whatever their words
            grid.setColumnStretch(column, 1)
            grid.setColumnMinimumWidth(column, 1)
        return grid

    def offer_to_continue(self, run: Run) -> None:
        """Show above everything that the program ended unexpectedly, with *Continue*."""
        self.continue_card.show_run(run)
        self.show_recent(self._visits)
        self.continue_card.continue_button.setFocus()

    def show_recent(self, visits: Sequence[RecentVisit]) -> None:
        """Offer the visits that were open lately."""
        self._visits = visits
        seen = {path: one.has_data for path, one in self._seen.items()}
        visits = [visit for visit in visits if seen.get(visit.path, True)][:_MOST_RECENT]
        if not self.continue_card.isHidden():
            visits = []  # that card is the one to continue with
        while (item := self._recent.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()  # at once; it is deleted later
                widget.deleteLater()
        for number, visit in enumerate(visits):
            card = recent_card(visit, self._seen.get(visit.path))
            card.clicked.connect(lambda _checked=False, path=visit.path: self.recent_asked.emit(path))
            self._recent.addWidget(card, 0, number)
        self._recent_heading.setVisible(bool(visits))

    @Slot(object)
    def show_seen(self, visits: Sequence[SeenVisit]) -> None:
        """Show names and pictures of these visits, whose files have been read."""
        self._seen = {visit.path: visit for visit in visits}
        was_on: QWidget | None = self.focusWidget()
        place = self._recent.indexOf(was_on) if was_on is not None else -1
        self.show_recent(self._visits)
        again = self._recent.itemAt(place) if place >= 0 else None
        if again is not None and (card := again.widget()) is not None:
            card.setFocus()  # the keyboard stays on its visit


def _card(heading: str, sentence: str, glyph: Glyph) -> StartCard:
    return StartCard(heading, sentence, glyph=glyph, height=_CARD_HEIGHT)
