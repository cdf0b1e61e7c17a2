"""A bus whose drives get their settings back: what was written to them is borrowed."""

import logging
import threading

from devices.cia402.bus import DriveBus
from devices.cia402.master_process import MasterProcess
from devices.cia402.objects import TARGET, ObjectAt
from devices.cia402.pdo import steps_back
from devices.errors import ProtocolError, TransportError

_NOT_KEPT = {TARGET}
"""A position is no setting: the arm has moved since."""
log = logging.getLogger(__name__)


class BorrowedBus(DriveBus):
    """The bus of ``master``; each object is read before it is written for the first time."""

    def __init__(self, master: MasterProcess) -> None:
        self.master = master
        self._writing = threading.Lock()
        self._before: dict[int, dict[ObjectAt, int]] = {}
        """Values of before, by drive, in the order in which they were replaced."""

    def read(self, node: int, at: ObjectAt) -> int:
        """Read an object of a drive; raises as ``Bus.read``."""
        return self.master.read(node, at)

    def write(self, node: int, at: ObjectAt, value: int) -> None:
        """Write an object of a drive; raises as ``Bus.read``."""
        with self._writing:
            before = self._before.setdefault(node, {})
            if at not in before and at not in _NOT_KEPT:
                before[at] = self.master.read(node, at)
        self.master.write(node, at, value)

    def send(self, identifier: int, content: bytes = b"") -> None:
        """Send a frame; raises as ``Bus.send``."""
        self.master.send(identifier, content)

    def give_back(self) -> None:
        """Write the values of before, as far as the drives can be reached; may be called again."""
        with self._writing:
            before, self._before = self._before, {}
        for node, values in before.items():
            try:
                for at, value in steps_back(values):
                    self._return(node, at, value)
            except TransportError as error:  # a pulled cable: a drive forgets them when it is switched off
                log.info("the settings of drive %d were not returned: %s", node, error)
                return

    def _return(self, node: int, at: ObjectAt, value: int) -> None:
        try:
            self.master.write(node, at, value)
        except ProtocolError as error:
            log.info("a drive did not take back its setting: %s", error)
