"""The request by which a host lets the time of a simulated device pass."""

from devices.protocol_open.messages import Message, Simulate

ADVANCE = "advance"
GRANT_PERIODS = 20
"""At most so many control periods at once: 20 ms, in which no command reaches the arm."""


def grant(periods: int, *, beat: bool) -> Simulate:
    """The request for so many periods; with ``beat`` it is the host's sign of life too."""
    return Simulate(ADVANCE, {"periods": periods, "beat": beat})


def is_grant(message: Message) -> bool:
    """Whether a message grants time."""
    return isinstance(message, Simulate) and message.action == ADVANCE


def granted(message: Message) -> tuple[int, bool]:
    """The periods that a grant allows, and whether it is a sign of life."""
    assert isinstance(message, Simulate)
    periods = message.facts.get("periods")
    assert isinstance(periods, int)
    assert 0 <= periods <= GRANT_PERIODS
    return periods, bool(message.facts.get("beat"))
