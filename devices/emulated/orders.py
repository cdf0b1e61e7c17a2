"""Orders of other threads to the thread that an emulated device runs in."""

import queue
import threading
from collections.abc import Callable

from devices.errors import TransportError

ANSWER_TIMEOUT_S = 5.0


class Orders:
    """Functions that wait to be executed by the device's thread, in their order."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()

    def do(self, order: Callable[[], object]) -> None:
        """Let the device's thread execute an order, and wait until it has.

        Raises
        ------
        TransportError
            ``no-answer`` if the thread is gone or hangs.
        """
        done = threading.Event()

        def carried_out() -> None:
            order()
            done.set()

        self._waiting.put(carried_out)
        if not done.wait(ANSWER_TIMEOUT_S):
            raise TransportError("no-answer", request="order", waited_s=ANSWER_TIMEOUT_S)

    def carry_out(self) -> None:
        """Execute the orders that wait; called by the device's thread."""
        while not self._waiting.empty():
            self._waiting.get_nowait()()
