"""Damaged files: refused in one sentence, or imported with every stored row as it was written."""

from pathlib import Path

import numpy as np
import pytest

from app.errors.text import error_text
from core.errors import TorsionError
from core.recognition.reading import read_recordings
from core.recording import Quantity
from core.robot.library import load_robot
from tests.core.recognition.mutants import CHANGES, OF_NAMES
from tests.core.recognition.written_forms import FORMS, Motion, made_motion

ROBOT = load_robot("ur10e")
UNNAMED = {"ur-headerless"}
SHUFFLED = {"plotjuggler"}
"""Forms whose columns are not in the order of the joints: without their names the order cannot be known."""
TEXTS = {
    form.name: form for form in FORMS if form.file == "run.csv" and not form.options and form.name != "utf-16"
}
TRUE = {
    Quantity.POSITION: "position",
    Quantity.VELOCITY: "velocity",
    Quantity.CURRENT: "current",
    Quantity.TORQUE: "torque",
    Quantity.TEMPERATURE: "temperature",
}
MOTION = made_motion(seconds=2.0)


def judge(path: Path) -> str:
    """``refused`` with its sentence, or ``stored``; fails where a stored row is not one that was written."""
    try:
        recordings = read_recordings(path, robot=ROBOT)
    except (TorsionError, OSError) as error:
        sentence = error_text(error).one_line
        assert "Torsion did not expect" not in sentence
        assert "\n" not in sentence
        return "refused"
    for recording in recordings:
        assert_rows_are_true(recording, MOTION)
    return "stored"


def assert_rows_are_true(recording, motion: Motion) -> None:
    """Each stored row agrees with the row of the same position in all quantities."""
    position = np.asarray(recording.columns[Quantity.POSITION][:])
    nearest = np.array([int(np.argmin(np.abs(motion.position - row).max(axis=1))) for row in position])
    for quantity, values in recording.columns.items():
        if quantity in TRUE:
            truth = getattr(motion, TRUE[quantity])[nearest]
            np.testing.assert_allclose(values[:], truth, atol=1e-7, err_msg=quantity)


@pytest.mark.parametrize("change", CHANGES)
def test_a_damaged_file_is_refused_or_true(change: str, tmp_path: Path) -> None:
    random = np.random.default_rng(sorted(CHANGES).index(change))
    name = sorted(TEXTS)[int(random.integers(len(TEXTS)))]
    run_one(name, change, random, tmp_path)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(120))
def test_many_damaged_files(seed: int, tmp_path: Path) -> None:
    random = np.random.default_rng(1000 + seed)
    name = sorted(TEXTS)[seed % len(TEXTS)]
    for change in random.choice(sorted(CHANGES), size=int(random.integers(1, 3)), replace=False):
        run_one(name, str(change), random, tmp_path)


def run_one(name: str, change: str, random: np.random.Generator, folder: Path) -> None:
    if (name in UNNAMED and change in OF_NAMES) or (name in SHUFFLED and change == "no-header"):
        name = "ur-rtde"
    path = folder / f"{name}.csv"
    if not path.exists():
        TEXTS[name].write(MOTION, path)
    path.write_bytes(CHANGES[change](path.read_bytes(), random))
    judge(path)
