"""The driver of arms of Elite's CS series, and the facts that a CS controller reports about itself."""

from dataclasses import replace

from core.recording import Quantity, TorqueKind
from devices.controller_facts import ChannelKind, ControllerFacts, Missing
from devices.elite_cs.dashboard import identity_by_dashboard
from devices.elite_cs.dialect import COLUMNS, RTSI
from devices.elite_cs.settings import MODELS
from devices.protocol_rtde.setup import ControllerVersion
from devices.universal_robots.controller import UrArm
from devices.universal_robots.facts import Reporting, not_sent
from devices.universal_robots.remote_mode import RemoteWatch
from devices.universal_robots.settings import DASHBOARD_BELOW

ROBOT_MODE = "robotMode"


class CsRemoteWatch(RemoteWatch):
    """Asks something harmless: no public source has a question for the switch for remote control.

    A controller in local control is noticed by a program that does not begin.
    """

    @property
    def has_dashboard(self) -> bool:
        """True: every version has one."""
        return True

    def _ask(self) -> None:
        self._connected_dashboard().ask(ROBOT_MODE)


ELITE = Reporting(
    columns=COLUMNS,
    kinds={Quantity.TORQUE: ChannelKind.UNKNOWN},
    software=str,
    no_serial=lambda _version: Missing("cs-serial-silent"),
    no_column=lambda _version, quantity: not_sent(COLUMNS[quantity]),
)
_CHANNEL_KINDS = {
    TorqueKind.MOTOR_TORQUE: ChannelKind.CONVERTED,
    TorqueKind.LINK_SENSOR: ChannelKind.MEASURED,
    TorqueKind.MODEL: ChannelKind.MODEL,
}


class CsArm(UrArm):
    """An arm behind a CS controller."""

    dialect = RTSI
    reporting = ELITE

    def _ask_identity(self, version: ControllerVersion) -> tuple[str, str]:
        del version
        settings = self._settings
        return identity_by_dashboard(settings.host, settings.port - DASHBOARD_BELOW)

    @property
    def facts(self) -> ControllerFacts | None:
        """Facts of the connected controller; the kind of torque is that of the address."""
        found, torque = super().facts, self._settings.torque_kind
        if found is None or torque is None:
            return found
        known = _CHANNEL_KINDS[torque]
        channels = tuple(
            replace(channel, kind=known) if channel.quantity is Quantity.TORQUE else channel
            for channel in found.channels
        )
        return replace(found, channels=channels)

    def _watch_remote(self, version: ControllerVersion) -> CsRemoteWatch:
        return CsRemoteWatch(self._settings, version)

    def _comparable(self, model: str, version: ControllerVersion) -> str:
        del version
        found = model.lower()
        return found if self._robot.name in MODELS and found in MODELS else ""
