"""Whenever the process dies, the visit opens and has what it had, or all of the change."""

import random
import signal
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from core.errors import BadFile
from core.storage.visit import Visit
from tests.core.storage.children import (
    another_process,
    changing,
    holding,
    storing_until_a_call,
    writing_as_another_program,
)
from tests.core.storage.recordings_examples import assert_same_recording, example_recording

needs_sigkill = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
MOST_CALLS = 180_000
"""Of functions, while a few recordings are stored."""


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


@needs_sigkill
@pytest.mark.parametrize("moment", ["copy", "writing", "flushed", "sync", "rename"])
def test_a_crash_before_the_rename_leaves_the_old_visit(path: Path, moment: str) -> None:
    before = path.read_bytes()
    crash_while_changing(path, moment)
    assert path.read_bytes() == before
    assert check_and_change(path) == ("old",)


@needs_sigkill
def test_a_crash_after_the_rename_leaves_the_new_visit(path: Path) -> None:
    crash_while_changing(path, "renamed")
    with Visit.open(path) as visit:
        assert_same_recording(visit.recording("new"), example_recording("new", samples=9000, seed=1))
    assert check_and_change(path) == ("old", "new")


def crash_while_changing(path: Path, moment: str) -> None:
    with another_process(changing, path, moment) as (process, _):
        process.join()
        assert process.exitcode == -signal.SIGKILL


@needs_sigkill
@pytest.mark.parametrize("seed", range(4))
def test_a_crash_at_any_moment_leaves_whole_recordings(path: Path, seed: int) -> None:
    calls = random.Random(seed).randrange(MOST_CALLS)
    with another_process(storing_until_a_call, path, calls) as (process, _):
        process.join()
        assert process.exitcode == -signal.SIGKILL
    labels = check_and_change(path)
    with Visit.open(path) as visit:
        for number, label in enumerate(labels[1:]):
            assert label == f"new {number}"
            original = example_recording(label, samples=5000, seed=number)
            assert_same_recording(visit.recording(label), original)


def expect_ready(pipe: Connection) -> None:
    assert pipe.recv() == "ready"


def test_another_process_can_read_but_not_change_a_visit_in_change(path: Path) -> None:
    with Visit.open(path) as visit:
        with another_process(holding, path) as (process, pipe):
            expect_ready(pipe)
            assert visit.labels == ("old",)
            with pytest.raises(BadFile) as caught:
                visit.add_recording(example_recording("mine"))
            facts = caught.value.facts
            assert (caught.value.code, facts["file"]) == ("visit-locked", str(path))
            assert (facts["program"], facts["process"]) == ("torsion import", process.pid)
            assert str(facts["since"]).startswith("20")
        visit.add_recording(example_recording("mine"))  # the lock died with its owner


@needs_sigkill
def test_a_visit_that_another_program_writes_is_locked(path: Path) -> None:
    with another_process(writing_as_another_program, path) as (_, pipe):
        expect_ready(pipe)
        with pytest.raises(BadFile, match="visit-locked"):
            Visit.open(path)
