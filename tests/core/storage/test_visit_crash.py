"""Whenever the process dies, the visit opens and has what it had, or all of the change."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core.errors import BadFile
from core.storage.visit import Visit
from tests.core.storage.recordings_examples import assert_same_recording, example_recording

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")

CHANGE = """
import os, signal, sys
from pathlib import Path
from core.storage import replacement, rewriting as module
from core.storage.visit import Visit
from tests.core.storage.recordings_examples import example_recording

def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

def half_a_copy(source, target):
    content = Path(source).read_bytes()
    Path(target).write_bytes(content[: len(content) // 2])
    die()

moment, path = sys.argv[1:]
genuine = module.replace
if moment == "copy":
    module.shutil.copy = half_a_copy
elif moment == "sync":
    replacement.os.fsync = die
elif moment == "rename":
    Path.replace = die
elif moment == "renamed":
    module.replace = lambda *names: (genuine(*names), die())
with Visit.open(path) as visit, visit.change() as draft:
    draft.add_recording(example_recording("new", samples=9000, seed=1))
    if moment == "flushed":
        draft._file.flush()
    if moment in ("writing", "flushed"):
        die()
"""

ENDLESS = """
import sys
from core.storage.visit import Visit
from tests.core.storage.recordings_examples import example_recording

with Visit.open(sys.argv[1]) as visit:
    print("ready", flush=True)
    for number in range(1000):
        visit.add_recording(example_recording(f"new {number}", samples=5000, seed=number))
"""

HOLDING = """
import sys
from core.storage.visit import Visit

with Visit.open(sys.argv[1]) as visit, visit.change() as draft:
    print("ready", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "visit.h5"
    with Visit.create(path, robot_toml="") as visit:
        visit.add_recording(example_recording("old"))
    return path


def check_and_change(path: Path) -> tuple[str, ...]:
    """The labels after the crash; the old content is whole and the visit can be changed again."""
    with Visit.open(path) as visit:
        labels = visit.labels
        assert_same_recording(visit.recording("old"), example_recording("old"))
        visit.add_recording(example_recording("after", seed=2))
        assert visit.labels == (*labels, "after")
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    return labels


@pytest.mark.parametrize("moment", ["copy", "writing", "flushed", "sync", "rename"])
def test_a_crash_before_the_rename_leaves_the_old_visit(path: Path, repository: Path, moment: str) -> None:
    before = path.read_bytes()
    died = subprocess.run([sys.executable, "-c", CHANGE, moment, str(path)], cwd=repository, check=False)
    assert died.returncode == -signal.SIGKILL
    assert path.read_bytes() == before
    assert check_and_change(path) == ("old",)


def test_a_crash_after_the_rename_leaves_the_new_visit(path: Path, repository: Path) -> None:
    died = subprocess.run([sys.executable, "-c", CHANGE, "renamed", str(path)], cwd=repository, check=False)
    assert died.returncode == -signal.SIGKILL
    with Visit.open(path) as visit:
        assert_same_recording(visit.recording("new"), example_recording("new", samples=9000, seed=1))
    assert check_and_change(path) == ("old", "new")


@pytest.mark.parametrize("seed", range(4))
def test_a_crash_at_any_moment_leaves_whole_recordings(path: Path, repository: Path, seed: int) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", ENDLESS, str(path)], cwd=repository, stdout=subprocess.PIPE
    )
    assert child.stdout is not None
    with child:
        assert child.stdout.readline() == b"ready\n"
        time.sleep(random.Random(seed).uniform(0.05, 0.4))
        child.kill()
    labels = check_and_change(path)
    with Visit.open(path) as visit:
        for number, label in enumerate(labels[1:]):
            assert label == f"new {number}"
            original = example_recording(label, samples=5000, seed=number)
            assert_same_recording(visit.recording(label), original)


def test_another_process_can_read_but_not_change_a_visit_in_change(path: Path, repository: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", HOLDING, str(path)],
        cwd=repository,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert child.stdout is not None
    with child, Visit.open(path) as visit:
        assert child.stdout.readline() == b"ready\n"
        assert visit.labels == ("old",)
        with pytest.raises(BadFile) as caught:
            visit.add_recording(example_recording("mine"))
        assert caught.value.code == "visit-locked"
        assert caught.value.facts["file"] == str(path)
        child.kill()
        child.wait()
        visit.add_recording(example_recording("mine"))  # the lock died with its owner


def test_a_visit_that_another_program_writes_is_locked(path: Path, repository: Path) -> None:
    writer = (
        "import h5py, sys\nwith h5py.File(sys.argv[1], 'r+'):\n print('ready', flush=True)\n sys.stdin.read()"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", writer, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert child.stdout is not None
    with child:
        assert child.stdout.readline() == b"ready\n"
        with pytest.raises(BadFile, match="visit-locked"):
            Visit.open(path)
        child.kill()
