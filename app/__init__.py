"""Windows and words: the program a person sees, on screen and in a terminal."""

import os
from functools import cache
from typing import TYPE_CHECKING

import app.guide.feature
import app.visit.feature_registry
import core.workflow

if TYPE_CHECKING:
    from app.guide.feature import Feature
    from app.visit.feature_registry import FeatureProduct

# The factorisations here are small: threads of the linear algebra library cost more than they
# bring (five times as long on two busy cores). It reads this when NumPy is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def _features() -> "tuple[Feature, ...]":
    from app import features

    return features.FEATURES


@cache
def _products(features: "tuple[Feature, ...]") -> "tuple[FeatureProduct, ...]":
    """Their products: the window asks at every change."""
    return tuple(product for each in features for product in each.products())


# These rooms lie below the features and read the list from here, in every process of the program.
app.guide.feature.hand_in(_features)
app.visit.feature_registry.hand_in(
    steps=lambda: [step for each in _features() for step in each.steps],
    products=lambda: _products(_features()),
)
core.workflow.hand_in_steps(
    lambda: [step.added for each in _features() for step in each.steps if step.added is not None]
)
