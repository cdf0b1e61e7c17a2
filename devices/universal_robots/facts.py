"""Facts that a controller of Universal Robots reports, and the reasons for what it keeps back.

Sources: guide to RTDE (fields and the versions that brought them); Universal_Robots_Client_Library,
``dashboard_client_implementation_g5.cpp`` (*get serial number* from 3.12 and 5.6),
``dashboard_client_implementation_x.cpp`` (its information from 10.14), ``doc/setup/robot_setup.rst``
(services are switched on at the pendant from 5.10).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.recording import Quantity
from devices.controller_facts import Channel, ChannelKind, ControllerFacts, Missing, SerialSource
from devices.protocol_rtde.setup import ControllerVersion
from devices.universal_robots.dialect import CB3
from devices.universal_robots.recipe import COLUMNS, ColumnField

X = 10
"""Major version of PolyScope X."""
SERVICES_SWITCHED = ControllerVersion(5, 10)
"""From here on a service is off until it is enabled at the pendant."""
WEB_TELLS = ControllerVersion(10, 14)
_DASHBOARD_TELLS = {3: ControllerVersion(3, 12), 5: ControllerVersion(5, 6)}
_TORQUE_FROM = {5: ControllerVersion(5, 23), 10: ControllerVersion(10, 11)}
_RATE_TOLERANCE = 0.99


@dataclass(frozen=True)
class Reporting:
    """In what the facts of two makers differ whose controllers speak the same protocol."""

    columns: Mapping[Quantity, ColumnField]
    kinds: Mapping[Quantity, ChannelKind]
    """Kinds of the channels that are not measured."""
    software: Callable[[ControllerVersion], str]
    """Name of the software as its maker writes it."""
    no_serial: Callable[[ControllerVersion], Missing]
    """Reason for a serial number that is not reported."""
    no_column: Callable[[ControllerVersion, Quantity], Missing]
    """Reason for a channel that is not sent."""


def facts_of(
    version: ControllerVersion,
    *,
    reporting: Reporting,
    model: str,
    serial: str,
    is_reported: bool,
    quantities: Sequence[Quantity],
    rate: float,
    asked_rate: float,
) -> ControllerFacts:
    """Build the facts of a connection; ``is_reported`` is False for a serial number that was typed."""
    columns, kinds = reporting.columns, reporting.kinds
    missing = [
        *([] if is_reported else [reporting.no_serial(version)]),
        *(reporting.no_column(version, quantity) for quantity in columns if quantity not in quantities),
        *_slower(rate, asked_rate),
        Missing("one-encoder"),
    ]
    return ControllerFacts(
        model=model,
        software=reporting.software(version),
        serial=serial,
        serial_source=SerialSource.of(serial, is_reported=is_reported),
        rate=rate,
        asked_rate=asked_rate,
        channels=tuple(
            Channel(quantity, columns[quantity].name, kinds.get(quantity, ChannelKind.MEASURED))
            for quantity in quantities
            if quantity in columns
        ),
        missing=tuple(missing),
    )


def not_sent(column: ColumnField) -> Missing:
    """The fact that a controller does not send a field."""
    return Missing("field-not-sent", {"field": column.name})


def _slower(rate: float, asked: float) -> Iterator[Missing]:
    if rate < _RATE_TOLERANCE * asked:
        yield Missing("rate-lower", {"rate": rate, "asked": asked})


def _why_no_serial(version: ControllerVersion) -> Missing:
    told = {"version": _short(version)}
    if version.major >= X:
        return Missing("ur-serial-web-off" if version >= WEB_TELLS else "ur-serial-web-old", {**told})
    if version < _DASHBOARD_TELLS.get(version.major, ControllerVersion(0, 0)):
        return Missing("ur-serial-dashboard-old", {**told})
    is_switched = version >= SERVICES_SWITCHED
    return Missing("ur-serial-dashboard-off" if is_switched else "ur-serial-dashboard-silent", {**told})


def _why_no_column(version: ControllerVersion, quantity: Quantity) -> Missing:
    first = _TORQUE_FROM.get(version.major)
    if quantity is not Quantity.TORQUE:
        return not_sent(COLUMNS[quantity])
    if version.major <= CB3:
        return Missing("ur-torque-never")
    if first is not None and version < first:
        return Missing("ur-torque-newer", {"version": _short(version), "needed": _short(first)})
    return not_sent(COLUMNS[quantity])


def _short(version: ControllerVersion) -> str:
    return f"{version.major}.{version.minor}"


POLYSCOPE = Reporting(
    columns=COLUMNS,
    kinds={
        Quantity.TORQUE: ChannelKind.CONVERTED,
        Quantity.CURRENT_REFERENCE: ChannelKind.REFERENCE,
        Quantity.TORQUE_REFERENCE: ChannelKind.MODEL,
    },
    software=lambda version: f"PolyScope {'X ' if version.major >= X else ''}{version}",
    no_serial=_why_no_serial,
    no_column=_why_no_column,
)
"""Universal Robots."""
