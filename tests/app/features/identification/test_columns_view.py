"""The window shows what was understood of a file, and takes answers about its open columns."""

from dataclasses import replace

import numpy as np

from app.errors.tables import IN_WINDOW
from app.errors.text import window_text
from app.features.identification.import_views import ColumnsView
from app.visit.summaries import RecognisedFile
from app.visit.tasks import recognise_file
from app.widgets.text import Button
from core.errors import BadFile, Problem
from core.monitor import NullMonitor
from core.recognition.arm_readings import KINDS
from core.recognition.understanding import Evidence, Group
from tests.core.recognition.test_bags import joint_states, write_bag
from tests.core.recognition.written_forms import made_motion, rows_of, write_rows
from tests.waiting import LIMIT_MS


def headerless(folder):
    motion = made_motion(seconds=2.0)
    table = rows_of(motion.time, motion.position, motion.velocity, motion.current)
    return write_rows(folder / "run.csv", "", table)


def test_open_columns_are_chosen_and_the_answer_settles_them(qtbot, tmp_path):
    path = str(headerless(tmp_path))
    view = ColumnsView()
    qtbot.addWidget(view)
    view.show_file(recognise_file(NullMonitor(), path=path, robot="generic-6r"))
    assert view.isVisibleTo(view.parentWidget())
    # Two seconds of a slow motion fit in rad and in deg where no masses are described; the velocity's unit
    # follows from the answer.
    assert list(view.choices) == ["2-7", "14-19"]
    assert view.rows.index(2, 2).data() == "follows from your choice"
    answers = ()
    for span, said in (("2-7", "position rad"), ("14-19", "current")):
        choice = view.choices[span]
        choice.choose(said)
        with qtbot.waitSignal(view.answered, timeout=LIMIT_MS) as answered:
            choice.picked.emit()
        assert answered.args == [path, (f"{span}={said}",)]
        answers += answered.args[1]
        found = recognise_file(NullMonitor(), path=path, robot="generic-6r", columns=answers)
        assert span not in [group.span for group in found.groups if group.is_open]
        view.show_file(found)
    assert not any(group.is_open for group in found.groups)
    assert view.choices == {}
    meanings = [view.rows.index(row, 2).data() for row in range(view.rows.rowCount())]
    assert meanings == ["time, s", "position, rad", "velocity, rad/s", "current, A"]


def test_a_file_that_cannot_be_read_says_why(qtbot, tmp_path):
    path = tmp_path / "run.csv"
    path.write_text("nothing here\n", encoding="utf-8")
    found = recognise_file(NullMonitor(), path=str(path), robot="ec66")
    assert found.error is not None
    view = ColumnsView()
    qtbot.addWidget(view)
    view.show_file(found)
    assert not view.table.isVisibleTo(view)
    view.show_file(RecognisedFile(str(path)))
    assert view.isHidden()


def test_a_file_without_clock_says_so(qtbot, tmp_path):
    motion = made_motion(seconds=2.0)
    header = ",".join(f"q{joint + 1} [rad]" for joint in range(6))
    path = write_rows(tmp_path / "run.csv", header, np.asarray(motion.position))
    found = recognise_file(NullMonitor(), path=str(path), robot="ec66")
    assert getattr(found.error, "code", "") == "no-clock-found"


def test_the_rate_of_a_file_without_clock_is_typed(qtbot, tmp_path):
    motion = made_motion(seconds=2.0)
    header = ",".join(f"q{joint + 1} [rad]" for joint in range(6))
    path = str(write_rows(tmp_path / "run.csv", header, np.asarray(motion.position)))
    view = ColumnsView()
    qtbot.addWidget(view)
    view.show_file(recognise_file(NullMonitor(), path=path, robot="ec66"))
    button = next(one for one in view.findChildren(Button) if one.text() == "Take this rate")
    for wrong in ("", "-3", "fast", "0"):
        view.rate.edit.setText(wrong)
        with qtbot.assertNotEmitted(view.answered):
            button.click()
    view.rate.edit.setText("250")
    with qtbot.waitSignal(view.answered, timeout=LIMIT_MS) as answered:
        button.click()
    found = recognise_file(NullMonitor(), path=path, robot="ec66", columns=answered.args[1])
    assert found.error is None
    view.show_file(found)
    assert view.rate is None


def test_the_topic_of_a_bag_with_several_is_chosen(qtbot, tmp_path):
    motion = made_motion(seconds=1.0)
    both = (joint_states(motion, topic=topic) for topic in ("/left", "/right"))
    makers = list(both)
    path = str(write_bag(tmp_path / "bag", lambda store: (one for make in makers for one in make(store))))
    view = ColumnsView()
    qtbot.addWidget(view)
    view.show_file(recognise_file(NullMonitor(), path=path, robot="ur10e"))
    choice = view.choices["topic"]
    choice.choose("topic:/right")
    with qtbot.waitSignal(view.answered, timeout=LIMIT_MS) as answered:
        choice.picked.emit()
    found = recognise_file(NullMonitor(), path=path, robot="ur10e", columns=answered.args[1])
    assert found.error is None
    view.show_file(found)
    effort = view.choices["effort"]
    effort.choose("effort:torque")
    with qtbot.waitSignal(view.answered, timeout=LIMIT_MS) as said:
        effort.picked.emit()
    columns = (*answered.args[1], *said.args[1])
    as_torque = recognise_file(NullMonitor(), path=path, robot="ur10e", columns=columns)
    assert "torque" in {group.meaning for group in as_torque.groups}
    assert "current" in {group.meaning for group in found.groups}


def turned_torque(folder):
    motion = made_motion(seconds=8.0, rate=125.0)
    torque = motion.torque * np.array([1.0, 1.0, -1.0, 1.0, 1.0, 1.0])
    names = (
        f"{name}{joint + 1} [{unit}]" for name, unit in (("q", "rad"), ("tau", "Nm")) for joint in range(6)
    )
    return write_rows(
        folder / "run.csv", ",".join(("t [s]", *names)), rows_of(motion.time, motion.position, torque)
    )


def test_what_the_masses_say_is_offered_and_taken(qtbot, tmp_path):
    path = str(turned_torque(tmp_path))
    view = ColumnsView()
    qtbot.addWidget(view)
    view.show_file(recognise_file(NullMonitor(), path=path, robot="ur10e"))
    (choice,) = view.choices.values()
    assert view.rows.index(2, 2).data() == "unclear: choose below"
    assert "count the other way round" in next(iter(view.candidates.values())).text()
    choice.choose("correct:torque-sign")
    with qtbot.waitSignal(view.answered, timeout=LIMIT_MS) as answered:
        choice.picked.emit()
    found = recognise_file(NullMonitor(), path=path, robot="ur10e", columns=answered.args[1])
    assert not any(group.is_open for group in found.groups)
    view.show_file(found)
    assert view.choices == {}


def test_every_choice_has_words_without_a_sign_of_a_command(qtbot, tmp_path):
    view = ColumnsView()
    qtbot.addWidget(view)
    for kind in KINDS:
        group = Group((2, 3), "position", (), (Evidence("unit-open", {"peak": 1.0}),), (f"correct:{kind}",))
        group = replace(group, choices=(*group.choices, "3,2=position 1,-1 rad", "position 1,1 rad", "leave"))
        view.show_file(RecognisedFile("run.csv", (group,), ("t", "a", "b"), (("0", "1", "2"),)))
        (choice,) = view.choices.values()
        words = [choice.itemText(place) for place in range(choice.count())]
        assert len(set(words)) == 5
        assert not any("=" in one or "--" in one or ":" in one.removeprefix("put right:") for one in words)


def test_no_option_of_a_command_is_written_in_the_window():
    for code in IN_WINDOW:
        error = BadFile(
            code, [Problem("", "column-open", {"columns": "2", "choices": ("--column 2=leave",)})], file="a"
        )
        assert "--" not in window_text(error).one_line
