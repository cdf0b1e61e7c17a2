"""What has been done in a visit, and where it was left: plain, frozen, stored in the visit.

``Progress`` only remembers; what follows from it, ``Journey`` says. Store it with
``visit.put_settings(SETTINGS_NAME, progress)`` and read it with
``visit.settings(SETTINGS_NAME, Progress)``.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

SETTINGS_NAME = "workflow"


@dataclass(frozen=True)
class Made:
    """A product that exists: its revision, and those of what it was made from at that time.

    A revision is any text that changes with the product: a count, a time, a hash of the
    contents. With a hash, going back to an earlier choice makes its results current again.
    """

    revision: str
    made_from: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Place:
    """Where somebody is: a step, and within it part ``part`` of ``parts``, such as joint 4 of 6.

    ``part`` counts from 1; 0 where a step has no parts or has not begun. ``detail`` says in
    which of the step's own stages, in its own words (a label, a pose).
    """

    step: str
    part: int = 0
    parts: int = 0
    detail: str = ""

    @property
    def fraction(self) -> float:
        """How much of the step is done before this part, 0 to 1."""
        return min(max(self.part - 1, 0) / self.parts, 1.0) if self.parts > 0 else 0.0


@dataclass(frozen=True)
class Progress:
    """The guide that is followed, the products there are, and the place where it was left."""

    guide: str
    products: Mapping[str, Made] = field(default_factory=dict)
    place: Place | None = None
    joint_count: int = 6
    seconds: Mapping[str, float] = field(default_factory=dict)
    """How long steps took when they were done, s."""

    def made(self, product: str, *, revision: str, made_from: Mapping[str, str] | None = None) -> "Progress":
        """The same with a product (made again); nothing that was made from an older one is removed.

        ``made_from`` are the revisions that went into it; see ``Journey.revisions``.
        """
        return replace(self, products={**self.products, product: Made(revision, dict(made_from or {}))})

    def withdrawn(self, product: str) -> "Progress":
        """The same without a product, such as a choice of nothing; what was made from it stays."""
        return replace(self, products={name: made for name, made in self.products.items() if name != product})

    def at(self, place: Place) -> "Progress":
        """The same, left at another place."""
        return replace(self, place=place)

    def took(self, step: str, *, seconds: float) -> "Progress":
        """The same, knowing how long a step took."""
        return replace(self, seconds={**self.seconds, step: seconds})

    def following(self, guide: str) -> "Progress":
        """The same on another guide; all products stay."""
        return replace(self, guide=guide)

    def reconciled(self, found: Mapping[str, str], *, known: Collection[str]) -> "Progress":
        """The same brought in line with what the visit file holds, after a crash or an import.

        Parameters
        ----------
        found : the revision of every product that the file itself shows
        known : the products whose absence from the file means that they do not exist
        """
        kept = {name: made for name, made in self.products.items() if name in found or name not in known}
        new = {name: Made(revision) for name, revision in found.items() if name not in kept}
        changed = {
            name: replace(kept[name], revision=revision)
            for name, revision in found.items()
            if name in kept and kept[name].revision != revision
        }
        return replace(self, products={**kept, **new, **changed})
