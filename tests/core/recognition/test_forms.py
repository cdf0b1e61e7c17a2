"""Forms of many programs come in without a layout: positions as written, no column silently wrong."""

from pathlib import Path

import numpy as np
import pytest

from core.monitor import Cancelled, NullMonitor
from core.recognition.layout_text import layout_toml
from core.recognition.reading import look_at, read_recordings
from core.recognition.user_answers import Answers, parse_answer
from core.recording import Quantity, Recording
from core.robot.library import load_robot
from tests.core.recognition.written_forms import FORMS, Form, Motion, made_motion

ROBOT = load_robot("ur10e")
WRITTEN = {
    Quantity.POSITION: "position",
    Quantity.VELOCITY: "velocity",
    Quantity.CURRENT: "current",
    Quantity.TORQUE: "torque",
    Quantity.TEMPERATURE: "temperature",
}


def answers_of(form: Form) -> Answers:
    given = dict(zip(form.options[::2], form.options[1::2], strict=True))
    rate = float(given["--rate"]) if "--rate" in given else None
    columns = (parse_answer(given["--column"]),) if "--column" in given else ()
    return Answers(columns, rate_hz=rate, effort=given.get("--effort", ""))


def written(form: Form, folder: Path, motion: Motion) -> Path:
    if form.needs:
        pytest.importorskip(form.needs)
    return form.write(motion, folder / form.file)


def assert_as_written(recording: Recording, form: Form, motion: Motion) -> None:
    count = recording.sample_count
    elapsed = recording.time - recording.time[0]
    np.testing.assert_allclose(elapsed, motion.time[:count], atol=2e-6)
    for quantity, values in recording.columns.items():
        if quantity in WRITTEN:
            truth = getattr(motion, WRITTEN[quantity])[:count]
            np.testing.assert_allclose(values[:], truth, rtol=1e-9, atol=form.digits)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_a_form_comes_in_without_a_layout(form: Form, tmp_path: Path) -> None:
    motion = made_motion(form.joints)
    path = written(form, tmp_path, motion)
    found = look_at(path, answers=answers_of(form), robot=ROBOT)
    assert not found.questions, [(group.span, group.evidence) for group in found.questions]
    (recording,) = read_recordings(path, found=found, robot=ROBOT)
    assert set(recording.columns) == form.holds
    assert_as_written(recording, form, motion)
    assert recording.missing == ()


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_the_written_layout_reads_the_same(form: Form, tmp_path: Path) -> None:
    path = written(form, tmp_path, made_motion(form.joints))
    found = look_at(path, answers=answers_of(form), robot=ROBOT)
    layout = tmp_path / "layout.toml"
    layout.write_text(layout_toml(found), encoding="utf-8")
    (recognised,) = read_recordings(path, found=found, robot=ROBOT)
    (by_layout,) = read_recordings(path, layout=layout, robot=ROBOT)
    np.testing.assert_array_equal(by_layout.time, recognised.time)
    assert set(by_layout.columns) == set(recognised.columns)
    for quantity, values in by_layout.columns.items():
        np.testing.assert_array_equal(values[:], recognised.columns[quantity][:])


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_every_column_has_a_meaning_or_a_question_and_a_reason(form: Form, tmp_path: Path) -> None:
    path = written(form, tmp_path, made_motion(form.joints))
    found = look_at(path, answers=answers_of(form), robot=ROBOT)
    columns = [column for column, _ in found.by_column()]
    assert columns == [channel.number for channel in found.table.channels]
    assert all(group.evidence for group in found.groups)


def test_a_long_import_reports_its_progress_and_stops_when_it_is_asked_to(tmp_path: Path) -> None:
    path = FORMS[0].write(made_motion(seconds=200.0), tmp_path / "run.csv")
    found = look_at(path, robot=ROBOT)

    class Stopping(NullMonitor):
        fractions: tuple[float, ...] = ()

        def report(self, fraction: float, text: str = "") -> None:
            self.fractions = (*self.fractions, fraction)

        def check(self) -> None:
            if len(self.fractions) == 2:
                raise Cancelled

    monitor = Stopping()
    with pytest.raises(Cancelled):
        read_recordings(path, found=found, robot=ROBOT, monitor=monitor)
    assert 0.0 < monitor.fractions[0] < monitor.fractions[1] < 1.0
