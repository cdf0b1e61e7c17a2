"""Windows and words: the program a person sees, on screen and in a terminal."""

import os
from typing import TYPE_CHECKING

import app.guide.feature
import app.visit.feature_registry
import core.workflow

if TYPE_CHECKING:
    from app.guide.feature import Feature

# The factorisations here are small: threads of the linear algebra library cost more than they
# bring (five times as long on two busy cores). It reads this when NumPy is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def _features() -> "tuple[Feature, ...]":
    from app import features

    return features.FEATURES


# These rooms lie below the features and read the list from here, in every process of the program.
app.guide.feature.hand_in(_features)
app.visit.feature_registry.hand_in(
    steps=lambda: [step for each in _features() for step in each.steps],
    products=lambda: [product for each in _features() for product in each.products()],
)
core.workflow.hand_in_steps(
    lambda: [step.added for each in _features() for step in each.steps if step.added is not None]
)
