"""Registers the steps and products of the features; ``app.visit`` is below them and cannot import them.

It is imported at every start, so it loads little.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.workflow import AddedStep, Made

if TYPE_CHECKING:
    from core.storage.visit import Visit


@dataclass(frozen=True)
class FeatureStep:
    """A step of a guide whose page belongs to a feature.

    Parameters
    ----------
    key
        Key of the step in ``core.workflow``, and of the help's topic.
    word
        Name in the list of steps, in English; the catalogues translate it.
    added
        Its position in a guide, for a step that ``core.workflow.guides`` does not have.
    shows_progress
        True if the page has its own progress bar and *Cancel* button.
    """

    key: str
    word: str
    added: AddedStep | None = None
    shows_progress: bool = False


def made_of_nothing(_visit: "Visit", key: str) -> Made:
    """The product with the key of its result as revision, and without sources."""
    return Made(key)


@dataclass(frozen=True)
class FeatureProduct:
    """A product that is stored as a result; the newest one of its kind counts.

    Parameters
    ----------
    product
        Name of the product in ``core.workflow``.
    kind
        Kind of the results in the file.
    made
        Revision of the result with this key, and revisions of its sources.
    """

    product: str
    kind: str
    made: Callable[["Visit", str], Made] = made_of_nothing


@dataclass(frozen=True)
class _HandedIn:
    steps: Callable[[], Iterable[FeatureStep]]
    products: Callable[[], Iterable[FeatureProduct]]


_HANDED_IN: list[_HandedIn] = []


def hand_in(
    *, steps: Callable[[], Iterable[FeatureStep]], products: Callable[[], Iterable[FeatureProduct]]
) -> None:
    """Register the steps and products of the features; they are read whenever they are needed."""
    _HANDED_IN.append(_HandedIn(steps, products))


def feature_steps() -> Mapping[str, FeatureStep]:
    """The steps of all features by their keys."""
    return {step.key: step for one in _HANDED_IN for step in one.steps()}


def feature_products() -> tuple[FeatureProduct, ...]:
    """The stored products of all features."""
    return tuple(product for one in _HANDED_IN for product in one.products())
