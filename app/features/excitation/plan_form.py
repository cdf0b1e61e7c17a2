"""Form for a planned motion: kind, time to plan, period, limits; the rest under *More options*."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QScrollArea, QWidget

from app.look.tokens import GRID
from app.speech.entries import Entry, boxes_text, parse_boxes
from app.speech.language import listed, tr
from app.speech.units import DEGREE, MILLIMETRE, NO_BREAK, number, percent
from app.visit.settings import SettingsStore
from app.widgets.choice import Choice
from app.widgets.layouts import Card, FoldOut, captioned, in_column, keep_size
from app.widgets.segmented import Segmented
from app.widgets.setting_fields import SettingFields, reset_button
from app.widgets.text import Text
from core.excitation.settings import (
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
"""Times to plan in, s; the middle one is good enough for most."""
WIDTH, LEAST_WIDTH = 448, 352
SHARES = (1.0, RUN_SHARE, 0.8, 0.5)
"""Shares of the limits that a motion may use."""
LIMITS = ("robot", "liu")
_KINDS = (TrajectoryKind.MODIFIED, TrajectoryKind.QUINTIC, TrajectoryKind.FOURIER, TrajectoryKind.FREE)
FIRST = ExcitationSettings(kind=TrajectoryKind.MODIFIED, seconds=SECONDS[1], limit_share=RUN_SHARE)
"""Settings that the form shows at first."""


@dataclass(frozen=True)
class Surroundings:
    """Floor and boxes around an arm; ``floor_height`` in m, None without a floor."""

    floor_height: float | None = 0.0
    boxes: tuple[Box, ...] = ()


class PlanForm(Card):
    """Fields of a plan, with defaults that are good enough for *Plan*."""

    changed = Signal()

    def __init__(self, settings: SettingsStore) -> None:
        super().__init__(margin=GRID)
        self._settings = settings
        keep_size(self, least_width=LEAST_WIDTH, most_width=WIDTH)
        self.start = Text(wrap=True)
        self._fields = fields = SettingFields(FIRST)
        self.kind = fields.choice("kind", [(kind, kind_word(kind)) for kind in _KINDS])
        self.limits = fields.choice("limits", [(name, limits_word(name)) for name in LIMITS])
        self.share = fields.choice("limit_share", [(share, percent(share)) for share in SHARES])
        self.criterion = fields.choice("criterion", [(each, criterion_word(each)) for each in CriterionName])
        self.columns = fields.choice("friction", [(each, columns_word(each)) for each in FrictionColumns])
        self.method = fields.choice("method", [(each, method_word(each)) for each in MethodName])
        for choice in (self.kind, self.limits, self.share, self.criterion, self.columns, self.method):
            choice.setSizeAdjustPolicy(Choice.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.period, self.harmonics, self.seed, self.locked, self.floor = map(
            fields.field, ("period_s", "harmonics", "seed", "locked", "floor_height")
        )
        self.keep_off = fields.field("keep_off")
        self.boxes = fields.field("boxes", entry=Entry(parse_boxes, boxes_text))
        self.seconds = Segmented(
            fields.caption("seconds"),
            [self.tr("{seconds} s").format(seconds=f"{each:g}") for each in SECONDS],
        )
        fields.add(
            "seconds",
            self.seconds,
            value=lambda: SECONDS[max(self.seconds.index, 0)],
            show=lambda value: self.seconds.choose(SECONDS.index(value)) if value in SECONDS else None,
        )
        self.seconds.chosen.connect(fields.notify)
        fields.changed.connect(self.changed)
        self._lay_out()

    @property
    def is_understood(self) -> bool:
        """True if every field can be read."""
        return self._fields.is_understood

    @property
    def starts_at_zero(self) -> bool:
        """True for a motion that begins at zero instead of the present pose."""
        return self.kind.value == TrajectoryKind.FOURIER

    def settings(self, start: tuple[float, ...] | None) -> ExcitationSettings:
        """Settings of the form with this start pose (n,); every field has to be readable.

        Raises
        ------
        BadRequest
            Where the fields contradict each other.
        """
        return replace(self._fields.settings, start=None if self.starts_at_zero else start)

    @property
    def surroundings(self) -> Surroundings:
        """The floor and the boxes, as far as they can be read."""
        return Surroundings(self._fields.value("floor_height"), self._fields.value("boxes"))

    def show_start(self, robot: RobotModel | None, pose: FloatArray | None) -> None:
        """Show the start and end of the motion: the present ``pose`` (n,), or None for zero."""
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
        """Show the settings of a planned motion, without a signal."""
        self._fields.show(settings)

    def _remember(self, state: bool) -> None:  # noqa: FBT001  # slot of a Qt signal
        self._settings.update(replace(self._settings.current, more_options_open=state))

    def _lay_out(self) -> None:
        fields = self._fields
        basic = _grid(
            (fields.captioned("kind"), 2),
            (captioned(self.tr("Start and end"), self.start), 2),
            (fields.captioned("seconds"), 2),
            (fields.captioned("period_s"), 1),
            (fields.captioned("limit_share"), 1),
        )
        options = _grid(
            (fields.captioned("locked"), 1),
            (fields.captioned("floor_height"), 1),
            (fields.captioned("keep_off"), 1),
            (fields.captioned("seed"), 1),
            (fields.captioned("boxes"), 2),
            (fields.captioned("limits"), 2),
            (fields.captioned("criterion"), 2),
            (fields.captioned("friction"), 2),
            (fields.captioned("method"), 2),
            (fields.captioned("harmonics"), 1),
        )
        self.fold_out = FoldOut(options)
        self.fold_out.set_open(self._settings.current.more_options_open)
        self.fold_out.toggled.connect(self._remember)
        inside = QWidget()
        inside.setProperty("role", "page")
        parts = (basic, self.fold_out, reset_button(fields))
        in_column(*parts, 1, of=inside, margins=(GRID, GRID, GRID, GRID))
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(inside)
        self.column.addWidget(scroll)


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


def kind_word(kind: TrajectoryKind) -> str:
    """Name of a kind of motion: its start and its parts."""
    return {
        TrajectoryKind.MODIFIED: tr("From the present pose: waves"),
        TrajectoryKind.QUINTIC: tr("From the present pose: waves and a polynomial"),
        TrajectoryKind.FOURIER: tr("From the zero pose: waves"),
        TrajectoryKind.FREE: tr("Waves that never rest (virtual robot only)"),
    }[kind]


def criterion_word(criterion: CriterionName) -> str:
    """Name of a criterion for a good motion."""
    return {
        CriterionName.COND: tr("Condition number"),
        CriterionName.FROBENIUS: tr("Frobenius condition number"),
        CriterionName.LOGDET: tr("Volume of the ± (log det)"),
        CriterionName.BLOCK: tr("Block index: inertia, speed, gravity"),
    }[criterion]


def columns_word(columns: FrictionColumns) -> str:
    """Name of the regressor's columns: inertia alone, or friction too."""
    return {
        FrictionColumns.NONE: tr("Inertia alone"),
        FrictionColumns.COULOMB_VISCOUS: tr("Inertia and friction"),
    }[columns]


def method_word(method: MethodName) -> str:
    """Name of a method of search."""
    return {
        MethodName.GRADIENT: tr("Gradient, exact (best)"),
        MethodName.INTERIOR_POINT: tr("Interior point, differences"),
        MethodName.GENETIC: tr("Genetic"),
        MethodName.PATTERN: tr("Random starts, pattern search"),
    }[method]


def limits_word(name: str) -> str:
    """Name of a set of limits."""
    known = {"robot": tr("The robot's own"), "liu": tr("Those of Liu (2023)")}
    return known.get(name, name)


def pose_text(pose: FloatArray, *, slides: "npt.NDArray[np.bool_]") -> str:
    """Joint positions (n,) on one line, those that slide in mm."""
    shown = [
        f"{number(round(float(value) * MILLIMETRE.per_si) + 0.0, decimals=0)}{NO_BREAK}mm"
        if slide
        else f"{number(round(float(value) * DEGREE.per_si) + 0.0, decimals=0)}°"
        for value, slide in zip(pose, slides, strict=True)
    ]
    return listed(shown)
