"""Progress as a visit keeps it, in whatever order things come."""

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

import resources
from core.fields import from_fields, to_fields
from core.storage.visit import Visit
from core.workflow import (
    ON_ROBOT,
    SETTINGS_NAME,
    Capability,
    Journey,
    Made,
    Outside,
    Place,
    Product,
    Progress,
    Situation,
    StepState,
)
from tests.core.workflow.journeys import (
    CONNECTED,
    RUNS_PLANS,
    journey,
    made_now,
    states,
)

# Stored in the visit


def test_progress_survives_storing_in_a_visit(tmp_path):
    progress = journey("on-robot", "check", "recordings", "choice", situation=CONNECTED).progress
    progress = progress.at(Place("record", 4, 6, "joint 4")).took("check", seconds=71.5)
    text = resources.path("robots/ec66.toml").read_text("utf-8")
    with Visit.create(tmp_path / "visit.h5", robot_toml=text) as visit:
        assert visit.settings(SETTINGS_NAME, Progress) is None
        visit.put_settings(SETTINGS_NAME, Progress("from-files"))
        visit.put_settings(SETTINGS_NAME, progress)
    with Visit.open(tmp_path / "visit.h5") as visit:
        assert visit.settings(SETTINGS_NAME, Progress) == progress


def test_a_newer_program_s_progress_still_opens():
    plain = json.loads(json.dumps(to_fields(journey("from-files", "recordings").progress)))
    plain["guide"] = "of-tomorrow"
    plain["products"]["sweeps"] = {"revision": "9", "made_from": {"recordings": "1"}, "mood": "good"}
    back = from_fields(Progress, plain)
    assert Journey(back).state("recordings") is StepState.DONE
    assert from_fields(Progress, to_fields(back)) == back


def test_another_guide_keeps_all_products():
    progress = journey("from-files", "recordings", "choice", "model").progress.following("on-robot")
    assert states(Journey(progress))["record"] == "done"
    assert Journey(progress).can_open("report")


# Whatever is done in whatever order


class AnyOrder(RuleBasedStateMachine):
    """Steps done, redone and withdrawn at random."""

    def __init__(self):
        super().__init__()
        self.progress = Progress("on-robot")
        self.situation = Situation()
        self.count = 0

    @property
    def journey(self):
        return Journey(self.progress, self.situation)

    @rule(product=st.sampled_from([one for one in Product if ON_ROBOT.makers(one)]))
    def make(self, product):
        maker = self.journey.maker(product).key
        if not self.journey.can_open(maker):
            return
        outdated = set(self.journey.outdated_by(maker)) - {ON_ROBOT.maker(product).key}
        before = set(self.progress.products)
        self.count += 1
        self.progress = made_now(self.progress, product, revision=str(self.count), situation=self.situation)
        assert before <= set(self.progress.products)
        assert all(self.journey.state(step) is StepState.OUT_OF_DATE for step in outdated)

    @rule(product=st.sampled_from([*Product]))
    def withdraw(self, product):
        self.progress = self.progress.withdrawn(product)

    @rule(power_on=st.sampled_from(["", "7", "8"]), kind=st.sampled_from([CONNECTED, RUNS_PLANS]))
    def connect(self, power_on, kind):
        connected = replace(kind, revisions={Outside.POWER_ON: power_on})
        self.situation = connected if power_on else Situation()

    @rule(step=st.sampled_from(ON_ROBOT.keys), part=st.integers(0, 6))
    def go(self, step, part):
        self.progress = self.progress.at(Place(step, part, 6))

    @invariant()
    def is_consistent(self):
        journey = self.journey
        assert 0.0 <= journey.fraction <= 1.0
        assert journey.seconds_left >= 0.0
        assert journey.can_open(journey.resume_point().first)
        assert journey.resume_point().place == (self.progress.place or Place(journey.next_step()))
        for step in journey.guide.steps:
            blocking = journey.blocking(step.key)
            assert blocking is None or blocking.step in {*journey.guide.keys, ""}
            cannot_be_brought = {"needs-trajectory", "needs-motion"}
            assert blocking is None or blocking.step or blocking.code in cannot_be_brought
            assert journey.state(step.key, current=step.key) is StepState.NOW
            made = step.makes in self.progress.products
            assert not step.makes or made == (journey.state(step.key) is not StepState.NOT_YET)
        assert from_fields(Progress, to_fields(self.progress)) == self.progress


TestAnyOrder = AnyOrder.TestCase


@given(parts=st.integers(0, 8), part=st.integers(0, 9))
def test_a_position_is_a_fraction_of_its_step(parts, part):
    assert 0.0 <= Place("check", part, parts).fraction <= 1.0


def test_a_product_that_lacks_parts_is_partly_done_and_still_to_do() -> None:
    journey = Journey(Progress("on-robot", {Product.CHECK: Made("a", done=3, of=6)}))
    assert journey.state("check") is StepState.PARTLY
    assert journey.parts("check") == (3, 6)
    whole = Journey(Progress("on-robot", {Product.CHECK: Made("a", done=6, of=6)}))
    assert whole.state("check") is StepState.DONE
    assert journey.seconds_left > whole.seconds_left
    assert journey.next_step() == "connect"
    assert Journey(journey.progress, Situation(frozenset({Capability.CONTROLLER}))).next_step() == "check"
