"""The house rules hold: lint, format, types, layers."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

CHECKS = {
    "lint": ["ruff", "check", "--no-cache", "."],
    "format": ["ruff", "format", "--check", "--no-cache", "."],
    "layers": ["lint-imports", "--no-cache", "--no-logo"],
}


REFUSED_TASKS = Path("tests", "rails", "refused_tasks.py")


@pytest.mark.parametrize("name", CHECKS)
def test_house_rule(repository, name):
    done = checked(repository, *CHECKS[name])
    assert done.returncode == 0, f"{name}:\n{done.stdout}\n{done.stderr}"


def test_types_are_right_and_a_wrong_task_is_refused(repository):
    """Both in one run: for either alone mypy reads the whole product."""
    settings = tomllib.loads((repository / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    done = checked(repository, "mypy", "--no-pretty", *settings["files"], str(REFUSED_TASKS))
    wrong = f"{REFUSED_TASKS}:"
    errors = [line for line in done.stdout.splitlines() if ": error:" in line]
    refused = [int(line.removeprefix(wrong).partition(":")[0]) for line in errors if line.startswith(wrong)]
    lines = (repository / REFUSED_TASKS).read_text(encoding="utf-8").splitlines()
    assert len(refused) == len(errors), done.stdout
    assert refused == [number for number, line in enumerate(lines, 1) if line.endswith("# REFUSED")], (
        done.stdout + done.stderr
    )


def checked(repository, tool, *arguments):
    """Run one tool of the development environment over the repository."""
    program = shutil.which(tool, path=str(Path(sys.executable).parent))
    assert program, f"{tool} is not installed beside this Python"
    return subprocess.run([program, *arguments], cwd=repository, capture_output=True, text=True, check=False)
