"""Facts that an EC controller reports about itself, and what it keeps back, as data for a page."""

import math
from collections.abc import Sequence

from core.recording import Quantity
from devices.controller_facts import Channel, ChannelKind, ControllerFacts, Missing, SerialSource
from devices.elite_ec.plausible import TORQUE_FACTORS
from devices.elite_ec.settings import RATE_HZ, TorqueUnit

_FIELDS = {
    Quantity.POSITION: ("machinePos", ChannelKind.MEASURED),
    Quantity.VELOCITY: ("joint_speed", ChannelKind.CONVERTED),
    Quantity.TORQUE: ("torque", ChannelKind.UNKNOWN),
    Quantity.TEMPERATURE: ("jointTemperature", ChannelKind.MEASURED),
}


def facts_of(
    quantities: Sequence[Quantity],
    *,
    model: str,
    software: str,
    serial: str,
    torque: TorqueUnit,
    torque_factor: float,
) -> ControllerFacts:
    """Build the facts of a connection; ``torque_factor`` as :func:`plausible.torque_factor`."""
    low, high = TORQUE_FACTORS
    is_other = not math.isnan(torque_factor) and not low <= torque_factor <= high
    missing = [
        *([] if serial else [Missing("ec-no-serial")]),
        Missing(f"ec-torque-{torque}"),
        *([Missing("ec-torque-factor", {"factor": torque_factor})] if is_other else []),
        Missing("ec-link-computed"),
        *(
            Missing("field-not-sent", {"field": name})
            for quantity, (name, _) in _FIELDS.items()
            if quantity not in quantities
        ),
    ]
    return ControllerFacts(
        model=model.upper(),
        software=software,
        serial=serial,
        serial_source=SerialSource.of(serial, is_reported=False),
        rate=float(RATE_HZ),
        asked_rate=float(RATE_HZ),
        channels=tuple(Channel(quantity, *_FIELDS[quantity]) for quantity in quantities),
        missing=tuple(missing),
    )
