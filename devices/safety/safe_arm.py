"""The only way to motion: a plan is admitted, begun once, watched, and void after any stop.

Nothing here keeps ``stop`` waiting: it takes no lock and computes nothing. A stop by anyone
(this object's ``stop``, a fault, a broken link, a motion that ended other than finished) draws
a new stop count, and whatever was previewed or admitted under an older one is void.
"""

import itertools
import threading
import weakref
from dataclasses import dataclass

import numpy as np

from core.recording import FloatArray
from core.robot.measured_joints import joint_position
from core.robot.model import RobotModel
from devices.capabilities import Identity
from devices.controller import Controller, Lifecycle, StopLevel
from devices.errors import DataQualityError, DeviceError, MotionRejected, TransportError
from devices.halts import OwnHalts
from devices.motion import Motion, MotionEnd
from devices.safety.confirmation import expect_confirmed, expect_same
from devices.safety.joint_units import shown, unit_of
from devices.safety.limits import SILENCE_S, START_POSE_M, START_POSE_RAD, per_joint
from devices.safety.passage import Holding, Passage
from devices.safety.preview import Preview
from devices.safety.standing import NewestSamples, Standing, read_standing
from devices.safety.watchdog import Watchdog, stop_level
from devices.samples import SampleBlock

STANDSTILL_TIMEOUT_S = 1.5
"""How long to wait for an arm to stand that is seen: it may still swing from the move before."""
STALE_STREAM_TIMEOUT_S = 8.0
"""How long to wait for fresh samples before anything moves: nothing is risked by it, and a busy computer
holds a stream up for seconds."""
RELEASE_S = 0.3
"""What brakes that open, and drives that take the weight over, need before anything can be compared."""
SETTLED_S = 2.0
"""After a stop every arm stands,"""
STANDS_FOR_S = 8.0
"""and an arm that moves so soon after that was not stopped."""
_LOOK_S = 0.02
"""Between two looks at the stream's silence and at a standstill that is waited for."""
_CLOSE_TIMEOUT_S = 1.0
_MAY_MOVE = (Lifecycle.ARMED, Lifecycle.MOVING)
_GONE = (Lifecycle.DISCONNECTED, Lifecycle.LOST)
_BROKEN = (*_GONE, Lifecycle.FAULT)

_stop_counts = itertools.count(1)
"""One row for all arms, so that what was made for one connection never fits the next."""


@dataclass(frozen=True, eq=False)
class Clearance:
    """Leave to begin one motion once; void after any stop."""

    preview: Preview
    stop_count: int


class SafeArm:
    """A controller that only moves as was previewed, from where it was previewed.

    Parameters
    ----------
    controller
        Connected.
    robot
        The arm, with the controller's limits and drive gains where it has none of its own.
    identity
        Who answered when the controller was connected.
    samples
        Where the newest samples are.
    """

    def __init__(
        self, controller: Controller, robot: RobotModel, *, identity: Identity, samples: NewestSamples
    ) -> None:
        self._controller, self._robot, self._clock = controller, robot, controller.clock
        self._identity, self._samples = identity, samples
        self._stop_count = next(_stop_counts)
        self._beginning = threading.Lock()
        self._used: weakref.WeakSet[Clearance] = weakref.WeakSet()
        self._motion: Motion | None = None
        self._counted_motion: Motion | None = None
        self._watchdog: Watchdog | None = None
        self._passage: Passage | None = None
        """Of the present or last motion."""
        self._holding: Holding | None = None
        """The pose that the armed arm holds while nothing of ours moves it."""
        self._stopped: tuple[float, Holding | None] | None = None
        """When a motion was stopped last, and where the arm stood soon after."""
        self._identified_at = 0
        """The stop count at which the arm was last asked who it is."""
        self._violation: DeviceError | None = None
        self._heard_at = 0.0
        self._lifecycle = controller.status.lifecycle
        self._coming_to_rest = False
        self._silence_watch: threading.Thread | None = None

    @property
    def stop_count(self) -> int:
        """A number that changes with every stop, by anyone, and never comes back."""
        self._notice()
        return self._stop_count

    @property
    def violation(self) -> DeviceError | None:
        """Why the watchdog stopped the present or last motion; None where it did not."""
        return self._violation

    def standing_pose(self) -> FloatArray:
        """(n,) the model's joint positions, from fresh samples of a standing arm.

        Raises
        ------
        MotionRejected
            ``stale-stream`` or ``arm-not-standing``, after a wait for either to pass;
            ``check-needed-after-stop`` when somebody stops meanwhile.
        TransportError
            Why the link is lost, as soon as it is.
        """
        return self._stand().position

    def admit(
        self, preview: Preview, *, clear_cell_confirmed: bool = False, serial_confirmed: str = ""
    ) -> Clearance:
        """Leave to begin the motion of ``preview``.

        Parameters
        ----------
        preview
            What was looked at.
        clear_cell_confirmed
            Whether somebody just confirmed, for this very motion, that nobody is inside the
            fence, guards are closed, and the arm is in automatic mode.
        serial_confirmed
            The serial number of the arm that is meant; a real arm does not move without one.

        Raises
        ------
        MotionRejected
            ``preview-not-allowed``, ``check-needed-after-stop``, ``clear-cell-not-confirmed``,
            ``arm-without-serial``, ``serial-not-confirmed``, ``wrong-serial``, ``identity-changed``,
            ``stale-stream``, ``arm-not-standing``, ``start-pose-differs``.
        TransportError
            Why the link is lost.
        """
        clearance = Clearance(preview, self.stop_count)
        if not preview.allowed:
            codes = tuple(finding.code for finding in preview.findings if finding.blocking)
            raise MotionRejected("preview-not-allowed", findings=codes)
        self._expect_no_stop_since(preview.stop_count)
        if preview.needs_clear_cell and not clear_cell_confirmed:
            raise MotionRejected("clear-cell-not-confirmed", speed=1e3 * preview.top_speed)
        expect_confirmed(self._controller.capabilities, self._identity, confirmed=serial_confirmed)
        self._expect_same_arm()
        self._expect_start(preview)
        self._expect_no_stop_since(clearance.stop_count)
        return clearance

    def begin(self, clearance: Clearance) -> Motion:
        """Check the start pose again, arm the controller, start, and watch.

        Raises
        ------
        MotionRejected
            As ``admit``; ``clearance-used`` for a second time, ``already-moving``.
        DeviceError
            What the controller says against arming or starting; the arm was told to stop.
        """
        with self._beginning:
            self._expect_unused(clearance)
            self._expect_no_stop_since(clearance.stop_count)
            standing = self._expect_start(clearance.preview)
            self._expect_no_stop_since(clearance.stop_count)
            try:
                motion = self._start(clearance, standing)
                # whoever stopped while it was being started must not have stopped in vain
                self._expect_no_stop_since(clearance.stop_count)
            except BaseException:
                self.stop()
                raise
            self._silence_watch = threading.Thread(
                target=self._watch_silence, args=(motion,), name="silence watch", daemon=True
            )
            self._silence_watch.start()
            return motion

    def stop(self, level: StopLevel = StopLevel.CONTROLLED) -> None:
        """Stop from any thread in any state, without waiting; voids every clearance."""
        self._counted_motion, self._coming_to_rest = self._motion, True
        motion = self._motion
        if motion is not None and not motion.is_over and self._stopped is None:
            self._stopped = (self._clock.now(), None)
        self._void()
        self._controller.stop(level)

    def watch(self, block: SampleBlock) -> None:
        """Look at samples as they arrive (a watcher of the acquisition); stops the arm on a violation."""
        self._heard_at = self._clock.now()
        self._notice()
        watchdog, motion, passage = self._watchdog, self._motion, self._passage
        if passage is not None and self._holding is None:
            passage.look(block)
        if watchdog is None:
            self._look_at_rest(block)
            return
        if motion is not None and motion.is_over:
            self._watchdog = None
            return
        violation = watchdog.look(block) or (None if passage is None else passage.overdue())
        if violation is not None and self._watchdog is watchdog:
            self._stop_for(violation)

    def expect_done(self) -> None:
        """Refuse to believe that the last motion has finished before its end was seen.

        Raises
        ------
        RobotStateError
            ``motion-not-seen`` where the arm was not where its plan leads; the arm was told to stop.
        DeviceError
            As ``standing_pose``.
        """
        passage = self._passage
        if passage is None:
            return
        standing = self._stand()
        wrong = passage.shortfall() or Holding(self._robot, passage.end).missed(standing.position)
        if wrong is not None:
            self._stop_for(wrong)
            raise wrong

    def _look_at_rest(self, block: SampleBlock) -> None:
        """Nothing moves by our leave: see whether the arm moves all the same."""
        self._look_after_stop(block)
        motion, passage, may_move = self._motion, self._passage, self._lifecycle in _MAY_MOVE
        if motion is None or passage is None or motion.outcome is not MotionEnd.FINISHED or not may_move:
            self._holding = None
        elif self._holding is None and passage.has_arrived:  # what comes late still shows the motion
            self._holding = Holding(self._robot, passage.end)
        elif self._holding is not None and (wrong := self._holding.left(block, code="moved-unasked")):
            self._stop_for(wrong)

    def _look_after_stop(self, block: SampleBlock) -> None:
        """An arm that was stopped and moves on is told again, as hard as it can be."""
        if self._stopped is None or not block.count:
            return
        stopped_at, holding = self._stopped
        seconds = float(block.host_time[-1]) - stopped_at
        if seconds > SETTLED_S + STANDS_FOR_S:
            self._stopped = None
        elif holding is None and seconds > SETTLED_S:
            position = joint_position(self._robot, block.columns)
            if position is not None:
                self._stopped = (stopped_at, Holding(self._robot, position[-1]))
        elif holding is not None and (wrong := holding.left(block, code="moves-after-stop")):
            self._stopped = None
            self._stop_for(wrong)

    def close(self) -> None:
        """Stop a motion under way and end the watching; idempotent."""
        motion, watch = self._motion, self._silence_watch
        if motion is not None and not motion.is_over:
            self.stop()
        self._watchdog = None
        self._motion = self._silence_watch = None
        if watch is not None and watch is not threading.current_thread():
            watch.join(_CLOSE_TIMEOUT_S)

    def _start(self, clearance: Clearance, standing: Standing) -> Motion:
        was_armed = self._controller.status.lifecycle is Lifecycle.ARMED
        self._coming_to_rest = False
        self._controller.arm()
        if not was_armed:
            self._clock.sleep(RELEASE_S)
            self._expect_no_stop_since(clearance.stop_count)
            # the drives carry now what the brakes carried, and the arm may have sunk
            standing = self._expect_start(clearance.preview)
        plan = clearance.preview.plan
        watchdog = Watchdog(self._robot, plan, standing=standing)
        self._expect_no_stop_since(clearance.stop_count)
        self._violation, self._heard_at = None, self._clock.now()
        self._passage = Passage(
            self._robot,
            watchdog.path,
            start=standing.position,
            keeps_host_time=self._controller.capabilities.is_real_arm,
        )
        self._motion, self._holding, self._stopped = None, None, None
        self._watchdog = watchdog
        self._motion = motion = self._controller.start(plan)
        return motion

    def _void(self) -> None:
        self._watchdog = None
        self._stop_count = next(_stop_counts)

    def _notice(self) -> None:
        """See whether somebody else has stopped the arm, or something; what ``stop`` leads to is known.

        Where nothing moves by our leave, nothing was stopped: a replay that comes to its end, say.
        """
        if not self._controller.capabilities.can_move:
            return
        before, now = self._lifecycle, self._controller.status.lifecycle
        self._lifecycle = now
        motion = self._motion
        ended = motion is not None and motion.outcome in {MotionEnd.STOPPED, MotionEnd.FAILED}
        broke = now in _BROKEN and now is not before
        disarmed = before in _MAY_MOVE and now not in _MAY_MOVE and not self._coming_to_rest
        if now not in _MAY_MOVE:
            self._coming_to_rest = False
        if broke or disarmed or (ended and motion is not self._counted_motion):
            self._counted_motion = motion
            self._void()

    def _stop_for(self, violation: DeviceError) -> None:
        self._violation = violation
        self.stop(stop_level(violation))

    def _watch_silence(self, motion: Motion) -> None:
        """In a thread of its own: the acquisition's may be the one that hangs.

        Where this thread did not run either, the computer was busy: that time is forgiven, up
        to a bound, for it says nothing about the stream.
        """
        halts = OwnHalts(interval=_LOOK_S, now=self._clock.now)
        while not motion.wait(_LOOK_S) and self._motion is motion:
            silence = halts.listened_since(self._heard_at)
            if silence > SILENCE_S and self._watchdog is not None:
                self._stop_for(DataQualityError("silent-while-moving", seconds=silence, limit=SILENCE_S))

    def _stand(self) -> Standing:
        clock, stop_count = self._clock, self.stop_count
        seen_at = began_at = clock.now()
        waiting, seeing = (OwnHalts(interval=_LOOK_S, now=clock.now) for _ in range(2))
        while True:
            try:
                return read_standing(self._robot, self._samples)
            except MotionRejected as refusal:
                self._expect_link()
                self._expect_no_stop_since(stop_count)
                if refusal.code == "stale-stream":
                    seen_at = clock.now()
                    if waiting.listened_since(began_at) > STALE_STREAM_TIMEOUT_S:
                        raise
                elif seeing.listened_since(seen_at) > STANDSTILL_TIMEOUT_S:
                    raise
            clock.sleep(_LOOK_S)

    def _expect_link(self) -> None:
        """A link that is lost explains why no samples come."""
        status = self._controller.status
        if status.lifecycle in _GONE and status.fault_code:
            raise TransportError(status.fault_code, **status.fault_facts)
        if status.lifecycle in _GONE:
            raise TransportError("not-connected", uri=self._controller.uri)

    def _expect_start(self, preview: Preview) -> Standing:
        standing = self._stand()
        apart = np.abs(standing.position - preview.start)
        limit = per_joint(self._robot, turning=START_POSE_RAD, sliding=START_POSE_M)
        wrong = np.flatnonzero(~(apart <= limit))
        if wrong.size:
            joint = int(wrong[0])
            raise MotionRejected(
                "start-pose-differs",
                joint=joint + 1,
                difference=shown(self._robot, joint, apart[joint]),
                limit=shown(self._robot, joint, limit[joint]),
                unit=unit_of(self._robot, joint),
            )
        return standing

    def _expect_no_stop_since(self, stop_count: int) -> None:
        if stop_count != self.stop_count:
            raise MotionRejected("check-needed-after-stop")

    def _expect_unused(self, clearance: Clearance) -> None:
        if clearance in self._used:
            raise MotionRejected("clearance-used")
        if self._motion is not None and not self._motion.is_over:
            raise MotionRejected("already-moving")
        self._used.add(clearance)

    def _expect_same_arm(self) -> None:
        """Before the first motion of a real arm, and after each stop: it may be another one by now."""
        if self._controller.capabilities.is_real_arm and self._identified_at != self._stop_count:
            expect_same(self._identity, self._controller.read_identity())
            self._identified_at = self._stop_count
