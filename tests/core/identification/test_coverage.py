"""The short version of the campaign of coverage: stated intervals hold the truth."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.thorough

REPOSITORY = Path(__file__).resolve().parents[3]


def test_stated_intervals_of_two_arms_hold_the_truth():
    done = subprocess.run(
        [sys.executable, str(REPOSITORY / "tests" / "campaigns" / "coverage.py"), "--quick"],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY), "OPENBLAS_NUM_THREADS": "1"},
    )
    numbers = dict(re.findall(r"^all but data-sheet: (.+): (\S+)$", done.stdout, re.MULTILINE))
    assert int(numbers["cases"]) == 80
    assert 0.9 <= float(numbers["95 % intervals that hold the truth"]) <= 1.0
    # these arms are nearly of the fitted family, so the systematic part is wider than needed
    assert 0.4 <= float(numbers["rms of error over stated deviation"]) <= 1.5
    # and it is not for nothing: as if every row were news, they would be far too small
    assert float(numbers["rms of error over white-noise deviation"]) > 2.5


def test_intervals_of_arms_of_another_making_are_counted():
    """Two arms with friction outside the fitted family; the payload's intervals hold there too."""
    done = subprocess.run(
        [sys.executable, str(REPOSITORY / "tests" / "campaigns" / "coverage_foreign.py"), "--quick"],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY), "OPENBLAS_NUM_THREADS": "1"},
    )
    numbers = dict(re.findall(r"^(.+): (\S+)$", done.stdout, re.MULTILINE))
    assert int(numbers["base parameters: intervals"]) == 30
    assert int(numbers["payload centre, all together, gains of the data sheet: intervals"]) == 12
    for quantity in ("mass", "centre"):
        name = f"payload {quantity}, all together, gains of the data sheet"
        assert float(numbers[f"{name}: 95 % intervals that hold the truth"]) >= 0.75
        assert float(numbers[f"{name}: rms of error over stated deviation"]) < 1.5
    # outside the family the scatter does not show the whole error; the systematic part does
    for quantity in ("base parameters", "friction at steady speed"):
        assert float(numbers[f"{quantity}: 95 % intervals that hold the truth"]) >= 0.85
        assert float(numbers[f"{quantity}: rms of error over stated deviation"]) < 1.5
    assert float(numbers["friction at steady speed: median relative error"]) < 0.05
