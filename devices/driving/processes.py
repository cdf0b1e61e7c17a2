"""Processes that a controller starts for itself: their errors, and how long they may take to start."""

import contextlib
import os
import queue
from collections.abc import Callable
from typing import Any

from core.errors import is_expected
from core.processes import Child
from devices.errors import DeviceError, TransportError

START_TIMEOUT_S = 180.0
"""Time to start Python with the physics on a busy computer, and to compile kernels the first time, s.

A process that ends during the start is noticed at once.
"""
_PRIORITY = 80


class ArmProcess(Child):
    """A process that serves an arm, or is one; its end is an error of the connection."""

    def failure(self) -> BaseException:
        """The error of the arm or of the system that it reported, else ``link-lost``."""
        if self.error is not None and is_expected(self.error):
            return self.error
        reason = f"the process {self.name} has ended: {self.reason}"
        return TransportError("link-lost", errno=0, reason=reason)

    def answer(
        self, request: str, *, within_s: float = START_TIMEOUT_S, check: Callable[[], object] = lambda: None
    ) -> Any:
        """Wait for the next message; ``check`` as for ``receive``.

        Raises
        ------
        TransportError
            ``no-answer``.
        BaseException
            The ``failure``.
        """
        try:
            return self.receive(within_s=within_s, check=check)
        except queue.Empty:
            raise TransportError("no-answer", request=request, waited_s=within_s) from None


class VirtualProcess(ArmProcess):
    """A process that is a virtual arm."""

    def failure(self) -> BaseException:
        """The error of the arm or of the system that it reported, else ``virtual-robot-ended``."""
        if self.error is not None and is_expected(self.error):
            return self.error
        return TransportError("virtual-robot-ended", exit_code=self.exit_code or 0, reason=self.reason)


def as_device_error(error: BaseException) -> DeviceError:
    """The error as one between this computer and an arm."""
    if isinstance(error, DeviceError):
        return error
    return TransportError("link-lost", errno=0, reason=str(error))


def ask_for_priority() -> None:
    """Let the calling thread, and those that it starts, run before others, where the system allows it."""
    with contextlib.suppress(OSError, AttributeError):
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(_PRIORITY))
