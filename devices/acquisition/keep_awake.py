"""Keeps the computer from falling asleep during a recording; failures are logged, never raised.

To start and end a program can take many seconds on a busy computer: a thread does that, and the recording
does not wait for it.

Each method ends by itself if this program dies: Windows drops the request with the thread,
``caffeinate`` watches this process, and ``systemd-inhibit`` lasts as long as its ``cat``, which
ends when the pipe from this process closes.
"""

import ctypes
import logging
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import which
from subprocess import TimeoutExpired
from typing import TYPE_CHECKING

from core.processes import start_program

if TYPE_CHECKING:
    from subprocess import Popen

_ES_CONTINUOUS = 0x80000000
_ES_SYSTEM_REQUIRED = 0x00000001
_END_TIMEOUT_S = 1.0
_LEAVE_S = 3.0
"""Longest time that the end of a recording waits for the end of the program."""

logger = logging.getLogger(__name__)


@contextmanager
def kept_awake(reason: str) -> Iterator[None]:
    """Ask the system not to sleep during the block; enter and leave it in the same thread."""
    if sys.platform == "win32":
        ctypes.windll.kernel32.SetThreadExecutionState(_ES_CONTINUOUS | _ES_SYSTEM_REQUIRED)
        try:
            yield
        finally:
            ctypes.windll.kernel32.SetThreadExecutionState(_ES_CONTINUOUS)
        return
    over = threading.Event()
    keeper = threading.Thread(target=_keep, args=(_command(reason), over), name=reason, daemon=True)
    keeper.start()
    try:
        yield
    finally:
        over.set()
        keeper.join(_LEAVE_S)


def _keep(command: list[str], over: threading.Event) -> None:
    inhibitor = _start(command)
    over.wait()
    _end(inhibitor)


def _command(reason: str) -> list[str]:
    if sys.platform == "darwin":
        return ["caffeinate", "-i", "-w", str(os.getpid())]
    what = ["--what=sleep:idle", "--mode=block", "--who=Torsion", f"--why={reason}"]
    return ["systemd-inhibit", *what, "cat"]


def _start(command: list[str]) -> "Popen[bytes] | None":
    program = which(command[0])
    if program is None:
        logger.info("nothing keeps this computer awake: no %s", command[0])
        return None
    try:
        # own session: Ctrl-C in the terminal must not end the inhibitor too
        return start_program([program, *command[1:]], own_session=True)
    except OSError as error:
        logger.info("nothing keeps this computer awake: %s", error)
        return None


def _end(inhibitor: "Popen[bytes] | None") -> None:
    if inhibitor is None:
        return
    if inhibitor.poll() is not None:
        logger.info("%s ended by itself with %s", inhibitor.args, inhibitor.returncode)
    if inhibitor.stdin is not None:
        # cat ends when its standard input closes; terminate is for caffeinate
        inhibitor.stdin.close()
    inhibitor.terminate()
    try:
        inhibitor.wait(_END_TIMEOUT_S)
    except TimeoutExpired:
        inhibitor.kill()
        inhibitor.wait()  # on a busy computer this takes long; the recording waits for ``_LEAVE_S`` at most
