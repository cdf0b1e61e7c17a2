"""A guide as data: its steps in order, what each needs and makes, and how long it usually takes.

Nothing here knows a page or a device. Products and capabilities are names, so that a
visit written by a newer program, with guides this one does not have, still opens.
"""

from dataclasses import dataclass, replace
from enum import StrEnum


class Product(StrEnum):
    """What steps leave behind in a visit."""

    CHECK = "check"
    """The encoders of all joints were compared."""
    FRICTION = "friction"
    """Joints were swept at steady speeds, and their friction was measured."""
    LOAD_STEPS = "load-steps"
    """Joints were loaded slowly by gravity, so that the twist of their gears shows."""
    PLAN = "plan"
    """A motion that excites the arm, planned and judged."""
    EXCITATION = "excitation"
    """That motion was run, and what came of it was judged."""
    RECORDINGS = "recordings"
    CHOICE = "choice"
    """Which recordings fit and which validate, and the settings."""
    MODEL = "model"
    ELASTICITY = "elasticity"
    """How stiff, loose and worn every gear is, from both encoders."""
    STIFFNESS = "stiffness"
    """What the whole arm gives, reckoned into its joints: millimetres at the tool."""
    VERIFICATION = "verification"
    """The model was compared with motion that it was not fitted to."""
    COMPENSATION = "compensation"
    """The tool was brought back to where it would be without load."""
    PAYLOAD_REFERENCE = "payload-reference"
    """What the arm takes with nothing on the flange: swept now, from an earlier visit, or by the model."""
    PAYLOAD = "payload"
    """Mass and centre of mass of what hangs on the flange."""
    PAYLOAD_REPORT = "payload-report"
    REPORT = "report"


class Outside(StrEnum):
    """What products may be made from that no step makes."""

    POWER_ON = "power-on"
    """Which power-on of the controller; unknown while none is connected."""


class Capability(StrEnum):
    """What has to be there while a step is open; none of it lasts beyond a session."""

    CONTROLLER = "controller"
    """A connected controller, real, virtual, or a replay."""
    MOTION = "motion"
    """One that takes motions from us."""
    TRAJECTORY = "trajectory"
    """One that runs whole trajectories."""
    LINK_ENCODERS = "link-encoders"
    PAYLOAD_WRITE_BACK = "payload-write-back"


@dataclass(frozen=True)
class GuideStep:
    """One step of a guide, known by its ``key``; the window has one page for each key.

    ``needs`` must exist, however old, before the step can be opened, ``capabilities`` must be
    there too and are asked for in their order. The product it ``makes`` is out of date when
    something in ``made_from`` changed after it was made. A step that only ``shows`` a product
    stands as that product does; one that ``brings`` a capability stands as long as that is there.
    """

    key: str
    needs: tuple[str, ...] = ()
    capabilities: tuple[str, ...] = ()
    makes: str = ""
    made_from: tuple[str, ...] = ()
    adds: str = ""
    """A product that it leaves besides, which another step may make as well."""
    shows: str = ""
    brings: str = ""
    optional: bool = False
    """Whether the guide is complete without it, unless a step that is to be done needs what it leaves."""
    is_worth_itself: bool = False
    """Whether an optional step is gone over even where no later step can use what it leaves."""
    seconds: float = 60.0
    """Roughly, for program and person together; a measured time replaces it when the step is redone."""
    seconds_per_joint: float = 0.0


@dataclass(frozen=True)
class Guide:
    """The way from the start screen to a result."""

    key: str
    steps: tuple[GuideStep, ...]

    @property
    def keys(self) -> tuple[str, ...]:
        """The steps' keys in order."""
        return tuple(step.key for step in self.steps)

    def step(self, key: str) -> GuideStep | None:
        """The step of that key, if the guide has it."""
        return next((step for step in self.steps if step.key == key), None)

    def with_step(self, step: GuideStep, *, after: str) -> "Guide":
        """The same with another step behind the one of the key ``after``.

        Raises
        ------
        ValueError
            Where the guide has no step ``after``, or a step of that key already.
        """
        if step.key in self.keys:
            raise ValueError(f"the guide {self.key} has two steps {step.key}")
        place = self.keys.index(after) + 1
        return replace(self, steps=(*self.steps[:place], step, *self.steps[place:]))

    def maker(self, product: str) -> GuideStep | None:
        """The step that makes a product and stands as that does."""
        return next((step for step in self.steps if step.makes == product), None)

    def makers(self, product: str) -> tuple[GuideStep, ...]:
        """Every step that leaves a product, the best way to it first."""
        return tuple(step for step in self.steps if product in {step.makes, step.adds})

    def bringer(self, capability: str) -> GuideStep | None:
        """The step that brings a capability."""
        return next((step for step in self.steps if step.brings == capability), None)

    def made_from(self, product: str) -> tuple[str, ...]:
        """What a product is made from; nothing for one that no step makes."""
        maker = self.maker(product)
        return maker.made_from if maker else ()


@dataclass(frozen=True)
class AddedStep:
    """A step that a feature adds to the guide of that key, behind the step ``after``."""

    step: GuideStep
    guide: str
    after: str
