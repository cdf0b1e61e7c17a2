"""Files as people damage them: one seeded change, or several, to a recording in a form of some program."""

from collections.abc import Callable

import numpy as np

Change = Callable[[bytes, np.random.Generator], bytes]


def _cut(content: bytes, random: np.random.Generator) -> bytes:
    return content[: int(random.integers(1, len(content)))]


def _lines(content: bytes) -> list[bytes]:
    return content.split(b"\n")


def _foreign_bytes(content: bytes, random: np.random.Generator) -> bytes:
    place = int(random.integers(0, len(content)))
    return content[:place] + b"\xb0\xff\xe4" + content[place:]


def _header_twice(content: bytes, random: np.random.Generator) -> bytes:
    lines = _lines(content)
    lines.insert(int(random.integers(1, len(lines))), lines[0])
    return b"\n".join(lines)


def _delimiter(content: bytes) -> bytes:
    head = content.partition(b"\n")[0]
    return bytes([max(b";,\t ", key=lambda one: head.count(bytes([one])))])


def _names_alike(content: bytes, random: np.random.Generator) -> bytes:
    head, _, rest = content.partition(b"\n")
    sign = _delimiter(content)
    names = head.split(sign)
    names[int(random.integers(1, len(names)))] = names[int(random.integers(1, len(names)))]
    return sign.join(names) + b"\n" + rest


def _cells(text: str) -> Change:
    def change(content: bytes, random: np.random.Generator) -> bytes:
        lines, sign = _lines(content), _delimiter(content)
        for _ in range(20):
            row = int(random.integers(1, len(lines)))
            cells = lines[row].split(sign)
            cells[int(random.integers(0, len(cells)))] = text.encode()
            lines[row] = sign.join(cells)
        return b"\n".join(lines)

    return change


def _backwards(content: bytes, random: np.random.Generator) -> bytes:
    lines = _lines(content)
    start = int(random.integers(1, len(lines) - 30))
    lines[start : start + 20] = lines[start : start + 20][::-1]
    return b"\n".join(lines)


def _rows_shuffled(content: bytes, random: np.random.Generator) -> bytes:
    head, *rows = _lines(content)
    return b"\n".join([head, *(rows[place] for place in random.permutation(len(rows)))])


def _columns_exchanged(content: bytes, random: np.random.Generator) -> bytes:
    """Two columns trade places, names with them: nothing may change."""
    lines, sign = _lines(content), _delimiter(content)
    width = len(lines[0].split(sign))
    first, second = (int(place) for place in random.choice(np.arange(width), 2, replace=False))
    changed = []
    for line in lines:
        cells = line.split(sign)
        if len(cells) == width:
            cells[first], cells[second] = cells[second], cells[first]
        changed.append(sign.join(cells))
    return b"\n".join(changed)


def _values_swapped(content: bytes, random: np.random.Generator) -> bytes:
    """Garbage bytes in the middle of the file."""
    place = int(random.integers(0, len(content) - 200))
    return content[:place] + random.bytes(200) + content[place + 200 :]


OF_NAMES = frozenset({"names-alike", "exchanged", "no-header"})
"""Changes that only mean something to a file with names, and one that no reader can see in a file without."""
CHANGES: dict[str, Change] = {
    "cut": _cut,
    "foreign-bytes": _foreign_bytes,
    "header-twice": _header_twice,
    "names-alike": _names_alike,
    "thousands": _cells("1,234.5"),
    "thousands-of-germans": _cells("1.234,5"),
    "nan": _cells("NaN"),
    "text": _cells("n/a"),
    "empty": _cells(""),
    "backwards": _backwards,
    "shuffled": _rows_shuffled,
    "exchanged": _columns_exchanged,
    "garbage": _values_swapped,
    "nul": lambda content, random: content.replace(b"0", b"\0", 3),
    "no-header": lambda content, random: content.partition(b"\n")[2],
}
