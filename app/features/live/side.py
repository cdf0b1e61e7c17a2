"""The left of the live page: the arm in its pose, and its joints with their newest values."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Slot
from PySide6.QtWidgets import QBoxLayout, QWidget

from app.features.live.correction import CorrectionWords
from app.features.live.frame import LiveFrame
from app.features.live.joint_list import JointList
from app.features.live.lag import LagRow
from app.features.live.scale import DeflectionScale
from app.look.theme import current_theme
from app.look.tokens import GRID
from app.widgets.arm_view import ArmView
from app.widgets.arranged import in_card, in_column
from app.widgets.scaled import keep_least
from core.diagnostics.signals import Signal as Watched
from core.robot.model import RobotModel

WIDTH, LEAST_WIDTH = 282, 240
"""Least width at any scale of the text, px, and the one that grows with the scale."""
LEAST_ARM_HEIGHT = 96
"""Least height of the arm, px, where a message above the page takes room."""


class LiveSide(QWidget):
    """Arm above, joints below; both share one scale of deflection.

    ``numbers`` with the joints may be laid out elsewhere where there is little room.
    """

    def __init__(self) -> None:
        super().__init__()
        self._keep_width()
        current_theme().changed.connect(self._keep_width)
        self.arm, self.joints, self.lag = ArmView(), JointList(), LagRow()
        self.correction = CorrectionWords()
        keep_least(self.arm, height=LEAST_ARM_HEIGHT)
        self.scale = DeflectionScale()
        self._has_deflection = False
        arm = in_card(self.arm, margin=GRID // 2)
        self.numbers = in_card(self.joints, self.correction, self.lag, margin=GRID // 2)
        self._column = in_column((arm, 1), self.numbers, of=self, spacing=GRID // 2)
        self.correction.hide()
        self.lag.hide()

    @Slot()
    def _keep_width(self) -> None:
        self.setMinimumWidth(max(WIDTH, current_theme().scaled(LEAST_WIDTH)))

    def take_numbers(self) -> None:
        """Lay the joints out below the arm again."""
        self._column.addWidget(self.numbers)
        self.numbers.show()
        self._keep_width()

    def give_numbers(self, place: QBoxLayout) -> None:
        """Lay the joints out elsewhere; the arm is as wide as it has to be."""
        place.addWidget(self.numbers)
        self.numbers.show()
        self.setMinimumWidth(WIDTH)

    def show_robot(self, robot: RobotModel | None, *, has_link: Sequence[bool], mark: str) -> None:
        """Take up another arm and choose its joints with link encoders; all of them where there are none."""
        self._has_deflection = any(has_link)
        self.correction.hide()
        self.lag.setVisible(self._has_deflection)
        self.arm.set_robot(robot)
        self.arm.set_mark(mark)
        self.joints.set_robot(robot, has_link=has_link)
        linked = [joint for joint, has in enumerate(has_link) if has]
        self.joints.choose(linked or range(robot.joint_count if robot is not None else 0))
        self.scale = DeflectionScale()

    def show_arm(self, frame: LiveFrame) -> None:
        """Draw the arm in the pose of this frame."""
        self.arm.show_pose(
            frame.pose,
            deflection=frame.now.get(Watched.DEFLECTION) if self._has_deflection else None,
            full_scale=self._full_scale(frame),
            tool=frame.tool,
            is_stale=frame.is_stale,
        )

    def show_joints(self, frame: LiveFrame) -> None:
        """Newest values of every joint; corrected angles too, where they are known and wanted."""
        found = frame.correction if self._has_deflection else None
        self.joints.offer_corrected(offered=found is not None)
        shown = found if self.joints.wants_corrected else None
        self.joints.show_values(
            {signal.value: values for signal, values in frame.now.items()},
            full_scale=self.scale.full,
            tool=frame.tool,
            corrected=None if shown is None else shown.corrected,
            is_stale=frame.is_stale,
        )
        if shown is not None:
            self.correction.show_correction(shown)
        # in place of the lag, so that the arm above keeps its height
        self.correction.setVisible(shown is not None)
        self.lag.setVisible(self._has_deflection and shown is None)
        self.lag.show_lag(frame.lag)

    def _full_scale(self, frame: LiveFrame) -> float:
        curves = frame.curves.get(Watched.DEFLECTION)
        chosen = list(self.joints.chosen)
        if curves is None or not chosen:
            return self.scale.full
        seen = np.abs(curves[:, chosen])
        known = seen[np.isfinite(seen)]
        return self.scale.take(float(known.max())) if known.size else self.scale.full
