"""The forms of loggers and controllers come in as written; what their files do not say is asked for."""

from pathlib import Path

import numpy as np
import pytest

from core.errors import BadFile
from core.recognition.layout_text import layout_of, layout_toml
from core.recognition.reading import look_at, read_recordings
from core.recognition.understanding import Understanding
from core.recognition.user_answers import parse_answers
from core.robot.library import load_robot
from tests.core.recognition.makers_forms import MAKERS, MakerForm, truth_of
from tests.core.recognition.written_forms import Motion, made_motion

MOTIONS = {joints: made_motion(joints, seconds=6.0, rate=125.0) for joints in (6, 7)}
ROBOTS = {6: load_robot("ur10e"), 7: load_robot("lwr4")}


@pytest.fixture(params=MAKERS, ids=lambda form: form.name)
def form(request: pytest.FixtureRequest) -> MakerForm:
    return request.param


def assert_nothing_is_wrong(found: Understanding, motion: Motion, form: MakerForm) -> None:
    """Each settled column has the values that were written, in SI units and at its joint."""
    variant = layout_of(found).variants[0]
    for quantity, source in variant.quantities.items():
        values = source.to_si(found.table.matrix(found.quantities[quantity].columns))
        truth = truth_of(motion, quantity)
        error = values - truth
        turns = 2.0 * np.pi * np.rint(error / (2.0 * np.pi)) if "position" in quantity else 0.0
        assert np.abs(error - turns).max() < max(form.digits, 1e-6), quantity


@pytest.mark.parametrize("with_robot", [True, False])
def test_nothing_is_silently_wrong_without_an_answer(
    *, form: MakerForm, with_robot: bool, tmp_path: Path
) -> None:
    motion = MOTIONS[form.joints]
    robot = ROBOTS[form.joints] if with_robot else None
    found = look_at(form.write(motion, tmp_path), robot=robot)
    assert_nothing_is_wrong(found, motion, form)
    if not found.is_complete:
        with pytest.raises(BadFile):
            read_recordings(found.table.path, found=found, robot=robot)


def written_otherwise(how: str, form: MakerForm, path: Path) -> bytes:
    """The same table as other programs and countries write it."""
    text = path.read_bytes().decode(form.encoding)
    rows = [line.split(form.delimiter) for line in text.splitlines()]
    if how == "carriage returns":
        return text.replace("\n", "\r").encode(form.encoding)
    if how == "blanks around":
        text = "".join(form.delimiter.join(f"  {cell} " for cell in row) + "\n" for row in rows)
    elif how == "a cell is missing":
        rows[40][3], rows[41] = "", [rows[41][0]] + ["NaN"] * (len(rows[41]) - 1)
        text = "".join(form.delimiter.join(row) + "\n" for row in rows)
    elif how == "tabs and decimal commas":
        plain = [[cell if ":" in cell else cell.replace(".", ",") for cell in row] for row in rows[1:]]
        text = "".join("\t".join(row) + "\r\n" for row in [rows[0], *plain])
    return text.encode("utf-16")


HOW = ("carriage returns", "blanks around", "a cell is missing", "tabs and decimal commas")


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("name", ["epoch-s", "kuka-rsi", "pandas-index-of-moments", "staubli"])
def test_a_form_written_in_another_way_asks_for_nothing_else(name: str, how: str, tmp_path: Path) -> None:
    (form,) = [one for one in MAKERS if one.name == name]
    motion, robot = MOTIONS[6], ROBOTS[6]
    path = form.write(motion, tmp_path)
    asked = [group.span for group in look_at(path, robot=robot).questions]
    path.write_bytes(written_otherwise(how, form, path))
    assert [group.span for group in look_at(path, robot=robot).questions] == asked
    found = look_at(path, answers=parse_answers(form.answers), robot=robot)
    assert found.is_complete
    (recording,) = read_recordings(path, found=found, robot=robot)
    assert set(recording.columns) == form.holds
    missing = 2 if how == "a cell is missing" else 0
    assert recording.sample_count == motion.time.size - missing
    for quantity, values in recording.columns.items():
        truth = np.delete(truth_of(motion, quantity), [39, 40][:missing], axis=0)
        assert np.abs(np.asarray(values[:]) - truth).max() < max(form.digits, 1e-6), quantity


def test_the_form_comes_in_with_the_answers(form: MakerForm, tmp_path: Path) -> None:
    motion, robot = MOTIONS[form.joints], ROBOTS[form.joints]
    path = form.write(motion, tmp_path)
    found = look_at(path, answers=parse_answers(form.answers), robot=robot)
    assert found.is_complete, [(group.span, group.choices, group.evidence[-1]) for group in found.questions]
    (recording,) = read_recordings(path, found=found, robot=robot)
    assert set(recording.columns) == form.holds
    assert recording.sample_count == motion.time.size
    np.testing.assert_allclose(recording.time - recording.time[0], motion.time, atol=2e-6)
    for quantity, values in recording.columns.items():
        error = np.abs(np.asarray(values[:]) - truth_of(motion, quantity)).max()
        assert error < max(form.digits, 1e-6), quantity
    layout = tmp_path / "layout.toml"
    layout.write_text(layout_toml(found), encoding="utf-8")
    (again,) = read_recordings(path, layout=layout, robot=robot)
    np.testing.assert_array_equal(again.time, recording.time)
    for quantity, values in recording.columns.items():
        np.testing.assert_array_equal(again.columns[quantity][:], values[:])
