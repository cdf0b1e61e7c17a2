"""Card with the shift of the tool, and the load and the pose that cause it."""

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QSignalBlocker, QTimer, Signal, Slot

from app.features.stiffness.entries import parse_angles, parse_force, parse_load_mass
from app.features.stiffness.pose_presentation import shift, shift_reasons
from app.features.stiffness.sentences import pose_text
from app.features.stiffness.tasks import flange_load
from app.look.theme import TextSize
from app.look.tokens import GRID
from app.presentation import reason_line, value_text
from app.speech.entries import place_of
from app.speech.language import joined_sentences
from app.widgets.choice import Choice
from app.widgets.fields import CheckedField
from app.widgets.glyphs import Glyph
from app.widgets.layouts import Card, SignedText, captioned
from app.widgets.text import BOLD, Text, muted
from core.bounds import MASS, PUSH
from core.payload.result import PayloadResult
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.stiffness.deflection_map import StiffnessView
from core.stiffness.prediction import FlangeLoad

FIRST_MASS = "10 kg"
_TYPING_MS = 350
"""Time after the last key, before the shift is computed again."""


class LoadKind(StrEnum):
    """Kinds of load on the tool."""

    MASS = "mass"
    PAYLOAD = "payload"
    """Payload that was measured in this visit."""
    FORCE = "force"


class PoseKind(StrEnum):
    """Kinds of pose at which the load acts."""

    MIDDLE = "middle"
    NOW = "now"
    WORST = "worst"
    TYPED = "typed"


@dataclass(frozen=True, eq=False)
class Question:
    """Load on the tool, and a pose (n,) in rad (m) or None for the middle of the ranges."""

    load: FlangeLoad | tuple[float, float, float]
    pose: FloatArray | None


class AnswerCard(Card):
    """Shift of the tool above, load and pose below."""

    question_changed = Signal()
    """Another load or another pose is chosen."""
    worst_asked = Signal()
    """The worst pose is chosen, which follows from the map."""

    def __init__(self) -> None:
        super().__init__()
        self._robot: RobotModel | None = None
        self._payload: PayloadResult | None = None
        self._now: FloatArray | None = None
        self._worst: FloatArray | None = None
        self._last_load = ""
        self._subject = muted()
        self._value = Text(size=TextSize.TITLE, weight=BOLD, wrap=True)
        self._parts = Text(wrap=True)
        self._reasons = SignedText(wrap=True)
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
        self.mass.begin_with(FIRST_MASS)
        self.force.begin_with("0 0 -100 N")
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
        """Shift with its parts and reasons, for tests and screen readers."""
        parts = (self._subject.text(), self._value.text(), self._parts.text(), self._reasons.accessibleName())
        return " ".join(filter(None, parts))

    @property
    def question(self) -> Question | None:
        """Load and pose that are chosen; None while a field cannot be read or the pose is unknown."""
        load, is_known, pose = self.chosen_load, *self._pose()
        return Question(load, pose) if load is not None and is_known else None

    @property
    def load_key(self) -> str:
        """Text that differs for every other load."""
        return repr((self.load.value, self.mass.edit.text(), self.force.edit.text()))

    @property
    def chosen_load(self) -> FlangeLoad | tuple[float, float, float] | None:
        """Load that is chosen; None while its field cannot be read."""
        if self.load.value is LoadKind.PAYLOAD and self._payload is not None:
            return flange_load(self._payload)
        if self.load.value is LoadKind.FORCE:
            return parse_force(self.force.edit.text()) if self.force.is_understood else None
        mass = self.mass.value if self.mass.is_understood else None
        return FlangeLoad(mass) if isinstance(mass, float) else None

    @property
    def wants_worst(self) -> bool:
        """True where the worst pose is chosen and not known yet."""
        return self.pose.value is PoseKind.WORST and self._worst is None

    def offer(self, *, payload: PayloadResult | None, now: FloatArray | None) -> None:
        """Offer the visit's payload and the pose (n,) of the connected arm, where there are such."""
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

    def set_current_pose(self, pose: FloatArray | None) -> None:
        """Take the present pose (n,) of the connected arm; None where it is unknown."""
        self._now = pose

    def set_worst_pose(self, pose: FloatArray | None) -> None:
        """Take the worst pose (n,) under the load; None while it is unknown."""
        self._worst = pose

    def choose_pose(self, pose: FloatArray) -> None:
        """Choose this pose (n,) as a typed one."""
        if self._robot is not None:
            self.pose.choose(PoseKind.TYPED)
            self.angles.show_text(pose_text(self._robot, pose))
            self._pick()

    def show_view(self, view: StiffnessView) -> None:
        """Show the shift of the tool under a load at a pose."""
        self._robot = view.robot
        if self.pose.value is not PoseKind.TYPED:
            with QSignalBlocker(self.angles):  # it was not typed
                self.angles.show_text(pose_text(view.robot, view.pose))
        whole, *parts = shift(view).rows
        self._subject.setText(whole.label)
        self._value.setText(value_text(whole.value))
        self._parts.setText("\n".join(reason_line(row) for row in parts))
        against = [] if view.predicted is None else [*shift_reasons(view.predicted)]
        reasons = joined_sentences(*(str(row.value) for section in against for row in section.rows))
        self._reasons.setVisible(bool(reasons))
        if reasons:
            self._reasons.show_text(Glyph.FAIR, reasons)
        self.setAccessibleName(self.words)

    def show_working(self) -> None:
        """Show that the shift is being computed."""
        self._value.setText("…")

    def _pose(self) -> tuple[bool, FloatArray | None]:
        """Return whether the pose is known, and the pose; None for the middle of the ranges."""
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
        if self.load_key != self._last_load:  # another load may be worst at another pose
            self._last_load, self._worst = self.load_key, None
        if self.wants_worst:
            self.worst_asked.emit()
        else:
            self.question_changed.emit()

    def _show_fields(self) -> None:
        self.mass.setVisible(self.load.value is LoadKind.MASS)
        self.force.setVisible(self.load.value is LoadKind.FORCE)
        self.angles.edit.setReadOnly(self.pose.value is not PoseKind.TYPED)

    def _lay_out(self) -> None:
        self.column.setSpacing(GRID)
        for widget in (self._subject, self._value, self._parts, self._reasons):
            self.column.addWidget(widget)
        self.column.addSpacing(GRID)
        self.column.addWidget(captioned(self.tr("Load"), self.load))
        self.column.addWidget(self.mass)
        self.column.addWidget(self.force)
        self.column.addWidget(captioned(self.tr("Pose, ° and mm"), self.pose))
        self.column.addWidget(self.angles)
        self.column.addStretch(1)
