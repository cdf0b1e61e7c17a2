"""The thread of an emulated controller, its network cable, and the orders that other threads give it."""

import queue
import socket
import threading
from collections.abc import Callable

from devices.emulated.sockets import Sockets
from devices.errors import TransportError

BOOT_S = 3.0
"""Time for which a controller that was switched off and on has no open port; a real one takes longer."""
END_TIMEOUT_S = 2.0

ANSWER_TIMEOUT_S = 5.0


class Cabled:
    """A controller with ports and a thread of its own, which the subclass opens and starts."""

    _sockets: Sockets
    _thread: threading.Thread

    def __init__(self) -> None:
        self._orders = Orders()
        self._ended = threading.Event()
        self._skipped = 0
        """Messages that are still to be left out."""

    @property
    def is_running(self) -> bool:
        """True until ``close``, or until the thread has failed."""
        return self._thread.is_alive()

    def do(self, order: Callable[[], object]) -> None:
        """Execute an order in the thread of the device and wait for it; see ``Orders.do``."""
        self._orders.do(order)

    def skip(self, messages: int) -> None:
        """Leave out the next messages, as a controller that is short of time."""

        def set_count() -> None:
            self._skipped = messages

        self.do(set_count)

    def pull(self) -> None:
        """Pull the network cable: connections stay open, and nothing passes."""
        self._set_pulled(pulled=True)

    def plug(self) -> None:
        """Plug the network cable in again."""
        self._set_pulled(pulled=False)

    def close(self) -> None:
        """End the thread and close every port; may be called again."""
        self._ended.set()
        self._thread.join(END_TIMEOUT_S)

    def _set_pulled(self, *, pulled: bool) -> None:
        def switch() -> None:
            self._sockets.is_pulled = pulled

        self.do(switch)


def free_port(host: str) -> int:
    """A port that is free at the moment."""
    with socket.create_server((host, 0)) as listener:
        return int(listener.getsockname()[1])


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
