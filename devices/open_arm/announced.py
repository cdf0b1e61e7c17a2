"""Capabilities of an arm, read from its announcement."""

from math import inf

from core.recording import Mark, Quantity, TorqueKind
from devices.capabilities import Capabilities, ControllerKind, MotionKind
from devices.errors import ProtocolError
from devices.protocol_open.messages import Announcement, StatusFlag

MOTIONS = {
    ControllerKind.OPEN: frozenset(MotionKind),
    ControllerKind.CLOSED: frozenset({MotionKind.POINT_TO_POINT}),
    ControllerKind.READ_ONLY: frozenset[MotionKind](),
}
"""Accepted motions by the kind of controller that speaks the open protocol."""


def capabilities_of(
    announcement: Announcement, flags: StatusFlag = StatusFlag.NONE, *, opened: Mark = Mark.NONE
) -> Capabilities:
    """Derive the capabilities from an announcement; quantities in the order of the channel table.

    ``flags`` come from the status: properties that were added to the protocol later are sent there,
    where older hosts and older devices ignore them. ``opened`` is the mark of the code that opened
    the transport; the device's own mark never replaces it.

    Raises
    ------
    ProtocolError
        ``protocol-field`` for an unknown mark.
    """
    kind = ControllerKind(announcement.kind)
    return Capabilities(
        kind=kind,
        joint_count=len(announcement.joint_names),
        sample_rate=announcement.sample_rate,
        quantities=_quantities(announcement),
        torque_kind=TorqueKind(announcement.torque_kind),
        motions=MOTIONS[kind],
        stops_when_host_silent=announcement.stops_when_host_silent,
        payload_write_back=StatusFlag.TAKES_PAYLOAD in flags,
        mark=_mark(announcement.mark, opened=opened),
        acceleration=tuple(inf if limit is None else limit for limit in announcement.acceleration or ()),
    )


def _quantities(announcement: Announcement) -> tuple[Quantity, ...]:
    """The known quantities of the channel table, once each."""
    known = {quantity.value: quantity for quantity in Quantity}
    streamed = dict.fromkeys(channel.quantity for channel in announcement.channels)
    return tuple(known[name] for name in streamed if name in known)


def _mark(text: str, *, opened: Mark) -> Mark:
    """The opener's mark if there is one; else SAID if the device reports that it is no real arm."""
    try:
        said = Mark(text)
    except ValueError:
        known = ", ".join(filter(None, Mark))
        raise ProtocolError(
            "protocol-field", message="Announcement", field="mark", reason=f"{text}, none of {known}"
        ) from None
    if opened is not Mark.NONE:
        return opened
    return Mark.NONE if said is Mark.NONE else Mark.SAID
