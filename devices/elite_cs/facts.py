"""Facts that a CS controller reports about itself, and the reasons for what it keeps back."""

from collections.abc import Mapping, Sequence

from core.recording import Quantity
from devices.controller_facts import Channel, ChannelKind, ControllerFacts, Missing, SerialSource
from devices.elite_cs.dialect import COLUMNS
from devices.protocol_rtde.setup import ControllerVersion
from devices.universal_robots.facts import slower

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
