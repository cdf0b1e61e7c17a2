"""Fills a folder with all packages that Torsion needs, for a machine with Python but no internet."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from environment import DEVELOPMENT, RUNTIME, Environment, Lock, SetupFailed, failure_text

SYSTEMS: dict[str, tuple[str, ...]] = {
    "windows": ("win_amd64",),
    "macos": tuple(f"macosx_{version}_0_arm64" for version in (15, 14, 13, 12, 11)),
    "linux": (
        *(f"manylinux_2_{minor}_x86_64" for minor in (34, 31, 28, 27, 26, 24, 17)),
        "manylinux2014_x86_64",
    ),
}
"""Systems by name with their wheel tags; any other name is used as a tag."""


def fill(
    environment: Environment,
    folder: Path,
    *,
    platforms: Sequence[str] = (),
    python_version: str = "",
    development: bool = False,
) -> int:
    """Download the locked packages into ``folder``; return the number of files there.

    Raises
    ------
    SetupFailed
        If a package cannot be downloaded, or has no wheel for that system.
    """
    lock = DEVELOPMENT if development else RUNTIME
    folder.mkdir(parents=True, exist_ok=True)
    command = command_line(environment, folder, lock, platforms=platforms, python_version=python_version)
    done = subprocess.run(command, capture_output=True, text=True, check=False, errors="replace")
    if done.returncode:
        raise SetupFailed(failure_text((done.stdout + done.stderr).splitlines()))
    return sum(1 for _ in folder.glob("*.whl"))


def command_line(
    environment: Environment,
    folder: Path,
    lock: Lock,
    *,
    platforms: Sequence[str] = (),
    python_version: str = "",
) -> list[str]:
    """Command line of pip; without platform and version it is for the running Python."""
    tags = [tag for name in platforms for tag in SYSTEMS.get(name, (name,))]
    elsewhere = [f"--platform={tag}" for tag in tags]
    if python_version:
        elsewhere.append(f"--python-version={python_version}")
    if elsewhere:
        elsewhere.append("--implementation=cp")
    return [
        environment.python, "-m", "pip", "download", "--disable-pip-version-check", "--no-input",
        "--progress-bar", "off", "--only-binary=:all:", "--require-hashes", *elsewhere,
        "--requirement", str(environment.repository / lock.file), "--dest", str(folder),
    ]  # fmt: skip
