"""Registers the sentences of the features; ``app.errors`` is below them and cannot import them.

It is imported at every start, so it loads nothing else.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from app.errors.sentence import Wording

Sentence = tuple[str, str]
"""A sentence that may name facts in braces, and the short code that people quote."""


@dataclass(frozen=True)
class ErrorTables:
    """The sentences of one feature, each by the code of the core or of the devices."""

    errors: Mapping[str, Wording] = field(default_factory=dict)
    device_errors: Mapping[str, Wording] = field(default_factory=dict)
    reasons: Mapping[str, Sentence] = field(default_factory=dict)
    problems: Mapping[str, Sentence] = field(default_factory=dict)


HANDED_IN: list[Callable[[], Iterable[ErrorTables]]] = []


def hand_in(of_features: Callable[[], Iterable[ErrorTables]]) -> None:
    """Register the tables of the features; they are loaded when the first error is worded."""
    HANDED_IN.append(of_features)
