"""The choice of a serial arm: its port from a list that follows the cable, and its robot."""

import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from app.features.connection.robot_field import RobotField
from app.look.tokens import GRID
from app.speech.units import whole
from app.widgets.choice import Choice
from app.widgets.layouts import bare_column, bare_row, captioned, keep_size, row
from app.widgets.text import muted
from devices.serial_arm.settings import DEFAULT_BAUD, SerialSettings
from devices.transport.serial_ports import SerialPort, serial_ports

BAUD_RATES = (115_200, 230_400, 460_800, 921_600, 1_000_000, DEFAULT_BAUD, 3_000_000, 4_000_000)
_PORT_WIDTH = 400
_LEAST_WIDTH = 200
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


class SerialChoice(QWidget):
    """Choice of a serial arm; its widget ``options`` belongs under *More options*."""

    changed = Signal()

    def __init__(self, *, ports: ListPorts = serial_ports) -> None:
        super().__init__()
        self._ports: tuple[SerialPort, ...] | None = None
        self._wanted: SerialSettings | None = None
        """The port that was chosen or connected last; the list shows it even while it is absent."""
        self._entries: tuple[tuple[SerialSettings, str], ...] = ()
        self.watch = PortWatch(ports, parent=self)
        self.watch.found.connect(self._take_ports)
        self.port = Choice(self.tr("Port"))
        keep_size(self.port, least_width=_LEAST_WIDTH)
        self.port.picked.connect(self._port_picked)
        self.robot_field = RobotField()
        self.robot_field.changed.connect(self.changed)
        self._note = muted()
        self.baud = Choice(self.tr("Speed of the port"))
        self._offer_bauds(DEFAULT_BAUD)
        self.baud.picked.connect(self.changed)
        self.typed = QLineEdit()
        self.typed.setAccessibleName(self.tr("Another port"))
        self.typed.setPlaceholderText("/dev/ttyS4")
        self.typed.textChanged.connect(self._port_typed)
        self._lay_out()
        self._show_note()

    @property
    def is_understood(self) -> bool:
        """True if a port and a robot are chosen."""
        return isinstance(self.port.value, SerialSettings) and self.robot_field.is_understood

    @property
    def settings(self) -> SerialSettings:
        """Settings of the chosen port; only while ``is_understood``."""
        chosen = self.port.value
        assert isinstance(chosen, SerialSettings)
        return replace(chosen, baud=int(str(self.baud.value)))

    def show_settings(self, settings: SerialSettings) -> None:
        """Choose the arm of these settings, even where its port has another name now."""
        self._offer_bauds(settings.baud)
        self._wanted = replace(settings, baud=DEFAULT_BAUD)
        self._offer_ports()

    def showEvent(self, event: QShowEvent) -> None:
        """Follow the plugged-in ports while the form is visible."""
        super().showEvent(event)
        self.watch.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop to follow the ports of a hidden form."""
        super().hideEvent(event)
        self.watch.stop()

    @Slot(object)
    def _take_ports(self, ports: "tuple[SerialPort, ...]") -> None:
        if ports == self._ports or self.port.view().isVisible():
            return  # an open list stays as it is until the next report
        self._ports = ports
        self._offer_ports()

    def _offer_ports(self) -> None:
        """Offer the present ports, and the wanted one where it is absent."""
        before = self.port.value
        entries = [(SerialSettings(port.path, usb=port.usb_id), port.name) for port in self._ports or ()]
        wanted = self._wanted
        chosen = None if wanted is None else _same_arm(wanted, [entry for entry, _ in entries])
        if wanted is not None and chosen is None:
            entries.append((wanted, self._absent_words(wanted)))
            chosen = wanted
        if tuple(entries) != self._entries:
            self._entries = tuple(entries)
            self.port.offer(entries)
        if wanted is None and entries and not (isinstance(before, SerialSettings) and before.usb):
            chosen = entries[0][0]  # before any choice the first one: those on USB come first
        self.port.choose(chosen)
        self._show_note()
        if self.port.value != before:
            self.changed.emit()

    def _absent_words(self, wanted: SerialSettings) -> str:
        if self._ports is None or wanted.port == self.typed.text().strip():
            return wanted.port
        if wanted.arm:
            return self.tr("{arm}, not found now (was {port})").format(arm=wanted.arm, port=wanted.port)
        return self.tr("{port}, not found now").format(port=wanted.port)

    def _show_note(self) -> None:
        if self._entries:
            words = ""
        elif self._ports is None:
            words = self.tr("Looking for serial ports …")
        else:
            words = self.tr("No serial port found. Plug the cable in; the list refreshes by itself.")
        self._note.setText(words)
        self._note.setVisible(bool(words))
        self.port.setEnabled(bool(self._entries))
        self.port.setAccessibleDescription(words)

    def _offer_bauds(self, chosen: int) -> None:
        rates = sorted({*BAUD_RATES, chosen})
        self.baud.offer([(rate, self.tr("{rate} baud").format(rate=whole(rate))) for rate in rates])
        self.baud.choose(chosen)

    @Slot()
    def _port_picked(self) -> None:
        chosen = self.port.value
        self._wanted = chosen if isinstance(chosen, SerialSettings) else None
        self.changed.emit()

    @Slot(str)
    def _port_typed(self, text: str) -> None:
        port = text.strip()
        self._wanted = SerialSettings(port) if port else None
        self._offer_ports()

    def _lay_out(self) -> None:
        port = captioned(self.tr("Port"), self.port)
        keep_size(port, most_width=_PORT_WIDTH)
        upper = bare_row((port, 100), captioned(self.tr("Robot"), self.robot_field), None, spacing=2 * GRID)
        bare_column(upper, self._note, of=self)
        self.options = row(
            captioned(self.tr("Speed of the port"), self.baud),
            captioned(self.tr("Another port, by its name"), self.typed),
        )


def _same_arm(wanted: SerialSettings, offered: Sequence[SerialSettings]) -> SerialSettings | None:
    """The offered port of the wanted arm: by name and USB id, else the only one with that id."""
    # another socket changes the name of a port, not the USB id of its adapter
    by_name = [entry for entry in offered if entry.port == wanted.port]
    if by_name and wanted.usb in {"", by_name[0].usb}:
        return by_name[0]
    by_id = [entry for entry in offered if wanted.usb and entry.usb == wanted.usb]
    return by_id[0] if len(by_id) == 1 else None
