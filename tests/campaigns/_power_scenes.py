"""What the campaign of full disks and kills plays: visits to start from, and commands that change them."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

import numpy as np

from app.__main__ import main
from core.errors import BadRequest
from core.identification.result import IDENTIFICATION, IdentificationResult
from core.identification.synthetic import synthesize
from core.payload.result import PAYLOAD
from core.recording import Origin, Quantity, Recording, TorqueKind
from core.robot.library import load_robot
from core.robot.toml_format import parse_toml
from core.robot.toml_writing import robot_text
from core.storage.journal import JournalHeader
from core.storage.visit import Visit
from devices.acquisition.recorder import RecordingInProgress
from devices.samples import SampleBlock
from tests.app import payload_examples
from tests.two_bars import two_bars

SEED = 71
VISIT = "cell.h5"
RUN_S = 12.0
RECORDED_ROWS = 2200
NOTES = 5
_QUANTITIES = (Quantity.POSITION, Quantity.CURRENT)


@dataclass(frozen=True)
class Scene:
    """One way to change a visit: the folder it begins with, and what is done in a copy of it."""

    name: str
    folder: Path
    act: Callable[[Path], int]
    """Changes the visit in the folder given and returns the exit code."""
    usual: int = 0
    """Exit code when nothing goes wrong."""
    makes: tuple[str, ...] = ()
    """Files it leaves beside the visit."""
    changes_visit: bool = True
    check: Callable[[Path], list[str]] = lambda _visit: []
    """What else is wrong with the visit afterwards."""


def scenes(folder: Path) -> Iterator[Scene]:
    """All scenes; what they start from is computed once, in ``folder``."""
    arm = folder / "two-bar.toml"
    arm.write_text(two_bars(elbow_alpha_deg=90.0), encoding="utf-8")
    files = _recording_files(folder)
    base = folder / "base"
    base.mkdir()
    identify = [*("--fit", "fit-1", "fit-2", "--validate", "check"), *("--friction", "coulomb-viscous")]
    command("import", *files[:3], "--robot", arm, "--into", base / VISIT)
    usual = command("identify", base / VISIT, *identify)
    with Visit.open(base / VISIT) as visit:
        model = visit.result(visit.results(IDENTIFICATION)[-1].key, IdentificationResult)

    def import_more(where: Path) -> int:
        return command("import", files[3], "--robot", arm, "--into", where / VISIT)

    def identify_again(where: Path) -> int:
        with mock.patch("core.identification.identify.identify", return_value=model):
            return command("identify", where / VISIT, *identify)

    def import_first(where: Path) -> int:
        return command("import", files[3], "--robot", arm, "--into", where / "new.h5")

    def report(where: Path) -> int:
        return command("report", where / VISIT, "--out", where / "report.pdf")

    def payload(where: Path) -> int:
        with mock.patch("core.payload.identify.identify_payload", return_value=payload_examples.payload()):
            return command("payload", where / VISIT)

    yield Scene("import", base, import_more)
    yield Scene("first import", base, import_first, makes=("new.h5",))
    yield Scene("identify", base, identify_again, usual=usual)
    yield Scene("report", base, report, makes=("report.pdf",), changes_visit=False)
    yield Scene("payload", _payload_visit(folder), payload)
    yield Scene("recording", base, record)
    yield Scene("results", base, store_results, check=check_results)


@dataclass(frozen=True)
class Note:
    """A result with a number, which stands in its text and in all its values."""

    number: int
    text: str
    values: np.ndarray

    @classmethod
    def of(cls, number: int) -> "Note":
        """The result with this number."""
        return cls(number, f"{number}" * 50, np.full(40, float(number)))


def store_results(where: Path) -> int:
    """Store results one by one, and settings with them; half of them are then taken into HDF5."""
    with Visit.open(where / VISIT) as visit:
        for number in range(NOTES):
            with visit.change() as draft:
                draft.add_result("note", Note.of(number))
                draft.put_settings("note", Note.of(number))
                if number == NOTES // 2:
                    draft.begin_copy()
    return 0


def check_results(path: Path) -> list[str]:
    """The results are the first of those that were stored, and the settings are those of the last."""
    with Visit.open(path, recover=False) as visit:
        found = [visit.result(entry.key, Note) for entry in visit.results("note")]
        settings = visit.settings("note", Note)
    whole = [repr(note) == repr(Note.of(number)) for number, note in enumerate(found)]
    last = Note.of(len(found) - 1) if found else None
    return [] if all(whole) and repr(settings) == repr(last) else [f"results {found}, settings {settings}"]


def record(where: Path) -> int:
    """Record 2.2 s into the journal and take them into the visit, as a procedure does."""
    header = JournalHeader("recorded", _QUANTITIES, joint_count=2)
    recording = RecordingInProgress.begin(where / VISIT, header, period=1e-3)
    sequence = np.arange(RECORDED_ROWS, dtype=np.int64)
    for first in range(0, RECORDED_ROWS, 100):
        rows = sequence[first : first + 100]
        columns = {quantity: np.tile(np.sin(rows * 0.01)[:, None], (1, 2)) for quantity in _QUANTITIES}
        recording.take(SampleBlock(rows, 5.0 + rows * 1e-3, 9.0 + rows * 1e-3, columns))
    part = recording.finish()
    with Visit.open(where / VISIT, recover=False) as visit, suppress(BadRequest):  # not one row came in
        visit.adopt(part)
    if recording.error is not None:
        raise recording.error
    return 0


def command(*arguments: object) -> int:
    """Run one command line in this process; its exit code."""
    return main([str(argument) for argument in arguments])


def _recording_files(folder: Path) -> Sequence[Path]:
    robot = parse_toml(two_bars(elbow_alpha_deg=90.0))
    files = []
    for label in ("fit-1", "fit-2", "check", "more"):
        recording = synthesize(robot, seed=SEED, duration_s=RUN_S, label=label)
        columns = recording.columns
        files.append(folder / f"{label}.npz")
        np.savez(
            files[-1],
            t=recording.time,
            q=columns[Quantity.POSITION],
            dq=columns[Quantity.VELOCITY],
            current=columns[Quantity.CURRENT],
        )
    return files


def _payload_visit(folder: Path) -> Path:
    where = folder / "payload"
    where.mkdir()
    columns = {quantity: np.zeros((20, 6)) for quantity in (Quantity.POSITION, Quantity.TORQUE)}
    origin = Origin(serial="A", recorded_at="2026-03-01T10:00:00+00:00")
    robot = load_robot(payload_examples.ROBOT)
    with Visit.create(where / VISIT, robot_toml=robot_text(robot)) as visit:
        for label, mass in ((payload_examples.UNLOADED, 0.0), (payload_examples.LOADED, None)):
            run = Recording(label, np.arange(20) * 0.008, columns, torque_kind=TorqueKind.MOTOR_CURRENT)
            visit.add_recording(
                Recording(**{**run.__dict__, "payload_mass": mass, "origin": origin})  # frozen, no slots
            )
        visit.add_result(PAYLOAD, payload_examples.payload())
    return where


@contextmanager
def quiet_program(folder: Path) -> Iterator[None]:
    """Settings and log of the program in a folder of their own."""
    names = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
    with mock.patch.dict(os.environ, {name: str(folder / "home") for name in names}):
        yield
