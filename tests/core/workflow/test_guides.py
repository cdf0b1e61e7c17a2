"""The guides are sound, and what blocks a step has a sentence."""

from dataclasses import replace

import pytest

from app.shell.step_words import blocking_word
from core.workflow import (
    FROM_FILES,
    GUIDES,
    ON_ROBOT,
    PAYLOAD,
    Blocking,
    Journey,
    Outside,
    Product,
    StepState,
    guide_named,
    guide_with,
)
from tests.core.workflow.journeys import (
    ABSENT,
    CONNECTED,
    MOVES,
    ONLY_WATCHES,
    PLANS_AND_MOVES,
    RUNS_PLANS,
    SEES_TWIST,
    journey,
    made_now,
)

every_guide = pytest.mark.parametrize("guide", GUIDES.values(), ids=GUIDES)


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
        may_be_absent = {each.makes for each in guide.steps if each.optional and each.makes in known}
        stale_by = set(step.made_from) - set(Outside)
        assert stale_by <= set(step.needs) | may_be_absent, "stale without being needed"
        made |= {step.makes} - {""}
        known |= {step.makes, step.adds} - {""}
        brought |= {step.brings} - {""}
    assert set(known) - set(Outside) <= set(Product)


@every_guide
def test_every_reason_has_a_sentence_of_its_own(guide):
    general = blocking_word(Blocking("needs-something", "something"))
    for step in guide.steps:
        for missing in (*step.needs, *step.capabilities):
            assert blocking_word(Blocking(f"needs-{missing}", missing)) != general


def test_a_verification_is_out_of_date_once_the_model_is_another():
    done = journey("on-robot", "recordings", "choice", "model", "verification", situation=MOVES)
    assert done.state("verify") is StepState.DONE
    again = Journey(made_now(done.progress, "model", revision="2", situation=MOVES), MOVES)
    assert again.state("verify") is StepState.OUT_OF_DATE
    assert again.following("twist") == "stiffness", "worth a look by itself"
    assert again.following("results") == "verify"
    # who has no arm that moves goes on to what needs none
    assert Journey(again.progress, CONNECTED).following("results") == "twist"


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


def test_load_steps_may_be_left_out_and_give_no_model():
    loaded = journey("on-robot", "check", "load-steps", situation=SEES_TWIST)
    assert loaded.state("load-steps") is StepState.DONE
    assert loaded.next_step() == "plan"
    assert not loaded.can_open("choose"), "one joint at a time says too little for a model"
    assert journey("on-robot", "check", situation=SEES_TWIST).next_step() == "plan", "never asked for"


def test_gear_twist_may_be_left_out_and_depends_on_the_model():
    for guide in ("from-files", "on-robot"):
        left_out = journey(guide, "recordings", "choice", "model", situation=CONNECTED)
        assert left_out.following("results") == "twist"
        assert left_out.following("twist") == "stiffness"
        assert left_out.following("stiffness") == "report"
        assert left_out.next_step() != "twist", "it is never asked for"
        seen = journey(guide, "recordings", "choice", "model", "elasticity", situation=CONNECTED)
        assert seen.state("twist") is StepState.DONE
        assert seen.seconds_left < left_out.seconds_left, "the results were looked at"
        again = Journey(made_now(seen.progress, "model", revision="2"))
        assert again.state("twist") is StepState.OUT_OF_DATE


def test_arm_stiffness_needs_no_step_and_depends_on_measured_springs():
    for guide in ("from-files", "on-robot"):
        asked = journey(guide)
        assert asked.can_open("stiffness"), "a description is enough"
        assert asked.next_step() != "stiffness", "it is never asked for"
        found = journey(guide, "recordings", "choice", "model", "elasticity", "stiffness")
        assert found.state("stiffness") is StepState.DONE
        for product in ("elasticity", "model"):
            again = Journey(made_now(found.progress, product, revision="2"))
            assert again.state("stiffness") is StepState.OUT_OF_DATE
        described = journey(guide, "stiffness")
        measured = Journey(made_now(described.progress, "elasticity", revision="1"))
        assert measured.state("stiffness") is StepState.DONE, "its springs were from the description"


def test_tool_correction_depends_on_the_stiffness():
    done = journey("on-robot", "model", "stiffness", "compensation", situation=SEES_TWIST)
    assert done.following("stiffness") == "compensate"
    assert done.state("compensate") is StepState.DONE
    assert done.outdated_by("stiffness") == ("compensate",)
    assert journey("on-robot", "model", "stiffness", situation=MOVES).following("stiffness") == "report"
    assert journey("on-robot", "model", situation=SEES_TWIST).following("stiffness") == "report"


def test_another_reference_leaves_the_payload_out_of_date_and_keeps_it():
    done = journey("payload", "payload-reference", "payload", "payload-report", situation=MOVES)
    assert done.state("payload") is StepState.DONE
    shown = ("payload-sweeps", "payload", "payload-methods", "payload-report")
    assert done.outdated_by("payload-reference") == shown
    again = Journey(made_now(done.progress, "payload-reference", revision="2", situation=MOVES), MOVES)
    for step in ("payload-sweeps", "payload", "payload-report"):
        assert again.state(step) is StepState.OUT_OF_DATE
    # a result is looked at, and reported, without any arm
    assert Journey(again.progress, ABSENT).can_open("payload-report")
    assert journey("payload", situation=MOVES).next_step() == "payload-reference"
    assert guide_with("payload-sweeps") is PAYLOAD


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
        ("from-files", [], ABSENT, "stiffness", None),
        ("on-robot", ["stiffness"], ABSENT, "compensate", ("needs-controller", "connect")),
        ("on-robot", ["stiffness"], MOVES, "compensate", ("needs-link-encoders", "")),
        ("on-robot", [], SEES_TWIST, "compensate", ("needs-stiffness", "stiffness")),
        ("on-robot", ["stiffness"], SEES_TWIST, "compensate", None),
        ("payload", [], ABSENT, "payload-reference", ("needs-controller", "connect")),
        ("payload", [], CONNECTED, "payload-reference", None),
        ("payload", [], MOVES, "payload-reference", None),
        ("payload", [], MOVES, "payload-sweeps", ("needs-payload-reference", "payload-reference")),
        ("payload", ["payload-reference"], ABSENT, "payload-sweeps", ("needs-controller", "connect")),
        ("payload", ["payload-reference"], MOVES, "payload-sweeps", None),
        ("payload", [], MOVES, "payload", ("needs-payload", "payload-sweeps")),
        ("payload", ["payload"], ABSENT, "payload", None),
        ("payload", ["payload"], ABSENT, "payload-report", None),
    ],
)
def test_blocking_names_the_missing_requirement(guide, products, situation, step, expected):
    asked = journey(guide, *products, situation=situation)
    blocking = asked.blocking(step)
    assert (None if blocking is None else (blocking.code, blocking.step)) == expected
    assert asked.can_open(step) == (expected is None or step == "live"), "recordings need no robot"


def test_an_unknown_step_raises():
    with pytest.raises(KeyError):
        journey().state("record")


def test_the_way_goes_past_what_stands_beside_it():
    for name in ("from-files", "on-robot", "payload"):
        guide = guide_named(name)
        aside = {step.key for step in guide.steps if step.is_aside}
        assert aside
        nothing = journey(name, situation=PLANS_AND_MOVES)
        everything = journey(name, *(step.makes for step in guide.steps if step.makes), situation=SEES_TWIST)
        for asked in (nothing, everything):
            assert not aside & {asked.following(key) for key in guide.keys}
            assert not aside & {asked.before(key) for key in guide.keys}
            assert asked.next_step() not in aside
        assert all(everything.can_open(key) for key in aside)
    asked = journey("from-files", "recordings", "choice", situation=CONNECTED)
    assert asked.following("gains") == "identify", "from there it goes on"


# Rows


def _row(guide, chapter):
    return next(row for row in guide.rows if row[0].chapter == chapter)


def test_every_step_is_in_a_row_or_under_more():
    for guide in GUIDES.values():
        of_rows = [step.key for row in guide.rows for step in row]
        assert sorted([*of_rows, *(step.key for step in guide.more)]) == sorted(guide.keys)


@pytest.mark.parametrize(
    ("products", "situation", "entry", "state"),
    [
        ((), SEES_TWIST, "plan", (StepState.NOT_YET, (0, 2))),
        (("plan",), SEES_TWIST, "excite", (StepState.PARTLY, (1, 2))),
        (("plan", "excitation", "recordings"), SEES_TWIST, "excite", (StepState.DONE, (2, 2))),
        ((), MOVES, "plan", (StepState.NOT_YET, (0, 2))),
        ((), ABSENT, "plan", (StepState.NOT_YET, (0, 2))),
    ],
)
def test_the_row_of_the_motion_opens_what_is_to_be_done_with_this_controller(
    products, situation, entry, state
):
    asked, row = journey("on-robot", *products, situation=situation), _row(ON_ROBOT, "motion")
    assert asked.entry(row) == entry
    assert asked.row_state(row) == state


def test_the_row_of_a_result_opens_the_result_once_it_is_there():
    model = _row(FROM_FILES, "model")
    assert journey("from-files").entry(model) == "choose"
    asked = journey("from-files", "recordings", "choice", "model")
    assert asked.entry(model) == "results"
    assert asked.row_state(model) == (StepState.DONE, (3, 3))
    changed = Journey(made_now(asked.progress, "choice", revision="2"))
    assert changed.row_state(model)[0] is StepState.OUT_OF_DATE
    assert changed.entry(model) == "identify"
    weighed = journey("payload", "payload-reference", "payload", situation=MOVES)
    assert weighed.entry(_row(PAYLOAD, "result")) == "payload", "not the report on it"
    assert weighed.row_state(_row(PAYLOAD, "result")) == (StepState.PARTLY, (1, 2))
