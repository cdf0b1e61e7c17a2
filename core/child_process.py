"""Start of other programs, in one place, so that no console window opens on Windows.

A program with a window has no console there. A console program started by it gets its own console,
which appears in front of the window, unless the flag here prevents it. Processes with our own Python
code are started by ``multiprocessing`` and have no window, like the program itself.
"""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0x08000000)
"""The flag of Windows; it is not defined elsewhere."""


def start_program(command: Sequence[str], *, own_session: bool = False) -> "subprocess.Popen[bytes]":
    """Start a program that reads from our pipe and whose output is discarded.

    Parameters
    ----------
    command
        The program and its arguments.
    own_session
        Ctrl-C in our terminal does not reach it.

    Raises
    ------
    OSError
        When it cannot be started.
    """
    return subprocess.Popen(
        list(command),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=own_session,
        creationflags=_flags(),
    )


def exit_code_of(command: Sequence[str], *, folder: Path, timeout: float) -> int | None:
    """Run a program to its end in ``folder``; after ``timeout`` s it is killed and the exit code is None."""
    try:
        done = subprocess.run(
            list(command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=timeout,
            check=False,
            creationflags=_flags(),
            cwd=folder,
        )
    except subprocess.TimeoutExpired:
        return None
    return done.returncode


def _flags() -> int:
    """Creation flags of Windows; other systems accept none."""
    return NO_WINDOW if sys.platform == "win32" else 0
