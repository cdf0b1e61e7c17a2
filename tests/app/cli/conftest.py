"""A small arm and synthetic recordings of it, so that whole commands run within seconds."""

import errno
import json
import os
from pathlib import Path

import numpy as np
import pytest

from app.__main__ import main
from core.identification.synthetic import synthesize
from core.recording import Quantity
from core.robot.toml_format import parse_toml
from devices.acquisition import stream_checks
from tests.two_bars import two_bars

ARM = two_bars(elbow_alpha_deg=90.0)
DURATION_S = 12.0
PATIENT_S = 30.0
LABELS = ("fit-1", "fit-2", "check")


@pytest.fixture
def patient_drives(monkeypatch) -> None:
    """Emulated drives share the computer with tests: they may answer late, and a stream may falter."""
    for name in (
        "cia402.link.LATE_S",
        "cia402.link.SILENT_S",
        "cia402.master_process._ANSWER_TIMEOUT_S",
        "driving.pulse.LATE_S",
        "moteus.bus.PROBE_TIMEOUT_S",
        "moteus.drives.ANSWER_TIMEOUT_S",
        "moteus.drives.TEXT_TIMEOUT_S",
        "moteus.link.SILENT_S",
        "moteus.rounds.FORGOTTEN_S",
        "safety.readiness.SILENCE_S",
        "safety.safe_arm.SILENCE_S",
    ):
        monkeypatch.setattr(f"devices.{name}", PATIENT_S)
    monkeypatch.setattr("devices.safety.readiness.RATE_SHARE", 0.1)
    monkeypatch.setitem(stream_checks.SilenceCheck.__init__.__kwdefaults__, "limit", PATIENT_S)


@pytest.fixture(scope="session")
def arm_file(tmp_path_factory) -> Path:
    """A description of an arm with two joints."""
    path = tmp_path_factory.mktemp("arm") / "two-bar.toml"
    path.write_text(ARM, encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def recording_files(made_once) -> dict[str, Path]:
    """Three runs of the arm as ``.npz`` files: two to fit and one to check."""
    folder = made_once("two-bar-runs", make_runs)
    return {label: folder / f"{label}.npz" for label in LABELS}


def make_runs(folder: Path) -> None:
    robot = parse_toml(ARM)
    for label in LABELS:
        columns = (recording := synthesize(robot, seed=1, duration_s=DURATION_S, label=label)).columns
        np.savez(
            folder / f"{label}.npz",
            t=recording.time,
            q=columns[Quantity.POSITION],
            dq=columns[Quantity.VELOCITY],
            current=columns[Quantity.CURRENT],
        )


@pytest.fixture(scope="session")
def identified_visit(made_once, arm_file, recording_files) -> Path:
    """A visit with the three runs and a stored model; copy it before changing it."""
    files = [str(path) for path in recording_files.values()]

    def make(folder: Path) -> None:
        visit = str(folder / "visit.h5")
        assert main(["import", *files, "--robot", str(arm_file), "--into", visit]) == 0
        assert main(identify_arguments(Path(visit))) in {0, 1}

    return made_once("identified-visit", make) / "visit.h5"


def identify_arguments(visit: Path, *more: str) -> list[str]:
    """A fast identification of the three runs."""
    return [
        "identify",
        str(visit),
        *["--fit", "fit-1", "fit-2", "--validate", "check", "--friction", "coulomb-viscous"],
        *more,
    ]


def refuse_documents(monkeypatch, number: int = errno.ENOSPC) -> None:
    """Let the disk fail under every file that is written for the user."""

    def fail(*_arguments, **_more):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("core.storage.output_writer._write_forced", fail)


def check_unwritten(code: int, said: str, err: str, file: str) -> None:
    """A command failed under way because its document could not be written, and says that alone."""
    assert code == 1, err
    assert said == ""
    assert err.count("\n") == 1
    assert file in err
    assert "Nothing was changed" not in err


@pytest.fixture
def unwritten(run, monkeypatch):
    """Run a command that stores a result in a visit while its document cannot be written."""

    def runner(visit: Path, *arguments: object) -> None:
        before = visit.read_bytes()
        target = visit.parent / "document.json"
        with monkeypatch.context() as full:
            refuse_documents(full)
            check_unwritten(*run(*arguments, "--json", target), str(target))
        assert visit.read_bytes() == before
        assert not target.exists()
        assert not list(visit.parent.glob(".torsion*"))
        assert run(*arguments, "--json", target)[0] in {0, 1}
        assert visit.read_bytes() != before
        assert target.exists()

    return runner


@pytest.fixture
def run(capsys):
    """Run one command line; gives its exit code, standard output and standard error."""

    def runner(*arguments: object):
        code = main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return code, out, err

    return runner


@pytest.fixture
def run_json(run):
    """Run a command with ``--json``; standard output has to be one JSON document and nothing else."""

    def runner(*arguments: object):
        code, out, err = run(*arguments, "--json")
        return code, json.loads(out, parse_constant=_refuse), err

    return runner


def _refuse(constant):
    raise AssertionError(f"{constant} is not JSON")
