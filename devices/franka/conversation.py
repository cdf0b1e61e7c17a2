"""The commands of one client: the versions are agreed on, then each command waits for its answer."""

import threading
import time
from dataclasses import dataclass

from devices.errors import MotionRejected, ProtocolError, TransportError
from devices.franka.settings import FrankaSettings
from devices.protocol_fci import commands
from devices.protocol_fci.commands import Load
from devices.protocol_fci.header import (
    NEWEST,
    OLDEST,
    WITH_MODEL,
    Command,
    Decoder,
    Message,
    encode,
    numbers_of,
)
from devices.protocol_fci.state import SHORTEST
from devices.transport.dialing import dial, first_answer
from devices.transport.tcp import TcpTransport
from devices.transport.udp import DatagramReceiver

DIAL_TIMEOUT_S = 3.0
ANSWER_TIMEOUT_S = 3.0
_LOOK_S = 0.02
_WRITE_TIMEOUT_S = 1.0
_TAKEN_OVER = "closed by the peer"


class Conversation:
    """Commands over an open connection; ``version`` is what both speak."""

    def __init__(self, transport: TcpTransport, *, version: int) -> None:
        self.transport, self.version = transport, version
        self._numbers = numbers_of(version)
        self._decoder = Decoder()
        self._answers: dict[int, Message] = {}
        self._identifier = 0
        """Of the newest command; answers to others are left aside."""
        self._asking, self._reading = threading.Lock(), threading.Lock()

    def ask(self, command: Command, body: bytes = b"", *, timeout: float = ANSWER_TIMEOUT_S) -> bytes:
        """Send a command; return the body of its answer.

        Raises
        ------
        TransportError
            ``no-answer``, ``franka-taken-over``, ``link-lost``.
        ProtocolError
            ``protocol-field`` if what comes is no answer.
        """
        with self._asking:
            self._identifier += 1
            identifier = self._identifier
            self._write(encode(Message(self._numbers[command], identifier, body)))
            deadline = time.monotonic() + timeout
            while time.monotonic() < deadline:
                self.listen(_LOOK_S)
                answer = self._answers.pop(identifier, None)
                if answer is not None:
                    return answer.body
        raise TransportError("no-answer", request=str(command), waited_s=timeout)

    def listen(self, timeout: float) -> None:
        """Take in what the controller says; raises as ``ask``."""
        with self._reading:
            try:
                content = self.transport.read(timeout)
            except TransportError as error:
                if error.facts.get("reason") == _TAKEN_OVER or error.facts.get("errno"):
                    raise TransportError("franka-taken-over") from error
                raise
            for message in self._decoder.feed(content):
                if message.identifier == self._identifier:
                    self._answers.setdefault(message.identifier, message)

    def model(self) -> str:
        """Ask for the URDF; empty for a version that has none."""
        if self.version < WITH_MODEL:
            return ""
        return commands.read_model_answer(self.ask(Command.GET_ROBOT_MODEL))

    def set_load(self, load: Load) -> None:
        """Set the load of the flange; raises ``MotionRejected`` ``franka-load-refused`` and as ``ask``."""
        said = self._status(Command.SET_LOAD, commands.load_request(load))
        if said != "done":
            raise MotionRejected("franka-load-refused", said=said, mass=load.mass)

    def _status(self, command: Command, body: bytes = b"") -> str:
        return commands.read_status(self.ask(command, body), command, version=self.version)

    def _write(self, content: bytes) -> None:
        deadline = time.monotonic() + _WRITE_TIMEOUT_S
        while content:
            content = content[self.transport.write(content, _LOOK_S) :]
            if time.monotonic() > deadline:
                raise TransportError("link-lost", errno=0, reason="the controller takes no commands")


@dataclass(frozen=True)
class Agreed:
    """A connection that has begun."""

    conversation: Conversation
    receiver: DatagramReceiver

    def close(self) -> None:
        """Close the connection; may be called again, from any thread."""
        self.conversation.transport.close()
        self.receiver.close()


def reach(settings: FrankaSettings, *, timeout: float = DIAL_TIMEOUT_S) -> TcpTransport:
    """Open the port of the commands.

    Raises
    ------
    TransportError
        ``franka-fci-off`` if it is closed; ``address-unknown``, ``address-silent``.
    """
    try:
        return dial(settings.host, settings.port, timeout=timeout)
    except TransportError as error:
        if error.code == "connection-refused":
            raise TransportError("franka-fci-off", address=settings.host, port=settings.port) from error
        raise


def ask_version(transport: TcpTransport, *, version: int, udp_port: int) -> tuple[Conversation, bool, int]:
    """Offer a version; return the conversation, whether it is spoken, and the controller's own version."""
    conversation = Conversation(transport, version=version)
    with first_answer():
        body = conversation.ask(Command.CONNECT, commands.connect_request(version, udp_port))
    return conversation, *commands.read_connect_answer(body)


def agree(settings: FrankaSettings) -> Agreed:
    """Connect with the newest version, or with the older one that the controller asks for.

    Raises
    ------
    TransportError
        As ``reach``; ``other-service``, ``no-answer``, ``franka-taken-over``.
    ProtocolError
        ``franka-version`` for a version that is not spoken; ``protocol-field``.
    """
    version = NEWEST
    for _ in range(2):
        transport = reach(settings)
        receiver: DatagramReceiver | None = None
        try:
            own, theirs = transport.ends
            receiver = DatagramReceiver(own, peer=theirs, least=SHORTEST)
            conversation, is_spoken, told = ask_version(transport, version=version, udp_port=receiver.port)
        except BaseException:  # whatever the error is, no connection may stay open
            transport.close()
            if receiver is not None:
                receiver.close()
            raise
        if is_spoken:
            return Agreed(conversation, receiver)
        transport.close()
        receiver.close()
        if not OLDEST <= told < NEWEST:
            break
        version = told
    raise ProtocolError("franka-version", told=told, oldest=OLDEST, newest=NEWEST)
