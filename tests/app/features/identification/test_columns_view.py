"""The window shows what was understood of a file, and takes answers about its open columns."""

import numpy as np

from app.features.identification.columns_view import ColumnsView
from app.visit.summaries import RecognisedFile
from app.visit.tasks import recognise_file
from core.monitor import NullMonitor
from tests.core.recognition.written_forms import made_motion, rows_of, write_rows


def headerless(folder):
    motion = made_motion(seconds=2.0)
    table = rows_of(motion.time, motion.position, motion.velocity, motion.current)
    return write_rows(folder / "run.csv", "", table)


def test_open_columns_are_chosen_and_the_answer_settles_them(qtbot, tmp_path):
    path = str(headerless(tmp_path))
    view = ColumnsView()
    qtbot.addWidget(view)
    view.show_file(recognise_file(NullMonitor(), path=path, robot="ec66"))
    assert view.isVisibleTo(view.parentWidget())
    assert list(view.choices) == ["14-19"]
    choice = view.choices["14-19"]
    choice.choose("current A")
    with qtbot.waitSignal(view.answered) as answered:
        choice.picked.emit()
    assert answered.args == [path, ("14-19=current A",)]
    found = recognise_file(NullMonitor(), path=path, robot="ec66", columns=answered.args[1])
    assert not any(group.is_open for group in found.groups)
    view.show_file(found)
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
