"""A finding of the safety checks about a planned motion."""

from dataclasses import dataclass, field

from core.errors import Fact


@dataclass(frozen=True)
class Finding:
    """A stable code with facts; a blocking finding forbids the motion."""

    code: str
    facts: dict[str, Fact] = field(default_factory=dict)
    blocking: bool = True
