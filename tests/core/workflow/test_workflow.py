"""The state of a journey: done, out-of-date and open steps, the next step, and the remaining time."""

import pytest

from core.workflow import (
    FROM_FILES,
    ON_ROBOT,
    Journey,
    Outside,
    Place,
    Progress,
    Situation,
    StepState,
)
from tests.core.workflow.journeys import (
    ABSENT,
    CONNECTED,
    MOVES,
    PLANS_AND_MOVES,
    RUNS_PLANS,
    SEES_TWIST,
    journey,
    made_now,
    states,
)

FROM_FILES_PRODUCTS = ("recordings", "choice", "model", "elasticity", "stiffness", "report")

# States, redo, out of date


def test_step_states_follow_the_progress():
    assert set(states(journey()).values()) == {"not-yet"}
    asked = journey("from-files", "recordings", "choice")
    assert states(asked, current="identify") == {
        "recordings": "done",
        "friction": "not-yet",
        "payload": "not-yet",
        "verify": "not-yet",
        "choose": "done",
        "gains": "not-yet",
        "identify": "now",
        "results": "not-yet",
        "payload-methods": "not-yet",
        "twist": "not-yet",
        "stiffness": "not-yet",
        "report": "not-yet",
    }
    asked = journey("from-files", *FROM_FILES_PRODUCTS)
    assert {step: asked.state(step).value for step in FROM_FILES.way} == dict.fromkeys(FROM_FILES.way, "done")


def test_what_a_recording_can_serve_beside_the_way_is_opened_by_choice_alone():
    at = journey("from-files", "recordings")
    assert at.following("recordings") == "choose", "Next passes over friction and payload"
    assert at.can_open("friction")
    assert at.can_open("payload")
    assert not at.can_open("verify")
    assert at.following("friction") == "choose"
    assert journey("from-files").blocking("friction").step == "recordings"


def test_a_redo_marks_dependent_steps_and_deletes_nothing():
    done = journey("from-files", *FROM_FILES_PRODUCTS).progress
    chosen = done.made("choice", revision="2")
    assert states(Journey(chosen)) == {
        "recordings": "done",
        "friction": "not-yet",
        "payload": "not-yet",
        "verify": "not-yet",
        "choose": "done",
        "gains": "not-yet",
        "identify": "out-of-date",
        "results": "out-of-date",
        "payload-methods": "not-yet",
        "twist": "out-of-date",
        "stiffness": "out-of-date",
        "report": "out-of-date",
    }
    assert set(chosen.products) == set(done.products)
    fitted = made_now(chosen, "model", revision="2")
    assert states(Journey(fitted))["identify"] == states(Journey(fitted))["results"] == "done"
    assert states(Journey(fitted))["report"] == "out-of-date"
    # going back to the first choice makes its model current again
    back = states(Journey(chosen.made("choice", revision="1")))
    assert {back[step] for step in FROM_FILES.way} == {"done"}


def test_added_recordings_leave_results_up_to_date():
    done = journey("from-files", "recordings", "choice", "model").progress
    assert states(Journey(done.made("recordings", revision="2")))["identify"] == "done"


def test_a_withdrawn_choice_blocks_and_marks():
    done = journey("from-files", "recordings", "choice", "model").progress.withdrawn("choice")
    assert not Journey(done).can_open("identify")
    assert Journey(done).can_open("results")
    assert states(Journey(done))["results"] == "out-of-date"


def test_steps_a_redo_would_make_out_of_date_are_listed():
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


def test_a_check_is_valid_for_one_power_on():
    checked = journey("on-robot", "check", situation=CONNECTED)
    assert checked.state("check") is StepState.DONE
    other = Situation(CONNECTED.capabilities, {Outside.POWER_ON: "8"})
    assert Journey(checked.progress, other).state("check") is StepState.OUT_OF_DATE
    assert Journey(checked.progress).state("check") is StepState.DONE, "unknown is not changed"
    assert Journey(checked.progress, other).can_open("record")


def test_connecting_is_done_while_connected():
    assert journey("on-robot", situation=CONNECTED).state("connect") is StepState.DONE
    assert journey("on-robot").state("connect") is StepState.NOT_YET


def test_running_work_belongs_to_the_inputs_it_began_with():
    """A choice changed while the fit ran makes the model out of date when it arrives."""
    progress = journey("from-files", "recordings", "choice").progress
    began_with = Journey(progress).revisions("model")
    progress = progress.made("choice", revision="2").made("model", revision="1", made_from=began_with)
    assert Journey(progress).state("identify") is StepState.OUT_OF_DATE


# Next, resume


def test_next_step_is_the_first_one_to_be_done():
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
def test_recordings_use_the_best_available_way(products, situation, expected):
    assert journey("on-robot", *products, situation=situation).next_step() == expected


def test_time_left_counts_the_chosen_way():
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


def test_following_skips_useless_steps():
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


def test_resume_returns_to_the_last_step():
    progress = journey("on-robot", "check", situation=CONNECTED).progress.at(Place("record", 2, 8, "sway"))
    there = Journey(progress, CONNECTED).resume_point()
    assert (there.first, there.place) == ("record", Place("record", 2, 8, "sway"))
    later = Journey(progress).resume_point()
    assert later.first == "connect", "the robot has to be there again"
    assert later.place == Place("record", 2, 8, "sway")


def test_resume_begins_at_the_missing_step():
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


def test_fraction_and_time_left_follow_the_done_steps():
    assert journey().fraction == 0.0
    called_for = [step for step in FROM_FILES.steps if not step.optional]
    assert journey().seconds_left == sum(step.seconds for step in called_for)
    done = journey("from-files", "recordings", "choice", "model", "report")
    assert done.fraction == 1.0
    assert done.seconds_left == 0.0


def test_done_parts_of_a_step_count():
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


def test_a_look_at_an_earlier_step_leaves_the_place_to_resume_at():
    left = Journey(Progress("on-robot", place=Place("record", 2, 8, "sway")))
    assert left.place_at("connect") == Place("record", 2, 8, "sway")
    assert left.place_at("record") == Place("record")
    assert left.place_at("results") == Place("results")
    assert Journey(Progress("on-robot")).place_at("connect") == Place("connect")
    of_another = Progress("from-files", place=Place("of-tomorrow"))
    assert Journey(of_another).place_at("choose") == Place("choose")
