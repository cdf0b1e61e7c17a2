"""The question first: which load, at which pose, and how far the tool goes."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from PySide6.QtCore import QSignalBlocker, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget

from app.features.stiffness.entries import parse_angles, parse_force, parse_load_mass
from app.features.stiffness.pose_presentation import doubts, shift
from app.features.stiffness.sentences import pose_text
from app.look.theme import TextSize
from app.look.tokens import GRID
from app.presentation import reason_line, value_text
from app.speech.entries import place_of
from app.speech.language import joined_sentences
from app.widgets.captioned import captioned
from app.widgets.card import Card, SignedText
from app.widgets.choice import Choice
from app.widgets.fields import CheckedField
from app.widgets.glyphs import Glyph
from app.widgets.text import BOLD, Text, muted
from core.bounds import MASS, PUSH
from core.payload.result import PayloadResult
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.stiffness.prediction import FlangeLoad
from core.stiffness.view import StiffnessView

FIRST_MASS = "10 kg"
_TYPING_MS = 350
"""After the last key, before anything is computed anew."""


class LoadKind(StrEnum):
    """What pulls at the tool."""

    MASS = "mass"
    PAYLOAD = "payload"
    """What was found on the flange in this visit."""
    FORCE = "force"


class PoseKind(StrEnum):
    """Where the arm stands."""

    MIDDLE = "middle"
    NOW = "now"
    WORST = "worst"
    TYPED = "typed"


@dataclass(frozen=True, eq=False)
class Asked:
    """One question: a load, and a pose (n,) rad (m) or None for the middle of the ranges."""

    load: FlangeLoad | tuple[float, float, float]
    pose: FloatArray | None


class AnswerCard(Card):
    """The answer above, what it was asked for below."""

    asked = Signal()
    """Another load or another pose."""
    worst_asked = Signal()
    """The worst pose is wanted, which the map tells."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._robot: RobotModel | None = None
        self._payload: PayloadResult | None = None
        self._now: FloatArray | None = None
        self._worst: FloatArray | None = None
        self._asked_load = ""
        self._subject = muted()
        self._value = Text(size=TextSize.TITLE, weight=BOLD, wrap=True)
        self._parts = Text(wrap=True)
        self._doubt = SignedText(wrap=True)
        self.load = Choice(self.tr("Load"))
        self.mass = CheckedField(
            self.tr("Mass on the flange"), parse_load_mass, bounds=MASS, accepts="2.4 kg"
        )
        self.force = CheckedField(
            self.tr("Force at the tool, x y z"), parse_force, bounds=PUSH, accepts="0 0 -100 N"
        )
        self.pose = Choice(self.tr("Pose"))
        self.angles = CheckedField(
            self.tr("Joint positions"), parse_angles, bounds=None, accepts="0 -90 90 0 90 0"
        )
        self.mass.show_text(FIRST_MASS)
        self.force.show_text("0 0 -100 N")
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(_TYPING_MS)
        self._typing.timeout.connect(self._ask)
        for field in (self.mass, self.force, self.angles):
            field.changed.connect(self._typing.start)
        self.load.picked.connect(self._pick)
        self.pose.picked.connect(self._pick)
        self._lay_out()
        self.offer(payload=None, now=None)

    @property
    def words(self) -> str:
        """The answer, for tests and screen readers."""
        parts = (self._subject.text(), self._value.text(), self._parts.text(), self._doubt.accessibleName())
        return " ".join(filter(None, parts))

    @property
    def question(self) -> Asked | None:
        """What is asked; None while a field cannot be read."""
        load, is_known, pose = self._load(), *self._pose()
        return Asked(load, pose) if load is not None and is_known else None

    @property
    def load_key(self) -> str:
        """A text that is another one for another load."""
        return repr((self.load.value, self.mass.edit.text(), self.force.edit.text()))

    @property
    def asked_load(self) -> FlangeLoad | tuple[float, float, float] | None:
        """The load; None while its field cannot be read."""
        return self._load()

    @property
    def wants_worst(self) -> bool:
        """Whether the worst pose is asked for and not known yet."""
        return self.pose.value is PoseKind.WORST and self._worst is None

    def offer(self, *, payload: PayloadResult | None, now: FloatArray | None) -> None:
        """What can be chosen: the visit's payload, and the pose (n,) of the connected arm."""
        self._payload, self._now = payload, now
        loads = [
            (LoadKind.MASS, self.tr("A mass on the flange")),
            (LoadKind.FORCE, self.tr("A force at the tool")),
        ]
        if payload is not None:
            loads.insert(1, (LoadKind.PAYLOAD, self.tr("The measured payload")))
        poses = [
            (PoseKind.MIDDLE, self.tr("Middle of the ranges")),
            (PoseKind.WORST, self.tr("Worst pose")),
            (PoseKind.TYPED, self.tr("Typed")),
        ]
        if now is not None:
            poses.insert(0, (PoseKind.NOW, self.tr("The arm's pose now")))
        self.load.offer(loads)
        self.pose.offer(poses)
        self._show_fields()

    def know_now(self, pose: FloatArray | None) -> None:
        """Where the connected arm is by now (n,), or None where nobody knows."""
        self._now = pose

    def know_worst(self, pose: FloatArray | None) -> None:
        """The worst pose (n,) under the load, or None while nobody knows."""
        self._worst = pose

    def choose_pose(self, pose: FloatArray) -> None:
        """Ask for this pose (n,)."""
        if self._robot is not None:
            self.pose.choose(PoseKind.TYPED)
            self.angles.show_text(pose_text(self._robot, pose))
            self._pick()

    def show_view(self, view: StiffnessView) -> None:
        """Show the answer."""
        self._robot = view.robot
        if self.pose.value is not PoseKind.TYPED:
            with QSignalBlocker(self.angles):  # nobody typed it
                self.angles.show_text(pose_text(view.robot, view.pose))
        whole, *parts = shift(view).rows
        self._subject.setText(whole.label)
        self._value.setText(value_text(whole.value))
        self._parts.setText("\n".join(reason_line(row) for row in parts))
        against = [] if view.predicted is None else [*doubts(view.predicted)]
        doubt = joined_sentences(*(str(row.value) for section in against for row in section.rows))
        self._doubt.setVisible(bool(doubt))
        if doubt:
            self._doubt.show_text(Glyph.FAIR, doubt)
        self.setAccessibleName(self.words)

    def show_working(self) -> None:
        """The numbers are being worked out."""
        self._value.setText("…")

    def _load(self) -> FlangeLoad | tuple[float, float, float] | None:
        if self.load.value is LoadKind.PAYLOAD and self._payload is not None:
            return _flange_load(self._payload)
        if self.load.value is LoadKind.FORCE:
            return parse_force(self.force.edit.text()) if self.force.is_understood else None
        mass = self.mass.value if self.mass.is_understood else None
        return FlangeLoad(mass) if isinstance(mass, float) else None

    def _pose(self) -> tuple[bool, FloatArray | None]:
        """Whether it is known, and the pose; None for the middle of the ranges."""
        kind, robot = self.pose.value, self._robot
        if kind in {PoseKind.NOW, PoseKind.WORST}:
            pose = self._now if kind is PoseKind.NOW else self._worst
            return pose is not None, pose
        if kind is not PoseKind.TYPED:
            return True, None
        angles = self.angles.value if self.angles.is_understood else ()
        if robot is None or not isinstance(angles, tuple) or len(angles) != robot.joint_count:
            return False, None
        pose = place_of(angles, robot)
        return pose is not None, pose

    @Slot()
    def _pick(self) -> None:
        self._show_fields()
        self._typing.stop()
        self._ask()

    @Slot()
    def _ask(self) -> None:
        if self.load_key != self._asked_load:  # another load may be worst elsewhere
            self._asked_load, self._worst = self.load_key, None
        if self.wants_worst:
            self.worst_asked.emit()
        else:
            self.asked.emit()

    def _show_fields(self) -> None:
        self.mass.setVisible(self.load.value is LoadKind.MASS)
        self.force.setVisible(self.load.value is LoadKind.FORCE)
        self.angles.edit.setReadOnly(self.pose.value is not PoseKind.TYPED)

    def _lay_out(self) -> None:
        self.column.setSpacing(GRID)
        for widget in (self._subject, self._value, self._parts, self._doubt):
            self.column.addWidget(widget)
        self.column.addSpacing(GRID)
        self.column.addWidget(captioned(self.tr("Load"), self.load))
        self.column.addWidget(self.mass)
        self.column.addWidget(self.force)
        self.column.addWidget(captioned(self.tr("Pose, ° and mm"), self.pose))
        self.column.addWidget(self.angles)
        self.column.addStretch(1)


def _flange_load(payload: PayloadResult) -> FlangeLoad:
    """What was found on the flange."""
    x, y, z = (float(value) if np.isfinite(value) else 0.0 for value in payload.estimate.center_of_mass)
    return FlangeLoad(payload.estimate.mass, (x, y, z), payload.estimate.covariance)
