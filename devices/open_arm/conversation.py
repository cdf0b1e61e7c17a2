"""One connection from handshake to leave-taking: samples, the motion in progress, the silence watchdog."""

import contextlib
import threading

from core.robot.model import RobotModel
from devices.computer_halts import OwnHalts
from devices.controller import ControllerStatus, Lifecycle, LinkCounters
from devices.driving.motion_in_progress import MotionReport, UnderWay
from devices.driving.pulse import Pulse
from devices.driving.sample_queue import SampleQueue
from devices.errors import DeviceError, MotionRejected, ProtocolError, RobotStateError, TransportError
from devices.motion import Motion, MotionEnd, MotionPlan
from devices.open_arm.faults import device_error
from devices.open_arm.identity import status_of
from devices.open_arm.intake import Intake
from devices.open_arm.link import READ_TIMEOUT_S, Link
from devices.open_arm.link_clock import LinkClock
from devices.open_arm.plans import TrajectoryUpload, Upload, accepted, request_of
from devices.open_arm.requests import Asked
from devices.protocol_open import messages as m
from devices.protocol_open.messages import DeviceState, Status
from devices.transport.transport import Transport

_AT_REST = frozenset({DeviceState.IDLE, DeviceState.ARMED, DeviceState.FAULT})
_ENDS = {"finished": MotionEnd.FINISHED, "stopped": MotionEnd.STOPPED, "failed": MotionEnd.FAILED}


class UploadedUnderWay(UnderWay):
    """A motion whose trajectory is uploaded before the request that starts it."""

    request: Asked | None

    def __init__(self, motion: Motion, *, permit: object, before: int) -> None:
        super().__init__(motion, permit=permit, before=before)
        self.upload: TrajectoryUpload | None = None


def report_of(status: Status) -> MotionReport:
    """Extract the report about the device's newest motion from a status."""
    fault = device_error(status.fault, status.facts, default=RobotStateError) if status.fault else None
    return MotionReport(
        status.motion,
        status.progress,
        is_at_rest=status.state in _AT_REST,
        end=_ENDS[status.outcome] if status.outcome else None,
        error=fault,
    )


SILENCE_S = 0.5
"""A streaming device that sends nothing for this long counts as lost."""
STATUS_SILENCE_S = 0.3
"""During a motion a status is requested when none arrived for this long."""
QUEUE_S = 60.0
"""Length of the stream that waits for a reader before the oldest samples are discarded, s."""
MOST_QUEUED = 120_000
"""Upper limit of waiting samples, whatever rate is announced."""
LEAVE_TIMEOUT_S = 1.0
_ERRAND_DEADLINE_S = 1.0
_MAY_MOVE = frozenset({m.DeviceState.ARMED, m.DeviceState.MOVING})


class Conversation:
    """Owns a link and everything that belongs to it, and processes the incoming messages."""

    def __init__(self, transport: Transport, *, robot: RobotModel, pulse: Pulse, clock: LinkClock) -> None:
        self._robot = robot
        self.clock = clock
        self._lock = threading.Lock()  # guards the motion's slot; never held while waiting
        self._status: m.Status | None = None
        self._status_heard_at = float("nan")
        self._converted: tuple[m.Status | None, bool, ControllerStatus] = (
            None,
            False,
            ControllerStatus(Lifecycle.CONNECTED),
        )
        """A status, whether the arm may move, and what both together say to other code."""
        self._heard_at = clock.now()
        self._asked_status_at = 0.0
        self._watches_silence = False
        self._halts = OwnHalts(interval=READ_TIMEOUT_S, now=clock.now)
        self._intake: Intake | None = None
        self._announcement: m.Announcement | None = None
        self._under_way: UploadedUnderWay | None = None
        self._errand: threading.Thread | None = None
        self.samples = SampleQueue(0)
        self.armed_under: object | None = None
        """The permit under which the arm was armed; any stop makes it void."""
        self.lost: DeviceError | None = None
        self.link = Link(transport, pulse=pulse, listener=self, clock=clock)
        clock.attach(self.link, samples=self, may_move=lambda: self.may_move)
        self.link.start()

    # Beginning and end

    def announce(self, announcement: m.Announcement, *, keeps_time: bool = True) -> None:
        """Accept the device's announcement; raise ``ProtocolError`` if its channel table is not valid.

        A device with ``keeps_time`` runs in real time; its stream is checked against the announced rate.
        """
        self._intake = Intake(announcement, keeps_time=keeps_time)
        self._announcement = announcement
        self.samples = SampleQueue(min(round(QUEUE_S * announcement.sample_rate), MOST_QUEUED))

    @property
    def announcement(self) -> m.Announcement:
        """The device's announcement, available after ``announce``."""
        assert self._announcement is not None
        return self._announcement

    def watch_for_silence(self) -> None:
        """Count a device that sends nothing as lost from now on."""
        self._heard_at = self.clock.now()
        self._watches_silence = True

    def take_leave(self) -> None:
        """Stop a motion, disarm the arm and end the stream; within a deadline."""
        under_way = self._under_way
        if under_way is not None and not under_way.motion.is_over:
            # give the arm time to come to rest before the link is closed
            self.stop(abort=False)
            self.clock.wait(under_way.motion, LEAVE_TIMEOUT_S)
        self._watches_silence = False
        if self.lost is None:
            with contextlib.suppress(DeviceError):  # the link is closed in any case
                if self.armed_under is not None:
                    self.link.ask(m.Disarm(), attempts=1)
                self.link.ask(m.StreamOff(), attempts=1)

    def close(self) -> None:
        """End every thread, each with a deadline."""
        self._watches_silence = False
        # the link first: with it the errand's waiting ends, so that the thread can be joined
        self.link.close()
        if self._errand is not None:
            self._errand.join(_ERRAND_DEADLINE_S)
        self._fail_motion(TransportError("link-lost", errno=0, reason="closed by this program"))
        self.samples.close()

    # What is known

    @property
    def status(self) -> ControllerStatus:
        """The newest status, or the reason why the device counts as lost."""
        if self.lost is not None:
            return ControllerStatus.lost(self.lost, heard_at=self._status_heard_at)
        status, may_move = self._status, self.may_move
        if status is None:
            return ControllerStatus(Lifecycle.CONNECTED)
        # asked for with every block of samples, and another one comes ten times a second at most
        known, known_may_move, converted = self._converted
        if known is not status or known_may_move is not may_move:
            converted = status_of(status, heard_at=self._status_heard_at, may_move=may_move)
            self._converted = (status, may_move, converted)
        return converted

    @property
    def may_move(self) -> bool:
        """True if the arm was armed and no stop followed."""
        return self.armed_under is not None and self.link.has_permit(self.armed_under)

    @property
    def counters(self) -> LinkCounters:
        """Counts of frames and samples since the connection began."""
        decoder, intake, overflowed = self.link.decoder, self._intake, self.samples.overflowed
        return LinkCounters(
            frames=decoder.frames,
            damaged=decoder.damaged + decoder.oversized + decoder.malformed,
            samples=0 if intake is None else intake.samples,
            missed=overflowed + (0 if intake is None else intake.missed),
            overflowed=overflowed,
        )

    def wait_until_taken_in(self, timeout: float) -> bool:
        """Wait up to ``timeout`` s; return True if the consumer took all samples."""
        return self.samples.wait_until_taken_in(timeout)

    # Asking

    def expect(
        self, message: m.Request, *, refusal: type[DeviceError], permit: object | None = None
    ) -> m.Reply:
        """Send a request and return the answer; raise a refusal, as ``refusal`` if its code is unknown."""
        answer = self.link.ask(message, permit=permit)
        if isinstance(answer, m.Reject):
            raise device_error(answer.code, answer.facts, default=refusal)
        return answer

    def ask_status(self) -> m.Status:
        """Request a status and return it."""
        answer = self.link.ask(m.AskStatus())
        if not isinstance(answer, m.Status):
            raise ProtocolError(
                "protocol-field", message=type(answer).__name__, field="type", reason="no status"
            )
        return answer

    def stop(self, *, abort: bool) -> None:
        """Send STOP; never waits and takes no lock."""
        self.link.stop(abort=abort)

    # Moving

    def begin(self, plan: MotionPlan) -> Motion:
        """Begin a motion under the permit of the armed state."""
        permit = self.armed_under
        if permit is None or not self.link.has_permit(permit):
            raise MotionRejected("not-armed")
        request = request_of(plan, self._robot)
        motion = Motion(plan, stop=lambda: self.stop(abort=False))
        with self._lock:
            if self._under_way is not None and not self._under_way.motion.is_over:
                raise MotionRejected("already-moving")
            before = 0 if self._status is None else self._status.motion
            under_way = UploadedUnderWay(motion, permit=permit, before=before)
            self._under_way = under_way
        if self.clock.passes_by_waiting:  # a simulated motion must begin at the same moment in every run
            self._carry_out(under_way, request)
            return motion
        self._errand = threading.Thread(
            target=self._carry_out, args=(under_way, request), name="open-arm-motion", daemon=True
        )
        self._errand.start()
        return motion

    def _carry_out(self, under_way: UploadedUnderWay, request: m.PointToPoint | m.JogJoint | Upload) -> None:
        """Upload the trajectory if there is one and send the request; the status reports do the rest."""
        try:
            if isinstance(request, Upload):
                under_way.upload = TrajectoryUpload(
                    self.link, request, permit=under_way.permit, clock=self.clock
                )
                token = under_way.upload.run()
                under_way.upload = None
                message: m.Request = m.TrajectoryRun(token)
            else:
                message = request
            under_way.request = Asked(message, permit=under_way.permit)
            accepted(self.link.wait_for(under_way.request))
        except MotionRejected as refusal:
            self._take_refusal(under_way, refusal)
        except DeviceError as error:
            self.stop(abort=False)  # without an answer the arm may or may not move
            under_way.give_up(error)

    def _take_refusal(self, under_way: UploadedUnderWay, refusal: MotionRejected) -> None:
        if refusal.code == "stopped":
            under_way.give_up(None)
            return
        if under_way.request is not None and under_way.request.attempts > 1:
            self.stop(abort=False)  # only the repeated request was refused: the first may be executing
        else:
            # a refused request was not executed, so a motion that begins now is not ours
            under_way.request = None
        under_way.give_up(refusal)

    def _fail_motion(self, error: DeviceError) -> None:
        under_way = self._under_way
        if under_way is not None:
            under_way.motion.end(MotionEnd.FAILED, error)

    # Listening: called by the reading thread

    def on_frame(self, message: m.Message, *, heard_at: float) -> None:
        """Process one message from the device."""
        self._heard_at = heard_at
        # a lost device stays lost: its late messages must not revive a motion that has failed
        if self.lost is not None:
            return
        under_way = self._under_way
        if isinstance(message, m.Samples):
            self._take_samples(message, heard_at)
        elif isinstance(message, m.SlowSamples):
            if self._intake is not None:
                self._intake.take_slow(message)
        elif isinstance(message, m.Status):
            self._status_heard_at, self._status = heard_at, message
            # idle, stopping or in fault: the device accepts no motion until it is armed again
            if message.state not in _MAY_MOVE:
                self.armed_under = None
            if under_way is not None:
                under_way.on_report(report_of(message), stop_is_confirmed=self.link.stop_is_confirmed)
        elif under_way is not None and under_way.upload is not None:
            under_way.upload.hear(message)
        self._keep_statuses_coming()

    def _take_samples(self, message: m.Samples, heard_at: float) -> None:
        if self._intake is not None:
            self.samples.put(self._intake.block(message, host_time=heard_at))

    def _keep_statuses_coming(self) -> None:
        """Request a status if none arrived lately: the one with the motion's end may have been lost."""
        under_way = self._under_way
        if under_way is None or under_way.motion.is_over:
            return
        now = self.clock.now()
        if now - max(self._status_heard_at, self._asked_status_at) > STATUS_SILENCE_S:
            self._asked_status_at = now
            self.link.put(m.AskStatus())

    def on_quiet(self) -> None:
        """Detect a silent device; time in which this thread did not run counts as no silence."""
        silence_s = self._halts.listened_since(self._heard_at)
        if self._watches_silence and silence_s > SILENCE_S and self.lost is None:
            self.on_lost(TransportError("no-answer", request="stream", waited_s=SILENCE_S))
        self._keep_statuses_coming()

    def on_lost(self, error: DeviceError) -> None:
        """End motion and stream with ``error``: the state of the arm is unknown from now on."""
        if self.lost is None:
            self.lost = error
            self.link.end_heartbeats()
            self.link.stop(abort=False)  # the line may be broken in one direction only
            self.samples.close(error)
            self._fail_motion(error)
