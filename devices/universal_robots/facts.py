"""Facts that a controller of Universal Robots reports, and the reasons for what it keeps back.

Sources: guide to RTDE (fields and the versions that brought them); Universal_Robots_Client_Library,
``dashboard_client_implementation_g5.cpp`` (*get serial number* from 3.12 and 5.6),
``dashboard_client_implementation_x.cpp`` (its information from 10.14), ``doc/setup/robot_setup.rst``
(services are switched on at the pendant from 5.10).
"""

from collections.abc import Iterator, Mapping, Sequence

from core.recording import Quantity
from devices.controller_facts import Channel, ChannelKind, ControllerFacts, Missing, SerialSource
from devices.protocol_rtde.setup import ControllerVersion
from devices.universal_robots.dialect import CB3
from devices.universal_robots.recipe import COLUMNS

X = 10
"""Major version of PolyScope X."""
SERVICES_SWITCHED = ControllerVersion(5, 10)
"""From here on a service is off until it is enabled at the pendant."""
WEB_TELLS = ControllerVersion(10, 14)
_DASHBOARD_TELLS = {3: ControllerVersion(3, 12), 5: ControllerVersion(5, 6)}
_TORQUE_FROM = {5: ControllerVersion(5, 23), 10: ControllerVersion(10, 11)}
_RATE_TOLERANCE = 0.99
_KINDS: Mapping[Quantity, ChannelKind] = {
    Quantity.TORQUE: ChannelKind.CONVERTED,
    Quantity.CURRENT_REFERENCE: ChannelKind.REFERENCE,
    Quantity.TORQUE_REFERENCE: ChannelKind.MODEL,
}


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
        *([] if is_reported else [_why_no_serial(version)]),
        *_missing_columns(version, quantities),
        *slower(rate, asked_rate),
        Missing("one-encoder"),
    ]
    return ControllerFacts(
        model=model,
        software=f"PolyScope {'X ' if version.major >= X else ''}{version}",
        serial=serial,
        serial_source=SerialSource.of(serial, is_reported=is_reported),
        rate=rate,
        asked_rate=asked_rate,
        channels=tuple(_channel(quantity) for quantity in quantities if quantity in COLUMNS),
        missing=tuple(missing),
    )


def _channel(quantity: Quantity) -> Channel:
    return Channel(quantity, COLUMNS[quantity].name, _KINDS.get(quantity, ChannelKind.MEASURED))


def _why_no_serial(version: ControllerVersion) -> Missing:
    told = {"version": _short(version)}
    if version.major >= X:
        return Missing("ur-serial-web-off" if version >= WEB_TELLS else "ur-serial-web-old", {**told})
    if version < _DASHBOARD_TELLS.get(version.major, ControllerVersion(0, 0)):
        return Missing("ur-serial-dashboard-old", {**told})
    is_switched = version >= SERVICES_SWITCHED
    return Missing("ur-serial-dashboard-off" if is_switched else "ur-serial-dashboard-silent", {**told})


def _missing_columns(version: ControllerVersion, quantities: Sequence[Quantity]) -> Iterator[Missing]:
    for quantity, column in COLUMNS.items():
        if quantity in quantities:
            continue
        first = _TORQUE_FROM.get(version.major)
        if quantity is not Quantity.TORQUE:
            yield Missing("field-not-sent", {"field": column.name})
        elif version.major <= CB3:
            yield Missing("ur-torque-never")
        elif first is not None and version < first:
            yield Missing("ur-torque-newer", {"version": _short(version), "needed": _short(first)})
        else:
            yield Missing("field-not-sent", {"field": column.name})


def slower(rate: float, asked: float) -> Iterator[Missing]:
    """Yield ``rate-lower`` for a stream that is slower than asked for, Hz."""
    if rate < _RATE_TOLERANCE * asked:
        yield Missing("rate-lower", {"rate": rate, "asked": asked})


def _short(version: ControllerVersion) -> str:
    return f"{version.major}.{version.minor}"
