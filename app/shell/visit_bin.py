"""Moves visits to the bin of the system or to a folder, brings them back, and removes empty ones.

The disk is asked in a thread, because a folder in a network may take seconds to answer.
"""

import shutil
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QFile, QObject, Signal, Slot

from app.jobs.messages import MessageBus, Severity
from app.jobs.runner import JobRunner
from app.jobs.task import Task
from app.speech.language import listed
from app.visit.open_visit import OpenVisit
from core.monitor import Monitor


@dataclass(frozen=True)
class Moved:
    """A file that was moved; ``now`` is None where the system does not report its place in the bin."""

    before: Path
    now: Path | None


Move = Callable[[Path], Moved | None]
"""Moves a file; returns None if it could not be moved, and is where it was."""


class Bin(QObject):
    """Moves visits away and reports it; what was moved can be brought back while the message is shown."""

    changed = Signal()
    """Emitted when files were moved."""
    folder_asked = Signal(object)
    """Emitted with the files of the visits when a folder is wanted, because the system has no bin."""
    _done = Signal(object, object, str)

    def __init__(self, runner: JobRunner, bus: MessageBus, visit: OpenVisit) -> None:
        super().__init__()  # without a parent: a thread may outlive the window
        self._runner, self._bus, self._visit = runner, bus, visit
        self._done.connect(self._report)

    @Slot(object)
    def delete(self, paths: Sequence[Path]) -> None:
        """Move visits, with parts of recordings beside them, to the bin of the system."""
        if self._visit.summary is not None and self._visit.path in paths:
            self._bus.show(self.tr("This visit is open."), self.tr("Close it first: press Home."))
            return
        job = self._runner.start(Task(files_of_visits, paths=tuple(paths)))
        job.failed.connect(self._bus.show_error)
        job.succeeded.connect(lambda files: self._start(files, to_bin, ""))

    def move_to(self, folder: Path, files: Sequence[Sequence[Path]]) -> None:
        """Move the files of visits to a folder."""
        self._start(files, lambda path: to_folder(path, folder), str(folder))

    def _start(self, files: Sequence[Sequence[Path]], move: Move, folder: str) -> None:
        def work() -> None:
            moved, kept = list[Moved](), list[Sequence[Path]]()
            for of_one in files:
                done = move_all(of_one, move)
                moved += done
                if not done:
                    kept.append(of_one)
            self._done.emit(moved, kept, folder)

        threading.Thread(target=work, name="move visits").start()

    @Slot(object, object, str)
    def _report(self, moved: list[Moved], kept: list[Sequence[Path]], folder: str) -> None:
        self.changed.emit()
        if kept:
            self._report_kept(kept, folder)
            return
        names = listed(one.before.stem for one in moved if one.before.suffix != ".part")
        words = self.tr("Moved to {folder}: {names}.") if folder else self.tr("Moved to the bin: {names}.")
        self._bus.show(words.format(names=names, folder=folder))
        if all(one.now is not None for one in moved):
            self._bus.offer(self.tr("Undo"), lambda: self._bring_back(moved))

    def _report_kept(self, kept: list[Sequence[Path]], folder: str) -> None:
        names = listed(of_one[0].stem for of_one in kept)
        if folder:
            words = self.tr("The folder {folder} did not take {names}.")
        else:
            words = self.tr("There is no bin for {names} on this disk.")
        self._bus.show(
            words.format(names=names, folder=folder),
            self.tr("Nothing was deleted. Choose a folder to move it to."),
            severity=Severity.WARNING,
        )
        self._bus.offer(self.tr("Choose a folder …"), lambda: self.folder_asked.emit(kept))

    def _bring_back(self, moved: Sequence[Moved]) -> None:
        lost = [one for one in moved if not brought_back(one)]
        self.changed.emit()
        if lost:
            self._bus.show(
                self.tr("Not brought back: {names}.").format(names=listed(one.before.stem for one in lost)),
                self.tr("Look into the bin of the system."),
                severity=Severity.WARNING,
            )
        else:
            self._bus.show(self.tr("Brought back from the bin."))


def to_bin(path: Path) -> Moved | None:
    """Move a file to the bin of the system; None where there is no bin for it."""
    file = QFile(str(path))
    if not file.moveToTrash():
        return None
    return Moved(path, Path(file.fileName()) if file.fileName() else None)


def to_folder(path: Path, folder: Path) -> Moved | None:
    """Move a file to a folder; None where that takes none, or has a file of this name."""
    target = folder / path.name
    if target.exists():
        return None
    try:
        shutil.move(path, target)
    except OSError:
        return None
    return Moved(path, target)


def move_all(files: Sequence[Path], move: Move) -> list[Moved]:
    """Move all files of one visit, or none; return an empty list if one could not be moved."""
    moved: list[Moved] = []
    for file in files:
        one = move(file)
        if one is None:
            for before in moved:
                brought_back(before)
            return []
        moved.append(one)
    return moved


def brought_back(moved: Moved) -> bool:
    """Move a file back to where it was; return False if it is gone, or another file has its name."""
    if moved.now is None or moved.before.exists() or not moved.now.exists():
        return False
    try:
        moved.before.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(moved.now, moved.before)
    except OSError:
        return False
    if moved.now.parent.name == "files":  # the bin of a Linux desktop keeps a note on each file beside it
        with suppress(OSError):
            (moved.now.parent.parent / "info" / f"{moved.now.name}.trashinfo").unlink(missing_ok=True)
    return True


def discard_empty_visit(monitor: Monitor, *, path: Path) -> bool:
    """Remove a visit without recordings and results; return True if it was removed.

    A visit with any content, or with a part of a recording beside it, is kept.

    Raises
    ------
    BadFile
        If it cannot be read, or another program is changing it; then it is kept too.
    """
    from core.storage.journal import parts_of
    from core.storage.replacement import locked
    from core.storage.visit import Visit

    monitor.check()
    with locked(path):
        with Visit.open(path, recover=False) as visit:
            is_empty = not visit.labels and not visit.results()
        if not is_empty or any(parts_of(path)):
            return False
        path.unlink()
        return True


def files_of_visits(monitor: Monitor, *, paths: Sequence[Path]) -> tuple[tuple[Path, ...], ...]:
    """The files of each visit: the visit itself, and parts of recordings beside it.

    Raises
    ------
    BadFile
        ``visit-locked`` while another program is changing one of them.
    """
    from core.storage.journal import parts_of
    from core.storage.replacement import locked

    found = []
    for path in paths:
        monitor.check()
        with locked(path):
            found.append((path, *parts_of(path)))
    return tuple(found)
