"""A million damaged streams through each codec: RTDE, Elite's EC series, FCI of Franka, moteus, CiA 402.

Nothing but a ``ProtocolError`` may be raised, what lies before the first injury is read as it was
sent, a lost place is found again where the protocol allows it, and memory stays bounded. The quick forms
run beside the other tests of these protocols.
"""

import argparse
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from _measurement import REPOSITORY, write_measurement

sys.path.insert(0, str(REPOSITORY))

from tests.devices.cia402 import mutated as cia402
from tests.devices.moteus import mutated as moteus
from tests.devices.protocol_elite_ec import mutated
from tests.devices.protocol_fci import mutated as fci
from tests.devices.protocol_rtde import mutated_streams

CASES, QUICK_CASES = 1_000_000, 2_000
MOST_GROWTH_MB = 50.0


def memory_mb() -> float:
    """Largest memory of this process so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0


def _cia402() -> Callable[[int], int]:
    with tempfile.TemporaryDirectory() as folder:
        return partial(cia402.check_case, layout=cia402.layout_in(Path(folder)))


CODECS: dict[str, Callable[[int], int]] = {
    "rtde_streams": mutated_streams.check_case,
    "ec_streams": mutated.check_case,
    "fci_streams": fci.check_case,
    "moteus_streams": moteus.check_case,
    "cia402_streams": _cia402(),
}
"""What checks one damaged stream, by the name of the measurement."""


def main() -> int:
    """Run all cases; any other error ends it, and the exit code is 1 where memory grew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--codec", choices=CODECS, help="only this one")
    parser.add_argument("--cases", type=int, default=CASES, help="how many, of each codec")
    arguments = parser.parse_args()
    cases = QUICK_CASES if arguments.quick else arguments.cases
    names = [arguments.codec] if arguments.codec else list(CODECS)
    return max(codec_streams(name, cases=cases, keep=not arguments.quick) for name in names)


def codec_streams(name: str, *, cases: int, keep: bool) -> int:
    """The cases of one codec; 1 where memory grew."""
    check_case = CODECS[name]
    check_case(0)
    before, began, size = memory_mb(), time.monotonic(), 0
    for seed in range(cases):
        size += check_case(seed)
    growth = memory_mb() - before
    numbers = {
        "cases": cases,
        "bytes": size,
        "seconds": round(time.monotonic() - began, 1),
        "memory_growth_mb": round(growth, 1),
    }
    if keep:
        write_measurement(name, seed=0, numbers=numbers)
    print(name, numbers)
    return int(growth > MOST_GROWTH_MB)


if __name__ == "__main__":
    sys.exit(main())
