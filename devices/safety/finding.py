"""One thing that the safety checks found about a planned motion."""

from dataclasses import dataclass, field

from core.errors import Fact


@dataclass(frozen=True)
class Finding:
    """Something found about a planned motion: a stable code, facts, whether it forbids the motion."""

    code: str
    facts: dict[str, Fact] = field(default_factory=dict)
    blocking: bool = True
