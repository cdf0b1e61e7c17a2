"""The same work on many visits: every engine finds the same, a failure stays alone, nothing is done twice."""

from functools import partial

import pytest

from core.batch.engines import Cluster, Processes
from core.batch.run import Journal, run_batch, same_result, still_stored
from core.batch.work import attempt
from core.errors import BadRequest
from core.monitor import Cancelled, NullMonitor
from core.storage.visit import Visit
from tests.core.batch.works import KIND, Note, deadly, deadly_once, noted, refused


@pytest.fixture
def visits(tmp_path):
    """Six visits without recordings."""
    folder = tmp_path / "visits"
    folder.mkdir()
    paths = [folder / f"v{number}.h5" for number in range(6)]
    for path in paths:
        Visit.create(path, robot_toml='name = "arm"').close()
    return paths


@pytest.fixture
def journal(tmp_path):
    return Journal(tmp_path / "batch.jsonl")


class InPlace:
    """Does the work here, one visit after the other."""

    def attempts(self, work, paths, monitor):
        for path in paths:
            monitor.check()
            yield attempt(work, path)


def run(work, paths, journal, engine=None, monitor=None):
    lines = run_batch(
        work, paths, engine=engine or InPlace(), journal=journal, monitor=monitor or NullMonitor()
    )
    return {line.visit: line for line in lines}


def notes(path):
    with Visit.open(path) as visit:
        return [visit.result(entry.key, Note).value for entry in visit.results(KIND)]


def values(paths):
    return [notes(path) for path in paths]


@pytest.mark.parametrize("count", [1, 2])
def test_processes_store_what_one_process_stores(visits, journal, count):
    lines = run(partial(noted, offset=0.5), visits, journal, Processes(count))
    assert all(line.error is None and line.result == "note-001" for line in lines.values())
    expected = [[attempt(partial(noted, offset=0.5), path).made.result.value] for path in visits]
    assert values(visits) == expected


@pytest.mark.expected_log("the work on .* failed")
def test_a_failure_is_a_line_of_its_own(visits, journal):
    lines = run(refused, visits, journal)
    errors = [lines[str(path)].error for path in visits]
    assert [error and error.code for error in errors] == [
        None,
        "recording-too-short",
        "unexpected",
        *[None] * 3,
    ]
    assert [len(found) for found in values(visits)] == [1, 0, 0, 1, 1, 1]


def test_a_visit_that_ends_its_process_fails_alone(visits, journal):
    lines = run(partial(deadly, killer="v2.h5"), visits, journal, Processes(2))
    codes = [lines[str(path)].error and lines[str(path)].error.code for path in visits]
    assert codes == [None, None, "batch-worker-died", None, None, None]
    assert [len(found) for found in values(visits)] == [1, 1, 0, 1, 1, 1]


def test_a_process_that_is_killed_once_costs_nothing(visits, journal, tmp_path):
    work = partial(deadly_once, killer="v3.h5", mark=str(tmp_path / "mark"))
    lines = run(work, visits, journal, Processes(2))
    assert all(line.error is None for line in lines.values())
    assert [len(found) for found in values(visits)] == [1] * 6


class StopsAfter(NullMonitor):
    """A person who stops after some visits."""

    def __init__(self, visits):
        self.left = visits

    def report(self, fraction, text=""):
        self.left -= 1

    def check(self):
        if self.left <= 0:
            raise Cancelled


def test_goes_on_where_it_was_stopped(visits, journal):
    with pytest.raises(Cancelled):
        run(noted, visits, journal, monitor=StopsAfter(2))
    done = still_stored(visits, journal, NullMonitor())
    assert list(done) == visits[:2]
    assert all(line.is_resumed for line in done.values())
    run(noted, [path for path in visits if path not in done], journal)
    assert [len(found) for found in values(visits)] == [1] * 6
    assert list(still_stored(visits, journal, NullMonitor())) == visits


def test_a_run_killed_between_visit_and_journal_stores_nothing_twice(visits, journal, tmp_path):
    run(noted, visits, journal)
    forgotten = Journal(tmp_path / "other.jsonl")
    run(noted, visits, forgotten)
    assert [len(found) for found in values(visits)] == [1] * 6
    run(partial(noted, offset=1.0), visits, forgotten)
    assert [len(found) for found in values(visits)] == [2] * 6


def test_a_visit_with_other_results_since_is_still_done_and_one_with_recordings_is_not(visits, journal):
    run(noted, visits, journal)
    with Visit.open(visits[0]) as visit:
        visit.add_result("other", Note(1.0))
    visits[1].unlink()
    assert list(still_stored(visits, journal, NullMonitor())) == [visits[0], *visits[2:]]


def test_a_line_cut_by_a_crash_is_left_out_and_swallows_no_other(visits, journal):
    run(noted, visits[:2], journal)
    text = journal._path.read_bytes()
    journal._path.write_bytes(text[:-9])
    assert list(journal.stored()) == [str(visits[0])]
    run(noted, visits[2:3], journal)
    assert list(journal.stored()) == [str(visits[0]), str(visits[2])]


def test_results_are_the_same_whenever_they_were_made_and_differ_in_the_last_bit():
    assert same_result(Note(1.0, created_at="a"), Note(1.0, created_at="b"))
    assert same_result(Note(float("nan")), Note(float("nan")))
    assert not same_result(Note(1.0), Note(1.0 + 2**-52))


def test_a_cluster_that_does_not_answer_is_named():
    with pytest.raises(BadRequest) as refusal:
        Cluster("tcp://127.0.0.1:9")
    assert refusal.value.code == "cluster-not-reached"
