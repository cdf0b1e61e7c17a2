"""``torsion watch``: a replayed motion fires it, and the recording around it is in the visit."""

from dataclasses import replace

import numpy as np
import pytest

from core.recording import Quantity
from core.storage.visit import Visit


@pytest.fixture(scope="module")
def motion(made_once):
    """A visit with 6 s of an arm whose second joint turns from 2 s to 4 s."""
    return made_once("moved-for-a-watch", _record) / "moved.h5"


def _record(folder):
    from app.__main__ import main

    words = ("run", "record", "6", "--controller", "virtual:ec66", "--motion", "sway", "--into")
    assert main([*words, str(folder / "moved.h5")]) == 0


@pytest.mark.thorough
def test_a_motion_is_recorded_around_the_moment_at_which_it_became_fast(motion, run_json, tmp_path):
    into = tmp_path / "night.h5"
    asked = ("--before", "0.5", "--after", "1", "--for", "0.0015", "--into", into)
    line = "abs(rate(low(position_2, 20 Hz))) > 3 °/s"
    code, document, _ = run_json("watch", "--controller", f"replay:{motion}", "--when", line, *asked)
    assert code == 0
    assert document["when"] == line
    assert document["fired"]
    with Visit.open(into) as visit:
        assert [one["recording"] for one in document["fired"]] == list(visit.labels)
        recording = visit.recording(visit.labels[0])
        moved = np.ptp(recording.columns[Quantity.POSITION][:, 1])
    assert recording.duration == pytest.approx(1.5, abs=0.05)
    assert moved > 0.01


@pytest.mark.thorough
def test_an_encoder_that_the_controller_does_not_deliver_ends_the_watch_with_an_error(
    motion, run_json, tmp_path
):
    with Visit.open(motion) as visit:
        recording, robot = visit.recording(visit.labels[0]), visit.robot_toml
        columns = {one: np.asarray(column[:]) for one, column in recording.columns.items()}
    columns[Quantity.MOTOR_POSITION] = np.zeros_like(columns[Quantity.POSITION])
    blind = tmp_path / "blind.h5"
    with Visit.create(blind, robot_toml=robot) as visit:
        visit.add_recording(replace(recording, columns=columns))
    asked = ("--when", "abs(twist_2) > 4 arcmin", "--for", "0.001", "--into", tmp_path / "night.h5")
    code, document, _ = run_json("watch", "--controller", f"replay:{blind}", *asked)
    assert code == 1
    assert (document["fired"], document["error"]) == ([], "watch-blind")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("twist_9 > 1 arcmin", "no signal twist_9"),
        ("twist_2 > 1", "rad beside no unit"),
        ("twist_2", "no condition"),
        ("twist_2 > ", "cannot be read"),
    ],
)
def test_a_line_without_meaning_is_refused_before_anything_is_made(run, tmp_path, line, said):
    into = tmp_path / "night.h5"
    code, _, err = run("watch", "--controller", "virtual:ec66", "--when", line, "--into", into)
    assert code == 2
    assert said in " ".join(err.split())
    assert not into.exists()


def test_a_controller_that_may_be_moved_is_refused(run, tmp_path):
    uri = "ur:10.0.0.2?motion=allowed"
    asked = ("--robot", "ur10e", "--when", "current_1 > 1 A", "--into", tmp_path / "night.h5")
    code, _, err = run("watch", "--controller", uri, *asked)
    assert code == 2
    assert "without motion=allowed" in " ".join(err.split())
