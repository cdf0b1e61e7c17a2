"""``torsion import`` of several files of one run, and of several runs in one file."""

import json

import numpy as np
import pytest

from core.recording import Quantity
from core.storage.visit import Visit
from tests.core.recognition.test_bags import STAMP_NS, joint_states, write_bag
from tests.core.recognition.written_forms import made_motion, rows_of, write_rows

SECONDS, RATE_HZ = 30.0, 100.0
OFFSET, DRIFT = 3.25, 2e-4


def path(time):
    return np.stack([np.sin(0.7 * time) + 0.4 * np.sin(2.3 * time), 0.6 * np.cos(1.1 * time)], axis=1)


@pytest.fixture
def files(tmp_path):
    """Positions and currents on one clock, positions and velocities of the same run on another."""
    clock = np.arange(round(SECONDS * RATE_HZ)) / RATE_HZ
    np.savez(tmp_path / "drives.npz", t=clock, q=path(clock), current=np.cos(path(clock)))
    true = clock + OFFSET + DRIFT * clock
    velocity = np.gradient(path(true), true, axis=0)
    np.savez(tmp_path / "links.npz", t=clock, q=path(true), dq=velocity)
    strange = np.stack([0.8 * np.sin(1.9 * clock), 0.5 * np.cos(0.4 * clock)], axis=1)
    np.savez(tmp_path / "other.npz", t=clock, q=strange, dq=np.gradient(strange, clock, axis=0))
    return tmp_path


def options(folder, arm_file, *more):
    return ("--robot", arm_file, "--into", folder / "visit.h5", *more)


def test_files_of_one_run_are_joined_and_their_clocks_said(run, files, arm_file):
    target = files / "import.json"
    given = (files / "drives.npz", files / "links.npz", "--join", "--label", "run")
    code, out, err = run("import", *given, *options(files, arm_file, "--json", target))
    assert code == 0, err
    (clock,) = json.loads(target.read_text())["joined"]
    assert clock["offset"] == pytest.approx(OFFSET, abs=1e-3)
    assert clock["drift"] == pytest.approx(DRIFT, abs=2e-5)
    assert "ppm onto that of the first file, found by the position" in " ".join(out.split())
    with Visit.open(files / "visit.h5") as visit:
        assert visit.labels == ("run",)
        columns = visit.recording("run").columns
    assert set(columns) == {Quantity.POSITION, Quantity.CURRENT, Quantity.VELOCITY}


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("drives.npz", "other.npz", "--join"), "does not move as drives does"),
        (("drives.npz", "--join"), "several files of one run"),
        (("drives.npz", "--split", "thirds"), "write pauses or column:NAME"),
        (("drives.npz", "--split", "column:phase"), "no column phase"),
    ],
)
def test_what_cannot_be_arranged_is_refused_and_nothing_imported(run, files, arm_file, more, said):
    named = [files / one if one.endswith(".npz") else one for one in more]
    code, _, err = run("import", *named, *options(files, arm_file))
    assert code == 2
    assert said in err
    assert not (files / "visit.h5").exists()


def test_runs_are_split_at_pauses_and_by_a_column(run, files, arm_file):
    clock = np.arange(2000) / RATE_HZ
    moving = np.where(clock < 8.0, clock, np.where(clock < 12.0, 8.0, clock - 4.0))
    phase = (clock > 10.0).astype(int) + 7
    np.savez(files / "log.npz", t=clock, q=path(moving), current=np.cos(path(moving)), phase=phase)
    assert run("import", files / "log.npz", "--split", "pauses", *options(files, arm_file))[0] == 0
    more = options(files, arm_file, "--label", "by")
    assert run("import", files / "log.npz", "--split", "column:phase", *more)[0] == 0
    with Visit.open(files / "visit.h5") as visit:
        assert visit.labels == ("log-1", "log-2", "by-7", "by-8")
        assert visit.recording("log-1").duration == pytest.approx(8.5, abs=0.4)
        assert visit.recording("by-7").sample_count == 1001


def test_a_text_table_is_split_where_a_column_changes(run, files, arm_file):
    layout = files / "table.toml"
    layout.write_text(
        'name = "table"\nkind = "csv"\nheader_lines = 1\ndelimiter = ","\n[[variant]]\n'
        'time = { columns = ["t"], unit = "s" }\n[variant.quantities]\n'
        'position = { columns = ["q1", "q2"], unit = "rad" }\n'
        'current = { columns = ["i1", "i2"], unit = "A" }\n'
    )
    clock = np.arange(400) / RATE_HZ
    rows = [
        f"{t:.3f},{a:.6f},{b:.6f},1.0,2.0,{'warm' if t < 1.5 else 'slow'}"
        for t, (a, b) in zip(clock, path(clock), strict=True)
    ]
    (files / "log.csv").write_text("\n".join(["t,q1,q2,i1,i2,phase", *rows]) + "\n")
    given = (files / "log.csv", "--layout", layout, "--split", "column:phase")
    code, _, err = run("import", *given, *options(files, arm_file))
    assert code == 0, err
    with Visit.open(files / "visit.h5") as visit:
        assert visit.labels == ("log-1", "log-2")
        assert [visit.recording(label).sample_count for label in visit.labels] == [150, 250]
        assert visit.recording("log-2").origin.first_row == 151


def test_a_text_table_and_a_bag_of_one_run_are_joined(run, tmp_path):
    """The bag counts in seconds since 1970, the table since its own start."""
    pytest.importorskip("rosbags", reason="bags need rosbags")
    motion = made_motion(seconds=20.0)
    write_bag(tmp_path / "bag", joint_states(motion))
    header = [
        "time [s]",
        *(f"q{joint} [rad]" for joint in range(1, 7)),
        *(f"motor_temp_{joint}" for joint in range(1, 7)),
    ]
    begin, shift = 250, 1.0
    clock = motion.time[begin:] - shift
    warm = 30.0 + motion.position[begin:]
    write_rows(tmp_path / "log.csv", ",".join(header), rows_of(clock, motion.position[begin:], warm))
    given = (tmp_path / "bag", tmp_path / "log.csv", "--join", "--label", "run")
    target = tmp_path / "import.json"
    code, _, err = run(
        "import", *given, "--robot", "ur10e", "--into", tmp_path / "visit.h5", "--json", target
    )
    assert code == 0, err
    (lying,) = json.loads(target.read_text())["joined"]
    assert lying["offset"] == pytest.approx(1e-9 * STAMP_NS + shift, abs=1e-3)
    with Visit.open(tmp_path / "visit.h5") as visit:
        recording = visit.recording("run")
        assert {Quantity.CURRENT, Quantity.TEMPERATURE} <= set(recording.columns)
        there = np.isfinite(recording.columns[Quantity.TEMPERATURE][:]).all(axis=1)
        warmth, place = (
            recording.columns[one][:][there] for one in (Quantity.TEMPERATURE, Quantity.POSITION)
        )
    assert warmth == pytest.approx(273.15 + 30.0 + place, abs=5e-3)
