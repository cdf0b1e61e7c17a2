"""The request by which a host grants time to a simulated device."""

from devices.protocol_open.messages import Message, Simulate

ADVANCE = "advance"
GRANT_PERIODS = 20
"""Usual control periods per grant: 20 ms, in which no command reaches the arm."""
MOST_GRANT_PERIODS = 100
"""Longest grant; each one costs host and device a millisecond or two of real time."""


def grant(periods: int, *, beat: bool) -> Simulate:
    """Make the request for ``periods``; with ``beat`` it also counts as the host's heartbeat."""
    return Simulate(ADVANCE, {"periods": periods, "beat": beat})


def is_grant(message: Message) -> bool:
    """True if a message grants time."""
    return isinstance(message, Simulate) and message.action == ADVANCE


def granted(message: Message) -> tuple[int, bool]:
    """Number of granted periods, and whether the grant counts as a heartbeat."""
    assert isinstance(message, Simulate)
    periods = message.facts.get("periods")
    assert isinstance(periods, int)
    assert 0 <= periods <= MOST_GRANT_PERIODS
    return periods, bool(message.facts.get("beat"))
