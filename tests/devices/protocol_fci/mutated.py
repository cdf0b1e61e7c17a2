"""Commands, answers and states of FCI that were damaged, and what must hold for whoever reads them."""

import numpy as np

from devices.errors import ProtocolError
from devices.protocol_fci.commands import (
    Load,
    connect_answer,
    connect_request,
    load_request,
    model_answer,
    read_connect_answer,
    read_connect_request,
    read_load_request,
    read_model_answer,
    read_move_request,
    read_status,
    status_answer,
)
from devices.protocol_fci.header import (
    HEADER,
    LARGEST_MESSAGE_BYTES,
    NEWEST,
    OLDEST,
    Command,
    Decoder,
    Message,
    encode,
)
from devices.protocol_fci.state import LAYOUTS, error_names, read_states
from tests.devices.protocol_rtde.mutated_streams import damaged

READERS = (
    read_connect_request,
    read_connect_answer,
    read_load_request,
    read_move_request,
    read_model_answer,
    lambda body: read_status(body, Command.SET_LOAD, version=NEWEST),
    lambda body: read_status(body, Command.AUTOMATIC_ERROR_RECOVERY, version=OLDEST),
)


def a_body(random):
    """The body of some command or answer."""
    match int(random.integers(5)):
        case 0:
            return connect_request(int(random.integers(OLDEST, NEWEST + 1)), int(random.integers(1, 65_536)))
        case 1:
            return connect_answer(NEWEST, is_spoken=bool(random.integers(2)))
        case 2:
            return load_request(Load(2.5, (0.01, 0.0, 0.05)))
        case 3:
            return model_answer("<robot name='fr3'/>" * int(random.integers(1, 30)))
        case _:
            return status_answer(int(random.integers(0, 12)))


def check_messages(random):
    """Messages before the injury come as they were sent; then messages or a ProtocolError, nothing else."""
    sent = [
        Message(int(random.integers(14)), number, a_body(random)) for number in range(random.integers(1, 8))
    ]
    whole = b"".join(map(encode, sent))
    content = damaged(random, whole)
    same = next((at for at, (a, b) in enumerate(zip(whole, content, strict=False)) if a != b), len(content))
    decoder, found, start = Decoder(), [], 0
    try:
        while start < len(content):
            piece = content[start : start + int(random.integers(1, 300))]
            start += len(piece)
            found += decoder.feed(piece)
            assert decoder.bytes_pending <= LARGEST_MESSAGE_BYTES
            assert decoder.bytes_pending <= len(content)
    except ProtocolError:
        assert decoder.bytes_pending == 0
    lengths = np.cumsum([HEADER.size + len(message.body) for message in sent])
    untouched = int(np.searchsorted(lengths, same, side="right"))
    assert found[:untouched] == sent[:untouched]
    for message in found:
        for read in READERS:
            try:
                read(message.body)
            except ProtocolError:
                continue
    return len(content)


def check_states(random):
    """A state that is too short is refused; one of a known length or longer is read, whatever it says."""
    version = int(random.integers(OLDEST, NEWEST + 1))
    known = LAYOUTS[:1] if version < NEWEST else LAYOUTS[1:]
    layout = known[int(random.integers(len(known)))]
    content = damaged(random, random.bytes(layout.itemsize))
    try:
        (row,) = read_states([content], version=version)
    except ProtocolError:
        assert len(content) not in {each.itemsize for each in known}
        assert len(content) < known[-1].itemsize
        return len(content)
    assert len(error_names(row["errors"])) <= row["errors"].size
    return len(content)


def check_case(seed):
    """One damaged stream of commands, or one damaged state."""
    random = np.random.default_rng(seed)
    return (check_states if seed % 2 else check_messages)(random)
