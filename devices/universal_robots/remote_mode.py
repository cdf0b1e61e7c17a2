"""True if the controller takes programs from outside: the switch at the pendant, asked every half second."""

import logging
import threading

from devices.errors import TransportError
from devices.protocol_rtde.setup import ControllerVersion
from devices.universal_robots.dashboard import Dashboard
from devices.universal_robots.settings import DASHBOARD_BELOW, UrSettings
from devices.universal_robots.web_service import is_remote_by_web

INTERVAL_S = 0.5
_END_TIMEOUT_S = 5.0
LAST_OF_CB3 = 3
E_SERIES = 5
log = logging.getLogger(__name__)


class RemoteWatch:
    """Asks in a thread of its own.

    PolyScope 3 has no such switch and always takes programs; ``is_remote`` is None where the
    controller does not tell it.
    """

    def __init__(self, settings: UrSettings, version: ControllerVersion) -> None:
        self._settings, self._version = settings, version
        self.is_remote: bool | None = None
        self.is_dashboard_off = False
        self._dashboard: Dashboard | None = None
        self._asking = threading.Lock()
        self._ended = threading.Event()
        self.look()
        self._thread = threading.Thread(target=self._run, name="ur-remote", daemon=True)
        self._thread.start()

    @property
    def has_dashboard(self) -> bool:
        """True if the controller should have a dashboard."""
        return self._version.major <= E_SERIES

    def look(self) -> None:
        """Ask now."""
        with self._asking:
            try:
                self.is_remote = self._ask()
                self.is_dashboard_off = False
            except TransportError as error:
                log.info("the controller does not tell whether it is in remote control: %s", error)
                self.is_remote, self.is_dashboard_off = None, self.has_dashboard
                self._close_dashboard()

    def close(self) -> None:
        """End the thread and close the connection."""
        self._ended.set()
        self._thread.join(_END_TIMEOUT_S)
        self._close_dashboard()

    def _run(self) -> None:
        while not self._ended.wait(INTERVAL_S):
            self.look()

    def _ask(self) -> bool | None:
        if not self.has_dashboard:
            return is_remote_by_web(self._settings.host, self._settings.web)
        dashboard = self._connected_dashboard()
        if self._version.major <= LAST_OF_CB3:
            return True
        return dashboard.is_remote()

    def _connected_dashboard(self) -> Dashboard:
        if self._dashboard is None:
            self._dashboard = Dashboard(self._settings.host, self._settings.port - DASHBOARD_BELOW)
        return self._dashboard

    def _close_dashboard(self) -> None:
        if self._dashboard is not None:
            self._dashboard.close()
            self._dashboard = None
