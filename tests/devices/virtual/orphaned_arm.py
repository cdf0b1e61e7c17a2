"""A program that starts an emulated arm and ends without closing it; run as a program of its own.

Arguments: the link; ``ends`` or ``waits``. Prints the process number of the arm.
"""

import sys
from pathlib import Path

from devices.virtual.emulated_arm import EmulatedArm
from devices.virtual.settings import VirtualSettings


def main() -> None:
    """Start it and leave, or wait to be killed."""
    arm = EmulatedArm.start(VirtualSettings("ec66"), link=Path(sys.argv[1]))
    sys.stdout.write(f"{arm.pid}\n")
    sys.stdout.flush()
    if sys.argv[2] == "waits":
        sys.stdin.read()


if __name__ == "__main__":
    main()
