"""A million damaged streams of RTDE messages through the codec.

Nothing but a ``ProtocolError`` may be raised, what lies before the first injury is read as it was
sent, and memory stays bounded. The quick form runs in ``tests/devices/protocol_rtde``.
"""

import argparse
import resource
import sys
import time

from _measurement import REPOSITORY, write_measurement

sys.path.insert(0, str(REPOSITORY))

from tests.devices.protocol_rtde.mutated_streams import check_case

CASES, QUICK_CASES = 1_000_000, 2_000
MOST_GROWTH_MB = 50.0


def memory_mb() -> float:
    """Largest memory of this process so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0


def main() -> int:
    """Run all cases; any other error ends it, and the exit code is 1 where memory grew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    quick = parser.parse_args().quick
    cases = QUICK_CASES if quick else CASES
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
    if not quick:
        write_measurement("rtde_streams", seed=0, numbers=numbers)
    print(numbers)
    return int(growth > MOST_GROWTH_MB)


if __name__ == "__main__":
    sys.exit(main())
