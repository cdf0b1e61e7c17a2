"""Feeds a motion view while the arm moves: pose, torque or twist of the joint that moves, what comes next."""

from typing import TYPE_CHECKING, Protocol

import numpy as np
from PySide6.QtCore import QObject, QTimer

from app.arm.channels import LEAST_SPAN, LiveQuantity, channel, display_unit, live_word, offered
from app.arm.link import RobotLink
from app.arm.live_feed import is_silent, newest_of
from app.guide.motion_names import Names, coming_words
from app.widgets.motion_view import MotionView
from app.widgets.running_curve import RunningCurve
from core.robot.measured_joints import joint_position

if TYPE_CHECKING:
    from app.arm.procedure import PlannedMotion, Prepared
    from app.arm.session import RobotSession

FRAME_MS = 66


class Fed(Protocol):
    """A card or page that shows a motion under way."""

    picture: MotionView
    curve: RunningCurve

    def isVisible(self) -> bool:
        """True while a person may see it."""

    def show_coming(self, words: str) -> None:
        """Say what is done and what comes next."""


class MotionFeed(QObject):
    """Reads the stream from the begin of a procedure to its end, as long as the motion is visible.

    ``watched`` is shown of the joint that moves if the controller reports it, else what it does report.
    """

    def __init__(
        self, link: RobotLink, card: Fed, *, watched: LiveQuantity, names: Names, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._link, self._card, self.watched, self._names = link, card, watched, names
        self._motions: tuple[PlannedMotion, ...] = ()
        self._now: object = None
        self._joint = -1
        """Joint whose curve is shown, from 0; -1 before the first motion."""
        self._seen = (-1, False)
        """Number of samples at the last look, and whether the stream was silent."""
        self._timer = QTimer(self)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self._look)

    def begin(self, prepared: "Prepared") -> None:
        """Follow the arm, which begins to move."""
        self._motions, self._now, self._joint, self._seen = prepared.motions, None, -1, (-1, False)
        self._card.curve.show_nothing()
        self._card.curve.hide()  # until it is known which joint moves
        self._timer.start()

    def go_on(self) -> None:
        """Follow the arm again after ``end``."""
        self._timer.start()

    def end(self) -> None:
        """Show the last state of the arm, which stays."""
        if self._timer.isActive():
            self._timer.stop()
            self._look()

    def _look(self) -> None:
        session, acquisition = self._link.session, self._link.acquisition
        if session is None or acquisition is None or not self._card.isVisible():
            return
        if session.under_way is not self._now:
            self._take_motion(session)
        ring = acquisition.ring
        seen = ring.generation, is_silent(ring)
        if seen == self._seen:
            return
        self._seen = seen
        time, columns = ring.newest(0.0)
        if not time.size:
            return
        pose = joint_position(session.robot, columns)
        if pose is not None:
            self._card.picture.show_pose(pose[-1], joint=self._joint, is_stale=seen[1])
        quantity = self._quantity(session)
        if quantity is None or self._joint < 0:
            return
        check = session.last_check
        standing = check.check.offsets if check is not None and session.encoders_checked else None
        shown = channel(quantity, session.robot, self._joint, standing=standing)
        self._card.curve.show_snapshot(newest_of(ring, shown, is_stale=seen[1]))

    def _take_motion(self, session: "RobotSession") -> None:
        """Show the joint of the motion that has begun, and what comes next."""
        from app.arm.procedure import PlannedMotion

        now = self._now = session.under_way
        if not isinstance(now, PlannedMotion):
            return
        joints = session.robot.joint_names
        self._card.show_coming(coming_words(self._motions, now, joints=joints, names=self._names))
        joint = _moving_joint(now, session)
        quantity = self._quantity(session)
        if joint == self._joint or quantity is None:
            return
        self._joint, self._seen = joint, (-1, False)
        unit = display_unit(quantity, session.robot, joint, session.capabilities.quantities)
        caption = f"{joints[joint]} · {live_word(quantity)}"
        self._card.curve.show()
        self._card.curve.watch(live_word(quantity), unit, least_span=LEAST_SPAN[quantity], caption=caption)

    def _quantity(self, session: "RobotSession") -> LiveQuantity | None:
        """The quantity that is shown; None if the controller reports nothing of a joint."""
        able = offered(session.capabilities.quantities)
        preferred = (self.watched, LiveQuantity.TORQUE, LiveQuantity.TWIST, LiveQuantity.POSITION)
        return next((each for each in preferred if each in able), None)


def _moving_joint(planned: "PlannedMotion", session: "RobotSession") -> int:
    """The joint that the motion names, else the one that travels longest at its own top speed."""
    joint = planned.facts.get("joint")
    if isinstance(joint, int):
        return joint
    travel = np.ptp(planned.preview.poses, axis=0) if len(planned.preview.poses) else np.zeros(1)
    return int(np.argmax(travel / session.robot.velocity_limit)) if travel.size > 1 else 0
