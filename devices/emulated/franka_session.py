"""One client's conversation over TCP with an emulated Franka controller."""

from collections.abc import Callable

from devices.emulated.franka_controller import FrankaController
from devices.emulated.session import Session
from devices.errors import ProtocolError
from devices.protocol_fci import commands
from devices.protocol_fci.commands import DONE, MoveStatus
from devices.protocol_fci.header import NEWEST, Command, Decoder, Message, commands_of, encode

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
