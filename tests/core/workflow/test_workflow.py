"""The guides are sound, and what a visit holds decides what is done, stale, blocked, and next."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

import resources
from app.finding_wording import BLOCKING
from core.fields import from_fields, to_fields
from core.storage.visit import Visit
from core.workflow import (
    FROM_FILES,
    GUIDES,
    ON_ROBOT,
    SETTINGS_NAME,
    Capability,
    Journey,
    Outside,
    Place,
    Product,
    Progress,
    Situation,
    StepState,
    guide_named,
    guide_with,
)

CONNECTED = Situation(frozenset({Capability.CONTROLLER}), {Outside.POWER_ON: "7"})
RUNS_PLANS = Situation(frozenset({Capability.CONTROLLER, Capability.TRAJECTORY}), {Outside.POWER_ON: "7"})
MOVES = Situation(frozenset({Capability.CONTROLLER, Capability.MOTION}), {Outside.POWER_ON: "7"})
PLANS_AND_MOVES = Situation(RUNS_PLANS.capabilities | MOVES.capabilities, {Outside.POWER_ON: "7"})
SEES_TWIST = Situation(PLANS_AND_MOVES.capabilities | {Capability.LINK_ENCODERS}, {Outside.POWER_ON: "7"})
ABSENT = Situation()
ONLY_WATCHES = {"live", "compare"}
"""Steps that are there to look at an arm or at its visits, and leave nothing behind."""
every_guide = pytest.mark.parametrize("guide", GUIDES.values(), ids=GUIDES)


def journey(guide="from-files", *products, situation=None):
    progress = Progress(guide)
    for product in products:
        progress = made_now(progress, product, revision="1", situation=situation)
    return Journey(progress, situation or Situation())


def made_now(progress, product, *, revision, situation=None):
    made_from = Journey(progress, situation or Situation()).revisions(product)
    return progress.made(product, revision=revision, made_from=made_from)


def states(journey, current=""):
    return {key: journey.state(key, current=current).value for key in journey.guide.keys}


# The guides as data


@every_guide
def test_a_guide_is_sound(guide):
    assert len(set(guide.keys)) == len(guide.steps)
    known, made, brought = set(Outside), set(), set()
    for step in guide.steps:
        assert {*step.needs, *step.made_from} <= known, step
        assert not step.capabilities or step.capabilities[0] in brought, "nobody says who brings it"
        leaves = sum(map(bool, (step.makes, step.shows, step.brings)))
        assert leaves == (0 if step.key in ONLY_WATCHES else 1)
        assert not step.shows or step.shows in known
        assert step.makes not in made
        assert not step.adds or (step.makes and guide.maker(step.adds)), "nobody stands as that"
        assert step.seconds > 0.0
        assert set(step.made_from) - set(Outside) <= set(step.needs), "stale without being needed"
        made |= {step.makes} - {""}
        known |= {step.makes, step.adds} - {""}
        brought |= {step.brings} - {""}
    assert set(known) - set(Outside) <= set(Product)


@every_guide
def test_every_reason_has_a_sentence(guide):
    for step in guide.steps:
        for missing in (*step.needs, *step.capabilities):
            assert f"needs-{missing}" in BLOCKING
    assert {f"needs-{name}" for name in (*Capability, *Product)} == set(BLOCKING)


def test_a_verification_is_out_of_date_once_the_model_is_another():
    done = journey("on-robot", "recordings", "choice", "model", "verification", situation=MOVES)
    assert done.state("verify") is StepState.DONE
    again = Journey(made_now(done.progress, "model", revision="2", situation=MOVES), MOVES)
    assert again.state("verify") is StepState.OUT_OF_DATE
    assert again.following("twist") == "verify"
    # who has no arm that moves goes straight to the report
    assert Journey(again.progress, CONNECTED).following("twist") == "report"


def test_measured_friction_may_be_left_out_and_stays_as_it_is():
    swept = journey("on-robot", "check", "friction", situation=PLANS_AND_MOVES)
    assert swept.state("friction") is StepState.DONE
    assert swept.next_step() == "plan", "sweeps alone make no model"
    left_out = journey("on-robot", "check", situation=PLANS_AND_MOVES)
    assert left_out.next_step() == "plan"
    assert swept.seconds_left == left_out.seconds_left, "it is never asked for"
    assert swept.fraction > left_out.fraction
    # neither another power-on nor another model changes what was measured
    other = replace(PLANS_AND_MOVES, revisions={Outside.POWER_ON: "8"})
    assert Journey(swept.progress, other).state("friction") is StepState.DONE
    assert swept.outdated_by("friction") == ()


def test_load_steps_may_be_left_out_and_make_no_model():
    loaded = journey("on-robot", "check", "load-steps", situation=SEES_TWIST)
    assert loaded.state("load-steps") is StepState.DONE
    assert loaded.next_step() == "plan"
    assert not loaded.can_open("choose"), "one joint at a time says too little for a model"
    assert journey("on-robot", "check", situation=SEES_TWIST).next_step() == "plan", "never asked for"


def test_the_twist_of_the_gears_may_be_left_out_and_goes_with_the_model():
    for guide in ("from-files", "on-robot"):
        left_out = journey(guide, "recordings", "choice", "model", situation=CONNECTED)
        assert left_out.following("results") == "twist"
        assert left_out.following("twist") == "report"
        assert left_out.next_step() != "twist", "it is never asked for"
        seen = journey(guide, "recordings", "choice", "model", "elasticity", situation=CONNECTED)
        assert seen.state("twist") is StepState.DONE
        assert seen.seconds_left < left_out.seconds_left, "the results were looked at"
        again = Journey(made_now(seen.progress, "model", revision="2"))
        assert again.state("twist") is StepState.OUT_OF_DATE


def test_guides_are_found_by_name_and_by_step():
    assert guide_named("on-robot") is ON_ROBOT
    assert guide_named("of-tomorrow") is FROM_FILES
    assert guide_with("record") is ON_ROBOT
    assert guide_with("recordings") is FROM_FILES
    assert guide_with("nothing") is None


# What blocks a step


@pytest.mark.parametrize(
    ("guide", "products", "situation", "step", "expected"),
    [
        ("from-files", [], ABSENT, "recordings", None),
        ("from-files", [], ABSENT, "choose", ("needs-recordings", "recordings")),
        ("from-files", ["recordings"], ABSENT, "choose", None),
        ("from-files", ["recordings"], ABSENT, "identify", ("needs-choice", "choose")),
        ("from-files", ["choice"], ABSENT, "identify", ("needs-recordings", "recordings")),
        ("from-files", ["recordings", "choice"], ABSENT, "identify", None),
        ("from-files", ["recordings", "choice"], ABSENT, "results", ("needs-model", "identify")),
        ("from-files", ["recordings", "choice", "model"], ABSENT, "report", None),
        ("on-robot", [], ABSENT, "connect", None),
        ("on-robot", [], ABSENT, "check", ("needs-controller", "connect")),
        ("on-robot", [], CONNECTED, "check", None),
        ("on-robot", [], ABSENT, "record", ("needs-controller", "connect")),
        ("on-robot", [], CONNECTED, "record", None),
        ("live", [], ABSENT, "live", ("needs-controller", "connect")),
        ("live", [], CONNECTED, "live", None),
        ("on-robot", ["recordings"], ABSENT, "choose", None),
        ("on-robot", [], CONNECTED, "choose", ("needs-recordings", "record")),
        ("on-robot", [], RUNS_PLANS, "choose", ("needs-recordings", "excite")),
        ("on-robot", [], ABSENT, "plan", None),
        ("on-robot", [], ABSENT, "friction", ("needs-controller", "connect")),
        ("on-robot", [], CONNECTED, "friction", ("needs-motion", "")),
        ("on-robot", [], MOVES, "friction", None),
        ("on-robot", [], ABSENT, "load-steps", ("needs-controller", "connect")),
        ("on-robot", [], MOVES, "load-steps", ("needs-link-encoders", "")),
        ("on-robot", [], SEES_TWIST, "load-steps", None),
        ("on-robot", ["plan"], ABSENT, "excite", ("needs-controller", "connect")),
        ("on-robot", ["plan"], CONNECTED, "excite", ("needs-trajectory", "")),
        ("on-robot", [], RUNS_PLANS, "excite", ("needs-plan", "plan")),
        ("on-robot", ["plan"], RUNS_PLANS, "excite", None),
        ("on-robot", [], RUNS_PLANS, "record", None),
        ("on-robot", ["model"], ABSENT, "verify", ("needs-controller", "connect")),
        ("on-robot", ["model"], CONNECTED, "verify", ("needs-motion", "")),
        ("on-robot", [], MOVES, "verify", ("needs-model", "identify")),
        ("on-robot", ["model"], MOVES, "verify", None),
    ],
)
def test_what_blocks_a_step(guide, products, situation, step, expected):
    asked = journey(guide, *products, situation=situation)
    blocking = asked.blocking(step)
    assert (None if blocking is None else (blocking.code, blocking.step)) == expected
    assert asked.can_open(step) == (expected is None)


def test_an_unknown_step_is_a_mistake_of_the_caller():
    with pytest.raises(KeyError):
        journey().state("record")


# States, redo, out of date


def test_states_on_the_way():
    assert set(states(journey()).values()) == {"not-yet"}
    asked = journey("from-files", "recordings", "choice")
    assert states(asked, current="identify") == {
        "recordings": "done",
        "choose": "done",
        "identify": "now",
        "results": "not-yet",
        "twist": "not-yet",
        "report": "not-yet",
    }
    asked = journey("from-files", "recordings", "choice", "model", "elasticity", "report")
    assert set(states(asked).values()) == {"done"}


def test_a_redo_marks_what_follows_and_deletes_nothing():
    done = journey("from-files", "recordings", "choice", "model", "elasticity", "report").progress
    chosen = done.made("choice", revision="2")
    assert states(Journey(chosen)) == {
        "recordings": "done",
        "choose": "done",
        "identify": "out-of-date",
        "results": "out-of-date",
        "twist": "out-of-date",
        "report": "out-of-date",
    }
    assert set(chosen.products) == set(done.products)
    fitted = made_now(chosen, "model", revision="2")
    assert states(Journey(fitted))["identify"] == states(Journey(fitted))["results"] == "done"
    assert states(Journey(fitted))["report"] == "out-of-date"
    # going back to the first choice makes its model current again
    assert set(states(Journey(chosen.made("choice", revision="1"))).values()) == {"done"}


def test_more_recordings_make_nothing_out_of_date():
    done = journey("from-files", "recordings", "choice", "model").progress
    assert states(Journey(done.made("recordings", revision="2")))["identify"] == "done"


def test_a_withdrawn_choice_blocks_and_marks():
    done = journey("from-files", "recordings", "choice", "model").progress.withdrawn("choice")
    assert not Journey(done).can_open("identify")
    assert Journey(done).can_open("results")
    assert states(Journey(done))["results"] == "out-of-date"


def test_what_a_redo_would_make_out_of_date():
    asked = journey("from-files", "recordings", "choice", "model")
    assert asked.outdated_by("choose") == ("identify", "results")
    assert asked.outdated_by("identify") == ()
    done = journey("from-files", "recordings", "choice", "model", "report")
    assert done.outdated_by("choose") == ("identify", "results", "report")
    assert done.outdated_by("identify") == ("report",)
    assert done.outdated_by("recordings") == done.outdated_by("results") == ()
    excited = journey("on-robot", "plan", "excitation", "recordings", "choice", "model")
    assert excited.outdated_by("plan") == ("excite",)
    assert excited.outdated_by("excite") == excited.outdated_by("record") == ()
    assert journey("on-robot").outdated_by("connect") == ()


def test_a_check_holds_for_one_power_on():
    checked = journey("on-robot", "check", situation=CONNECTED)
    assert checked.state("check") is StepState.DONE
    other = Situation(CONNECTED.capabilities, {Outside.POWER_ON: "8"})
    assert Journey(checked.progress, other).state("check") is StepState.OUT_OF_DATE
    assert Journey(checked.progress).state("check") is StepState.DONE, "unknown is not changed"
    assert Journey(checked.progress, other).can_open("record")


def test_connecting_is_done_while_it_lasts():
    assert journey("on-robot", situation=CONNECTED).state("connect") is StepState.DONE
    assert journey("on-robot").state("connect") is StepState.NOT_YET


def test_work_under_way_belongs_to_what_it_began_with():
    """A choice changed while the fit ran makes the model out of date when it arrives."""
    progress = journey("from-files", "recordings", "choice").progress
    began_with = Journey(progress).revisions("model")
    progress = progress.made("choice", revision="2").made("model", revision="1", made_from=began_with)
    assert Journey(progress).state("identify") is StepState.OUT_OF_DATE


# Next, resume


def test_the_next_step():
    assert journey().next_step() == "recordings"
    assert journey("from-files", "recordings", "choice").next_step() == "identify"
    assert journey("from-files", "recordings", "choice", "model").next_step() == "report"
    assert journey("from-files", "recordings", "choice", "model", "report").next_step() == "report"
    stale = journey("from-files", "recordings", "choice", "model", "report").progress
    assert Journey(stale.made("choice", revision="2")).next_step() == "identify"
    assert journey("on-robot").next_step() == "connect"
    assert journey("on-robot", situation=CONNECTED).next_step() == "check"
    # all recorded: no robot is wanted any more
    assert journey("on-robot", "check", "recordings").next_step() == "choose"


@pytest.mark.parametrize(
    ("products", "situation", "expected"),
    [
        (["check"], RUNS_PLANS, "plan"),
        (["check", "plan"], RUNS_PLANS, "excite"),
        (["check", "plan"], CONNECTED, "record"),
        (["check"], CONNECTED, "record"),
        (["check", "plan"], ABSENT, "connect"),
        (["check", "recordings"], RUNS_PLANS, "choose"),
        (["check", "plan", "excitation", "recordings"], RUNS_PLANS, "choose"),
    ],
)
def test_recordings_come_the_best_way_that_is_open(products, situation, expected):
    assert journey("on-robot", *products, situation=situation).next_step() == expected


def test_time_left_counts_the_way_that_is_taken():
    steps = {step.key: step for step in ON_ROBOT.steps}
    slow = journey("on-robot", "check", situation=CONNECTED).seconds_left
    planned = journey("on-robot", "check", situation=RUNS_PLANS).seconds_left
    extra = steps["plan"].seconds + steps["excite"].seconds - steps["record"].seconds
    assert planned - slow == pytest.approx(extra)
    done = journey("on-robot", "check", "recordings", "choice", "model", "report", situation=CONNECTED)
    assert done.fraction == 1.0, "what was never asked for is not missing"


def test_a_recording_by_hand_is_no_run_of_a_plan():
    recorded = journey("on-robot", "check", "plan", "recordings", situation=RUNS_PLANS)
    assert states(recorded)["excite"] == "not-yet"
    run = journey("on-robot", "check", "plan", "excitation", "recordings", situation=RUNS_PLANS).progress
    assert states(Journey(run))["excite"] == "done"
    planned_anew = run.made("plan", revision="2")
    assert states(Journey(planned_anew))["excite"] == "out-of-date"
    assert Journey(planned_anew, RUNS_PLANS).next_step() == "choose", "what was recorded can still be used"


def test_the_step_after():
    assert journey().following("recordings") == "choose"
    assert journey().following("report") is None
    assert journey("on-robot", situation=RUNS_PLANS).following("check") == "plan"
    assert journey("on-robot", situation=CONNECTED).following("check") == "record", "it runs no plans"
    assert journey("on-robot").following("check") == "friction", "nobody knows yet"
    assert journey("on-robot", situation=MOVES).following("check") == "friction"
    assert journey("on-robot", "friction", situation=MOVES).following("friction") == "record"
    assert journey("on-robot", "friction", situation=PLANS_AND_MOVES).following("friction") == "plan"
    assert journey("on-robot", "friction", situation=SEES_TWIST).following("friction") == "load-steps"
    assert journey("on-robot", "load-steps", situation=SEES_TWIST).following("load-steps") == "plan"
    excited = journey("on-robot", "plan", "excitation", "recordings", situation=RUNS_PLANS)
    assert excited.following("plan") == "excite"
    assert excited.following("excite") == "choose", "there are recordings now"
    assert journey("on-robot", "plan", situation=RUNS_PLANS).following("excite") == "record"


def test_resumes_where_it_was_left():
    progress = journey("on-robot", "check", situation=CONNECTED).progress.at(Place("record", 2, 8, "sway"))
    there = Journey(progress, CONNECTED).resume_point()
    assert (there.first, there.place) == ("record", Place("record", 2, 8, "sway"))
    later = Journey(progress).resume_point()
    assert later.first == "connect", "the robot has to be there again"
    assert later.place == Place("record", 2, 8, "sway")


def test_resumes_at_what_is_missing():
    progress = Progress("on-robot", place=Place("results"))
    assert Journey(progress, CONNECTED).resume_point().first == "record"
    assert Journey(progress).resume_point().first == "connect"
    assert Journey(Progress("from-files", place=Place("of-tomorrow"))).resume_point().first == "recordings"
    assert Journey(Progress("from-files")).resume_point().place == Place("recordings")
    assert Journey(progress, RUNS_PLANS).resume_point().first == "plan"
    left = Progress("on-robot", place=Place("excite"))
    assert Journey(left, RUNS_PLANS).resume_point().first == "plan"
    assert Journey(left).resume_point().first == "connect"
    planned = made_now(left, "plan", revision="1")
    assert Journey(planned, RUNS_PLANS).resume_point().first == "excite"
    assert Journey(planned, CONNECTED).resume_point().first == "connect", "this one cannot run it"


# How much is done


def test_fraction_and_time_left():
    assert journey().fraction == 0.0
    called_for = [step for step in FROM_FILES.steps if not step.optional]
    assert journey().seconds_left == sum(step.seconds for step in called_for)
    done = journey("from-files", "recordings", "choice", "model", "report")
    assert done.fraction == 1.0
    assert done.seconds_left == 0.0


def test_parts_of_a_step_count():
    progress = Progress("on-robot", joint_count=6)
    whole = Journey(progress, CONNECTED).seconds_left
    check = ON_ROBOT.step("check")
    seconds = check.seconds + 6 * check.seconds_per_joint
    fourth = Journey(progress.at(Place("check", part=4, parts=6)), CONNECTED)
    assert fourth.seconds_left == pytest.approx(whole - seconds / 2)
    assert Journey(progress.at(Place("check")), CONNECTED).seconds_left == whole


def test_measured_durations_replace_the_usual_ones():
    progress = Progress("from-files").took("identify", seconds=500.0)
    assert Journey(progress).seconds_left - journey().seconds_left == pytest.approx(
        500.0 - FROM_FILES.step("identify").seconds
    )


def test_an_out_of_date_step_is_still_to_be_done():
    done = journey("from-files", "recordings", "choice", "model", "report").progress
    assert Journey(done.made("choice", revision="2")).fraction < 1.0


# Stored in the visit


def test_stored_in_a_visit(tmp_path):
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
    plain["guide"] = "payload"
    plain["products"]["sweeps"] = {"revision": "9", "made_from": {"recordings": "1"}, "mood": "good"}
    back = from_fields(Progress, plain)
    assert Journey(back).state("recordings") is StepState.DONE
    assert from_fields(Progress, to_fields(back)) == back


KEPT = ("recordings", "model", "check")


def test_reconciled_with_what_the_file_holds():
    progress = journey("from-files", "recordings", "choice", "model").progress
    same = progress.reconciled({"recordings": "1", "model": "1"}, known=KEPT)
    assert same == progress
    # a recording that was saved when the program ended, a model that was not
    found = progress.reconciled({"recordings": "2"}, known=KEPT)
    assert found.products["recordings"].revision == "2"
    assert "model" not in found.products
    assert found.products["choice"] == progress.products["choice"], "not in the file's power to say"
    # what nothing is known about is taken as it is
    bare = Progress("from-files").reconciled({"recordings": "1", "model": "4"}, known=KEPT)
    assert Journey(bare).state("identify") is StepState.DONE


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

    @rule(product=st.sampled_from([*Product]))
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
def test_a_place_is_a_share_of_its_step(parts, part):
    assert 0.0 <= Place("check", part, parts).fraction <= 1.0
