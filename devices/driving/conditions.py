"""Conditions of a motion: what an arm needs before it may move, and the error of what is missing."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from core.errors import Fact
from devices.controller import Said
from devices.errors import RobotStateError


@dataclass(frozen=True)
class Condition:
    """Something that a motion needs; ``code`` is that of the error while it is missing, with its facts."""

    code: str
    is_met: bool
    facts: dict[str, Fact] = field(default_factory=dict)


def said_missing(conditions: Iterable[Condition]) -> tuple[Said, ...]:
    """Codes and facts of the conditions that are not met."""
    return tuple((each.code, each.facts) for each in conditions if not each.is_met)


def first_missing(conditions: Iterable[Condition]) -> RobotStateError | None:
    """The error of the first condition that is not met; None if all are."""
    return next((RobotStateError(code, **facts) for code, facts in said_missing(conditions)), None)
