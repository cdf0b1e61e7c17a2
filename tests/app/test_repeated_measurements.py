"""A sweep, a stroke or a load step that was recorded again: the latest counts, and the earlier one stays."""

from dataclasses import replace

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from app.__main__ import main
from app.features.friction.presentation import joint_sentence
from app.features.friction.tasks import measure_friction
from app.features.payload.page import SWEEPS
from app.features.twist import tasks as twist_tasks
from app.features.twist.load_steps_tasks import twist_of_load_steps
from app.features.twist.page import TwistSetup, suggested_for_twist
from app.shell.window import Window
from app.visit.payload import PAYLOAD_RUN, PayloadRun, run_facts
from app.visit.summaries import OpenedVisit
from core.exchange.export_sweeps import sweeps_json
from core.identification import friction_sweeps
from core.identification.result import IDENTIFICATION
from core.monitor import NullMonitor
from core.payload import identify
from core.payload.settings import PayloadSettings
from core.recording import Event, Origin, Quantity, Recording, TorqueKind
from core.robot.library import load_robot
from core.robot.toml_writing import robot_text
from core.storage.visit import Visit
from tests.app import examples, payload_examples
from tests.app.payload_pages import show
from tests.app.plan_examples import asked, task_of
from tests.app.reports.report_examples import example_result
from tests.app.sweep_examples import joint_sweeps, joint_without_strokes, sweeps

QUANTITIES = (Quantity.POSITION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION, Quantity.TORQUE)
AGAIN = f"{payload_examples.LOADED}-2"


def recording(label: str, *events: Event) -> Recording:
    zeros = np.zeros((20, 6))
    columns = dict.fromkeys(QUANTITIES, zeros)
    return Recording(
        label,
        np.arange(20) * 0.008,
        columns,
        torque_kind=TorqueKind.MOTOR_CURRENT,
        origin=Origin(serial="A", recorded_at="2026-03-01T10:00:00+00:00"),
        events=events,
    )


def payload_run(load: PayloadRun, *only: int) -> Event:
    return Event(0.0, PAYLOAD_RUN, run_facts(load, plan="payload-plan-001", only=only))


@pytest.fixture
def visit(tmp_path):
    path = tmp_path / "cell.h5"
    with Visit.create(path, robot_toml=robot_text(load_robot("ec66"))) as made:
        made.add_recording(recording("payload-unloaded", payload_run(PayloadRun.UNLOADED)))
        made.add_recording(recording("payload-unloaded-2", payload_run(PayloadRun.UNLOADED, 3, 4)))
        made.add_recording(recording("payload-loaded", payload_run(PayloadRun.LOADED)))
        made.add_recording(recording(AGAIN, payload_run(PayloadRun.LOADED, 5, 6)))
    return path


@pytest.mark.parametrize(
    ("options", "repeats"),
    [
        ((), {"payload-unloaded-2", AGAIN}),
        (("--count-replaced",), {"payload-unloaded-2"}),
    ],
)
def test_the_command_lets_the_latest_sweeps_count(visit, monkeypatch, options, repeats):
    calls = []

    def answer(_recordings, _robot, **more):
        calls.append(more)
        return payload_examples.payload()

    monkeypatch.setattr(identify, "identify_payload", answer)
    assert main(["payload", str(visit), *options]) == 0
    assert calls[0]["loaded"] == ("payload-loaded", AGAIN)
    assert calls[0]["repeats"] == repeats


def repeated(*, early: bool, late: bool):
    """A payload of which the first sweep was measured again."""
    found = payload_examples.payload()
    first, *others = found.sweeps
    again = replace(first, key=replace(first.key, recording=AGAIN), is_used=late)
    first = replace(first, is_used=early)
    out = tuple(one.key for one in (first, again) if not one.is_used)
    return replace(
        found,
        sweeps=(first, *others, again),
        recordings=(payload_examples.LOADED, AGAIN),
        settings=PayloadSettings(leave_out=out),
    )


def test_the_page_says_which_of_a_repeated_sweep_counts(still_window: Window, qtbot: QtBot) -> None:
    page = show(still_window, repeated(early=False, late=True))
    page.show_view(SWEEPS)
    page.sweeps.choose(0)
    assert "1 sweep was measured again: the latest counts, the earlier one is left out." in page.sweeps.words
    assert f"It was measured again in {AGAIN}" in page.sweeps.words
    assert page.sweeps.model.left_out == (page.found.sweeps[0].key,)
    page.sweeps.leave_out(8)
    task = task_of(asked(still_window._runner, "analyse_payload"))
    assert task.arguments["count_replaced"] is True, "a person's ticks count as they are"
    still_window.visit.cancel()
    page.show_payload(repeated(early=True, late=True))
    assert "1 sweep was measured again, and both times count." in page.sweeps.words
    page.show_payload(repeated(early=True, late=False))
    assert "1 sweep was measured again, and the earlier time counts." in page.sweeps.words
    page.show_payload(payload_examples.payload())
    assert "measured again" not in page.sweeps.words


def test_friction_of_a_joint_swept_again_leaves_the_others_as_they_were() -> None:
    before = sweeps(joint_sweeps(1), joint_sweeps(3))
    now = replace(sweeps(joint_sweeps(3)), recordings=("friction-2",))
    both = now.after(before)
    assert [joint.number for joint in both.joints] == [1, 3]
    assert [joint.earlier for joint in both.joints] == [("friction",), ()]
    assert [joint.replaced for joint in both.joints] == [(), ("friction",)]
    assert len(both.judgement.reasons) == 2
    assert "Measured before, in friction" in joint_sentence(both.joints[0])
    assert "the one from friction no longer counts" in joint_sentence(both.joints[1])
    assert sweeps_json(both)["joints"][1]["replaced"] == ["friction"]
    failed = replace(sweeps(joint_without_strokes(3)), recordings=("friction-3",)).after(both)
    assert failed.joints[1].earlier == ("friction-2",), "what was measured stays where a repeat failed"
    other = replace(now, serial="another arm")
    assert other.after(before) is other


def test_a_stored_result_is_completed_and_not_forgotten(visit, monkeypatch):
    answers = [sweeps(joint_sweeps(1), joint_sweeps(3)), sweeps(joint_sweeps(3))]
    monkeypatch.setattr(friction_sweeps, "measure_sweeps", lambda *_, **__: answers.pop(0))
    robot = load_robot("ec66")
    for _ in range(2):
        found = measure_friction(NullMonitor(), visit=visit, labels=["payload-loaded"], robot=robot)
    assert [joint.number for joint in found.joints] == [1, 3]
    assert found.joints[1].replaced == (), "the same recording again is no repetition"


def test_the_earlier_strokes_can_be_chosen_again(still_window: Window, qtbot: QtBot) -> None:
    from app.features.friction.page import FrictionPage
    from app.visit.steps import GuideName, Step

    window = still_window
    label = examples.LABELS[0]
    window.visit._take(OpenedVisit(examples.visit_summary(str(window.visit.path)), None))
    window.guide = GuideName.ON_ROBOT
    window.open_step(Step.FRICTION)
    page = window.pages[Step.FRICTION]
    assert isinstance(page, FrictionPage)
    page.result.show_sweeps(sweeps(joint_sweeps(1), replace(joint_sweeps(3), replaced=(label,))))
    page.views.show(1)
    assert not page.result.replaced_button.isVisible()
    page.result.joint.press(1)
    assert page.result.replaced_button.text() == f"Let {label} count instead"
    page.result.replaced_button.click()
    task = task_of(asked(window._runner, "use_recordings"))
    assert (task.arguments["labels"], task.arguments["joint"]) == ((label,), 3)


def steps(label: str, *joints: int):
    return replace(examples.recording(label), is_load_steps=True, has_twist=True, load_joints=joints)


def test_load_steps_run_again_take_the_place_of_the_earlier_ones(qtbot: QtBot) -> None:
    run = examples.recording("run")
    first, second, part = steps("steps", 1, 2), steps("steps-2", 1, 2), steps("steps-3", 2)
    assert suggested_for_twist([run, first, second]) == (("steps-2",), ("run",))
    assert suggested_for_twist([run, first, part]) == (("steps", "steps-3"), ("run",))
    assert suggested_for_twist([run, part, first]) == (("steps",), ("run",))
    setup = TwistSetup()
    qtbot.addWidget(setup)
    setup.show_recordings([first, second])
    assert "Load steps were repeated: the latest count." in setup.words
    setup.runs.box("steps", fit=True).setChecked(True)
    assert "J2, J3: loaded more than once, and all ticked load steps count." in setup.words
    setup.show_recordings([second])
    assert "more than once" not in setup.words


def test_the_twist_after_load_steps_keeps_the_joints_that_were_not_repeated(visit, monkeypatch):
    def stroke(joint: int) -> Event:
        return Event(0.0, "load-stroke-begins", {"joint": joint})

    with Visit.open(visit) as opened:
        for label, joints in (("steps", (1, 2)), ("steps-2", (1,)), ("steps-3", (1,))):
            opened.add_recording(recording(label, *map(stroke, joints)))
        opened.add_result(IDENTIFICATION, example_result())
    calls = []
    monkeypatch.setattr(twist_tasks, "analyse_twist", lambda **told: calls.append(told["fit"]))
    twist_of_load_steps(NullMonitor(), visit=visit, labels=["steps-3"])
    assert calls == [("steps", "steps-3")]
