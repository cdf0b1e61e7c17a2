"""The driver for arms that speak the open protocol, over any transport.

Plans arrive in the model's convention of joint positions and are sent in the controller's own
(``RobotModel.position_as_reported``); samples are passed on as the controller reports them. The
driver never reconnects by itself, and a connection never begins with a motion.
"""

import threading
from collections.abc import Callable

from core.errors import Fact
from core.recording import Mark
from core.robot.model import RobotModel
from devices.capabilities import Capabilities, Identity
from devices.clock import ArmClock
from devices.controller import (
    Controller,
    ControllerStatus,
    Lifecycle,
    LinkCounters,
    PayloadSetting,
    StopLevel,
)
from devices.driving.pulse import Pulse
from devices.errors import (
    ConfigurationError,
    DeviceError,
    MotionRejected,
    ProtocolError,
    RobotStateError,
    TransportError,
)
from devices.motion import Motion, MotionPlan, motion_kind
from devices.open_arm.conversation import Conversation
from devices.open_arm.faults import device_error
from devices.open_arm.identity import capabilities_of, identity_of
from devices.open_arm.link_clock import LinkClock, RealLinkClock
from devices.protocol_open import messages as m
from devices.protocol_open.safe_text import shown_facts
from devices.samples import SampleBlock
from devices.transport.transport import Transport

HELLO_TIMEOUT_S = 0.5
HELLO_ATTEMPTS = 10
BRAKE_TIMEOUT_S = 2.0
FRAME_INTERVAL_S = 0.01
"""Length of the stream in one frame, s."""
_POLL_S = 0.02


class OpenArm(Controller):
    """An arm behind the transport that ``transport_factory`` opens at every ``connect``.

    ``pulse`` is ticked by the thread that serves STOP; without it the device receives no heartbeat
    and stops by itself. ``capabilities`` are assumed until the device has announced its own.
    ``expected_serial`` is the serial number of the arm that is meant; empty accepts any arm.
    ``make_clock`` creates the clock of each conversation.
    """

    def __init__(
        self,
        transport_factory: Callable[[], Transport],
        *,
        uri: str,
        robot: RobotModel,
        capabilities: Capabilities,
        pulse: Pulse,
        expected_serial: str = "",
        make_clock: Callable[[], LinkClock] = RealLinkClock,
    ) -> None:
        self._transport_factory = transport_factory
        self._uri = uri
        self._robot = robot
        self._capabilities = capabilities
        self._opened = capabilities.mark
        """The opener's mark of the device behind the transport; no announcement changes it."""
        self._pulse = pulse
        self._expected_serial = expected_serial
        self._make_clock = make_clock
        self._clock = make_clock()
        self._lock = threading.RLock()  # connect and disconnect; stop() takes none
        self._conversation: Conversation | None = None
        self._opening: Conversation | None = None
        """The conversation during its handshake: a stop is sent there too."""
        self._given_up = threading.Event()

    @property
    def uri(self) -> str:
        """The name it was opened by."""
        return self._uri

    @property
    def capabilities(self) -> Capabilities:
        """The assumed capabilities before the first handshake, the announced ones from then on."""
        return self._capabilities

    @property
    def clock(self) -> ArmClock:
        """The clock that this program and the arm share; each conversation has its own."""
        return self._clock

    @property
    def announcement(self) -> m.Announcement | None:
        """The device's announcement with its channel table; None while disconnected."""
        conversation = self._conversation
        return None if conversation is None else conversation.announcement

    @property
    def status(self) -> ControllerStatus:
        """The newest status that the device sent."""
        conversation = self._conversation
        return ControllerStatus(Lifecycle.DISCONNECTED) if conversation is None else conversation.status

    @property
    def counters(self) -> LinkCounters:
        """Counts of frames and samples since ``connect``; zeros while disconnected."""
        conversation = self._conversation
        return LinkCounters() if conversation is None else conversation.counters

    def connect(self) -> Identity:
        """Open the link, check the protocol, start the stream; see ``Controller``.

        Raises
        ------
        ConfigurationError
            ``wrong-joint-count`` if device and description differ in the number of joints;
            ``other-serial`` if it is not the expected arm.
        """
        with self._lock:
            # a port is exclusive: the old link must be closed before the new one can open it
            self.disconnect()
            self._given_up.clear()
            self._clock = clock = self._make_clock()
            conversation = Conversation(
                self._transport_factory(), robot=self._robot, pulse=self._pulse, clock=clock
            )
            self._opening = conversation
            try:
                announcement = self._greet(conversation)
                self._capabilities = self._begin(conversation, announcement)
                self._conversation = conversation
            except BaseException:  # whatever the error is, no thread and no port may stay open
                conversation.close()
                raise
            finally:
                self._opening = None
            return identity_of(announcement)

    def give_up(self) -> None:
        """Make a ``connect`` in progress send no further Hello; may be called from any thread."""
        self._given_up.set()

    def _greet(self, conversation: Conversation) -> m.Announcement:
        """Send Hello and check the answer: protocol version, serial number, number of joints."""
        answer = self._answer_to_hello(conversation)
        if isinstance(answer, m.Reject):
            if answer.code == "protocol-version":
                found_version = shown_facts(answer.facts).get("device", 0)
                raise ProtocolError("protocol-version", expected=m.PROTOCOL_VERSION, found=found_version)
            raise device_error(answer.code, answer.facts, default=ProtocolError)
        if not isinstance(answer, m.Announcement):
            raise _no_greeting(type(answer).__name__)
        if self._expected_serial and answer.serial != self._expected_serial:
            raise ConfigurationError("other-serial", expected=self._expected_serial, found=answer.serial)
        found, expected = len(answer.joint_names), self._robot.joint_count
        if found != expected:
            raise ConfigurationError("wrong-joint-count", found=found, expected=expected, model=answer.model)
        return answer

    def _answer_to_hello(self, conversation: Conversation) -> m.Reply:
        """Send Hello until the device answers; a device that boots needs several attempts."""
        link = conversation.link
        for attempt in range(HELLO_ATTEMPTS):
            if self._given_up.is_set():
                raise TransportError("no-answer", request="Hello", waited_s=attempt * HELLO_TIMEOUT_S)
            try:
                return link.ask(m.Hello(), timeout_s=HELLO_TIMEOUT_S, attempts=1)
            except TransportError as error:
                if link.decoder.last_problem is not None:  # it answered, but not in this protocol
                    raise link.decoder.last_problem from None
                if error.code != "no-answer":
                    raise
        if link.odd_reply:  # it answered, but with another message
            raise _no_greeting(link.odd_reply)
        raise TransportError("no-answer", request="Hello", waited_s=HELLO_ATTEMPTS * HELLO_TIMEOUT_S)

    def _begin(self, conversation: Conversation, announcement: m.Announcement) -> Capabilities:
        """Start the conversation: announcement, status, a stop if the arm moves, then the stream."""
        # the virtual robot's time is not real time, so its sample rate cannot be checked against the clock
        conversation.announce(announcement, keeps_time=self._opened is not Mark.VIRTUAL)
        status = conversation.ask_status()
        capabilities = capabilities_of(announcement, status.flags, opened=self._opened)
        is_moving = status.state in {m.DeviceState.MOVING, m.DeviceState.STOPPING}
        if is_moving and capabilities.can_move:
            conversation.stop(abort=False)  # never begin with a motion that this program did not start
        per_frame = max(round(announcement.sample_rate * FRAME_INTERVAL_S), 1)
        conversation.expect(m.StreamOn(samples_per_frame=per_frame), refusal=ProtocolError)
        # only now: before StreamOn a silent device is no fault
        conversation.watch_for_silence()
        return capabilities

    def disconnect(self) -> None:
        """Stop a motion, close the link and end every thread; see ``Controller``."""
        with self._lock:
            conversation = self._conversation
            if conversation is not None:
                # it is read until the arm stands: simulated time passes only while its samples are taken
                conversation.take_leave()
                self._conversation = None
                conversation.close()

    def read(self, timeout: float) -> SampleBlock | None:
        """Return the samples since the last call; see ``Controller``."""
        conversation = self._conversation
        if conversation is None:
            self._clock.sleep(timeout)
            return None
        clock = conversation.clock
        # without a thread that reads the stream, this call must advance the simulated time
        if clock.passes_by_waiting and not clock.is_read:
            clock.wait(conversation.samples, timeout)
            timeout = 0.0
        return conversation.samples.take(timeout)

    def arm(self) -> None:
        """Release the brakes and wait until the device is armed; see ``Controller``."""
        conversation = self._connected()
        permit = conversation.link.permit
        conversation.expect(m.Arm(), permit=permit, refusal=RobotStateError)
        # brakes take time to release, and the device answers Arm before they are
        deadline = self._clock.now() + BRAKE_TIMEOUT_S
        while (status := conversation.ask_status()).state is not m.DeviceState.ARMED:
            if status.fault:
                raise device_error(status.fault, status.facts, default=RobotStateError)
            # a stop during the wait has voided the permit: the arm must not be armed any more
            if not conversation.link.has_permit(permit):
                raise MotionRejected("stopped")
            if self._clock.now() > deadline:
                raise RobotStateError("brakes-engaged", waited_s=BRAKE_TIMEOUT_S)
            self._clock.sleep(_POLL_S)
        conversation.armed_under = permit

    def disarm(self) -> None:
        """Leave the armed state; see ``Controller``."""
        conversation = self._connected()
        # first on this side: no motion may be started while the request is on its way
        conversation.armed_under = None
        conversation.expect(m.Disarm(), refusal=RobotStateError)

    def start(self, plan: MotionPlan) -> Motion:
        """Start a motion and return immediately; upload and refusal by the device follow later.

        A refusal by the device ends the motion with that error; ``Controller`` lists the errors that are
        raised here.
        """
        conversation = self._connected()
        kind = motion_kind(plan)
        if kind not in self._capabilities.motions:
            raise MotionRejected("motion-not-offered", motion=str(kind))
        return conversation.begin(plan)

    def stop(self, level: StopLevel = StopLevel.CONTROLLED) -> None:
        """Stop, from any thread in any state, without waiting; see ``Controller``."""
        # without a lock: connect may hold it for seconds while a stop must go out
        conversation = self._conversation or self._opening
        if conversation is not None:
            conversation.stop(abort=level is StopLevel.ABORT)

    def clear_fault(self) -> None:
        """Leave the fault state if its cause is gone; see ``Controller``."""
        conversation = self._connected()
        conversation.expect(m.Clear(), refusal=RobotStateError)
        status = conversation.ask_status()
        if status.state is m.DeviceState.FAULT:
            raise device_error(status.fault or "fault-latched", status.facts, default=RobotStateError)

    def read_identity(self) -> Identity:
        """Send Hello again and return the identity; see ``Controller``."""
        link = self._connected().link
        answer = link.ask(m.Hello(), timeout_s=HELLO_TIMEOUT_S)
        if not isinstance(answer, m.Announcement):
            raise _no_greeting(type(answer).__name__)
        return identity_of(answer)

    def read_payload(self) -> PayloadSetting:
        """Read the assumed payload, from older firmware the mass only; see ``Controller``."""
        conversation = self._connected()
        if not self._capabilities.payload_write_back:  # older firmware does not answer AskPayload
            mass = conversation.ask_status().payload_mass
            if mass is None:
                raise MotionRejected("payload-not-offered")
            return PayloadSetting(mass, None)
        answer = conversation.expect(m.AskPayload(), refusal=MotionRejected)
        if not isinstance(answer, m.PayloadTold):
            raise ProtocolError(
                "protocol-field", message=type(answer).__name__, field="type", reason="no payload"
            )
        return PayloadSetting(answer.mass, answer.center)

    def write_payload(self, setting: PayloadSetting) -> PayloadSetting:
        """Set the assumed payload and read it back; see ``Controller``."""
        conversation = self._connected()
        if not self._capabilities.payload_write_back:
            raise MotionRejected("payload-not-offered")
        conversation.expect(m.SetPayload(setting.mass, setting.center), refusal=MotionRejected)
        return self.read_payload()

    def simulate(self, action: str, **facts: Fact) -> None:
        """Make a simulated device do something, such as raise a fault or take up a payload.

        Raises
        ------
        MotionRejected
            ``simulation-not-offered`` unless it is the program's own virtual robot, whatever the
            device reports about itself.
        ConfigurationError
            If the device does not know the action or its facts.
        """
        conversation = self._connected()
        if self._opened is not Mark.VIRTUAL or not conversation.announcement.simulation:
            raise MotionRejected("simulation-not-offered", action=action)
        conversation.expect(m.Simulate(action, dict(facts)), refusal=ConfigurationError)

    def _connected(self) -> Conversation:
        conversation = self._conversation
        if conversation is None:
            raise TransportError("not-connected", uri=self._uri)
        error: DeviceError | None = conversation.link.error or conversation.lost
        if error is not None:
            raise error
        return conversation


def _no_greeting(reply: str) -> ProtocolError:
    return ProtocolError("protocol-field", message=reply, field="type", reason="no answer to a greeting")
