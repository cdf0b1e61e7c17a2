"""Lines of an adapter and process data of CiA 402 drives that were damaged."""

from collections.abc import Mapping

import numpy as np

from devices.cia402.drive_map import read_map
from devices.cia402.pdo import decoded, layout_of
from devices.emulated.slcan import CLASSIC, LONGEST_LINE, Adapter, shown
from tests.devices.protocol_rtde.mutated_streams import damaged

TABLE = """
[[joint]]
node = 1
homing = "absolute"
clock = "0x1013"
[joint.position]
counts_per_turn = 131072
gear_ratio = 101
sign = 1
side = "motor"
[joint.link]
object = "0x60E4:1"
counts_per_turn = 524288
gear_ratio = 1
sign = 1
side = "link"
[joint.torque]
rated_nm = 1.2
gear_ratio = 101
sign = 1
"""


def layout_in(folder):
    """The process data of one drive."""
    path = folder / "drives.toml"
    path.write_text(TABLE, encoding="utf-8")
    (drive,) = read_map(path)
    return layout_of(drive)


def check_case(seed, layout):
    """One damaged stream of lines, and what a drive sent read from as many bytes as came."""
    random = np.random.default_rng(seed)
    sent = [
        (int(random.integers(CLASSIC.largest + 1)), random.bytes(int(random.integers(9))))
        for _ in range(int(random.integers(2, 9)))
    ]
    content = damaged(random, b"".join(shown(frame, CLASSIC) for frame in sent))
    taken = []
    adapter = Adapter(lambda frame: taken.append(frame) or ())
    adapter.take(b"O\r")
    start = 0
    while start < len(content):
        piece = content[start : start + int(random.integers(1, 60))]
        start += len(piece)
        adapter.take(piece)
        assert len(adapter._buffer) <= LONGEST_LINE
        adapter.is_open = True  # a stray C closed it
    for identifier, data in taken:
        assert 0 <= identifier <= CLASSIC.largest
        assert len(data) <= 8
        for pdo in layout:
            found = decoded(pdo, data)
            assert isinstance(found, Mapping)
            assert len(found) in {0, len(pdo)}
    return len(content)
