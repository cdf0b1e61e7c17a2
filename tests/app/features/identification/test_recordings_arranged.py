"""Files are joined to one run, or parted into runs, on the page of recordings and by its import."""

import numpy as np
import pytest

from app.visit.steps import Step
from app.visit.summaries import FileToImport
from app.visit.tasks import create_visit, import_files
from core.exchange.arrangement import Arrangement
from core.monitor import NullMonitor
from core.recording import Quantity
from core.robot.dynamics import inverse_dynamics
from core.robot.library import load_robot
from core.storage.visit import Visit
from tests.waiting import wait_until

OFFSET, DRIFT, RATE_HZ = 3.25, 2e-4, 100.0


def path(time):
    return np.stack(
        [np.sin((0.7 + 0.2 * joint) * time) + 0.3 * np.cos(2.3 * time) for joint in range(6)], axis=1
    )


def currents(time):
    """Those that move the arm against its weight, inertia and friction."""
    v = np.gradient(path(time), 1.0 / RATE_HZ, axis=0)
    a = np.gradient(v, 1.0 / RATE_HZ, axis=0)
    return (inverse_dynamics(load_robot("ec66"), path(time), v, a) + 5.0 * np.tanh(v)) / 10.0


@pytest.fixture
def files(tmp_path):
    """Two logs of one run, with currents and with velocities on a later clock, and one log of two runs."""
    clock = np.arange(3000) / RATE_HZ
    np.savez(tmp_path / "drives.npz", t=clock, q=path(clock), current=currents(clock))
    true = clock + OFFSET + DRIFT * clock
    np.savez(tmp_path / "links.npz", t=clock, q=path(true), dq=np.gradient(path(true), true, axis=0))
    rests = np.where(clock < 8.0, clock, np.where(clock < 12.0, 8.0, clock - 4.0))
    np.savez(tmp_path / "runs.npz", t=clock, q=path(rests), current=currents(rests))
    return tmp_path


def imported(folder, arrangement, *names):
    visit = folder / "visit.h5"
    if not visit.exists():
        create_visit(NullMonitor(), path=visit, robot="ec66")
    given = [FileToImport(str(folder / f"{name}.npz"), name, arrangement=arrangement) for name in names]
    return import_files(NullMonitor(), path=visit, files=given)


def test_files_of_one_run_become_one_recording(files):
    outcome = imported(files, Arrangement.ONE_RUN, "drives", "links")
    assert not outcome.failures
    assert outcome.labels == ("drives",)
    assert outcome.clocks["links"].offset == pytest.approx(OFFSET, abs=1e-3)
    with Visit.open(files / "visit.h5") as visit:
        assert set(visit.recording("drives").columns) == {
            Quantity.POSITION, Quantity.CURRENT, Quantity.VELOCITY,
        }  # fmt: skip


def test_runs_of_a_file_become_recordings(files):
    outcome = imported(files, Arrangement.RUNS, "runs")
    assert outcome.labels == ("runs-1", "runs-2")


def test_what_cannot_be_joined_imports_nothing_and_says_why(files):
    clock = np.arange(3000) / RATE_HZ
    strange = np.stack([np.cos(0.3 * clock**1.3 + joint) for joint in range(6)], axis=1)
    np.savez(files / "other.npz", t=clock, q=strange, dq=np.gradient(strange, clock, axis=0))
    outcome = imported(files, Arrangement.ONE_RUN, "drives", "other")
    assert outcome.labels == ()
    assert {path.rsplit("/", maxsplit=1)[-1] for path, _ in outcome.failures} == {"drives.npz", "other.npz"}
    outcome = imported(files, Arrangement.ONE_RUN, "drives", "gone")
    assert outcome.labels == ()
    assert [path.rsplit("/", maxsplit=1)[-1] for path, _ in outcome.failures] == ["gone.npz"]


def test_a_run_whose_label_is_taken_is_not_imported_again(files):
    imported(files, Arrangement.RUNS, "runs")
    outcome = imported(files, Arrangement.RUNS, "runs")
    assert outcome.labels == ()
    assert [error.code for _, error in outcome.failures] == ["label-exists"]


def test_the_page_joins_two_files_and_says_how_their_clocks_lay(window, files):
    page = window.guides.recordings_page
    window.start_page.files_button.click()
    assert window.step is Step.RECORDINGS
    wait_until(lambda: page.robot.value is not None)
    page.robot.choose("ec66")
    page.add_files([files / "drives.npz"])
    page.arrangement.choose(Arrangement.ONE_RUN)
    assert page.arrangement.value == Arrangement.SEPARATE, "one file is no part of a run"
    page.add_files([files / "links.npz"])
    page.arrangement.choose(Arrangement.ONE_RUN)
    assert not page.primary_enabled, "the files are still looked at"
    wait_until(lambda: page.primary_enabled)
    window.footer.primary_button.click()
    wait_until(lambda: len(window.visit.recordings) == 1 and not window.visit.is_busy)
    assert [one.label for one in window.visit.recordings] == ["drives"]
    assert not page.model.waiting, "both files are in"
    assert "shifted by 3249.9" in window.banner._message.meaning
