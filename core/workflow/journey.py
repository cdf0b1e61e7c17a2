"""State derived from the progress of a visit: state of every step, what blocks it, and the next step.

The window's rail, footer and start screen use a ``Journey``, and so does the command line. It is
created again after every change: ``Journey(progress, Situation(...))``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from core.workflow.guide import Guide, GuideStep
from core.workflow.guides import guide_named
from core.workflow.progress import Place, Progress


class StepState(StrEnum):
    """State of a step in the rail, shown as a shape and a word."""

    NOT_YET = "not-yet"
    NOW = "now"
    DONE = "done"
    PARTLY = "partly-done"
    OUT_OF_DATE = "out-of-date"


@dataclass(frozen=True)
class Situation:
    """The present situation that is not part of the visit.

    ``revisions`` are those of what no step makes, such as the power-on of the connected
    controller; one that is unknown makes nothing out of date.
    """

    capabilities: frozenset[str] = frozenset()
    revisions: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Blocking:
    """Reason why a step cannot be opened: a code, the missing item, and the step that provides it.

    ``code`` is ``needs-`` and the name of the product or capability. ``step`` is empty where
    no step of the guide provides it (a controller without the capability).
    """

    code: str
    missing: str
    step: str = ""


@dataclass(frozen=True)
class ResumePoint:
    """Place to continue at: the place itself, or the step that comes ``first`` and then the place."""

    first: str
    place: Place


@dataclass(frozen=True)
class Journey:
    """A guide with its progress and the present situation."""

    progress: Progress
    situation: Situation = field(default_factory=Situation)

    @cached_property
    def guide(self) -> Guide:
        """The guide in use; to ask all features for their steps takes longer than any answer here."""
        return guide_named(self.progress.guide)

    def state(self, step: str, *, current: str = "") -> StepState:
        """State of a step; the open one is always *now*."""
        return StepState.NOW if step == current else self._standing(self._step(step))

    def _standing(self, step: GuideStep) -> StepState:
        if step.brings:
            return StepState.DONE if step.brings in self.situation.capabilities else StepState.NOT_YET
        product = step.makes or step.shows
        if product not in self.progress.products:
            return StepState.NOT_YET
        if self.is_out_of_date(product):
            return StepState.OUT_OF_DATE
        return StepState.DONE if self.progress.products[product].is_whole else StepState.PARTLY

    def makes_something(self, step: str) -> bool:
        """True for a step with a state of its own: it makes or shows a product, or brings a capability."""
        one = self._step(step)
        return bool(one.makes or one.shows or one.brings)

    def parts(self, step: str) -> tuple[int, int]:
        """Number of parts of a step that are done, and of all its parts; zeros where it has none."""
        one = self._step(step)
        made = self.progress.products.get(one.makes or one.shows)
        return (0, 0) if made is None else (made.done, made.of)

    def row_state(self, row: Sequence[GuideStep]) -> tuple[StepState, tuple[int, int]]:
        """State of the steps of a row together, and how many of them are done, of all that count.

        Those count that lead on with this controller, without another way to what one of them leaves.
        """
        if len(row) == 1:
            return self._standing(row[0]), self.parts(row[0].key)
        states = [self._standing(step) for step in self._counting(row)]
        done = states.count(StepState.DONE)
        if StepState.OUT_OF_DATE in states:
            state = StepState.OUT_OF_DATE
        elif done == len(states):
            state = StepState.DONE
        else:
            state = StepState.PARTLY if done or StepState.PARTLY in states else StepState.NOT_YET
        return state, (done, len(states))

    def entry(self, row: Sequence[GuideStep]) -> str:
        """The step that a row opens: the first with work to do as far as the result, else the result.

        It is the first step of the row where none can be opened.
        """
        steps = self._counting(row)
        result = next((each for each in steps if each.shows or each.adds), steps[-1])
        before = [each for each in steps[: steps.index(result) + 1] if self.can_open(each.key)]
        undone = (each for each in before if self._standing(each) is not StepState.DONE)
        return next(undone, before[-1] if before else row[0]).key

    def _counting(self, row: Sequence[GuideStep]) -> list[GuideStep]:
        onward = [step for step in row if self._leads_on(step)] or list(row)
        left = {step.adds for step in onward} - {""}
        return [step for step in onward if step.makes not in left]

    def is_out_of_date(self, product: str) -> bool:
        """True if a source of a product has changed since, directly or indirectly.

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
        """The present revisions of a product's sources, to be stored with it.

        They are taken when the work begins: a change while it runs makes its product out of date.
        """
        found = {}
        for name in self.guide.made_from(product):
            if name in self.progress.products:
                found[name] = self.progress.products[name].revision
            elif name in self.situation.revisions:
                found[name] = self.situation.revisions[name]
        return found

    def blocking(self, step: str) -> Blocking | None:
        """The first obstacle to opening a step; None if it can be opened."""
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
        """The best step for making a product that can be opened in the present situation.

        A controller that is not connected yet counts as capable.
        """
        ways = self.guide.makers(product)
        possible = (step for step in ways if not self._lacking(step) or self._can_be_brought(step))
        return next(possible, ways[0] if ways else None)

    def _lacking(self, step: GuideStep) -> str:
        """The first missing capability of a step; empty if none is missing."""
        there = self.situation.capabilities
        return next((capability for capability in step.capabilities if capability not in there), "")

    def _can_be_brought(self, step: GuideStep) -> bool:
        return self.guide.bringer(self._lacking(step)) is not None

    def can_open(self, step: str) -> bool:
        """True if the requirements of the step are met, or it is of some use without its capabilities."""
        wanted = self._step(step)
        if wanted.opens_without:
            return all(product in self.progress.products for product in wanted.needs)
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
        """The step to continue with; None after the last.

        Passed over are steps beside the way, those that lead nowhere with the connected controller, other
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
            and not each.is_aside
            and each.makes not in left - {""}
            and not self._needs_what_was_left_out(each)
        )
        return next((each.key for each in onward), None)

    def before(self, step: str) -> str | None:
        """The step to go back to, past those beside the way; None from the first."""
        earlier = self.guide.steps[: self.guide.keys.index(step)]
        return next((each.key for each in reversed(earlier) if not each.is_aside), None)

    def _needs_what_was_left_out(self, step: GuideStep) -> bool:
        """True if an optional step lacks a product that the user chose not to make."""
        missing = [product for product in step.needs if product not in self.progress.products]
        makers = [maker for product in missing if (maker := self.maker(product)) is not None]
        return step.optional and any(maker.optional for maker in makers)

    def _leads_on(self, step: GuideStep) -> bool:
        """True if the step is possible now, or is needed for one that is."""
        if step.is_aside or (self._lacking(step) and not self._can_be_brought(step)):
            return False
        needing = [each for each in self.guide.steps if step.makes and step.makes in each.needs]
        is_wanted = not step.optional or step.is_worth_itself or not needing
        return is_wanted or any(self._leads_on(each) for each in needing)

    def leads_on(self, step: str) -> bool:
        """True if the step is on the way, and possible now or needed for one that is."""
        return self._leads_on(self._step(step))

    def usual_seconds(self, step: str) -> float:
        """Time of the step's last run, else its usual time, s."""
        return self._seconds(self._step(step))

    def next_step(self) -> str:
        """The first required step that is not done or out of date; the last one if all are done."""
        for step in self.guide.steps:
            if self._is_called_for(step) and self._is_open_work(step):
                return step.key
        return self.guide.keys[-1]

    def _is_open_work(self, step: GuideStep) -> bool:
        """True if not done or out of date; a step that brings a capability counts while another needs it."""
        if self._standing(step) is StepState.DONE:
            return False
        return not step.brings or self._is_wanted(step.brings)

    def _is_wanted(self, capability: str) -> bool:
        """True if a step still to be done needs the capability."""
        wanting = (each for each in self.guide.steps if capability in each.capabilities)
        return any(self._is_called_for(each) and self._is_open_work(each) for each in wanting)

    def _is_called_for(self, step: GuideStep) -> bool:
        """True if the step is required: not optional, or needed for a later step to be done."""
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
        """Place to continue at: the last place, else the next step; its requirements first.

        A robot that must be connected comes first, and the place is kept for afterwards.
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

    def place_at(self, step: str) -> Place:
        """The place to resume at once a step is open; a look at an earlier step leaves it."""
        left, keys = self.progress.place, self.guide.keys
        is_ahead = left is not None and left.step in keys and keys.index(left.step) > keys.index(step)
        return left if left is not None and is_ahead else Place(step)

    @property
    def fraction(self) -> float:
        """Completed share of the guide, 0 to 1, weighted by the usual durations of its steps."""
        whole = sum(self._seconds(step) for step in self._counted)
        return 1.0 - self.seconds_left / whole if whole > 0.0 else 1.0

    @property
    def seconds_left(self) -> float:
        """Usual time for the rest, s; the present step counts with its remaining share."""
        return sum(self._seconds(step) * (1.0 - self._done_share(step)) for step in self._counted)

    @property
    def _counted(self) -> tuple[GuideStep, ...]:
        """Steps that are required, or were done anyway on the way."""
        return tuple(
            step
            for step in self.guide.steps
            if self._is_called_for(step)
            or (not step.is_aside and self._standing(step) is not StepState.NOT_YET)
        )

    def _done_share(self, step: GuideStep) -> float:
        place = self.progress.place
        if place is not None and place.step == step.key and place.part:
            return place.fraction
        if step.shows:  # seen once a later step was reached
            return 1.0 if self._is_behind(step) else 0.0
        if self._standing(step) is StepState.PARTLY:
            done, of = self.parts(step.key)
            return done / of
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
