"""One client's conversation over RTDE, at the controller's side; versions 1 and 2 of the protocol."""

import struct
from collections.abc import Sequence

from devices.emulated.sockets import Session
from devices.emulated.ur_controller import UrController
from devices.errors import ProtocolError
from devices.protocol_rtde import setup
from devices.protocol_rtde.setup import RecipeAnswer, Text
from devices.protocol_rtde.values import IN_USE, NOT_FOUND, DataType, struct_format, width_of
from devices.protocol_rtde.wire import Decoder, Kind, Message, encode

OUTPUT_RECIPE = 1
MOST_RECIPES = 255
"""Of inputs; the number of a recipe is one byte."""


class RtdeSession(Session):
    """A reader, and the only owner of the inputs that it has claimed."""

    def __init__(self, controller: UrController) -> None:
        self._controller = controller
        self._decoder = Decoder()
        self._protocol = controller.dialect.protocols[1]
        self._names: tuple[str, ...] = ()
        self._layout = struct.Struct(">")
        self._widths: tuple[int, ...] = ()
        self._every = 1
        self._count = 0
        self._inputs: list[tuple[tuple[str, ...], tuple[DataType, ...]]] = []
        self.is_started = False

    def take(self, content: bytes) -> bytes:
        """Answer the messages in these bytes; over once they are no message."""
        answer = b""
        try:
            for message in self._decoder.feed(content):
                answer += b"".join(encode(reply) for reply in self._answer(message))
        except ProtocolError:
            self.is_over = True
        return answer

    def news(self) -> bytes | None:
        """The package of this cycle; None while it is not started, or in a cycle that is left out."""
        if not self.is_started:
            return None
        self._count += 1
        return self.package() if self._count % self._every == 0 else None

    def package(self) -> bytes:
        """The fields of the recipe as they are now."""
        flat: list[float] = []
        values = self._controller.values
        for name, width in zip(self._names, self._widths, strict=True):
            if width == 1:
                flat.append(values[name])
            else:
                flat += values[name]
        head = bytes([OUTPUT_RECIPE]) if self._protocol > 1 else b""
        return encode(Message(Kind.DATA, head + self._layout.pack(*flat)))

    def closed(self) -> None:
        """Free the inputs."""
        self._controller.let_go(self)

    def _answer(self, message: Message) -> Sequence[Message]:
        match message.kind:
            case Kind.PROTOCOL:
                return (self._agree(setup.requested_protocol(message.body)),)
            case Kind.CONTROLLER:
                return (setup.version_message(self._controller.version),)
            case Kind.OUTPUTS:
                return self._set_outputs(message.body)
            case Kind.INPUTS:
                return (self._set_inputs(setup.read_input_request(message.body)),)
            case Kind.START | Kind.PAUSE:
                self.is_started = message.kind is Kind.START and bool(self._names)
                accepted = self.is_started or message.kind is Kind.PAUSE
                return (setup.acceptance(message.kind, accepted=accepted),)
            case Kind.DATA:
                self._write(message.body)
        return ()

    def _agree(self, protocol: int) -> Message:
        layouts = self._controller.dialect.protocols
        accepted = protocol in layouts
        if accepted:
            self._protocol = layouts[protocol]
        return setup.acceptance(Kind.PROTOCOL, accepted=accepted)

    def _set_outputs(self, body: bytes) -> Sequence[Message]:
        request = setup.read_output_request(body, protocol=self._protocol)
        known = self._controller.types
        types = tuple(known.get(name, NOT_FOUND) for name in request.names)
        found = [known[name] for name in request.names if name in known]
        is_whole = bool(found) and len(found) == len(types)
        said: tuple[Message, ...] = ()
        if len(body) > setup.LONGEST_NAMES_BYTES:
            is_whole = False
            text = Text("The list of fields is too long", "RTDE", level=1)
            said = (setup.text_message(text, protocol=self._protocol),)
        self.is_started = False
        self._names = request.names if is_whole else ()
        if is_whole:
            self._layout = struct.Struct(struct_format(found))
            self._widths = tuple(map(width_of, found))
            self._every = self._cycles(request.frequency)
        answer = RecipeAnswer(types, OUTPUT_RECIPE if is_whole else 0)
        return (*said, setup.recipe_answer(Kind.OUTPUTS, answer, protocol=self._protocol))

    def _cycles(self, frequency: float | None) -> int:
        """Cycles of the controller from package to package; version 1 has 125 Hz."""
        rate = self._controller.settings.rate
        wanted = 125.0 if frequency is None else frequency
        return max(round(rate / wanted), 1) if 0.0 < wanted <= rate else 1

    def _set_inputs(self, names: tuple[str, ...]) -> Message:
        known = self._controller.input_types
        types: list[str] = []
        for name in names:
            is_taken = self._controller.owner_of(name) not in {None, self}
            types.append(NOT_FOUND if name not in known else IN_USE if is_taken else known[name])
        recipe = 0
        is_free = bool(types) and not {NOT_FOUND, IN_USE} & set(types)
        if is_free and len(self._inputs) < MOST_RECIPES:
            self._controller.claim(names, self)
            self._inputs.append((names, tuple(known[name] for name in names)))
            recipe = len(self._inputs)
        answer = RecipeAnswer(tuple(types), recipe)
        return setup.recipe_answer(Kind.INPUTS, answer, protocol=self._protocol)

    def _write(self, body: bytes) -> None:
        """Take in a package of a claimed recipe; any other is let go."""
        if not body or not 0 < body[0] <= len(self._inputs):
            return
        names, kinds = self._inputs[body[0] - 1]
        layout = struct.Struct(struct_format(kinds))
        if len(body) != 1 + layout.size:
            return
        flat = list(layout.unpack_from(body, 1))
        written: dict[str, object] = {}
        for name, kind in zip(names, kinds, strict=True):
            width = width_of(kind)
            written[name] = flat[0] if width == 1 else flat[:width]
            del flat[:width]
        self._controller.write(written)
