"""The bus: frames and SDO transfers over ``canopen`` and ``python-can``, which are imported late."""

import contextlib
import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from devices.cia402.drive_map import ObjectAt
from devices.errors import ConfigurationError, ProtocolError, TransportError
from devices.transport.slcan_bus import ADAPTER_PAUSE_S, open_slcan

SYNC_ID = 0x80
SDO_TIMEOUT_S = 0.5
OPERATIONAL = 0x01
log = logging.getLogger(__name__)


class DriveBus(Protocol):
    """The bus as the driver uses it; any thread may call its methods."""

    def read(self, node: int, at: ObjectAt) -> int:
        """Read an object of a drive by SDO."""

    def write(self, node: int, at: ObjectAt, value: int) -> None:
        """Write an object of a drive by SDO."""

    def send(self, identifier: int, content: bytes = b"") -> None:
        """Send a frame."""


class Bus:
    """The bus of one arm; ``close`` ends its threads. Any thread may call its methods.

    Raises
    ------
    ConfigurationError
        ``cia402-no-library`` if the optional packages are missing.
    TransportError
        ``cia402-no-bus`` if the interface cannot be opened.
    """

    def __init__(self, interface: str, *, bitrate: int, nodes: Sequence[int]) -> None:
        self._canopen, self._can = _libraries()
        self._interface = interface
        name, _, channel = interface.partition(":")
        options: dict[str, Any] = {"bitrate": bitrate} if bitrate else {}
        self._network = self._canopen.Network()
        self._network.NOTIFIER_CYCLE = 0.1
        try:
            if name == "slcan":
                self._network.bus = open_slcan(channel, sleep_after_open=ADAPTER_PAUSE_S, **options)
            self._network.connect(interface=name, channel=channel, **options)
        except (OSError, ValueError, self._can.CanError, NotImplementedError) as error:
            raise TransportError("cia402-no-bus", interface=interface, reason=str(error)) from error
        self._nodes = {node: self._remote(node) for node in nodes}

    def _remote(self, node: int) -> Any:
        found = self._canopen.RemoteNode(node, self._canopen.ObjectDictionary())
        self._network.add_node(found)
        found.sdo.RESPONSE_TIMEOUT = SDO_TIMEOUT_S
        return found

    def read(self, node: int, at: ObjectAt) -> int:
        """Read an object of a drive by SDO.

        Raises
        ------
        TransportError
            ``cia402-drive-silent``, ``link-lost``.
        ProtocolError
            ``cia402-object-refused`` with the drive's abort code.
        """
        with self._sdo_errors(node, at):
            content = bytes(self._nodes[node].sdo.upload(at.index, at.sub))
        if len(content) < at.size:
            raise ProtocolError("cia402-object-refused", node=node, object=at.name, reason="other length")
        return at.decoded(content)

    def write(self, node: int, at: ObjectAt, value: int) -> None:
        """Write an object of a drive by SDO; raises as ``read``."""
        with self._sdo_errors(node, at):
            self._nodes[node].sdo.download(at.index, at.sub, at.encoded(value))

    def send(self, identifier: int, content: bytes = b"") -> None:
        """Send a frame; raise ``TransportError`` ``link-lost`` if the interface takes none."""
        try:
            self._network.send_message(identifier, content)
        except (OSError, self._can.CanError, AttributeError) as error:  # the network was closed meanwhile
            raise TransportError("link-lost", errno=0, reason=str(error)) from error

    def begin_sending(self) -> None:
        """Let every drive send its PDOs (NMT start)."""
        for node in self._nodes:
            self.send(0, bytes([OPERATIONAL, node]))

    def hear(self, identifier: int, heard: Callable[[int, bytes], None]) -> None:
        """Call ``heard`` with identifier and content of every such frame, in the bus's thread."""
        self._network.subscribe(identifier, lambda found, content, _time: heard(found, bytes(content)))

    def close(self) -> None:
        """Close the interface and end the threads; may be called again."""
        with contextlib.suppress(Exception):  # the interface may be gone already
            self._network.disconnect()

    @contextlib.contextmanager
    def _sdo_errors(self, node: int, at: ObjectAt) -> Iterator[None]:
        try:
            yield
        except self._canopen.SdoAbortedError as error:
            raise ProtocolError(
                "cia402-object-refused", node=node, object=at.name, reason=str(error)
            ) from error
        except self._canopen.SdoCommunicationError as error:
            raise TransportError("cia402-drive-silent", node=node) from error
        except (OSError, self._can.CanError) as error:
            raise TransportError("link-lost", errno=0, reason=str(error)) from error


def expect_libraries() -> None:
    """Raise ``ConfigurationError`` ``cia402-no-library`` if the optional packages are missing."""
    _libraries()


def _libraries() -> tuple[Any, Any]:
    try:
        import can
        import canopen
    except ImportError as error:
        raise ConfigurationError("cia402-no-library") from error
    # both report each lost answer; the driver says it once
    for name in ("canopen", "can"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    return canopen, can
