"""Two programs on one visit, clocks that jump, and the worker process of a window.

Each gives its counts and what was wrong.
"""

import os
import re
import shutil
import sys
import threading
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

import core.stamp
from core.storage.visit import Visit
from tests.campaigns import _window_faults
from tests.campaigns._disk_faults import Fault
from tests.campaigns._power_scenes import RECORDED_ROWS, VISIT, command, record

Found = tuple[Mapping[str, object], list[str]]
PROGRAMS = 3
WINDOW_WRITES = (1, 5, 9, 14, 20, 30, 38)
_WAIT_MS = 60_000
_HELD = re.compile(r"Another program is changing .*: torsion window, process (\d+), since 20")


def two_programs(base: Path, folder: Path, *, rounds: int) -> Found:
    """Several imports into one visit at the same moment; one that finds it held says by whom."""
    wrong: list[str] = []
    stored = refused = 0
    for number in range(rounds):
        where = _copy(base, folder)
        before = _labels(where)
        children = {
            f"run-{number}-{place}": _forked(where, partial(_import, where, folder), place, number)
            for place in range(PROGRAMS)
        }
        codes = {
            label: os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for label, child in children.items()
        }
        well = {label for label, code in codes.items() if code == 0}
        stored, refused = stored + len(well), refused + PROGRAMS - len(well)
        now = _labels(where)
        if set(now) != {*before, *well} or now[: len(before)] != before:
            wrong.append(f"two programs: {codes} left {now}")
        if set(codes.values()) - {0, 2}:
            wrong.append(f"two programs: exit codes {codes}")
        if [file.name for file in where.iterdir()] != [VISIT]:
            wrong.append(f"two programs: left {sorted(file.name for file in where.iterdir())}")
    told = _held_by_a_window(base, folder)
    return {
        "imports": rounds * PROGRAMS,
        "stored": stored,
        "refused": refused,
        "holder told": not told,
    }, wrong + told


def _held_by_a_window(base: Path, folder: Path) -> list[str]:
    """A command that finds the visit in change says by which process, and with exit code 2."""
    from core.storage.file_lock import name_this_process

    where = _copy(base, folder)
    said = folder / "held.txt"
    name_this_process("torsion window")
    with Visit.open(where / VISIT) as visit, visit.change() as draft:
        draft.set_operator("Ada")
        child = _forked(where, lambda _: _import(where, folder, "late"), 0, 0, said=said)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    found = _HELD.search(said.read_text())
    wrong = (
        [] if code == 2 and found and int(found[1]) == os.getpid() else [f"held: {code}, {said.read_text()}"]
    )
    if "late" in _labels(where):
        wrong.append("held: the refused import was stored")
    return wrong


class _Jumping(datetime):
    """The computer's clock, set on or back by ``hours``."""

    hours = 0.0

    @classmethod
    def now(cls, tz: Any = None) -> datetime:
        return datetime.now(tz) + timedelta(hours=cls.hours)


def clock_jumps(base: Path, folder: Path, *, rounds: int) -> Found:
    """The clock is set an hour on and back between commands, and while a recording is made."""
    wrong: list[str] = []
    for number in range(rounds):
        where = _copy(base, folder)
        began = datetime.now(UTC)
        child = _forked(where, partial(_with_jumps, where, folder), 0, number, said=folder / "jumps.txt")
        if code := os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
            wrong.append(f"clock jumps: exit code {code}, {(folder / 'jumps.txt').read_text()[-300:]}")
            continue
        with Visit.open(where / VISIT) as visit:
            notes = visit.results("note")
            labels = visit.labels[-4:]
            runs = [visit.recording(label) for label in visit.labels]
        hours = [
            round((datetime.fromisoformat(note.created_at) - began) / timedelta(hours=1)) for note in notes
        ]
        if hours != [0, 1, -1, 0] or [note.number for note in notes] != sorted(note.number for note in notes):
            wrong.append(f"clock jumps: results at {hours} h")
        if labels != ("noon", "later", "recorded", "earlier"):
            wrong.append(f"clock jumps: {labels}")
        if not all(run.duration > 0.0 for run in runs) or runs[-2].sample_count != RECORDED_ROWS:
            wrong.append("clock jumps: a duration is not positive, or samples are gone")
    return {"sessions": rounds, "commands": 4 * rounds}, wrong


def _with_jumps(where: Path, folder: Path, _label: str) -> int:
    with mock.patch.object(core.stamp, "datetime", _Jumping):
        code = _import(where, folder, "noon")
        _note(where)
        _Jumping.hours = 1.0
        code |= _import(where, folder, "later")
        _note(where)
        jumping = threading.Thread(target=_jump_about)
        jumping.start()
        code |= record(where)
        jumping.join()
        _Jumping.hours = -1.0
        code |= _import(where, folder, "earlier")
        _note(where)
        _Jumping.hours = 0.0
        _note(where)
    return code


def _jump_about() -> None:
    for hours in (-1.0, 1.0, -1.0, 0.0, 1.0):
        _Jumping.hours = hours
        time.sleep(0.02)


def _note(where: Path) -> None:
    with Visit.open(where / VISIT) as visit:
        visit.add_result("note", visit.recording(visit.labels[0]).origin)


def window(base: Path, folder: Path, *, rounds: int) -> Found:
    """A visit open as in a window: its worker process meets a full disk, or is killed, and goes on."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtWidgets import QApplication

    from app.jobs.messages import MessageBus
    from app.jobs.runner import JobRunner
    from app.jobs.task import Task
    from app.visit.open_visit import OpenVisit
    from app.visit.summaries import FileToImport

    application = QApplication.instance() or QApplication([])
    wrong: list[str] = []
    counts = {"full": 0, "killed": 0, "went on": 0}
    runner, bus = JobRunner(), MessageBus()
    told: list[Any] = []
    bus.posted.connect(lambda message, _: told.append(message))
    visit = OpenVisit(runner, bus)
    for at in WINDOW_WRITES[: max(rounds, 2)]:
        for fault in (Fault.FULL, Fault.KILL):
            where = _copy(base, folder)
            before = (where / VISIT).read_bytes()
            told.clear()
            _until_idle(visit, partial(visit.open, where / VISIT))
            runner.start(Task(_window_faults.arm, folder=where, at=at, fault=fault.value))
            file = FileToImport(str(folder / "more.npz"), label="more")
            _until_idle(visit, partial(visit.import_files, (file,)))
            codes = [message.code for message in told]
            if not told or (fault is Fault.FULL and not set(codes) & {"F-020", "F-023"}):
                wrong.append(f"window, {fault} at {at}: told {codes}")
            if (where / VISIT).read_bytes() != before:
                wrong.append(f"window, {fault} at {at}: the visit is another")
            counts["full" if fault is Fault.FULL else "killed"] += 1
            if fault is Fault.FULL:
                runner.start(Task(_window_faults.disarm))
            _until_idle(visit, partial(visit.import_files, (file,)))
            if visit.recordings[-1].label == "more" and "more" in _labels(where):
                counts["went on"] += 1
            else:
                wrong.append(
                    f"window, {fault} at {at}: it did not go on; {[message.title for message in told]}"
                )
            if {name.name for name in where.iterdir()} != {VISIT}:
                wrong.append(f"window, {fault} at {at}: left {sorted(name.name for name in where.iterdir())}")
    runner.shutdown()
    application.processEvents()
    return counts, wrong


def _until_idle(visit: Any, start: Callable[[], object]) -> None:
    """Start work of a visit and let the events run until it has ended."""
    from PySide6.QtCore import QEventLoop, QTimer

    loop = QEventLoop()
    look = QTimer()
    look.setInterval(10)
    look.timeout.connect(lambda: None if visit.is_busy else loop.quit())
    QTimer.singleShot(_WAIT_MS, loop.quit)
    start()
    look.start()
    loop.exec()
    look.stop()


def _import(where: Path, folder: Path, label: str) -> int:
    return command(
        *("import", folder / "more.npz", "--robot", folder / "two-bar.toml", "--into", where / VISIT),
        *("--label", label),
    )


def _labels(where: Path) -> tuple[str, ...]:
    with Visit.open(where / VISIT) as visit:
        return visit.labels


def _copy(base: Path, folder: Path) -> Path:
    where = folder / "shared"
    if where.exists():
        shutil.rmtree(where)
    shutil.copytree(base, where)
    return where


def _forked(
    where: Path, act: Callable[[str], int], place: int, number: int, *, said: Path | None = None
) -> int:
    """Start ``act`` with a label in a child; its process number."""
    child = os.fork()
    if child:
        return child
    code = 99
    try:
        target = os.open(said or where.parent / f"said-{place}.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(target, 2)
        sys.stderr = os.fdopen(2, "w", closefd=False)
        code = act(f"run-{number}-{place}")
        sys.stderr.flush()
    finally:
        os._exit(code)
