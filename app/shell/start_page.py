"""The start screen: three jobs, the visits that were open lately, the arms, and a try without a robot."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from app.health.running import Run
from app.look.theme import TextSize, current_theme
from app.look.tokens import GRID
from app.shell.fleet_parts import FleetPart
from app.shell.glances import Glance, SeenVisit
from app.shell.start_card import Picture, StartCard
from app.shell.step_words import step_word
from app.shell.try_now import TryNow
from app.speech.dates import moment_word
from app.speech.language import translate
from app.speech.units import KILOGRAM, Value, whole, write
from app.visit.settings import RecentVisit
from app.visit.steps import step_named
from app.visit.summaries import usual_visit_name
from app.widgets.glyphs import Glyph, GlyphView
from app.widgets.layouts import Card, SignedText, in_column, in_row, keep_size
from app.widgets.text import BOLD, Button, Text, emphasis, title
from core.elasticity.result import ELASTICITY
from core.friction.sweeps.result import FRICTION_SWEEPS
from core.payload.plan import LONGEST_S, PayloadPlanSettings
from core.payload.result import PAYLOAD
from core.workflow import COMMISSIONING, Progress

_GAP, _LINE = 4.0, 2.0
_WHOLE = 1.15
"""Length of the scale of a mass, in masses with their ±."""
_RIGHT_BELOW = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom


def glance_words(glance: Glance) -> str:
    """The picture in words."""
    if glance.kind == PAYLOAD:
        return write(Value(glance.values[0], KILOGRAM, glance.std)).text
    words = {
        ELASTICITY: translate("Glance", "Stiffness of the gears"),
        FRICTION_SWEEPS: translate("Glance", "Friction of the joints"),
    }
    return words[glance.kind]


def paint_glance(painter: QPainter, place: QRectF, glance: Glance) -> None:
    """Draw the picture, with its words below."""
    theme = current_theme()
    font = theme.font(TextSize.BODY, weight=BOLD) if glance.kind == PAYLOAD else theme.font()
    painter.setFont(font)
    painter.setPen(theme.colour("text" if glance.kind == PAYLOAD else "muted"))
    painter.drawText(place, int(_RIGHT_BELOW), glance_words(glance))
    above = place.adjusted(0, 0, 0, -painter.fontMetrics().height() - _GAP)
    if glance.kind == PAYLOAD:
        _paint_mass(painter, above, glance)
    else:
        _paint_bars(painter, above, glance.values)


def _paint_mass(painter: QPainter, place: QRectF, glance: Glance) -> None:
    theme, mass = current_theme(), glance.values[0]
    std = max(glance.std, 0.0)
    per_kg = place.width() / (_WHOLE * max(mass + std, 1e-9))
    y, end = place.center().y(), place.left() + max(mass, 0.0) * per_kg
    painter.setPen(QPen(theme.colour("hairline"), _LINE))
    painter.drawLine(QPointF(place.left(), y), QPointF(place.right(), y))
    painter.setPen(QPen(theme.colour("measured"), 3 * _LINE))
    painter.drawLine(QPointF(place.left(), y), QPointF(end, y))
    painter.setPen(QPen(theme.colour("text"), _LINE))
    half = max(std * per_kg, _LINE)
    painter.drawLine(QPointF(end - half, y), QPointF(end + half, y))
    for x in (end - half, end + half):
        painter.drawLine(QPointF(x, y - _GAP), QPointF(x, y + _GAP))


def _paint_bars(painter: QPainter, place: QRectF, values: tuple[float, ...]) -> None:
    theme, largest = current_theme(), max(*values, 1e-12)
    wide = place.width() / len(values)
    painter.setPen(Qt.PenStyle.NoPen)
    for number, value in enumerate(values):
        high = max(_LINE, place.height() * max(value, 0.0) / largest)
        painter.setBrush(QColor(theme.tokens.joint(number)))
        painter.drawRect(
            QRectF(place.left() + number * wide + _GAP / 2, place.bottom() - high, wide - _GAP, high)
        )


RECENT_HEIGHT = 64


def recent_card(visit: RecentVisit, seen: SeenVisit | None) -> StartCard:
    """The card: what is known at once; name and picture as soon as the visit's file has been read."""
    glance, picture = None if seen is None else seen.glance, None
    if glance is not None:
        picture = Picture(partial(paint_glance, glance=glance), glance_words(glance))
    heading, below = _heading(visit, seen), _below(visit, seen)
    return StartCard(heading, below, glyph=None, height=RECENT_HEIGHT, picture=picture)


def _heading(visit: RecentVisit, seen: SeenVisit | None) -> str:
    name = f"{visit.robot}, {Path(visit.path).stem}"
    if seen is not None:
        usual = usual_visit_name(visit.robot, serial=seen.serial, recorded_at=seen.recorded_at)
        name = seen.tag.name or usual
    return name


def _below(visit: RecentVisit, seen: SeenVisit | None) -> str:
    """Step at which it goes on, when it was open, customer and note."""
    known = step_named(visit.step)
    step = step_word(known) if known else translate("RecentCard", "open")
    place = translate("RecentCard", "{step}, {when}").format(step=step, when=moment_word(visit.opened_at))
    customer = "" if seen is None else seen.tag.customer
    note = "" if seen is None else " ".join(seen.tag.note.split())
    return " · ".join(filter(None, (place, customer, note)))


class ContinueCard(Card):
    """Offers to go on at the step that was open."""

    continue_asked = Signal(object)
    """RunPlace."""
    report_asked = Signal()
    closed = Signal()
    """Emitted when the card was closed."""

    def __init__(self) -> None:
        super().__init__(margin=GRID + 4)
        self._run: Run | None = None
        self._title, self._body = Text(weight=BOLD, wrap=True), Text(wrap=True)
        self.continue_button = Button(self.tr("Continue"), role="primary")
        self.report_button = Button(self.tr("Problem report"), role="quiet")
        self.close_button = Button(self.tr("Close"), role="quiet")
        self.continue_button.clicked.connect(self._go_on)
        self.report_button.clicked.connect(self.report_asked)
        self.close_button.clicked.connect(self._close)
        self._lay_out()
        self.hide()

    @property
    def text(self) -> str:
        """The text that is shown, as one line; empty while there is none."""
        return "" if self.isHidden() else f"{self._title.text()} {self._body.text()}"

    def show_run(self, run: Run) -> None:
        """Show a run that ended unexpectedly."""
        self._run = run
        when = moment_word(run.moment)
        step = step_named(run.place.step) if run.place is not None else None
        is_there = run.place is not None and Path(run.place.visit).is_file()
        if step is None:
            self._title.setText(self.tr("Torsion ended unexpectedly after {when}.").format(when=when))
        else:
            words = self.tr("Torsion ended unexpectedly after {when}, at the step “{step}”.")
            self._title.setText(words.format(when=when, step=step_word(step)))
        if is_there and run.place is not None:
            body = self.tr(
                "Everything measured is in the visit {file}. Look whether the robot stands still, then go on"
                " at that step."
            ).format(file=Path(run.place.visit).stem)
        elif run.place is not None:
            body = self.tr("The visit {file} is no longer where it was. Open it from its new place.").format(
                file=Path(run.place.visit).name
            )
        else:
            body = self.tr("No visit was open, so nothing is lost.")
        self._body.setText(body)
        self.continue_button.setVisible(is_there)
        self.setAccessibleName(f"{self._title.text()} {body}")
        self.show()

    @Slot()
    def _close(self) -> None:
        self.hide()
        self.closed.emit()

    @Slot()
    def _go_on(self) -> None:
        run = self._run
        self._close()
        if run is not None and run.place is not None:
            self.continue_asked.emit(run.place)

    def _lay_out(self) -> None:
        words = in_column(self._title, self._body, spacing=2)
        buttons = (self.close_button, self.report_button, self.continue_button)
        sign = GlyphView(Glyph.WARNING, size=24)
        self.column.addLayout(in_row(sign, (words, 1), *buttons, spacing=2 * GRID))


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
        in_row(1, (middle, 100), 1, of=self, margins=(4 * GRID, GRID, 4 * GRID, 2 * GRID))
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
