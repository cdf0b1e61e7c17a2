"""What the window suggests and remembers about a visit; the steps and their states."""

from dataclasses import replace

import numpy as np
import pytest

from app.steps import GUIDES, Guide, Step, StepState, Work
from app.visit import RunChoice, chosen_for, suggested_choice
from core.identification.settings import IdentificationSettings
from core.recording import TorqueKind
from tests.app import examples

FROM_FILES = GUIDES[Guide.FROM_FILES]
ON_ROBOT = GUIDES[Guide.ON_ROBOT]


def test_last_of_several_bare_runs_validates() -> None:
    bare = [examples.recording(label) for label in ("a", "b", "c")]
    loaded = replace(examples.recording("loaded"), payload_mass=2.4)
    computed = replace(examples.recording("computed"), torque_kind=TorqueKind.MODEL)
    choice = suggested_choice([loaded, *bare, computed])
    assert choice.fit == ("a", "b")
    assert choice.validate == ("c",)


def test_a_single_run_fits() -> None:
    assert suggested_choice([examples.recording("only")]).fit == ("only",)
    assert suggested_choice([]).fit == ()


def test_choice_with_gains_compares_by_value() -> None:
    def choice(gain: float) -> RunChoice:
        return RunChoice(fit=("a",), settings=IdentificationSettings(drive_gain=np.array([gain, 2.0])))

    assert choice(1.0) == choice(1.0)
    assert hash(choice(1.0)) == hash(choice(1.0))
    assert choice(1.0) != choice(1.5)
    assert choice(1.0) != RunChoice(fit=("a",))


def test_stored_result_brings_its_choice_back() -> None:
    choice = chosen_for(examples.result(), examples.visit_summary())
    assert choice.fit == examples.LABELS[:-1]
    assert choice.validate == examples.LABELS[-1:]


@pytest.mark.parametrize(
    ("work", "states"),
    [
        (Work(), "now not-yet not-yet not-yet not-yet"),
        (Work(has_recordings=True, has_choice=True), "now done not-yet not-yet not-yet"),
        (
            Work(has_recordings=True, has_choice=True, has_result=True, result_is_current=True),
            "now done done done not-yet",
        ),
        (
            Work(has_recordings=True, has_choice=True, has_result=True, has_report=True),
            "now done out-of-date out-of-date out-of-date",
        ),
        (
            Work(
                has_recordings=True,
                has_choice=True,
                has_result=True,
                result_is_current=True,
                has_report=True,
            ),
            "now done done done out-of-date",
        ),
    ],
)
def test_state_of_every_step(work: Work, states: str) -> None:
    assert [work.state(step, current=Step.RECORDINGS) for step in FROM_FILES] == [
        StepState(state) for state in states.split()
    ]


def test_a_step_opens_when_its_needs_are_there() -> None:
    def open_steps(work: Work) -> list[Step]:
        return [step for step in FROM_FILES if work.can_open(step)]

    assert open_steps(Work()) == [Step.RECORDINGS]
    assert open_steps(Work(has_recordings=True)) == [Step.RECORDINGS, Step.CHOOSE]
    assert Step.IDENTIFY in open_steps(Work(has_recordings=True, has_choice=True))
    assert open_steps(Work(has_recordings=True, has_choice=True, has_result=True)) == list(FROM_FILES)


@pytest.mark.parametrize(
    ("work", "states"),
    [
        (Work(), "now not-yet not-yet not-yet"),
        (Work(is_connected=True), "now not-yet not-yet not-yet"),
        (Work(is_connected=True, has_check=True, check_is_current=True), "now done not-yet not-yet"),
        (Work(is_connected=True, has_check=True, has_recordings=True), "now out-of-date done not-yet"),
    ],
)
def test_states_on_a_robot(work: Work, states: str) -> None:
    assert [work.state(step, current=Step.CONNECT) for step in ON_ROBOT[:4]] == [
        StepState(state) for state in states.split()
    ]


def test_steps_on_a_robot_need_it_connected() -> None:
    assert [step for step in ON_ROBOT if Work(has_recordings=True).can_open(step)] == [
        Step.CONNECT,
        Step.CHOOSE,
    ]
    assert Work(is_connected=True).can_open(Step.RECORD)
