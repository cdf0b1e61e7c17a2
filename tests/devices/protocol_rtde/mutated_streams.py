"""Streams of RTDE messages that were damaged, and what must hold for whoever reads them."""

import numpy as np

from devices.errors import ProtocolError
from devices.protocol_rtde import setup
from devices.protocol_rtde.setup import ControllerVersion, RecipeAnswer, Text
from devices.protocol_rtde.values import DataType, record_dtype
from devices.protocol_rtde.wire import LARGEST_MESSAGE_BYTES, Decoder, Kind, Message, encode

NAMES = ("timestamp", "actual_q", "robot_mode", "joint_mode", "payload_cog")
KINDS = (
    DataType.DOUBLE,
    DataType.VECTOR6D,
    DataType.INT32,
    DataType.VECTOR6INT32,
    DataType.VECTOR3D,
)
READERS = {
    Kind.PROTOCOL: lambda message, _protocol: setup.requested_protocol(message.body),
    Kind.CONTROLLER: lambda message, _protocol: setup.read_version(message.body),
    Kind.TEXT: lambda message, protocol: setup.read_text(message.body, protocol=protocol),
    Kind.OUTPUTS: lambda message, protocol: (
        setup.read_recipe_answer(message, protocol=protocol),
        setup.read_output_request(message.body, protocol=protocol),
    ),
    Kind.INPUTS: lambda message, protocol: (
        setup.read_recipe_answer(message, protocol=protocol),
        setup.read_input_request(message.body),
    ),
    Kind.START: lambda message, _protocol: setup.is_accepted(message),
    Kind.PAUSE: lambda message, _protocol: setup.is_accepted(message),
}


def a_message(random, protocol):
    """Any message, of either side."""
    record = record_dtype(NAMES, KINDS, has_recipe=protocol > 1)
    makers = (
        lambda: setup.protocol_request(int(random.integers(0, 4))),
        lambda: setup.version_message(ControllerVersion(*map(int, random.integers(0, 2**31, 4)))),
        lambda: setup.output_request(NAMES, frequency=float(random.normal()), protocol=protocol),
        lambda: setup.input_request(NAMES[:3]),
        lambda: setup.recipe_answer(Kind.OUTPUTS, RecipeAnswer(KINDS, 1), protocol=protocol),
        lambda: setup.recipe_answer(Kind.INPUTS, RecipeAnswer(("IN_USE", "DOUBLE"), 0), protocol=protocol),
        lambda: setup.text_message(Text("words", "source", 2), protocol=protocol),
        lambda: setup.acceptance(Kind.START, accepted=bool(random.integers(2))),
        lambda: Message(Kind.DATA, random.bytes(record.itemsize)),
        lambda: Message(Kind.DATA, random.bytes(int(random.integers(0, 3000)))),
    )
    return makers[random.integers(len(makers))]()


def damaged(random, content):
    """The bytes with one to four injuries."""
    content = bytearray(content)
    for _ in range(random.integers(1, 5)):
        if not content:
            break
        place = int(random.integers(len(content)))
        match int(random.integers(5)):
            case 0:
                content[place] ^= 1 << int(random.integers(8))
            case 1:
                del content[place : place + int(random.integers(1, 40))]
            case 2:
                content[place:place] = random.bytes(int(random.integers(1, 40)))
            case 3:
                content[place:place] = content[max(place - 50, 0) : place]
            case _:
                del content[place:]
    return bytes(content)


def check_case(seed):
    """One damaged stream in random pieces: messages or a ProtocolError, and never more than one kept."""
    random = np.random.default_rng(seed)
    protocol = int(random.integers(1, 3))
    sent = [a_message(random, protocol) for _ in range(random.integers(1, 8))]
    whole = b"".join(map(encode, sent))
    content = damaged(random, whole)
    same = next((at for at, (a, b) in enumerate(zip(whole, content, strict=False)) if a != b), len(content))
    found = read_all(content, random=random, protocol=protocol)
    # what lies before the first injury is read as it was sent
    length, untouched = 0, []
    for message in sent:
        length += len(encode(message))
        if length <= same:
            untouched.append(message)
    assert found[: len(untouched)] == untouched
    return len(content)


def read_all(content, *, random, protocol):
    decoder, found, start = Decoder(), [], 0
    while start < len(content):
        piece = content[start : start + int(random.integers(1, 400))]
        start += len(piece)
        try:
            messages = decoder.feed(piece)
        except ProtocolError:
            return found
        assert decoder.bytes_pending <= LARGEST_MESSAGE_BYTES
        found += messages
        for message in messages:
            try:
                READERS.get(message.kind, lambda *_: None)(message, protocol)
            except ProtocolError:
                continue
    return found
