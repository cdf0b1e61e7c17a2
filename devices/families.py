"""The families of controllers that this program knows. Whatever lists them reads this table."""

from typing import Any

from core.errors import BadRequest
from devices.family import Family
from devices.replay.family import REPLAY
from devices.serial_arm.family import SERIAL
from devices.virtual.family import VIRTUAL

FAMILIES: tuple[Family[Any], ...] = (SERIAL, VIRTUAL, REPLAY)


def patterns() -> tuple[str, ...]:
    """How controllers can be named."""
    return tuple(family.pattern for family in FAMILIES)


def family_of(uri: str) -> Family[Any]:
    """The family that a controller's name belongs to.

    Raises
    ------
    BadRequest
        ``unknown-controller``.
    """
    scheme, colon, _ = uri.partition(":")
    for family in FAMILIES:
        if colon and family.scheme == scheme:
            return family
    raise BadRequest("unknown-controller", uri=uri, known=patterns())
