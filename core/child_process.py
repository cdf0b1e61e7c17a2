"""Starts other programs: the only place that does, so that no console window ever opens on Windows.

A program with a window has no console there. A console program that it starts gets one of its own, which
flashes up in front of the window, unless the flag here says otherwise. Processes that run our own Python
code are started by ``multiprocessing`` and are windowless like the program itself.
"""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0x08000000)
"""The flag of Windows; it is not defined elsewhere."""


def start_program(command: Sequence[str], *, own_session: bool = False) -> "subprocess.Popen[bytes]":
    """Start a program that reads from a pipe of ours and whose output nobody sees.

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
    """Run a program to its end in ``folder``; after ``timeout`` s it is ended, and there is no exit code."""
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
