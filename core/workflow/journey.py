"""What follows from the progress of a visit: how every step stands, what blocks it, where to go on.

The window asks a ``Journey`` for everything that its rail, its footer and its start screen
show; the command line asks the same. It is made anew whenever something changed:
``Journey(progress, Situation(...))``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from core.workflow.guide import Guide, GuideStep
from core.workflow.guides import guide_named
from core.workflow.progress import Place, Progress


class StepState(StrEnum):
    """What the rail shows beside a step, as a shape and a word."""

    NOT_YET = "not-yet"
    NOW = "now"
    DONE = "done"
    OUT_OF_DATE = "out-of-date"


@dataclass(frozen=True)
class Situation:
    """What is there right now and is not part of the visit.

    ``revisions`` are those of what no step makes, such as the power-on of the connected
    controller; one that is unknown makes nothing out of date.
    """

    capabilities: frozenset[str] = frozenset()
    revisions: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Blocking:
    """Why a step cannot be opened: a code to be worded, what is missing, and the step that mends it.

    ``code`` is ``needs-`` and the name of the product or capability. ``step`` is empty where
    no step of the guide can mend it (a controller that cannot do what is wanted).
    """

    code: str
    missing: str
    step: str = ""


@dataclass(frozen=True)
class ResumePoint:
    """Where to go on: the place itself, or the step that comes ``first`` and then the place."""

    first: str
    place: Place


@dataclass(frozen=True)
class Journey:
    """A guide, with what has been done on it and what is there now."""

    progress: Progress
    situation: Situation = field(default_factory=Situation)

    @property
    def guide(self) -> Guide:
        """The guide that is followed."""
        return guide_named(self.progress.guide)

    def state(self, step: str, *, current: str = "") -> StepState:
        """How a step stands; the one that is open is always *now*."""
        return StepState.NOW if step == current else self._standing(self._step(step))

    def _standing(self, step: GuideStep) -> StepState:
        if step.brings:
            return StepState.DONE if step.brings in self.situation.capabilities else StepState.NOT_YET
        product = step.makes or step.shows
        if product not in self.progress.products:
            return StepState.NOT_YET
        return StepState.OUT_OF_DATE if self.is_out_of_date(product) else StepState.DONE

    def is_out_of_date(self, product: str) -> bool:
        """Whether something that a product was made from has changed since, at any remove.

        A product without any record of what it was made from is taken as it is.
        """
        made = self.progress.products.get(product)
        if made is None:
            return False
        return any(
            self._has_changed(name, since=made.made_from[name])
            for name in self.guide.made_from(product)
            if name in made.made_from
        )

    def _has_changed(self, name: str, *, since: str) -> bool:
        if self.guide.maker(name) is None:  # from outside: unknown means unchanged
            return self.situation.revisions.get(name, since) != since
        current = self.progress.products.get(name)
        return current is None or current.revision != since or self.is_out_of_date(name)

    def revisions(self, product: str) -> dict[str, str]:
        """The present revisions of what a product is made from, to be remembered with it.

        Take them when the work begins: what changes while it runs makes its product out of date.
        """
        found = {}
        for name in self.guide.made_from(product):
            if name in self.progress.products:
                found[name] = self.progress.products[name].revision
            elif name in self.situation.revisions:
                found[name] = self.situation.revisions[name]
        return found

    def blocking(self, step: str) -> Blocking | None:
        """The first thing that keeps a step from being opened; None where it can be opened."""
        wanted = self._step(step)
        if capability := self._lacking(wanted):
            bringer = self.guide.bringer(capability)
            return Blocking(f"needs-{capability}", capability, bringer.key if bringer else "")
        for product in wanted.needs:
            if product not in self.progress.products:
                maker = self.maker(product)
                return Blocking(f"needs-{product}", product, maker.key if maker else "")
        return None

    def maker(self, product: str) -> GuideStep | None:
        """The step to be taken for a product: the best way to it that is open with what is there now.

        A controller that is not connected yet may turn out to be one that can do it.
        """
        ways = self.guide.makers(product)
        possible = (step for step in ways if not self._lacking(step) or self._can_be_brought(step))
        return next(possible, ways[0] if ways else None)

    def _lacking(self, step: GuideStep) -> str:
        """The first capability that a step needs and that is not there; empty where all are."""
        there = self.situation.capabilities
        return next((capability for capability in step.capabilities if capability not in there), "")

    def _can_be_brought(self, step: GuideStep) -> bool:
        return self.guide.bringer(self._lacking(step)) is not None

    def can_open(self, step: str) -> bool:
        """Whether what the step needs is there."""
        return self.blocking(step) is None

    def outdated_by(self, step: str) -> tuple[str, ...]:
        """The later steps whose products exist and would be out of date if a step were redone."""
        redone = self._step(step)
        left = {redone.makes, redone.adds} - {""}
        reached = set(left)
        for later in self.guide.steps:
            made = self.progress.products.get(later.makes)
            if reached & set(later.made_from) & set(later.made_from if made is None else made.made_from):
                reached.add(later.makes)
        return tuple(
            each.key
            for each in self.guide.steps
            if each.key != step
            and (each.makes or each.shows) in (reached - left) & set(self.progress.products)
        )

    def following(self, step: str) -> str | None:
        """The step to go on to; None after the last.

        Passed over are steps that lead nowhere with the controller that is connected, other
        ways to what this step has just left, and optional ones that need what another optional
        step would have made.
        """
        done = self._step(step)
        later = self.guide.steps[self.guide.keys.index(done.key) + 1 :]
        left = {done.adds} & set(self.progress.products)
        onward = (
            each
            for each in later
            if self._leads_on(each)
            and each.makes not in left - {""}
            and not self._needs_what_was_left_out(each, after=done)
        )
        return next((each.key for each in onward), None)

    def _needs_what_was_left_out(self, step: GuideStep, *, after: GuideStep) -> bool:
        """Whether an optional step lacks what somebody chose not to make."""
        missing = [product for product in step.needs if product not in self.progress.products]
        makers = [maker for product in missing if (maker := self.maker(product)) is not None]
        return step.optional and any(maker.optional and maker is not after for maker in makers)

    def _leads_on(self, step: GuideStep) -> bool:
        """Whether it can be done with what is there, or is needed for something that can."""
        if self._lacking(step) and not self._can_be_brought(step):
            return False
        needing = [each for each in self.guide.steps if step.makes and step.makes in each.needs]
        is_wanted = not step.optional or step.is_worth_itself or not needing
        return is_wanted or any(self._leads_on(each) for each in needing)

    def leads_on(self, step: str) -> bool:
        """Whether a step can be done with what is there, or is needed for something that can."""
        return self._leads_on(self._step(step))

    def usual_seconds(self, step: str) -> float:
        """How long a step took when it was last done, else how long it usually takes."""
        return self._seconds(self._step(step))

    def next_step(self) -> str:
        """The first step that is called for and not done, or out of date; the last when all are done."""
        for step in self.guide.steps:
            if self._is_called_for(step) and self._is_open_work(step):
                return step.key
        return self.guide.keys[-1]

    def _is_open_work(self, step: GuideStep) -> bool:
        """Not done, or out of date; what only brings a capability is work as long as a step wants it."""
        if self._standing(step) is StepState.DONE:
            return False
        return not step.brings or self._is_wanted(step.brings)

    def _is_wanted(self, capability: str) -> bool:
        """Whether some step that is still to be done needs the capability."""
        wanting = (each for each in self.guide.steps if capability in each.capabilities)
        return any(self._is_called_for(each) and self._is_open_work(each) for each in wanting)

    def _is_called_for(self, step: GuideStep) -> bool:
        """Whether the guide asks for it: not optional, or the way to what a later step to be done needs."""
        return not step.optional or any(
            product not in self.progress.products
            and self.maker(product) is step
            and self._is_awaited(product)
            for product in (step.makes, step.adds)
            if product
        )

    def _is_awaited(self, product: str) -> bool:
        needing = (each for each in self.guide.steps if product in each.needs)
        return any(self._is_called_for(each) and self._is_open_work(each) for each in needing)

    def resume_point(self) -> ResumePoint:
        """Where to go on: where it was left, else the next step; first what that needs.

        A robot that has to be connected comes first, and the place is kept for afterwards.
        """
        left = self.progress.place
        if left is None or self.guide.step(left.step) is None:
            left = Place(self.next_step())
        first = left.step
        for _ in self.guide.steps:  # each round goes to what the one before needs
            blocking = self.blocking(first)
            if blocking is None:
                return ResumePoint(first, left)
            if not blocking.step:
                break
            first = blocking.step
        return ResumePoint(self.guide.keys[0], left)

    @property
    def fraction(self) -> float:
        """How much of the guide is done, 0 to 1, weighed by the usual durations of its steps."""
        whole = sum(self._seconds(step) for step in self._counted)
        return 1.0 - self.seconds_left / whole if whole > 0.0 else 1.0

    @property
    def seconds_left(self) -> float:
        """How long the rest usually takes; the step in hand counts for what is left of it."""
        return sum(self._seconds(step) * (1.0 - self._done_share(step)) for step in self._counted)

    @property
    def _counted(self) -> tuple[GuideStep, ...]:
        """Steps that are called for, or that were done anyway."""
        return tuple(
            step
            for step in self.guide.steps
            if self._is_called_for(step) or self._standing(step) is not StepState.NOT_YET
        )

    def _done_share(self, step: GuideStep) -> float:
        place = self.progress.place
        if place is not None and place.step == step.key and place.part:
            return place.fraction
        if step.shows:  # looked at once somebody went beyond it
            return 1.0 if self._is_behind(step) else 0.0
        return 0.0 if self._is_open_work(step) else 1.0

    def _is_behind(self, step: GuideStep) -> bool:
        keys = self.guide.keys
        later = self.guide.steps[keys.index(step.key) + 1 :]
        made_after = any(each.makes and self._standing(each) is StepState.DONE for each in later)
        place = self.progress.place
        left_beyond = place is not None and place.step in {each.key for each in later}
        return self._standing(step) is StepState.DONE and (made_after or left_beyond)

    def _seconds(self, step: GuideStep) -> float:
        usual = step.seconds + step.seconds_per_joint * self.progress.joint_count
        return self.progress.seconds.get(step.key, usual)

    def _step(self, key: str) -> GuideStep:
        found = self.guide.step(key)
        if found is None:
            raise KeyError(key)
        return found
