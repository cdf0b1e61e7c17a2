"""The driver of arms of Elite's CS series, and the facts that a CS controller reports about itself."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.recording import Quantity, TorqueKind
from devices.controller_facts import Channel, ChannelKind, ControllerFacts, Missing, SerialSource
from devices.elite_cs.dashboard import identity_by_dashboard
from devices.elite_cs.dialect import COLUMNS, RTSI
from devices.elite_cs.settings import MODELS
from devices.protocol_rtde.setup import ControllerVersion
from devices.universal_robots.controller import UrArm
from devices.universal_robots.facts import slower
from devices.universal_robots.remote import RemoteWatch
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


_KINDS: Mapping[Quantity, ChannelKind] = {Quantity.TORQUE: ChannelKind.UNKNOWN}


def facts_of(
    version: ControllerVersion,
    *,
    model: str,
    serial: str,
    is_reported: bool,
    quantities: Sequence[Quantity],
    rate: float,
    asked_rate: float,
) -> ControllerFacts:
    """Build the facts of a connection; ``is_reported`` is False for a serial number that was typed."""
    missing = [
        *([] if is_reported else [Missing("cs-serial-silent")]),
        *(
            Missing("field-not-sent", {"field": column.name})
            for quantity, column in COLUMNS.items()
            if quantity not in quantities
        ),
        *slower(rate, asked_rate),
        Missing("one-encoder"),
    ]
    return ControllerFacts(
        model=model,
        software=str(version),
        serial=serial,
        serial_source=SerialSource.of(serial, is_reported=is_reported),
        rate=rate,
        asked_rate=asked_rate,
        channels=tuple(
            Channel(quantity, COLUMNS[quantity].name, _KINDS.get(quantity, ChannelKind.MEASURED))
            for quantity in quantities
        ),
        missing=tuple(missing),
    )


_CHANNEL_KINDS = {
    TorqueKind.MOTOR_TORQUE: ChannelKind.CONVERTED,
    TorqueKind.LINK_SENSOR: ChannelKind.MEASURED,
    TorqueKind.MODEL: ChannelKind.MODEL,
}


class CsArm(UrArm):
    """An arm behind a CS controller."""

    dialect = RTSI
    _facts_of = staticmethod(facts_of)

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
