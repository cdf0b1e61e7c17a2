r"""Makes texts and facts from a device safe for a screen, a terminal, a log or a file.

Characters that cannot be shown are escaped as in Python (``\x1b``): an escape sequence must not
control a terminal, and a line end must not forge a line of a log.
"""

from collections.abc import Mapping

from core.errors import Fact

LONGEST = 200
"""Longest text, in characters."""
LONGEST_NAME = 40
MOST_FACTS = 32
"""Most facts of one message, and most items of one list."""
LARGEST_WHOLE = 2**53
"""Larger integers are shown in exponent form, not with hundreds of digits."""

_TAKEN = {"self", "code", "problems", "default", "said"}
"""Names that the constructor of an error uses itself, besides its facts."""


def shown(text: str, *, longest: int = LONGEST) -> str:
    """Escape what cannot be shown; the result has at most ``longest`` characters."""
    seen = text[:longest] if len(text) <= longest else f"{text[: longest - 1]}…"
    if not seen.isprintable():
        escaped = "".join(item if item.isprintable() else ascii(item)[1:-1] for item in seen)
        seen = escaped if len(escaped) <= longest else f"{escaped[: longest - 1]}…"
    return seen


def shown_facts(facts: Mapping[str, Fact]) -> dict[str, Fact]:
    """Make the first facts of a message safe: values as ``shown``, names that an error can carry."""
    return {_shown_name(name): _shown_fact(facts[name]) for name in list(facts)[:MOST_FACTS]}


def _shown_name(name: str) -> str:
    seen = shown(name, longest=LONGEST_NAME)
    return f"said_{seen}" if seen in _TAKEN else seen


def _shown_fact(fact: Fact) -> Fact:
    if isinstance(fact, str):
        return shown(fact)
    if isinstance(fact, int) and _is_long(fact):
        return float(fact)
    if not isinstance(fact, tuple):
        return fact
    some = fact[:MOST_FACTS]
    texts = tuple(item for item in some if isinstance(item, str))
    if texts:
        return tuple(map(shown, texts))
    return tuple(float(item) for item in some) if any(_is_long(item) for item in some) else some


def _is_long(item: object) -> bool:
    return isinstance(item, int) and abs(item) > LARGEST_WHOLE
