"""Consistent overhead byte stuffing: any bytes as bytes without a zero, one longer per 254.

After Cheshire and Baker, "Consistent Overhead Byte Stuffing", IEEE/ACM Transactions on
Networking 7(2), 1999. Each run up to a zero is written as its length plus one, then the
run; the length 255 stands for 254 bytes that no zero follows.
"""

LONGEST_RUN = 254
_FULL = 255
_CODES = tuple(bytes([length]) for length in range(256))


class NotStuffed(ValueError):
    """The bytes are no complete result of ``encode``."""


def encode(content: bytes) -> bytes:
    """Bytes without a zero that ``decode`` turns back into ``content``; without a delimiter."""
    runs = content.split(b"\0")
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
    """What was given to ``encode``.

    Raises
    ------
    NotStuffed
        Where ``stuffed`` is empty, holds a zero, or ends within a run.
    """
    if not stuffed or 0 in stuffed:
        raise NotStuffed
    if _FULL in stuffed:
        return _decode_with_full_runs(stuffed)
    # no run without its zero: every length but the first stands where a zero was
    content = bytearray(stuffed)
    length = len(content)
    place = 0
    while place < length:
        code = content[place]
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
        pieces.pop()  # the zero after the last run is not meant
    return b"".join(pieces)
