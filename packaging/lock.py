"""Writes the lock files: exact versions with hashes, one file for all systems and Python versions."""

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from environment import DEVELOPMENT, RUNTIME, SetupFailed

if TYPE_CHECKING:
    from environment import Environment

UV = "uv==0.13.8"
INDEX = "https://pypi.org/simple"
BUILD = "packaging/build.in"
"""Requirements for building the project, locked too, so that no build downloads anything."""


def refresh(environment: "Environment", *, upgrade: bool) -> None:
    """Resolve pyproject.toml for every system; the runtime lock is part of the development lock."""
    _ensure_uv(environment)
    compile_ = [
        environment.python, "-m", "uv", "pip", "compile", "--no-config", "--default-index", INDEX,
        "--universal", "--python-version", "3.11", "--generate-hashes", "--only-binary", ":all:",
        # one version of each package for every Python: a result must not depend on which one it is
        "--fork-strategy", "fewest",
        "--custom-compile-command", "python3 packaging/run.py lock", "--quiet",
        "pyproject.toml", BUILD,
    ]  # fmt: skip
    newest = ["--upgrade"] if upgrade else []
    for arguments in (
        [*newest, "--extra", "development", "--output-file", DEVELOPMENT.file],
        [*newest, "--constraint", DEVELOPMENT.file, "--output-file", RUNTIME.file],
    ):
        done = subprocess.run(
            [*compile_, *arguments], cwd=environment.repository, env=_clean_variables(), check=False
        )
        if done.returncode:
            raise SetupFailed("The versions could not be resolved; the lock files are as they were.")
    for lock in (DEVELOPMENT, RUNTIME):
        print(f"Written: {Path(environment.repository, lock.file)}", file=sys.stderr)


def _ensure_uv(environment: "Environment") -> None:
    pip = [environment.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", UV]
    if subprocess.run(pip, check=False).returncode:
        raise SetupFailed(f"{UV}, which resolves the versions, could not be installed.")


def _clean_variables() -> dict[str, str]:
    """Environment without this machine's own package sources, which must not reach the lock file."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "UV_"))}
