"""The thread of an emulated controller and its network cable, as other threads reach them."""

import socket
import threading
from collections.abc import Callable

from devices.emulated.orders import Orders
from devices.emulated.sockets import Sockets

BOOT_S = 3.0
"""Time for which a controller that was switched off and on has no open port; a real one takes longer."""
END_TIMEOUT_S = 2.0


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
