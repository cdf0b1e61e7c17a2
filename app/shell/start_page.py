"""The start screen: large cards for the guides, and the visits that were open lately."""

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.health.running import Run
from app.look.tokens import GRID
from app.shell.continue_card import ContinueCard
from app.shell.glances import SeenVisit
from app.shell.recent_card import recent_card
from app.shell.start_card import StartCard
from app.shell.theme_choice import theme_choice
from app.shell.try_now import TryNow
from app.visit.settings import RecentVisit
from app.widgets.arranged import in_row
from app.widgets.glyphs import Glyph
from app.widgets.scaled import keep_size
from app.widgets.text import Button, Text, emphasis, paragraph, title

_CARD_HEIGHT = 132
_COLUMNS = 3
_WIDEST = 1040
_RECENT_BELOW_CONTINUE = 2
"""Visits that there is room for while the card about a crash is shown."""


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
    theme_asked = Signal(object)
    about_asked = Signal()
    report_asked = Signal()

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
        self._column.addWidget(title(self.tr("What would you like to do?")))
        self._column.addWidget(
            paragraph(
                self.tr(
                    "Torsion finds payload, friction and dynamics of a robot arm from its own recordings,"
                    " and shows the twist of its gears live."
                )
            )
        )
        self._column.addLayout(self._cards())
        self.try_now = TryNow()
        self._column.addWidget(self.try_now)
        self._recent_heading = emphasis(self.tr("Continue where you left off"))
        self._column.addSpacing(GRID)
        self.all_button = Button(self.tr("All visits …"), role="quiet")
        self.all_button.clicked.connect(self.open_asked)
        self.fleet_button = Button(self.tr("Fleet …"), role="quiet")
        self.fleet_button.setToolTip(self.tr("All arms of chosen folders, first those that need care."))
        self.fleet_button.clicked.connect(self.fleet_asked)
        self._column.addLayout(in_row(self._recent_heading, 1, self.fleet_button, self.all_button))
        self._recent = QGridLayout()
        self._recent.setSpacing(2 * GRID)
        self._column.addLayout(self._recent)
        self._column.addStretch(1)
        self._column.addLayout(self._foot())
        in_row(1, (middle, 100), 1, of=self, margins=(2 * GRID, 0, 2 * GRID, 2 * GRID))
        self.show_recent(())

    def _foot(self) -> QHBoxLayout:
        self.theme = theme_choice(self.tr("Colours"))
        self.theme.picked.connect(lambda: self.theme_asked.emit(self.theme.value))
        self.synthetic_button = Button(self.tr("Try with synthetic recordings"), role="quiet")
        self.synthetic_button.setToolTip(self.tr("Computed recordings show the identification in a minute."))
        self.synthetic_button.clicked.connect(self.synthetic_asked)
        self.about_button = Button(self.tr("About"), role="quiet")
        self.about_button.clicked.connect(self.about_asked)
        self.report_button = Button(self.tr("Problem report"), role="quiet")
        self.report_button.clicked.connect(self.report_asked)
        note = Text(self.tr("Everything stays on this computer."), role="muted", wrap=True)
        return in_row((note, 1), self.about_button, self.report_button, self.synthetic_button, self.theme)

    @property
    def first_card(self) -> StartCard:
        """Card that gets the keyboard: the latest visit, else the first guide."""
        latest = self._recent.itemAt(0)
        card = latest.widget() if latest is not None else None
        return card if isinstance(card, StartCard) else self.payload_card

    def _cards(self) -> QGridLayout:
        self.payload_card = _card(
            self.tr("Check a payload"),
            self.tr("Slow sweeps without it and with it: mass and centre of mass in minutes."),
            Glyph.LOAD,
        )
        self.robot_card = _card(
            self.tr("Commission a robot"),
            self.tr("Connect, check its encoders, record its motion, and get its model."),
            Glyph.ARM,
        )
        self.live_card = _card(
            self.tr("Live diagnostics"),
            self.tr("Watch the twist of every joint while it happens. Watching moves nothing."),
            Glyph.LOOP,
        )
        self.virtual_card = _card(
            self.tr("Try with the virtual robot"),
            self.tr("No robot at hand? A simulated one shows every step; nothing can break."),
            Glyph.MOVING,
        )
        self.new_card = _card(
            self.tr("Identify from recordings"),
            self.tr("Choose a robot, add its recordings, and get a model with honest error bars."),
            Glyph.FILE,
        )
        self.open_card = _card(
            self.tr("Open or compare visits"),
            self.tr("Go on where a visit was left, or see what changed since an earlier visit."),
            Glyph.VISIT,
        )
        cards = (
            (self.payload_card, self.payload_asked),
            (self.robot_card, self.robot_asked),
            (self.live_card, self.live_asked),
            (self.open_card, self.open_asked),
            (self.virtual_card, self.virtual_asked),
            (self.new_card, self.new_asked),
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
        if not self.continue_card.isHidden():
            visits = visits[:_RECENT_BELOW_CONTINUE]
        while (item := self._recent.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()  # at once; it is deleted later
                widget.deleteLater()
        for number, visit in enumerate(visits):
            card = recent_card(visit, self._seen.get(visit.path))
            card.clicked.connect(lambda _checked=False, path=visit.path: self.recent_asked.emit(path))
            self._recent.addWidget(card, number // 2, number % 2)
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
