"""Consistent overhead byte stuffing: encodes bytes without zeros, one byte longer per 254.

After Cheshire and Baker, "Consistent Overhead Byte Stuffing", IEEE/ACM Transactions on
Networking 7(2), 1999. Each run up to a zero is written as its length plus one, followed by the
run; the code 255 stands for 254 bytes without a zero after them.
"""

LONGEST_RUN = 254
_FULL = 255
_CODES = tuple(bytes([length]) for length in range(256))


class NotStuffed(ValueError):
    """Raised for bytes that are not a complete result of ``encode``."""


def encode(content: bytes) -> bytes:
    """Encode ``content`` without zero bytes; the delimiter is not added."""
    runs = content.split(b"\0")
    # the usual frame has no run of 254 bytes: one code per run is enough
    if len(max(runs, key=len)) < LONGEST_RUN:
        return b"".join([_CODES[len(run) + 1] + run for run in runs])
    *runs, last = runs
    stuffed = b"".join([_with_codes(run) for run in runs]) + _with_codes(last)
    if last and len(last) % LONGEST_RUN == 0:
        return stuffed[:-1]  # a full run at the very end needs nothing after it
    return stuffed


def _with_codes(run: bytes) -> bytes:
    full, rest = divmod(len(run), LONGEST_RUN)
    starts = range(0, full * LONGEST_RUN, LONGEST_RUN)
    pieces = [_CODES[_FULL] + run[start : start + LONGEST_RUN] for start in starts]
    return b"".join([*pieces, _CODES[rest + 1], run[full * LONGEST_RUN :]])


def decode(stuffed: bytes) -> bytes:
    """Decode a result of ``encode``.

    Raises
    ------
    NotStuffed
        If ``stuffed`` is empty, contains a zero, or ends within a run.
    """
    if not stuffed or 0 in stuffed:
        raise NotStuffed
    # without a full run each code but the first is at the place of a zero, so decode in place
    content = bytearray(stuffed)
    length = len(content)
    place = 0
    while place < length:
        code = content[place]
        if code == _FULL:
            return _decode_with_full_runs(stuffed)
        content[place] = 0
        place += code
    if place != length:
        raise NotStuffed
    return bytes(content[1:])


def _decode_with_full_runs(stuffed: bytes) -> bytes:
    pieces: list[bytes] = []
    place, length = 0, len(stuffed)
    while place < length:
        code = stuffed[place]
        pieces.append(stuffed[place + 1 : place + code])
        if code != _FULL:
            pieces.append(b"\0")
        place += code
    if place != length:
        raise NotStuffed
    if stuffed and pieces[-1] == b"\0":
        pieces.pop()  # no zero follows the last run
    return b"".join(pieces)
