"""Options of the stiffness: springs or load tests, tool point, poses that count."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.errors.text import error_text
from app.features.stiffness.entries import parse_ranges
from app.guide.calculation import WorkSetup
from app.look.tokens import GRID
from app.speech.language import listed
from app.speech.quantities import NotUnderstood, Typed, joint_quantity
from app.visit.summaries import RobotChoice, VisitSummary
from app.widgets.choice import Choice, ask_for_files
from app.widgets.fields import CheckedField
from app.widgets.glyphs import Glyph
from app.widgets.layouts import Card, FoldOut, SignedText, captioned
from app.widgets.segmented import Segmented
from app.widgets.setting_fields import SettingFields, reset_button
from app.widgets.text import Button, Text, muted, paragraph
from core.robot.model import RobotModel
from core.stiffness.settings import StiffnessSettings
from core.workflow import Product

SPRINGS, TESTS = range(2)


class StiffnessSetup(WorkSetup):
    """Options of a stiffness from springs or from load tests, with defaults that suit most arms."""

    def __init__(self) -> None:
        super().__init__(self.tr("Progress of the stiffness"))
        self._robot: RobotModel | None = None
        self._lacks_springs = False
        self.loads: Path | None = None
        self.tracker: Path | None = None
        self.robot = Choice(self.tr("Robot"))
        self.source = Segmented(self.tr("From what"), (self.tr("Springs"), self.tr("Measured load tests")))
        self.source.chosen.connect(self._show)
        self._what = paragraph()
        self._advice, self._lacking = SignedText(wrap=True), SignedText(wrap=True)
        self.loads_button = Button(self.tr("Load tests …"))
        self.tracker_button = Button(self.tr("Laser tracker …"))
        self._loads_name, self._tracker_name = Text(), muted()
        self.loads_button.clicked.connect(lambda: self._ask_file(self.take_loads))
        self.tracker_button.clicked.connect(lambda: self._ask_file(self.take_tracker))
        self._fields = SettingFields(StiffnessSettings())
        self.tool, self.turns, self.held = map(self._fields.field, ("tool", "turn_length", "held"))
        self.ranges = CheckedField(
            self.tr("Poses that count"),
            self._parse_ranges,
            bounds=None,
            accepts=self.tr("as described, or -90:90 for each joint"),
        )
        self.ranges.offer_emptying(self.tr("as described"))
        self._fields.changed.connect(self.changed)
        self.ranges.changed.connect(self.changed)
        self._lay_out()
        self.show_arm(None, None)

    @property
    def is_ready(self) -> bool:
        """True where the stiffness can be computed with the present fields."""
        has_source = not self.uses_tests or self.loads is not None
        return self._fields.is_understood and self.ranges.is_understood and has_source

    @property
    def lacks_springs(self) -> bool:
        """True where springs are chosen and the spring of some joint is unknown."""
        return self._lacks_springs and not self.uses_tests

    @property
    def uses_tests(self) -> bool:
        """True where measured load tests are chosen."""
        return self.source.index == TESTS

    @property
    def words(self) -> str:
        """Texts that are shown, for tests and screen readers."""
        shown = [part.accessibleName() for part in (self._advice, self._lacking) if not part.isHidden()]
        return " ".join((self._what.text(), *shown))

    def settings(self) -> StiffnessSettings:
        """Settings with the values of the fields."""
        ranges = self.ranges.value
        assert isinstance(ranges, tuple)
        slides = self._robot.is_prismatic if self._robot is not None else np.zeros(len(ranges), dtype=bool)
        kinds = [joint_quantity(slides=bool(each)) for each in slides]
        sides = [
            tuple(one[side].si(kind) for one, kind in zip(ranges, kinds, strict=False)) for side in (0, 1)
        ]
        return replace(self._fields.settings, lower=sides[0], upper=sides[1])

    def offer_robots(self, robots: tuple[RobotChoice, ...]) -> None:
        """Offer shipped robots, for use while no visit is open."""
        self.robot.offer([(robot.name, robot.title) for robot in robots])

    def show_arm(self, summary: VisitSummary | None, robot: RobotModel | None) -> None:
        """Show the springs that are known of the visit's arm; both are None without a visit."""
        self._robot = robot
        self._choice.setVisible(summary is None)
        self._lacks_springs = False
        if robot is not None:
            self._advise(summary, robot)
        else:
            self._advice.show_text(Glyph.NOTE, self.tr("Choose the robot first."))
        self._advice.setVisible(summary is None or robot is not None)
        self._show()

    def show_settings(self, settings: StiffnessSettings) -> None:
        """Fill the fields with the settings of a result."""
        self._fields.show(settings)

    def show_failure(self, error: BaseException | None) -> None:
        """Show why the stiffness could not be computed; None removes the message."""
        self._lacking_card.setVisible(error is not None)
        if error is not None:
            message = error_text(error)
            said = " ".join(filter(None, (message.title, message.meaning, message.action)))
            self._lacking.show_text(Glyph.WARNING, f"{said} ({message.code})" if message.code else said)

    def show_running(self, *, is_running: bool) -> None:
        """Show the progress and lock the fields while the computation runs."""
        super().show_running(is_running=is_running)
        for part in (self._source_card, self._more, self._choice):
            part.setEnabled(not is_running)
        if is_running:
            self.show_failure(None)

    def take_loads(self, path: Path) -> None:
        """Take a file of load tests."""
        self.loads = path
        self._show()

    def take_tracker(self, path: Path) -> None:
        """Take a file of points that a laser tracker measured."""
        self.tracker = path
        self._show()

    def _advise(self, summary: VisitSummary | None, robot: RobotModel) -> None:
        """Say which springs of joints and links are known."""
        given = robot.joint_stiffness
        unknown = [
            name
            for joint, name in enumerate(robot.joint_names)
            if given is None or not np.isfinite(given[joint])
        ]
        has_twist = summary is not None and bool(summary.key(Product.ELASTICITY))
        self._lacks_springs = bool(unknown) and not has_twist
        if has_twist:
            self._advice.show_text(
                Glyph.CHECK, self.tr("The twist analysis of this visit gives the joints' springs.")
            )
        elif unknown:
            words = self.tr(
                "The description says nothing of the springs of {joints}. Run the twist analysis, "
                "or write stiffness for them in the description."
            )
            self._advice.show_text(Glyph.WARNING, words.format(joints=listed(unknown)))
        elif not robot.link_springs:
            words = self.tr(
                "The description says nothing of the links: the arm counts as rigid between its joints."
            )
            self._advice.show_text(Glyph.FAIR, words)
        else:
            self._advice.show_text(
                Glyph.CHECK, self.tr("Springs of all joints and of the links are described.")
            )

    @Slot()
    def _show(self) -> None:
        tests = self.uses_tests
        self._what.setText(
            self.tr("Known loads were hung on the tool, and how far it moved was measured.")
            if tests
            else self.tr(
                "The joints and links give under load. The joints take the links' share over all poses."
            )
        )
        self._files.setVisible(tests)
        self._loads_name.setText(self.loads.name if self.loads else self.tr("No file yet"))
        self._tracker_name.setText(
            self.tracker.name if self.tracker else self.tr("where its shifts are apart")
        )
        self.changed.emit()

    def _ask_file(self, take: Callable[[Path], None]) -> None:
        filters = (self.tr("Tables (*.csv *.txt)"), self.tr("All files (*)"))
        title = self.tr("Load tests")
        ask_for_files(self.window(), title, filters, lambda paths: take(paths[0]), folder="")

    def _parse_ranges(self, text: str) -> tuple[tuple[Typed, Typed], ...]:
        ranges = parse_ranges(text)
        if ranges and self._robot is not None and len(ranges) != self._robot.joint_count:
            raise NotUnderstood(text)
        slides = self._robot.is_prismatic if self._robot is not None else ()
        for (low, _), one_slides in zip(ranges, slides, strict=False):
            low.si(joint_quantity(slides=bool(one_slides)))  # refuses mm of a joint that turns
        return ranges

    def _lay_out(self) -> None:
        self._choice = captioned(self.tr("Robot"), self.robot)
        self._source_card = Card()
        head = QHBoxLayout()
        head.addWidget(self.source)
        head.addStretch(1)
        self._source_card.column.addLayout(head)
        self._source_card.column.addWidget(self._what)
        self._source_card.column.addWidget(self._advice)
        self._files = QWidget()
        files = QVBoxLayout(self._files)
        files.setContentsMargins(0, 0, 0, 0)
        for button, name in (
            (self.loads_button, self._loads_name),
            (self.tracker_button, self._tracker_name),
        ):
            line = QHBoxLayout()
            line.addWidget(button)
            line.addWidget(name, 1)
            files.addLayout(line)
        self._source_card.column.addWidget(self._files)
        self._lacking_card = Card()
        self._lacking_card.column.addWidget(self._lacking)
        self._lacking_card.hide()
        options = Card()
        cells = QHBoxLayout()
        cells.setSpacing(2 * GRID)
        for cell in (
            self._fields.captioned("tool"),
            captioned(self.tr("Poses that count, ° and mm"), self.ranges),
            self._fields.captioned("turn_length"),
            self._fields.captioned("held"),
        ):
            cells.addWidget(cell, 1)
        options.column.addLayout(cells)
        options.column.addWidget(reset_button(self._fields))
        self._more = FoldOut(options)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2 * GRID)
        for part in (self._choice, self._lacking_card, self._source_card, self._more, self.work):
            column.addWidget(part)
        column.addStretch(1)
