"""What every test stands on: no screen, no user settings, guards against leaks, the shared recordings."""

import gc
import os
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

# Before the first QApplication, which reads it once.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the program does, before NumPy comes

pytest_plugins = [
    "pytester",
    "tests.tiers",
    "tests.guards.outcome",
    "tests.guards.logs",
    "tests.guards.threads",
    "tests.guards.widgets",
    "tests.guards.window_thread",
    "tests.kernels_once",
    "tests.loaded_children",
    "tests.app.forked",
    "tests.copies",
    "tests.made_once",
    "tests.rewritten_ahead",
    "tests.golden.keeping",
]

settings.register_profile("same examples", deadline=None, max_examples=30, print_blob=True, derandomize=True)
settings.register_profile("new examples", deadline=None, max_examples=30, print_blob=True)
# a change is judged by the examples that judged the one before; the nightly run looks for new ones
settings.load_profile("new examples" if os.environ.get("TORSION_NEW_EXAMPLES") else "same examples")

REPOSITORY = Path(__file__).resolve().parent.parent


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect no garbage while tests are found, and never search what is loaded then for any.

    A collection looks at every object there is, and all modules together have a million of them.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(scope="session", autouse=True)
def user_folders_of_its_own(tmp_path_factory):
    """Keep the settings and files of whoever runs the tests out of reach."""
    # not by mktemp: it looks through all folders for the next number, and each copied window comes here
    own = Path(tempfile.mkdtemp(prefix="user-", dir=tmp_path_factory.getbasetemp()))
    with pytest.MonkeyPatch.context() as patch:
        for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
            folder = own / variable.lower()
            folder.mkdir()
            patch.setenv(variable, str(folder))
        yield


@pytest.fixture(scope="session")
def repository() -> Path:
    """The folder that was cloned."""
    return REPOSITORY


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The recordings of real arms, which are not ours to ship: ``$TORSION_DATA`` or ``../shared/data``."""
    folder = Path(os.environ.get("TORSION_DATA") or REPOSITORY.parent / "shared" / "data")
    if not folder.is_dir():
        pytest.skip(f"the recordings of real arms are absent: no folder {folder} (set TORSION_DATA)")
    return folder
