"""Lists the serial ports of this computer again and again while the list is shown.

A slow driver takes seconds to list its ports, so this is done in a thread, one at a time, and the window
only fetches the results. A thread that hangs keeps nothing open.
"""

import logging
import queue
import threading
import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from devices.transport.serial_ports import SerialPort, serial_ports

log = logging.getLogger(__name__)

INTERVAL_S = 2.0
FETCH_MS = 100

ListPorts = Callable[[], tuple[SerialPort, ...]]
# imported with the window: an import in a thread would block the window's own imports meanwhile


class PortWatch(QObject):
    """Lists the ports every two seconds between ``start`` and ``stop``."""

    found = Signal(object)
    """The ports, after every listing, changed or not."""

    def __init__(self, list_ports: ListPorts = serial_ports, *, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._list_ports = list_ports
        self._results: queue.SimpleQueue[tuple[SerialPort, ...]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._next_at = 0.0
        self._timer = QTimer(self)
        self._timer.setInterval(FETCH_MS)
        self._timer.timeout.connect(self._look)

    @property
    def is_running(self) -> bool:
        """True while the list is shown."""
        return self._timer.isActive()

    def start(self) -> None:
        """Start, because the list is shown."""
        self._next_at = 0.0
        self._timer.start()
        self._look()

    def stop(self) -> None:
        """Stop, because the list is hidden; a listing under way ends by itself."""
        self._timer.stop()

    def _look(self) -> None:
        while not self._results.empty():
            self.found.emit(self._results.get())
        if self._thread is not None and self._thread.is_alive():
            return
        now = time.monotonic()
        if now >= self._next_at:
            self._next_at = now + INTERVAL_S
            self._thread = threading.Thread(target=self._list, name="serial-ports", daemon=True)
            self._thread.start()

    def _list(self) -> None:
        try:
            self._results.put(self._list_ports())
        except Exception:  # the boundary of the thread; the ports are listed again soon
            log.info("The serial ports could not be listed.", exc_info=True)
