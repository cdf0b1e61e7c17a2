"""The progress of a visit and its last place: plain, frozen, stored in the visit.

``Progress`` only stores; ``Journey`` derives the state from it. Store it with
``visit.put_settings(SETTINGS_NAME, progress)`` and read it with ``visit.settings(SETTINGS_NAME,
Progress)``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

SETTINGS_NAME = "workflow"


@dataclass(frozen=True)
class Made:
    """An existing product: its revision, and those of its sources at that time.

    A revision is any text that changes with the product: a count, a time, a hash of the
    contents. With a hash, going back to an earlier choice makes its results current again.
    """

    revision: str
    made_from: Mapping[str, str] = field(default_factory=dict)
    done: int = 0
    of: int = 0
    """Parts that there are, such as joints or sweeps; 0 of 0 for what has no parts."""

    @property
    def is_whole(self) -> bool:
        """False where parts are missing."""
        return self.done >= self.of


@dataclass(frozen=True)
class Place:
    """The user's place: a step, and within it part ``part`` of ``parts``, such as joint 4 of 6.

    ``part`` counts from 1; 0 for a step without parts or not begun. ``detail`` is the step's own stage,
    in its own words (a label, a pose).
    """

    step: str
    part: int = 0
    parts: int = 0
    detail: str = ""

    @property
    def fraction(self) -> float:
        """Completed share of the step before this part, 0 to 1."""
        return min(max(self.part - 1, 0) / self.parts, 1.0) if self.parts > 0 else 0.0


@dataclass(frozen=True)
class Progress:
    """The guide that is followed, the products there are, and the place where it was left."""

    guide: str
    products: Mapping[str, Made] = field(default_factory=dict)
    place: Place | None = None
    joint_count: int = 6
    seconds: Mapping[str, float] = field(default_factory=dict)
    """Durations of the steps when they were done, s."""

    def made(self, product: str, *, revision: str, made_from: Mapping[str, str] | None = None) -> "Progress":
        """The progress with a product made (again); products made from an older one are kept.

        ``made_from`` are the revisions that went into it; see ``Journey.revisions``.
        """
        return replace(self, products={**self.products, product: Made(revision, dict(made_from or {}))})

    def withdrawn(self, product: str) -> "Progress":
        """The progress without a product, such as an empty choice; products made from it are kept."""
        return replace(self, products={name: made for name, made in self.products.items() if name != product})

    def at(self, place: Place) -> "Progress":
        """The progress with another place."""
        return replace(self, place=place)

    def took(self, step: str, *, seconds: float) -> "Progress":
        """The progress with the measured duration of a step."""
        return replace(self, seconds={**self.seconds, step: seconds})

    def following(self, guide: str) -> "Progress":
        """The progress with another guide; all products are kept."""
        return replace(self, guide=guide)
