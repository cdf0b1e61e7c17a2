"""An emulated Franka controller: commands over TCP, states and set-points over UDP, in real time."""

import contextlib
import socket
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from core.errors import BadRequest
from devices.computer_halts import OwnHalts
from devices.driving.processes import ask_for_priority
from devices.emulated.arm import LOAD_CENTER
from devices.emulated.cabled import BOOT_S, Cabled, free_port
from devices.emulated.franka_controller import FAULTS, FrankaController
from devices.emulated.franka_settings import MODELS, EmulatedFrankaSettings
from devices.emulated.pendant import Pendant
from devices.emulated.sockets import Session, Sockets
from devices.errors import ProtocolError, TransportError
from devices.franka.settings import FCI_PORT, FrankaSettings
from devices.protocol_fci import commands
from devices.protocol_fci.commands import DONE, MoveStatus
from devices.protocol_fci.header import NEWEST, Command, Decoder, Message, commands_of, encode
from devices.protocol_fci.state import SET_POINT
from devices.transport.tcp import LOCAL_ADDRESS
from devices.transport.transport import operating_system_errors
from devices.virtual.firmware.plant import PERIOD_S
from devices.virtual.pace import RealPace

_NOT_POSSIBLE, _INVALID_ARGUMENT = 1, 2


class FciSession(Session):
    """A client; ``came`` is called when it has agreed on the version: the one before it is dropped then."""

    def __init__(self, controller: FrankaController, came: "Callable[[FciSession], None]") -> None:
        self._controller, self._came = controller, came
        self._decoder = Decoder()
        self._commands = commands_of(controller.settings.version)
        self.udp_port = 0
        """Port at which the client awaits states; 0 until it has agreed."""
        self._move: int | None = None
        """Identifier of the command whose motion goes on."""

    def take(self, content: bytes) -> bytes:
        """Answer the commands in these bytes; over once they are none."""
        answer = b""
        try:
            for message in self._decoder.feed(content):
                if message.number >= len(self._commands):
                    self.is_over = True
                    break
                answer += self._answer(self._commands[message.number], message)
        except ProtocolError:
            self.is_over = True
        return answer

    def news(self) -> bytes | None:
        """The end of a motion that is not reported to its client yet."""
        ended = self._controller.ended
        if self._move is None or not ended:
            return None
        told = Message(self._commands.index(Command.MOVE), self._move, bytes([ended[-1]]))
        ended.clear()
        self._move = None
        return encode(told)

    def closed(self) -> None:
        """Stop what the client moved: it sends no set-points any more."""
        if self._move is not None:
            self._move = None
            self._controller.stop()
            self._controller.ended.clear()

    def _answer(self, command: Command, message: Message) -> bytes:
        body = self._carried_out(command, message)
        return encode(Message(message.number, message.identifier, body))

    def _carried_out(self, command: Command, message: Message) -> bytes:
        if command is Command.CONNECT:
            return self._connect(message.body)
        if not self.udp_port:
            self.is_over = True
            return b""
        controller = self._controller
        match command:
            case Command.GET_ROBOT_MODEL:
                return commands.model_answer(controller.urdf)
            case Command.SET_LOAD:
                taken = controller.set_load(commands.read_load_request(message.body))
                return commands.status_answer(DONE if taken else _INVALID_ARGUMENT)
            case Command.MOVE:
                return self._begin(message)
            case Command.STOP_MOVE:
                controller.stop()
            case Command.AUTOMATIC_ERROR_RECOVERY if not controller.recover():
                return commands.status_answer(_NOT_POSSIBLE)
        return commands.status_answer(DONE)

    def _connect(self, body: bytes) -> bytes:
        version, port = commands.read_connect_request(body)
        own = self._controller.settings.version
        if version == own:
            self.udp_port = port
            self._came(self)
        else:
            self.is_over = True
        return commands.connect_answer(own, is_spoken=version == own)

    def _begin(self, message: Message) -> bytes:
        controller, generator = commands.read_move_request(message.body)
        if self._controller.settings.version != NEWEST:
            return commands.status_answer(MoveStatus.NOT_POSSIBLE)
        status = self._controller.begin(controller, generator)
        if status is MoveStatus.STARTED:
            self._controller.ended.clear()
            self._move = message.identifier
        return commands.status_answer(status)


LOOK_S = 0.0005
"""Interval of looking at the clock and at the ports, s: states are sent every millisecond."""
_LARGEST_DATAGRAM = 2048
_OWN_ADDRESSES = tuple(f"127.0.133.{last}" for last in range(1, 33))


class EmulatedFranka(Cabled):
    """A controller at a loopback address; other threads reach it by the methods below.

    Parameters
    ----------
    settings
        Which arm.
    host
        Loopback address; several controllers take one each.
    port
        Port of the commands; 0 for any that is free.

    Raises
    ------
    BadRequest
        ``robot-not-emulated`` for a description that no controller of the maker belongs to.
    TransportError
        ``port-busy`` if the port is taken.
    """

    faults = FAULTS

    def __init__(
        self,
        settings: EmulatedFrankaSettings,
        *,
        host: str = LOCAL_ADDRESS,
        port: int = FCI_PORT,
        boot_s: float = BOOT_S,
    ) -> None:
        if settings.robot not in MODELS:
            raise BadRequest("robot-not-emulated", robot=settings.robot, known=MODELS)
        super().__init__()
        self.controller = FrankaController(settings)
        """The state behind the ports; only this object's thread changes it."""
        self._host, self._boot_s = host, boot_s
        self._client: FciSession | None = None
        self._shut_until: float | None = None
        self._heard_at = time.monotonic()
        self.port = port or free_port(host)
        with operating_system_errors("port-busy", port=f"{host}:udp", holder=""):
            self._udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            self._udp.bind((host, 0))
            self._udp.setblocking(False)  # noqa: FBT003  # the method of the library
        # the first periods are slow: kernels are compiled, and no client shall wait for that
        self.controller.step()
        self.controller.state()
        try:
            self._sockets = Sockets(host, {self.port: lambda: FciSession(self.controller, self._take_over)})
        except TransportError:
            self._udp.close()
            raise
        self._thread = threading.Thread(target=self._run, name="emulated-franka", daemon=True)
        self._thread.start()

    @classmethod
    def anywhere(cls, settings: EmulatedFrankaSettings) -> "EmulatedFranka":
        """Start a controller for a client of this computer at any loopback address that is free.

        Where the arm can be moved, it is one whose usual port is free: the maker's client knows no other.
        Raises as the class.
        """
        host = _host_with_usual_port()
        return cls(settings, port=0) if host is None else cls(settings, host=host)

    @property
    def uri(self) -> str:
        """The name under which this program's driver reaches it."""
        return FrankaSettings(self._host, port=self.port).uri

    def make_happen(self, fault: str) -> None:
        """Raise or end a fault by its name, such as ``reflex``; of ``faults``."""
        act = self.faults[fault]
        self.do(lambda: act(self.controller))

    @property
    def pendant(self) -> Pendant:
        """Jogs the arm."""
        return self.controller.pendant

    def hang(self, mass: float, center: Sequence[float] = LOAD_CENTER) -> None:
        """Hang a load on the flange, kg, its centre (3,) m in the flange frame; 0 for none.

        What the controller assumes stays the same.
        """
        self.do(lambda: self.controller.arm.hang(mass, center))

    def spoil(self, fields: Mapping[str, float]) -> None:
        """Send these values whatever the arm does; an empty mapping ends it."""

        def set_fields() -> None:
            self.controller.spoilt = dict(fields)

        self.do(set_fields)

    def power_cycle(self) -> None:
        """Switch the controller off and on: connections break, and its clock begins at 0."""

        def switch() -> None:
            self._sockets.shut()
            self.controller.restart()
            self._shut_until = time.monotonic() + self._boot_s

        self.do(switch)

    def _take_over(self, session: FciSession) -> None:
        """Serve this client from now on; the one before it is dropped."""
        before, self._client = self._client, session
        if before is not None and before is not session:
            before.is_over = True

    def _run(self) -> None:
        ask_for_priority()  # a real controller is in time
        pace, halts = RealPace(), OwnHalts(interval=LOOK_S)
        patience = PERIOD_S * self.controller.settings.patience
        try:
            while not self._ended.is_set():
                self._orders.carry_out()
                self._sockets.look(LOOK_S)
                self._listen()
                silence = halts.listened_since(self._heard_at)
                if self.controller.is_moved and silence > patience:
                    self.controller.fall_silent()
                for _ in range(pace.due()):
                    self._period()
                self._sockets.tell(lambda session: session.news(), leaves_out=False)
                self._open_again()
        finally:
            self._sockets.close()
            self._udp.close()

    def _period(self) -> None:
        self.controller.step()
        client = self._client
        if client is None or client not in self._sockets.sessions:
            self._client = None
            return
        if self._skipped:
            self._skipped -= 1
            return
        if not self._sockets.is_pulled:
            with contextlib.suppress(OSError):  # the client is gone, or its buffer is full
                self._udp.sendto(self.controller.state(), (client.peer, client.udp_port))

    def _listen(self) -> None:
        """Take in the set-points that have arrived."""
        if not self.controller.is_moved:
            self._heard_at = time.monotonic()
        with contextlib.suppress(OSError):
            while True:
                content = self._udp.recv(_LARGEST_DATAGRAM)
                if len(content) == SET_POINT.itemsize and not self._sockets.is_pulled:
                    self._heard_at = time.monotonic()
                    self.controller.take_set_point(np.frombuffer(content, dtype=SET_POINT)[0])

    def _open_again(self) -> None:
        if self._shut_until is not None and time.monotonic() > self._shut_until:
            self._shut_until = None
            self._sockets.listen()


def _host_with_usual_port() -> str | None:
    """A loopback address at which the usual port is free; None on systems that have one address only."""
    for host in _OWN_ADDRESSES if sys.platform.startswith("linux") else ():
        with contextlib.suppress(OSError), socket.create_server((host, FCI_PORT)):
            return host
    return None
