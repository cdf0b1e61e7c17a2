"""The house rules hold: lint, format, types, layers."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CHECKS = {
    "lint": ["ruff", "check", "--no-cache", "."],
    "format": ["ruff", "format", "--check", "--no-cache", "."],
    "types": ["mypy"],
    "layers": ["lint-imports", "--no-cache", "--no-logo"],
}


@pytest.mark.parametrize("name", CHECKS)
def test_house_rule(repository, name):
    tool, *arguments = CHECKS[name]
    program = shutil.which(tool, path=str(Path(sys.executable).parent))
    assert program, f"{tool} is not installed beside this Python"
    done = subprocess.run([program, *arguments], cwd=repository, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{tool}:\n{done.stdout}\n{done.stderr}"
