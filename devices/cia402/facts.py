"""Channels that the drives of an arm give and those they keep back, as data for a page."""

from collections.abc import Sequence

from core.recording import Quantity
from devices.cia402.drive_map import DriveMap, Side
from devices.controller_facts import Channel, ChannelKind, ControllerFacts, Missing, SerialSource


def facts_of(
    drives: Sequence[DriveMap], quantities: Sequence[Quantity], *, serial: str, software: str, rate: float
) -> ControllerFacts:
    """Build the facts of a connection."""
    missing = () if Quantity.LINK_POSITION in quantities else (Missing("one-encoder"),)
    return ControllerFacts(
        model="",
        software=software,
        serial=serial,
        serial_source=SerialSource.of(serial, is_reported=bool(serial)),
        rate=rate,
        asked_rate=rate,
        channels=tuple(_channel(quantity, drives[0]) for quantity in quantities),
        missing=missing,
    )


def _channel(quantity: Quantity, drive: DriveMap) -> Channel:
    if quantity is Quantity.TORQUE:
        name = "" if drive.torque is None else drive.torque.at.name
        return Channel(quantity, name, ChannelKind.CONVERTED)
    sides = {Quantity.MOTOR_POSITION: Side.MOTOR, Quantity.LINK_POSITION: Side.LINK}
    encoder = drive.encoder(sides[quantity]) if quantity in sides else drive.position
    return Channel(quantity, "" if encoder is None else encoder.at.name, ChannelKind.MEASURED)
