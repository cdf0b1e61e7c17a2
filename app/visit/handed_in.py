"""Where the features hand in their steps and products: the room of the visit lies below them.

Imported at every start, so it loads little.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.workflow import AddedStep, Made

if TYPE_CHECKING:
    from core.storage.visit import Visit


@dataclass(frozen=True)
class FeatureStep:
    """A step of a guide that a feature has the page for.

    Parameters
    ----------
    key
        Key of the step in ``core.workflow``, and of the help's topic.
    word
        Its name in the rail, in English; the catalogues translate it.
    added
        Its place in a guide, for a step that ``core.workflow.guides`` does not have.
    shows_progress
        Whether the page has a progress bar and a *Cancel* of its own.
    """

    key: str
    word: str
    added: AddedStep | None = None
    shows_progress: bool = False


def made_of_nothing(_visit: "Visit", key: str) -> Made:
    """Return the product with the key of its result as the revision, and no record of its sources."""
    return Made(key)


@dataclass(frozen=True)
class FeatureProduct:
    """A product that the newest result of its kind in the visit's file is.

    Parameters
    ----------
    product
        Name of the product in ``core.workflow``.
    kind
        Kind of the results in the file.
    made
        Revision of the result of that key, and the revisions of what it was made from.
    """

    product: str
    kind: Callable[[], str]
    made: Callable[["Visit", str], Made] = made_of_nothing


@dataclass(frozen=True)
class _HandedIn:
    """What every feature declares of its steps and products."""

    steps: Callable[[], Iterable[FeatureStep]]
    products: Callable[[], Iterable[FeatureProduct]]


_HANDED_IN: list[_HandedIn] = []


def hand_in(
    *, steps: Callable[[], Iterable[FeatureStep]], products: Callable[[], Iterable[FeatureProduct]]
) -> None:
    """Take the steps and products of the features; they are asked for whenever they are needed."""
    _HANDED_IN.append(_HandedIn(steps, products))


def feature_steps() -> Mapping[str, FeatureStep]:
    """Every step that has a page in a feature, by its key."""
    return {step.key: step for one in _HANDED_IN for step in one.steps()}


def feature_products() -> tuple[FeatureProduct, ...]:
    """Every product that is a stored result."""
    return tuple(product for one in _HANDED_IN for product in one.products())
