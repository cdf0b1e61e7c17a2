"""What a planned motion shall be: kind, time to plan, period, limits; the rest under *More options*."""

from dataclasses import dataclass, replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QScrollArea, QVBoxLayout, QWidget

from app.pages.load_steps_form import parse_seconds
from app.plan_entries import (
    boxes_text,
    height_text,
    joints_text,
    parse_boxes,
    parse_from_one,
    parse_height,
    parse_joints,
)
from app.plan_words import (
    columns_word,
    criterion_word,
    kind_word,
    limits_word,
    method_word,
    pose_text,
)
from app.settings import SettingsStore
from app.speech.units import parse_count, percent
from app.tokens import GRID
from app.views.captioned import captioned
from app.views.card import Card
from app.views.choice import Choice
from app.views.fields import CheckedField
from app.views.fold_out import FoldOut
from app.views.scaled import keep_size
from app.views.segmented import Segmented
from app.views.text import Text
from core.bounds import HEIGHT, JOINT, PERIOD, SEED
from core.excitation.settings import (
    HARMONICS,
    RUN_SHARE,
    CriterionName,
    ExcitationSettings,
    FrictionColumns,
    MethodName,
    TrajectoryKind,
)
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.surroundings import Box

SECONDS = (3.0, 10.0, 60.0)
"""s to plan in; the middle one is good enough for most."""
WIDTH, LEAST_WIDTH = 448, 352
SHARES = (1.0, RUN_SHARE, 0.8, 0.5)
"""Of the limits that are made use of."""
LIMITS = ("robot", "liu")
_KINDS = (TrajectoryKind.MODIFIED, TrajectoryKind.QUINTIC, TrajectoryKind.FOURIER, TrajectoryKind.FREE)
FIRST = ExcitationSettings(kind=TrajectoryKind.MODIFIED, seconds=SECONDS[1], limit_share=RUN_SHARE)
"""What the form shows at first."""


@dataclass(frozen=True)
class Surroundings:
    """What stands around an arm: the floor's height in m, None for none, and boxes."""

    floor_height: float | None = 0.0
    boxes: tuple[Box, ...] = ()


class PlanForm(Card):
    """Defaults good enough for *Plan*."""

    changed = Signal()

    def __init__(self, settings: SettingsStore, *, parent: QWidget | None = None) -> None:
        super().__init__(margin=GRID, parent=parent)
        self._settings = settings
        keep_size(self, least_width=LEAST_WIDTH, most_width=WIDTH)
        self.kind = _choice(self.tr("Motion"))
        self.kind.offer([(kind, kind_word(kind)) for kind in _KINDS])
        self.start = Text(wrap=True)
        self.seconds = Segmented(
            self.tr("Time to plan"), [self.tr("{seconds} s").format(seconds=f"{each:g}") for each in SECONDS]
        )
        self.period = CheckedField(self.tr("Period"), parse_seconds, bounds=PERIOD, accepts="20 s")
        self.limits = _choice(self.tr("Limits"))
        self.limits.offer([(name, limits_word(name)) for name in LIMITS])
        self.share = _choice(self.tr("Share of the limits"))
        self.share.offer([(share, percent(share)) for share in SHARES])
        self.criterion = _choice(self.tr("What is a good motion"))
        self.criterion.offer([(each, criterion_word(each)) for each in CriterionName])
        self.columns = _choice(self.tr("What it shall show"))
        self.columns.offer([(each, columns_word(each)) for each in FrictionColumns])
        self.method = _choice(self.tr("Method"))
        self.method.offer([(each, method_word(each)) for each in MethodName])
        self.harmonics = CheckedField(self.tr("Harmonics"), parse_from_one, bounds=HARMONICS, accepts="5")
        self.seed = CheckedField(self.tr("Seed"), parse_count, bounds=SEED, accepts="0")
        self.locked = CheckedField(
            self.tr("Joints that stand still"), parse_joints, bounds=JOINT, accepts="4 5 6"
        )
        self.floor = CheckedField(self.tr("Floor height"), parse_height, bounds=HEIGHT, accepts="0 mm")
        self.boxes = CheckedField(
            self.tr("Boxes to keep out of"),
            parse_boxes,
            bounds=None,
            accepts="table: -500 -900 0 500 -400 700",
        )
        self._fields = (self.period, self.harmonics, self.seed, self.locked, self.floor, self.boxes)
        for field in self._fields:
            field.changed.connect(self.changed)
        for choice in (self.kind, self.limits, self.share, self.criterion, self.columns, self.method):
            choice.picked.connect(self.changed)
        self.seconds.chosen.connect(lambda _place: self.changed.emit())
        self._lay_out()
        self.show_settings(FIRST)

    @property
    def is_understood(self) -> bool:
        """Whether every field can be read."""
        return all(field.is_understood for field in self._fields)

    @property
    def starts_at_zero(self) -> bool:
        """Whether the motion does not begin where the arm stands."""
        return self.kind.value == TrajectoryKind.FOURIER

    def settings(self, start: tuple[float, ...] | None) -> ExcitationSettings:
        """What is set, from ``start`` on; every field has to be understood.

        Raises
        ------
        BadRequest
            Where the fields contradict each other.
        """
        around = self.surroundings
        return replace(
            FIRST,
            kind=TrajectoryKind(str(self.kind.value)),
            start=None if self.starts_at_zero else start,
            seconds=SECONDS[max(self.seconds.index, 0)],
            period_s=float(str(self.period.value)),
            limits=str(self.limits.value),
            limit_share=float(str(self.share.value)),
            criterion=CriterionName(str(self.criterion.value)),
            friction=FrictionColumns(str(self.columns.value)),
            method=MethodName(str(self.method.value)),
            harmonics=int(str(self.harmonics.value)),
            seed=int(str(self.seed.value)),
            locked=parse_joints(self.locked.edit.text()),
            floor_height=around.floor_height,
            boxes=around.boxes,
        )

    @property
    def surroundings(self) -> Surroundings:
        """The floor and the boxes, as far as they can be read."""
        floor = parse_height(self.floor.edit.text()) if self.floor.is_understood else None
        return Surroundings(floor, parse_boxes(self.boxes.edit.text()) if self.boxes.is_understood else ())

    def show_start(self, robot: RobotModel | None, pose: FloatArray | None) -> None:
        """Say where the motion begins and ends: ``pose`` (n,) where the arm stands, None for zero."""
        if robot is None:
            self.start.setText(self.tr("Where the arm stands."))
        elif pose is None and not self.starts_at_zero:
            self.start.setText(self.tr("All joints at zero: no standing robot is connected."))
        elif pose is None:
            self.start.setText(self.tr("All joints at zero. The arm is brought there slowly first."))
        else:
            angles = pose_text(pose, slides=robot.is_prismatic)
            self.start.setText(self.tr("Where the arm stands: {angles}").format(angles=angles))

    def show_settings(self, settings: ExcitationSettings) -> None:
        """Show what a motion was planned with, without telling anybody."""
        self.blockSignals(True)  # noqa: FBT003  # Qt's own name
        self.kind.choose(settings.kind)
        if settings.seconds in SECONDS:
            self.seconds.choose(SECONDS.index(settings.seconds))
        self.period.show_text(f"{settings.period_s:g} s")
        self.limits.choose(settings.limits)
        self.share.choose(settings.limit_share)
        self.criterion.choose(settings.criterion)
        self.columns.choose(settings.friction)
        self.method.choose(settings.method)
        self.harmonics.show_text(str(settings.harmonics))
        self.seed.show_text(str(settings.seed))
        self.locked.show_text(joints_text(settings.locked))
        self.floor.show_text(height_text(settings.floor_height))
        self.boxes.show_text(boxes_text(settings.boxes))
        self.blockSignals(False)  # noqa: FBT003  # Qt's own name

    def _remember(self, state: bool) -> None:  # noqa: FBT001  # slot of a Qt signal
        self._settings.update(replace(self._settings.current, more_options_open=state))

    def _lay_out(self) -> None:
        basic = _grid(
            (captioned(self.tr("Motion"), self.kind), 2),
            (captioned(self.tr("Start and end"), self.start), 2),
            (captioned(self.tr("Time to plan"), self.seconds), 2),
            (captioned(self.tr("Period"), self.period), 1),
            (captioned(self.tr("Share of limits"), self.share), 1),
        )
        options = _grid(
            (captioned(self.tr("Locked joints"), self.locked), 1),
            (captioned(self.tr("Floor, none if empty"), self.floor), 1),
            (captioned(self.tr("Boxes: name, two corners in mm"), self.boxes), 2),
            (captioned(self.tr("Limits"), self.limits), 2),
            (captioned(self.tr("What is a good motion"), self.criterion), 2),
            (captioned(self.tr("What it shall show"), self.columns), 2),
            (captioned(self.tr("Method"), self.method), 2),
            (captioned(self.tr("Harmonics"), self.harmonics), 1),
            (captioned(self.tr("Seed"), self.seed), 1),
        )
        self.fold_out = FoldOut(options)
        self.fold_out.set_open(self._settings.current.more_options_open)
        self.fold_out.toggled.connect(self._remember)
        inside = QWidget()
        inside.setProperty("role", "page")
        column = QVBoxLayout(inside)
        column.setContentsMargins(GRID, GRID, GRID, GRID)
        column.addWidget(basic)
        column.addWidget(self.fold_out)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(inside)
        self.column.addWidget(scroll)


def _choice(name: str) -> Choice:
    """A list that is as wide as its column, whatever is in it."""
    choice = Choice(name)
    choice.setSizeAdjustPolicy(Choice.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    return choice


def _grid(*cells: tuple[QWidget, int]) -> QWidget:
    """Cells of one or two columns, from left to right and down."""
    content = QWidget()
    grid = QGridLayout(content)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(2 * GRID)
    grid.setVerticalSpacing(GRID)
    place = 0
    for cell, span in cells:
        grid.addWidget(cell, place // 2, place % 2, 1, span)
        place += span
    for column in range(2):
        grid.setColumnStretch(column, 1)
    return content
