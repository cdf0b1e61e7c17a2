"""Files that many tests read and none changes, made once for all processes that run tests.

A fixture of a module or a session is made again in each copied process, and in each copied window: a visit
that takes seconds to make is made here instead. What is made is a folder; tests that change something
change a copy of it.
"""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

MadeOnce = Callable[[str, Callable[[Path], object]], Path]
_KEY = pytest.StashKey[Path]()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Choose the folder before any process is copied."""
    session.config.stash[_KEY] = session.config._tmp_path_factory.mktemp("made-once", numbered=False)


@pytest.fixture(scope="session")
def made_once(request: pytest.FixtureRequest) -> MadeOnce:
    """The folder of this name, filled by the function where it is not filled yet."""
    shared = request.config.stash[_KEY]

    def filled(name: str, fill: Callable[[Path], object]) -> Path:
        folder, done = shared / name, shared / f"{name}.done"
        with (shared / f"{name}.lock").open("w") as turn:
            if sys.platform != "win32":  # nothing is copied there
                import fcntl

                fcntl.flock(turn, fcntl.LOCK_EX)
            if not done.exists():
                shutil.rmtree(folder, ignore_errors=True)  # of one that failed
                folder.mkdir()
                fill(folder)
                done.touch()
        return folder

    return filled
