"""What an arm can do, by its announcement."""

from core.recording import Mark, Quantity, TorqueKind
from devices.capabilities import Capabilities, ControllerKind, MotionKind
from devices.errors import ProtocolError
from devices.protocol_open.messages import Announcement, StatusFlag

MOTIONS = {
    ControllerKind.OPEN: frozenset(MotionKind),
    ControllerKind.CLOSED: frozenset({MotionKind.POINT_TO_POINT}),
    ControllerKind.READ_ONLY: frozenset[MotionKind](),
}
"""What each kind of controller that speaks the open protocol takes."""


def capabilities_of(
    announcement: Announcement, flags: StatusFlag = StatusFlag.NONE, *, opened: Mark = Mark.NONE
) -> Capabilities:
    """What can be expected of whoever announced this; quantities in the order of the channel table.

    ``flags`` are those of its status: what came into the protocol later is told there, where
    neither an older host nor an older device stumbles over it. ``opened`` is the mark that the
    opener of the transport gave it; what the device says of itself never takes its place.

    Raises
    ------
    ProtocolError
        ``protocol-field`` for a mark that nobody could show.
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
    )


def _quantities(announcement: Announcement) -> tuple[Quantity, ...]:
    """Those of the table that this program knows, once each."""
    known = {quantity.value: quantity for quantity in Quantity}
    streamed = dict.fromkeys(channel.quantity for channel in announcement.channels)
    return tuple(known[name] for name in streamed if name in known)


def _mark(text: str, *, opened: Mark) -> Mark:
    """The opener's mark, or that the device says it is no real arm."""
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
