"""The driver of arms of Elite's CS series."""

from devices.elite_cs.dashboard import identity_by_dashboard
from devices.elite_cs.dialect import RTSI
from devices.elite_cs.facts import facts_of
from devices.elite_cs.remote import CsRemoteWatch
from devices.elite_cs.settings import MODELS
from devices.protocol_rtde.setup import ControllerVersion
from devices.universal_robots.controller import UrArm
from devices.universal_robots.settings import DASHBOARD_BELOW


class CsArm(UrArm):
    """An arm behind a CS controller."""

    dialect = RTSI
    _facts_of = staticmethod(facts_of)

    def _ask_identity(self, version: ControllerVersion) -> tuple[str, str]:
        del version
        settings = self._settings
        return identity_by_dashboard(settings.host, settings.port - DASHBOARD_BELOW)

    def _watch_remote(self, version: ControllerVersion) -> CsRemoteWatch:
        return CsRemoteWatch(self._settings, version)

    def _comparable(self, model: str, version: ControllerVersion) -> str:
        del version
        found = model.lower()
        return found if self._robot.name in MODELS and found in MODELS else ""
