"""Lines and frames of moteus drives that were damaged, and what must hold for whoever reads them."""

import numpy as np

from devices.errors import ProtocolError
from devices.protocol_moteus.frames import Frame, Read, Reply, Write, decode, encode
from devices.protocol_moteus.lines import LONGEST_LINE, Lines, parse_line, received_line, send_line
from devices.protocol_moteus.registers import Kind
from tests.devices.protocol_rtde.mutated_streams import damaged


def a_frame(random):
    """A frame with some subframes."""
    kind = list(Kind)[int(random.integers(len(Kind)))]
    values = tuple(map(float, random.integers(-100, 100, int(random.integers(1, 4)))))
    first = int(random.integers(0x130))
    subframe = (Write(first, kind, values), Reply(first, kind, values), Read(first, kind, len(values)))
    return Frame.to(int(random.integers(1, 7)), encode([subframe[int(random.integers(3))]]))


def check_case(seed):
    """One damaged stream: lines before the injury are read as sent, memory stays bounded."""
    random = np.random.default_rng(seed)
    sent = [a_frame(random) for _ in range(int(random.integers(2, 9)))]
    with_checksum = bool(random.integers(2))
    write = received_line if random.integers(2) else send_line
    lines = [write(frame, with_checksum=with_checksum) for frame in sent]
    whole = b"".join(lines)
    content = damaged(random, whole)
    same = next((at for at, (a, b) in enumerate(zip(whole, content, strict=False)) if a != b), len(content))
    reader, found, start = Lines(), [], 0
    while start < len(content):
        piece = content[start : start + int(random.integers(1, 200))]
        start += len(piece)
        found += list(reader.feed(piece))
        assert len(reader._rest) <= LONGEST_LINE
    untouched = int(np.searchsorted(np.cumsum([len(line) for line in lines]), same, side="right"))
    for number, line in enumerate(found):
        try:
            frame = parse_line(line).frame
            assert number >= untouched or frame == sent[number]
            decode(b"" if frame is None else frame.data)
        except ProtocolError:
            assert number >= untouched
    return len(content)
