"""Starts a command without network: ``python3 no_network.py COMMAND ...``.

Linux only. It uses a network namespace of its own with loopback enabled, because processes of one program
communicate over it. It needs the right to create one (root, or user namespaces).
"""

import os
import shutil
import socket
import struct
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

_SET_FLAGS = 0x8914
"""SIOCSIFFLAGS."""
_UP_AND_RUNNING = 0x41


def way_in() -> list[str] | None:
    """Words to put before a command, or None if this system does not allow it."""
    unshare = shutil.which("unshare")
    if not sys.platform.startswith("linux") or unshare is None:
        return None
    for options in (["--net"], ["--net", "--map-root-user"]):
        words = [unshare, *options, sys.executable, str(Path(__file__).resolve())]
        tried = subprocess.run(
            [*words, shutil.which("true") or "/bin/true"], capture_output=True, check=False
        )
        if tried.returncode == 0:
            return words
    return None


def main(command: Sequence[str]) -> None:
    """Enable loopback and replace this process by the command."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as anything:
        import fcntl  # Windows has none, and reads this file too

        fcntl.ioctl(anything, _SET_FLAGS, struct.pack("16sh14x", b"lo", _UP_AND_RUNNING))
    os.execv(command[0], list(command))


if __name__ == "__main__":
    main(sys.argv[1:])
