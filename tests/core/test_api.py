"""The names for scripts, and the script of the help as it is printed."""

import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import core.api
from core.api import Quantity, Visit, channels, robot_of
from core.robot.toml_format import write_toml
from resources import path
from tests.core.payload.dynamic.dynamic_runs import MASS, ROBOT, made_pair

REPOSITORY = Path(__file__).resolve().parents[2]
PAGE = path("help") / "python.md"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the visit of the script: a run without, and one with a payload."""
    made = tmp_path_factory.mktemp("python")
    with Visit.create(made / "cell.h5", robot_toml=write_toml(ROBOT)) as visit:
        for recording in made_pair().values():
            visit.add_recording(recording)
    return made


def test_channels_are_arrays_with_a_unit_for_each_joint(folder: Path) -> None:
    with Visit.open(folder / "cell.h5") as visit:
        robot = robot_of(visit)
        other = replace(visit.recording("free"), columns={Quantity.TORQUE: np.ones((5, 6))})
        found = channels(visit.recording("free"), robot)
        assert found["position"].values.shape == (visit.recording("free").sample_count, 6)
    assert (found["position"].units, found["current"].units) == (("rad",) * 6, ("A",) * 6)
    assert channels(other, robot)["torque"].units == ("N·m",) * 6


def test_every_quantity_has_a_unit() -> None:
    assert set(core.api._TURNS) == set(Quantity)


def test_the_page_names_what_there_is() -> None:
    named = set(re.findall(r"`(\w+)", PAGE.read_text("utf-8").split("```python")[0]))
    functions = {name for name in core.api.__all__ if name[0].islower()}
    assert functions <= named


def test_the_script_of_the_help_runs_as_printed(folder: Path) -> None:
    (script,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert any(line.startswith("position ") and "rad" in line for line in lines)
    weighed = next(line for line in lines if " kg, by " in line)
    mass, std = (float(part) for part in re.findall(r"[0-9.]+", weighed)[:2])
    assert abs(mass - MASS) < max(4.0 * std, 0.1 * MASS)
    assert (folder / "current.png").stat().st_size > 1000
