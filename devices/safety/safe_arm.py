"""The safety layer of an arm: a motion is admitted, begun once, and supervised; any stop voids it.

``stop`` never waits here: it takes no lock and computes nothing. Every stop (this object's ``stop``,
a fault, a broken link, a motion that ended other than finished) changes the stop count. Previews and
clearances made under an older stop count are void.

A real arm moves only under its confirmed serial number. Nothing else that the device reports counts there:
whether it is a real arm is known from how it was opened.
"""

import itertools
import threading
import weakref
from collections.abc import Callable
from dataclasses import dataclass

from core.recording import FloatArray
from core.robot.measured_joints import joint_position
from core.robot.model import RobotModel
from devices.capabilities import Capabilities, Identity
from devices.computer_halts import OwnHalts
from devices.controller import Controller, Lifecycle, StopLevel
from devices.errors import CHECK_NEEDED, DataQualityError, DeviceError, MotionRejected, TransportError
from devices.motion import Motion, MotionEnd
from devices.safety.first_trial import expect_trial_motion
from devices.safety.limits import SILENCE_S
from devices.safety.preview import Preview
from devices.safety.standstill import NewestSamples, Standing, expect_start_pose, wait_until_standing
from devices.safety.watchdog import Holding, Passage, Watchdog, stop_level
from devices.samples import SampleBlock


def expect_confirmed(capabilities: Capabilities, identity: Identity, *, confirmed: str) -> None:
    """Refuse unless the serial number that a person has confirmed is that of the arm.

    Raises
    ------
    MotionRejected
        ``arm-without-serial`` for a real arm that reports none, so that its identity is unknown;
        ``serial-not-confirmed``, ``wrong-serial``.
    """
    found = identity.serial
    if capabilities.is_real_arm:
        if not found.strip():
            raise MotionRejected("arm-without-serial", model=identity.model)
        if not confirmed:
            raise MotionRejected("serial-not-confirmed", found=found)
    if confirmed and confirmed != found:
        raise MotionRejected("wrong-serial", expected=confirmed, found=found)


def expect_same(before: Identity, now: Identity) -> None:
    """Refuse unless the controller reports the same identity as at the time of connecting.

    Raises
    ------
    MotionRejected
        ``wrong-serial`` for another serial number, ``identity-changed`` for any other difference.
    """
    if now.serial != before.serial:
        raise MotionRejected("wrong-serial", expected=before.serial, found=now.serial)
    if now.key != before.key:
        raise MotionRejected("identity-changed", serial=before.serial)


RELEASE_S = 0.3
"""Time that brakes need to open, and drives to take over the weight, before torques are compared, s."""
SETTLED_S = 2.0
"""Every arm is at rest when this time has passed after a stop, s."""
STANDS_FOR_S = 8.0
"""If the arm moves within this further time, the stop has failed, s."""
_LOOK_S = 0.02
"""Interval of the checks for silence, s."""
_CLOSE_TIMEOUT_S = 1.0
_MAY_MOVE = (Lifecycle.ARMED, Lifecycle.MOVING)
_GONE = (Lifecycle.DISCONNECTED, Lifecycle.LOST)
_BROKEN = (*_GONE, Lifecycle.FAULT)

_stop_counts = itertools.count(1)
"""One counter for all arms, so that a clearance of one connection is never valid for the next."""


@dataclass(frozen=True, eq=False)
class Clearance:
    """Permission to begin one motion once; void after any stop."""

    preview: Preview
    stop_count: int


class SafeArm:
    """A controller that moves only as previewed, and only from the previewed start pose.

    Parameters
    ----------
    controller
        Connected controller.
    robot
        The arm, with the controller's limits and drive gains where the description has none.
    identity
        Identity reported when the controller was connected.
    samples
        Source of the newest samples.
    is_in_trial
        True while nothing but the motions of a first trial may run; asked before every motion.
    """

    def __init__(
        self,
        controller: Controller,
        robot: RobotModel,
        *,
        identity: Identity,
        samples: NewestSamples,
        is_in_trial: Callable[[], bool] = bool,
    ) -> None:
        self._is_in_trial = is_in_trial
        self._controller, self._robot, self._clock = controller, robot, controller.clock
        self._identity, self._samples = identity, samples
        self._stop_count = next(_stop_counts)
        self._beginning = threading.Lock()
        self._used: weakref.WeakSet[Clearance] = weakref.WeakSet()
        self._motion: Motion | None = None
        self._counted_motion: Motion | None = None
        self._watchdog: Watchdog | None = None
        self._passage: Passage | None = None
        """The tracking of the present or last motion."""
        self._holding: Holding | None = None
        """The pose that the armed arm holds without a motion of this program."""
        self._stopped: tuple[float, Holding | None] | None = None
        """Time of the last stop of a motion, and the pose soon after it."""
        self._identified_at = 0
        """Stop count at the last identity request."""
        self._violation: DeviceError | None = None
        self._heard_at = 0.0
        self._lifecycle = controller.status.lifecycle
        self._coming_to_rest = False
        self._silence_watch: threading.Thread | None = None

    @property
    def stop_count(self) -> int:
        """A number that changes with every stop, whatever its cause, and is never used again."""
        self._notice()
        return self._stop_count

    @property
    def violation(self) -> DeviceError | None:
        """The watchdog's reason for stopping the present or last motion, else None."""
        return self._violation

    def standing_pose(self) -> FloatArray:
        """Return the model's joint positions (n,) from fresh samples of an arm that stands still.

        Raises
        ------
        MotionRejected
            ``stale-stream`` or ``arm-not-standing`` if that does not end within a timeout;
            ``check-needed-after-stop`` if a stop comes during the wait.
        TransportError
            As soon as the link is lost.
        """
        return self._stand().position

    def admit(
        self, preview: Preview, *, clear_cell_confirmed: bool = False, serial_confirmed: str = ""
    ) -> Clearance:
        """Give permission to begin the motion of ``preview``.

        Parameters
        ----------
        preview
            The preview of the motion.
        clear_cell_confirmed
            True if a person has just confirmed, for this very motion, that the fence is empty,
            the guards are closed, and the arm is in automatic mode.
        serial_confirmed
            Serial number of the arm that is meant; a real arm does not move without it.

        Raises
        ------
        MotionRejected
            ``preview-not-allowed``, ``first-trial-only``, ``check-needed-after-stop``,
            ``clear-cell-not-confirmed``, ``arm-without-serial``, ``serial-not-confirmed``,
            ``wrong-serial``, ``identity-changed``, ``stale-stream``, ``arm-not-standing``,
            ``start-pose-differs``.
        TransportError
            If the link is lost.
        """
        # the stop count before the checks: a stop during them makes this clearance void
        clearance = Clearance(preview, self.stop_count)
        if not preview.allowed:
            codes = tuple(finding.code for finding in preview.findings if finding.blocking)
            raise MotionRejected("preview-not-allowed", findings=codes)
        if self._is_in_trial():
            expect_trial_motion(self._robot, preview.plan, start=preview.start)
        self._expect_no_stop_since(preview.stop_count)
        if preview.needs_clear_cell and not clear_cell_confirmed:
            raise MotionRejected("clear-cell-not-confirmed", speed=1e3 * preview.top_speed)
        expect_confirmed(self._controller.capabilities, self._identity, confirmed=serial_confirmed)
        self._expect_same_arm()
        self._expect_start(preview)
        self._expect_no_stop_since(clearance.stop_count)
        return clearance

    def begin(self, clearance: Clearance) -> Motion:
        """Check the start pose again, arm the controller, start the motion and supervise it.

        Raises
        ------
        MotionRejected
            As ``admit``; ``clearance-used`` for a clearance used before, ``already-moving``.
        DeviceError
            If the controller refuses to arm or to start; a stop has then been sent.
        """
        with self._beginning:
            self._expect_unused(clearance)
            self._expect_no_stop_since(clearance.stop_count)
            standing = self._expect_start(clearance.preview)
            self._expect_no_stop_since(clearance.stop_count)
            try:
                motion = self._start(clearance, standing)
                # a stop that came during the start may have been sent before the motion began: check again
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
        """Stop from any thread in any state, without waiting; makes every clearance void."""
        # this stop is counted by _void below; _notice must not count the end of the motion again
        self._counted_motion, self._coming_to_rest = self._motion, True
        motion = self._motion
        if motion is not None and not motion.is_over and self._stopped is None:
            self._stopped = (self._clock.now(), None)
        self._void()
        self._controller.stop(level)

    def watch(self, block: SampleBlock) -> None:
        """Check samples as they arrive (a watcher of the acquisition); stop the arm on a violation."""
        # heard_at first: the silence watch must not stop the arm while this block is being checked
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
        # a motion that never ends is a violation too: the arm may be blocked
        violation = watchdog.look(block) or (None if passage is None else passage.overdue())
        # a stop in between has removed the watchdog: its finding is about a motion that is over
        if violation is not None and self._watchdog is watchdog:
            self._stop_for(violation)

    def expect_done(self) -> None:
        """Check that the samples show the end of the last motion.

        Raises
        ------
        RobotStateError
            ``motion-not-seen`` if the arm did not reach the planned poses; a stop has been sent.
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
        """Check whether an arm without a motion of this program moves all the same."""
        self._look_after_stop(block)
        motion, passage, may_move = self._motion, self._passage, self._lifecycle in _MAY_MOVE
        if motion is None or passage is None or motion.outcome is not MotionEnd.FINISHED or not may_move:
            self._holding = None
        elif self._holding is None and passage.has_arrived:  # late samples may still show the motion
            self._holding = Holding(self._robot, passage.end)
        elif self._holding is not None and (wrong := self._holding.left(block, code="moved-unasked")):
            self._stop_for(wrong)

    def _look_after_stop(self, block: SampleBlock) -> None:
        """Send an abort if the arm moves on after a stop."""
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
        """Stop a motion in progress and end the supervision; may be called again."""
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
            # the drives now carry what the brakes carried; the arm may have sunk
            standing = self._expect_start(clearance.preview)
        plan = clearance.preview.plan
        # the watchdog compares with this standstill, so it needs the torques after the brakes have opened
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
        # watchdog before start: the first samples of the motion must already be checked
        self._watchdog = watchdog
        self._motion = motion = self._controller.start(plan)
        return motion

    def _void(self) -> None:
        self._watchdog = None
        self._stop_count = next(_stop_counts)

    def _notice(self) -> None:
        """Void all clearances if the arm was stopped by anything else than ``stop``.

        A controller that cannot move was not stopped: a replay that ends, for example.
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
        """Stop the arm if samples fail to arrive; a thread of its own, as the acquisition thread may hang.

        If this thread did not run either, the computer was busy. That time does not count, up to a bound,
        because it says nothing about the stream.
        """
        halts = OwnHalts(interval=_LOOK_S, now=self._clock.now)
        while not motion.wait(_LOOK_S) and self._motion is motion:
            silence = halts.listened_since(self._heard_at)
            if silence > SILENCE_S and self._watchdog is not None:
                self._stop_for(DataQualityError("silent-while-moving", seconds=silence, limit=SILENCE_S))

    def _stand(self) -> Standing:
        stop_count = self.stop_count

        def expect_going_on() -> None:
            self._expect_link()
            self._expect_no_stop_since(stop_count)

        return wait_until_standing(self._robot, self._samples, self._clock, expect_going_on=expect_going_on)

    def _expect_link(self) -> None:
        """Raise the error of a lost link, which explains why no samples arrive."""
        status = self._controller.status
        if status.lifecycle in _GONE and status.fault_code:
            raise TransportError(status.fault_code, **status.fault_facts)
        if status.lifecycle in _GONE:
            raise TransportError("not-connected", uri=self._controller.uri)

    def _expect_start(self, preview: Preview) -> Standing:
        standing = self._stand()
        expect_start_pose(self._robot, standing.position, start=preview.start)
        return standing

    def _expect_no_stop_since(self, stop_count: int) -> None:
        if stop_count != self.stop_count:
            raise MotionRejected(CHECK_NEEDED)

    def _expect_unused(self, clearance: Clearance) -> None:
        if clearance in self._used:
            raise MotionRejected("clearance-used")
        if self._motion is not None and not self._motion.is_over:
            raise MotionRejected("already-moving")
        # used up even if starting fails: another attempt needs a new check
        self._used.add(clearance)

    def _expect_same_arm(self) -> None:
        """Request a real arm's identity before its first motion and after each stop; it may be another."""
        if self._controller.capabilities.is_real_arm and self._identified_at != self._stop_count:
            expect_same(self._identity, self._controller.read_identity())
            self._identified_at = self._stop_count
