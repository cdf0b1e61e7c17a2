"""A million damaged, torn, joined, made-up and malformed frames through both decoders.

The program's and the one in C get the same bytes in the same pieces. What comes out is held
against what was sent: a frame that was not sent as it came out was wrongly accepted. Both
must count alike, keep no more than one frame, and raise nothing.
"""

import argparse
import json
import resource
import sys
import time
import tracemalloc
from collections import Counter
from dataclasses import dataclass, field

import numpy as np
from _measurement import REPOSITORY, write_measurement

# the C codec is compiled and called by what its tests use
sys.path.insert(0, str(REPOSITORY))

from _damage import Case, cases, pool

from devices.protocol_open import wire
from devices.protocol_open.bodies import BY_KIND
from tests.devices.firmware.c_codec import (
    LARGEST_BUFFER,
    MALFORMED,
    REQUEST,
    UNKNOWN,
    CDecoder,
    compiler,
)

SEED = 64
CASES, QUICK_CASES = 1_020_000, 10_000
"""In one of a hundred the damage changes nothing; a million are damaged all the same."""
BATCH = 1000
ENDLESS_BYTES, ENDLESS_PIECE = 64 * 2**20, 64 * 2**10
MOST_TRACED_BYTES = 400_000
"""While garbage streams in: one frame kept, one being joined to a piece."""
MOST_GROWTH_MB = 50.0
_SIMULATE = 0x10
_TOLD = ("type", "verdict", "seq", "t_us", "body_bytes", "body_crc")
_STANDS = ("frames", "damaged", "oversized", "pending")
Told = tuple[int, ...]
"""Of one frame, what ``_TOLD`` names."""
_SHOWN = 20


@dataclass
class Tally:
    """What was found over all cases."""

    kinds: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    """Sentences about what must not be."""
    counts: Counter[str] = field(default_factory=Counter)
    most_pending: int = 0
    python_s: float = 0.0
    c_s: float = 0.0

    def complain(self, what: str, kind: str, case: Case) -> None:
        """Note a failure, with the bytes that make it happen again."""
        self.counts[what] += 1
        if len(self.wrong) < _SHOWN:
            self.wrong.append(f"{what} ({kind}): {case.content[:200].hex()}")


def main() -> int:
    """Run the campaign; ``--quick`` takes ten thousand frames instead of a million."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="ten thousand frames instead of a million")
    quick = parser.parse_args().quick
    if compiler() is None:
        print("There is no C compiler on this computer.")
        return 1
    tally, random = Tally(), np.random.default_rng(SEED)
    count = QUICK_CASES if quick else CASES
    traced = traced_bytes()
    growth_mb = run(tally, random, count=count)
    numbers = report(tally, count=count, traced=traced, growth_mb=growth_mb)
    print(json.dumps(numbers, indent=2))
    print("\n".join(tally.wrong))
    if not quick:
        write_measurement("damaged_frames", seed=SEED, numbers=numbers)
    is_bounded = traced <= MOST_TRACED_BYTES and growth_mb <= MOST_GROWTH_MB
    return 0 if not tally.wrong and is_bounded and tally.most_pending <= LARGEST_BUFFER else 1


def run(tally: Tally, random: np.random.Generator, *, count: int) -> float:
    """Send the cases, batch by batch, through one decoder of each; the growth of the process in MB."""
    python, c = wire.Decoder(), CDecoder()
    sent = pool(random)
    before_mb = 0.0
    for first in range(0, count, BATCH):
        batch = cases(random, sent, BATCH)
        began = time.perf_counter()
        flat, counts = c.feed([piece for _, case in batch for piece in case.pieces])
        tally.c_s += time.perf_counter() - began
        tally.most_pending = max(tally.most_pending, int(counts["pending"].max()))
        told, stands = flat[list(_TOLD)].tolist(), counts[list(_STANDS)].tolist()
        found = counts["found"].tolist()
        last = start = 0
        for kind, case in batch:
            last += len(case.pieces)
            end = found[last - 1]
            judge(tally, kind, case, python, told[start:end], stands[last - 1])
            start = end
        before_mb = before_mb or peak_mb()  # once everything is loaded and warm
        if first // BATCH % 100 == 99:
            print(f"{first + BATCH} frames, {tally.counts['wrongly_accepted']} wrongly accepted", flush=True)
    return peak_mb() - before_mb


def judge(
    tally: Tally, kind: str, case: Case, python: wire.Decoder, in_c: list[Told], stands: tuple[int, ...]
) -> None:
    """One case: what both made of it, against what was sent and against each other."""
    tally.kinds[kind] += 1
    before = (python.frames, python.malformed, python.unknown)
    began = time.perf_counter()
    try:
        frames = [frame for piece in case.pieces for frame in python.feed(piece)]
    except Exception as error:  # noqa: BLE001 - that none escapes is what is measured
        tally.complain(f"raised {type(error).__name__}", kind, case)
        return
    tally.python_s += time.perf_counter() - began
    tally.most_pending = max(tally.most_pending, python.bytes_pending)
    _hold_against_what_was_sent(tally, kind, case, frames, in_c)
    whole, malformed, unknown = (
        now - then
        for now, then in zip((python.frames, python.malformed, python.unknown), before, strict=True)
    )
    if malformed != len(case.malformed) or whole != len(frames) + malformed + unknown:
        tally.complain("not_refused", kind, case)
    if stands != (python.frames, python.damaged, python.oversized, python.bytes_pending):
        tally.complain("counted_differently", kind, case)
    if _requests(frames) != [
        number for number, verdict, *_ in in_c if verdict == REQUEST and number != _SIMULATE
    ]:
        tally.complain("heard_differently", kind, case)


def _hold_against_what_was_sent(
    tally: Tally, kind: str, case: Case, frames: list[wire.Frame], in_c: list[Told]
) -> None:
    allowed = [one.frame for one in (*case.must, *case.may)]
    strangers = [frame for frame in frames if frame not in allowed]
    unharmed = len(frames) - len(strangers) - len(case.must)
    tally.counts["wrongly_accepted"] += len(strangers)
    tally.counts["came_through_unharmed"] += max(unharmed, 0)
    tally.counts["whole_frames_around"] += len(case.must)
    if strangers:
        tally.complain("accepted_by_the_program", kind, case)
    if case.must and frames[-1:] != [case.must[-1].frame]:
        tally.complain("lost_what_was_whole", kind, case)
    keys = {one.key for one in (*case.must, *case.may)}
    for number, verdict, *key in in_c:
        if (number, *key) in keys and verdict != MALFORMED:
            continue
        if number in case.malformed:
            tally.counts["malformed_refused"] += 1
            if verdict not in _refusals(number):
                tally.complain("refused_differently_in_c", kind, case)
        else:
            tally.counts["wrongly_accepted_in_c"] += 1
            tally.complain("accepted_in_c", kind, case)


def _refusals(number: int) -> set[int]:
    """What the C codec may say of a malformed body: replies are not its business, nor is JSON."""
    if number == _SIMULATE:
        return {REQUEST, MALFORMED}
    return {MALFORMED} if number < _SIMULATE else {UNKNOWN}


def _requests(frames: list[wire.Frame]) -> list[int]:
    numbers = [BY_KIND[type(frame.message)].number for frame in frames]
    return [number for number in numbers if number < _SIMULATE]


def traced_bytes() -> int:
    """The most that Python allocates while 64 MB without a delimiter go through a decoder."""
    decoder, piece = wire.Decoder(), b"\x55" * ENDLESS_PIECE
    tracemalloc.start()
    for _ in range(ENDLESS_BYTES // ENDLESS_PIECE):
        assert decoder.feed(piece) == []
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak


def peak_mb() -> float:
    """The most memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0


def report(tally: Tally, *, count: int, traced: int, growth_mb: float) -> dict[str, float]:
    """The numbers to keep."""
    bad = count - tally.counts["came_through_unharmed"]
    damaged = bad - tally.counts["malformed_refused"]
    numbers = {
        "damaged_or_malformed": float(bad),
        "wrongly_accepted": float(tally.counts["wrongly_accepted"]),
        "wrongly_accepted_in_c": float(tally.counts["wrongly_accepted_in_c"]),
        "expected_by_chance": damaged / 2.0**32,
        "exceptions": float(sum(n for what, n in tally.counts.items() if what.startswith("raised"))),
        "disagreements": float(
            sum(tally.counts[f"{what}_differently"] for what in ("counted", "heard"))
            + tally.counts["refused_differently_in_c"]
        ),
        "malformed_refused": float(tally.counts["malformed_refused"]),
        "malformed_not_refused": float(tally.counts["not_refused"]),
        "whole_frames_around": float(tally.counts["whole_frames_around"]),
        "whole_frames_lost": float(tally.counts["lost_what_was_whole"]),
        "came_through_unharmed": float(tally.counts["came_through_unharmed"]),
        "most_bytes_pending": float(tally.most_pending),
        "most_traced_bytes_while_endless": float(traced),
        "growth_mb": round(growth_mb, 1),
        "python_us_per_case": round(tally.python_s / count * 1e6, 1),
        "c_us_per_case": round(tally.c_s / count * 1e6, 1),
    }
    return numbers | {f"kind_{name}": float(n) for name, n in sorted(tally.kinds.items())}


if __name__ == "__main__":
    sys.exit(main())
