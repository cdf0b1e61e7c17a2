"""One arm of the fleet, beside the list: its picture, a figure over its visits with what is usual."""

from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from app.look.theme import TextSize
from app.look.tokens import GRID
from app.shell.fleet_chart import FleetChart
from app.shell.fleet_parts import FollowedPart
from app.shell.fleet_words import (
    arm_reason,
    arm_word,
    care_line,
    check_words,
    figure_of_joint,
    figure_unit,
    usual_words,
    visits_words,
)
from app.shell.state_page import show_worst
from app.speech.signs import Glyph
from app.speech.values import Value, write
from app.widgets.arm_view import ArmView
from app.widgets.card import Card, SignedText
from app.widgets.choice import Choice
from app.widgets.layouts import fill, in_column, in_row
from app.widgets.scaled import keep_size
from app.widgets.text import BOLD, Button, Text, emphasis
from core.catalogue.fleet import CARE, PAYLOAD_SET_WRONG, FleetRobot, FollowedFigure

_ABOVE_CHART = (140, 190)
"""Least height of the picture and least width of the number beside it, px at a scale of 100 %."""
_CHART_HEIGHT = 110


class FleetArmView(Card):
    """The chosen arm of the fleet."""

    visits_asked = Signal()
    """Emitted to see all visits to the arm."""

    def __init__(self) -> None:
        super().__init__()
        self.robot: FleetRobot | None = None
        self.part: FollowedPart | None = None
        self._is_roomy = True
        self._name, self._word = emphasis(), SignedText(size=TextSize.EMPHASIS)
        self._name.setWordWrap(True)
        self._check = Text(role="muted", wrap=True)
        self.visits_button = Button(self.tr("Visits"), role="quiet")
        self.visits_button.clicked.connect(self.visits_asked)
        self.picture = ArmView(shows_values=False)
        self.figure = Choice(self.tr("Figure"))
        self.figure.picked.connect(self._show_figure)
        self._number, self._spread = Text(size=TextSize.TITLE, weight=BOLD), Text(weight=BOLD)
        self._usual = Text(role="muted", wrap=True)
        self.chart = FleetChart(self.tr("Figure over the visits"))
        self._none = Text(role="muted", wrap=True)
        self._also = SignedText(wrap=True)
        self._lay_out()

    @property
    def words(self) -> str:
        """All that is said of the arm, for tests."""
        lines = (self._check, self._number, self._spread, self._usual, self._none)
        return "\n".join((*(line.text() for line in lines), self._also.accessibleName()))

    def show_robot(self, robot: FleetRobot) -> None:
        """Name an arm that is about to be read."""
        if self.robot is not None and (self.robot.robot, self.robot.serial) != (robot.robot, robot.serial):
            self.part = None
        self.robot = robot
        word = arm_word(robot)
        self._name.setText(
            " · ".join(filter(None, (robot.robot, robot.serial))) or Path(robot.last_file).name
        )
        self._word.show_text(word.glyph, word.words)
        self.visits_button.setVisible(not robot.error)
        self.visits_button.set_text(visits_words(robot))
        if self.part is None:
            self._check.setText(arm_reason(robot))
            self._body.hide()
            self._none.hide()
            self._also.hide()

    def show_roomy(self, *, is_roomy: bool) -> None:
        """Show the picture only where there is room for it."""
        self._is_roomy = is_roomy
        self._show_picture()

    def _show_picture(self) -> None:
        has_one = self.part is not None and self.part.robot_model is not None
        self.picture.setVisible(has_one and self._is_roomy)

    def show_part(self, part: FollowedPart) -> None:
        """Show an arm, first the figure that needs care most."""
        is_other = self.part is None or self.part.robot != part.robot
        self.show_robot(part.robot)
        self.part = part
        self._check.setText(check_words(part.followed.check).words)
        model = part.robot_model
        self._show_picture()
        show_worst(self.picture, model, {care.joint for care in part.robot.care})
        if is_other:
            self._offer_figures()
        self._body.setVisible(bool(part.followed.figures) or model is not None)
        self._show_figure()

    def _offer_figures(self) -> None:
        assert self.part is not None
        figures = self.part.followed.figures
        self.figure.offer([((one.code, one.number), figure_of_joint(one)) for one in figures])
        codes = {name: code for code, name in CARE.items()}
        cares = [care for care in self.part.robot.care if care.code in codes]
        if cares:
            self.figure.choose((codes[cares[0].code], cares[0].number))

    def _shown(self) -> FollowedFigure | None:
        figures = () if self.part is None else self.part.followed.figures
        return next((one for one in figures if (one.code, one.number) == self.figure.value), None)

    @Slot()
    def _show_figure(self) -> None:
        one = self._shown()
        self._beside.setVisible(one is not None)
        self.chart.setVisible(one is not None)
        self._none.setVisible(one is None)
        if one is None:
            words = self.tr("No visit to this arm measured the twist of its gears, or friction.")
            if self.robot is not None and not self.robot.serial:
                words = self.tr("These visits have no serial number, so that nothing can be followed.")
            self._none.setText(words)
        else:
            unit = figure_unit(one.code, float(one.value[-1]))
            value = write(Value(float(one.value[-1]), unit, float(one.std[-1])))
            self._number.setText(value.value)
            self._spread.setText(f"{value.spread} {value.unit}".strip())
            self._usual.setText(usual_words(one))
            self.chart.show_figure(one)
        self._show_also(one)

    def _show_also(self, shown: FollowedFigure | None) -> None:
        """Name what else needs care, in one line."""
        cares = () if self.part is None else self.part.robot.care
        in_front = None if shown is None else (CARE.get(shown.code), shown.number)
        others = [care for care in cares if (care.code, care.number) != in_front]
        self._also.setVisible(bool(others))
        if not others:
            return
        first = next((care for care in others if care.code == PAYLOAD_SET_WRONG), others[0])
        words = care_line(first)
        if len(others) < len(cares):
            words = self.tr("Also: {what}").format(what=words)
        if len(others) > 1:
            words = self.tr("{words} And {count} more.").format(words=words, count=len(others) - 1)
        self._also.show_text(Glyph.WARNING, words)
        self._also.setToolTip("\n".join(map(care_line, others)))

    def _lay_out(self) -> None:
        self._beside, self._body = QWidget(), QWidget()
        high, wide = _ABOVE_CHART
        in_column(1, self.figure, self._number, self._spread, self._usual, 1, of=self._beside, spacing=2)
        keep_size(self._beside, least_width=wide)
        keep_size(self.picture, least_height=high)
        keep_size(self.chart, least_height=_CHART_HEIGHT)
        above = in_row((self.picture, 1), (self._beside, 1), spacing=GRID)
        in_column((above, 1), (self.chart, 1), of=self._body, spacing=GRID)
        head = in_row((self._name, 1), self._word, spacing=GRID)
        about = in_row((self._check, 1), self.visits_button, spacing=GRID)
        fill(self.column, head, about, (self._body, 1), self._none, self._also, 0)
