"""A guide as data: its steps in order, their requirements and products, and their usual duration.

It is independent of pages and devices. Products and capabilities are names, so that a visit written by
a newer program, with guides unknown to this one, still opens.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property


class Product(StrEnum):
    """Products of the steps, stored in a visit."""

    CHECK = "check"
    """The encoders of all joints were compared."""
    FRICTION = "friction"
    """Joints were swept at steady speeds, and their friction was measured."""
    LOAD_STEPS = "load-steps"
    """Joints were loaded slowly by gravity, so that the twist of their gears shows."""
    PLAN = "plan"
    """A motion that excites the arm, planned and judged."""
    EXCITATION = "excitation"
    """That motion was run, and the run was evaluated."""
    RECORDINGS = "recordings"
    CHOICE = "choice"
    """Which recordings fit and which validate, and the settings."""
    MODEL = "model"
    ELASTICITY = "elasticity"
    """Stiffness, backlash and wear of every gear, from both encoders."""
    TORQUE_RAMPS = "torque-ramps"
    """Gears on a bench, with locked outputs, were wound up and down by their motors."""
    STIFFNESS = "stiffness"
    """Stiffness of the whole arm referred to its joints, and shifts of the tool."""
    VERIFICATION = "verification"
    """The model was compared with motion that it was not fitted to."""
    COMPENSATION = "compensation"
    """The tool was returned to its position without load."""
    GAINS = "drive-gains"
    """Torque of each drive per ampere, from runs without and with a weighed mass."""
    PAYLOAD_REFERENCE = "payload-reference"
    """The unloaded arm: swept now, from an earlier visit, or by the model."""
    PAYLOAD = "payload"
    """Mass and centre of mass of the payload on the flange."""
    PAYLOAD_REPORT = "payload-report"
    REPORT = "report"


class Outside(StrEnum):
    """Sources of products that no step makes."""

    POWER_ON = "power-on"
    """The controller's power-on; unknown without a connection."""


class Capability(StrEnum):
    """Requirements of an open step; none of them is stored beyond a session."""

    CONTROLLER = "controller"
    """A connected controller, real, virtual, or a replay."""
    MOTION = "motion"
    """A controller that accepts motions from this program."""
    TRAJECTORY = "trajectory"
    """A controller that runs whole trajectories."""
    LINK_ENCODERS = "link-encoders"
    PAYLOAD_WRITE_BACK = "payload-write-back"


class Chapter(StrEnum):
    """Steps of a guide that are shown as one row."""

    MOTION = "motion"
    MODEL = "model"
    RESULT = "result"
    MORE = "more"
    """Not among the rows: what a person opens who wants it, though *Next* may lead there."""


@dataclass(frozen=True)
class GuideStep:
    """One step of a guide, known by its ``key``; the window has one page for each key.

    ``needs`` must exist, however old, before the step can be opened, ``capabilities`` must be
    exist too and are requested in their order. The product it ``makes`` is out of date when
    something in ``made_from`` changed after it was made. A step that only ``shows`` a product
    has the state of that product; one that ``brings`` a capability is done while that exists.
    """

    key: str
    chapter: str = ""
    """Chapter of the guide; empty for a step that is a row of its own."""
    needs: tuple[str, ...] = ()
    capabilities: tuple[str, ...] = ()
    makes: str = ""
    made_from: tuple[str, ...] = ()
    adds: str = ""
    """A further product of the step, which another step may make too."""
    shows: str = ""
    brings: str = ""
    optional: bool = False
    """True if the guide is complete without it, unless a required step needs its product."""
    is_aside: bool = False
    """True for a step that is opened by choice alone; *Next* passes it over, and it is not counted."""
    opens_without: bool = False
    """True for a step that is of some use before its capabilities are there, and can be opened then.

    One is led to it by way of them nevertheless.
    """
    is_worth_itself: bool = False
    """True if an optional step is visited even if no later step can use its product."""
    seconds: float = 60.0
    """Approximate time for program and person together; replaced by the measured time of the last run."""
    seconds_per_joint: float = 0.0


@dataclass(frozen=True)
class Guide:
    """The way from the start screen to a result."""

    key: str
    steps: tuple[GuideStep, ...]

    @property
    def keys(self) -> tuple[str, ...]:
        """Keys of the steps, in order."""
        return tuple(step.key for step in self.steps)

    @property
    def way(self) -> tuple[str, ...]:
        """Keys of the steps on the way, in order, without those that are opened by choice alone."""
        return tuple(step.key for step in self.steps if not step.is_aside)

    @cached_property
    def rows(self) -> tuple[tuple[GuideStep, ...], ...]:
        """The steps as they are shown, those of a chapter together; without those under *More*."""
        rows: dict[str, list[GuideStep]] = {}
        for step in self.steps:
            if step not in self.more:
                rows.setdefault(step.chapter or step.key, []).append(step)
        return tuple(map(tuple, rows.values()))

    @cached_property
    def more(self) -> tuple[GuideStep, ...]:
        """The steps under *More*: all that are opened by choice alone, and others that few need."""
        return tuple(step for step in self.steps if step.is_aside or step.chapter == Chapter.MORE)

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
        """The step that makes a product and so has its state."""
        return next((step for step in self.steps if step.makes == product), None)

    def makers(self, product: str) -> tuple[GuideStep, ...]:
        """Every step that makes a product, the best one first."""
        return tuple(step for step in self.steps if product in {step.makes, step.adds})

    def bringer(self, capability: str) -> GuideStep | None:
        """The step that brings a capability."""
        return next((step for step in self.steps if step.brings == capability), None)

    def made_from(self, product: str) -> tuple[str, ...]:
        """Sources of a product; none for one that no step makes."""
        maker = self.maker(product)
        return maker.made_from if maker else ()


@dataclass(frozen=True)
class AddedStep:
    """A step that a feature adds to the guide of that key, behind the step ``after``."""

    step: GuideStep
    guide: str
    after: str
