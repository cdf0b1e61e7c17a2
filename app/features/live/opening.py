"""The recordings that can be looked at: which there are, how one is opened, and one more to compare it with.

A recording is unpacked in a process beside and mapped in a thread; its files go when it is put away.
"""

import itertools
import shutil
import weakref
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QObject, QThreadPool, Signal, Slot

from app.arm.description import origin_of
from app.arm.link import RobotLink
from app.errors.text import window_text
from app.features.live.recorded import AskedLines, RecordedStream, moment_text
from app.features.live.tasks import recordings_of, unpack_kept, unpack_lines_of, unpack_recording
from app.features.live.view import LiveView
from app.jobs.messages import MessageBus
from app.jobs.task import Task
from app.visit.open_visit import OpenVisit
from app.visit.visit_jobs import WRITE_GRACE_S
from app.widgets.choice import ask_for_files
from app.widgets.popups import Entry
from app.widgets.text import MenuButton
from core.errors import NotEnoughData
from core.recording import FloatArray, Recording

if TYPE_CHECKING:
    from app.jobs.runner import Job
    from app.visit.settings import SettingsStore
    from core.signals.pyramid import Pyramid
    from core.storage.unpacked import Unpacked

_MOST_EVENTS = 5
"""Kinds of events in the menu of a comparison."""
Look = Callable[[Path, str], None]
"""Opens the recording of a visit with a label."""


def _entry(look: Look, path: Path, label: str, words: str, seconds: float) -> Entry:
    return f"{words} · {moment_text(seconds)}", partial(look, path, label)


class Opened(QObject):
    """One recording: opened beside, and its files removed when it is closed, at the latest at the end."""

    came = Signal(object)
    """Carries the RecordedStream whose files are open."""
    lost = Signal(object)
    """Carries the OSError for which they are not, or None for an error that was shown."""
    progressed = Signal(float)
    _mapped = Signal(object, object)

    def __init__(self, visit: OpenVisit, parent: QObject) -> None:
        super().__init__(parent)
        self._visit = visit
        self._job: Job[Any] | None = None
        self._beside: list[Job[Any]] = []
        """Jobs that read the files of the recording that is open."""
        self._remove: weakref.finalize[..., Opened] | None = None
        self._mapped.connect(self._take)

    @property
    def is_opening(self) -> bool:
        """True until the recording that was asked for is there."""
        return self._job is not None

    def open(self, task: "Task[Unpacked]") -> None:
        """Unpack a recording in place of the one before; ``came`` or ``lost`` follows."""
        self.close()
        job = self._job = self._visit.look_beside(task, grace_s=WRITE_GRACE_S)
        job.progressed.connect(lambda fraction, _text: self._tell(job, fraction))
        job.succeeded.connect(lambda made: self._map(job, made))
        job.failed.connect(lambda _error: self._take(job, None))

    def read_beside(self, task: "Task[Any]", then: Callable[[], None]) -> None:
        """Do what reads the files, and ``then`` call in another thread, unless they are removed meanwhile."""

        def go_on() -> None:
            with suppress(FileNotFoundError):  # put away meanwhile
                then()

        job = self._visit.look_beside(task)
        self._beside.append(job)
        job.succeeded.connect(lambda _nothing: QThreadPool.globalInstance().start(go_on))

    def close(self) -> None:
        """Put it away, end what reads its files, and remove them."""
        job, self._job = self._job, None
        beside, self._beside = self._beside, []
        for each in (*beside, *([] if job is None else [job])):
            each.cancel()
        remove, self._remove = self._remove, None
        if remove is not None:
            QThreadPool.globalInstance().start(remove)

    def _tell(self, job: "Job[Any]", fraction: float) -> None:
        if job is self._job:
            self.progressed.emit(fraction)

    def _map(self, job: "Job[Any]", made: "Unpacked") -> None:
        """Open the files: beside, as all that opens files."""
        if job is not self._job:
            QThreadPool.globalInstance().start(partial(shutil.rmtree, made.folder, ignore_errors=True))
            return
        self._remove = weakref.finalize(self, shutil.rmtree, made.folder, ignore_errors=True)

        def read() -> None:
            try:
                self._mapped.emit(job, RecordedStream(made))
            except OSError as error:
                self._mapped.emit(job, error)

        QThreadPool.globalInstance().start(read)

    @Slot(object, object)
    def _take(self, job: "Job[Any]", found: RecordedStream | OSError | None) -> None:
        """Hand the recording on, if it is still wanted."""
        if job is not self._job:
            return
        self._job = None
        if found is None or isinstance(found, OSError):
            self.close()
            self.lost.emit(found)
        else:
            self.came.emit(found)


class RecordingShelf(QObject):
    """What is looked at in place of the stream, and what it is compared with, with a menu for each."""

    said = Signal(str)
    """Carries a sentence for a few seconds; an empty one takes the one before away."""
    reading = Signal(str)
    """Carries a sentence that stays until the recording is there."""
    changed = Signal()

    _lines_mapped = Signal(object, object, object)
    """Carries a RecordedStream, AskedLines, and their pyramid."""

    def __init__(
        self,
        view: LiveView,
        link: RobotLink,
        visit: OpenVisit,
        bus: MessageBus,
        *,
        settings: "SettingsStore",
        lag_of: Callable[..., "tuple[FloatArray, float] | None"],
        has_stream: Callable[[], bool],
    ) -> None:
        super().__init__(view)
        self._view, self._link, self._visit, self._bus = view, link, visit, bus
        self._settings, self._lag_of, self._has_stream = settings, lag_of, has_stream
        self.source_button = MenuButton(self.tr("Now"), self.recordings)
        self.source_button.setToolTip(self.tr("Look at a recording"))
        self.compare_button = MenuButton(self.tr("Compare"), self.comparisons)
        self.compare_button.setToolTip(self.tr("Another recording in grey behind this one"))
        self._shown, self._earlier = Opened(visit, self), Opened(visit, self)
        self._label = self._earlier_words = ""
        self._foreign: tuple[Path, tuple[tuple[str, float], ...]] | None = None
        """Another visit that was chosen, and its recordings."""
        self._line_jobs = itertools.count(1)
        self._asked_lines: set[object] = set()
        self._shown.came.connect(self._show)
        self._shown.lost.connect(self._lose)
        self._shown.progressed.connect(self._tell_reading)
        self._earlier.came.connect(self._show_earlier)
        self._earlier.lost.connect(self._lose_earlier)
        self._lines_mapped.connect(self._take_lines)
        view.frames.lines_wanted.connect(self._work_lines_out)

    @property
    def is_looking_back(self) -> bool:
        """True while a recording is shown, or about to be."""
        return self._view.frames.recorded is not None or self._shown.is_opening

    def offer(self) -> None:
        """Offer the recordings that are known, or ask for a visit that has some."""
        if self._foreign is not None or self._visit.recordings:
            self.source_button.click()
        else:
            self._ask_for_visit(self.look_at, self.source_button)

    def recordings(self) -> list[Entry]:
        """Entries of the menu: the stream, every recording of the visit, and those of another one."""
        entries: list[Entry] = [(self.tr("Now"), self.go_to_now)] if self._has_stream() else []
        kept = self._view.frames.keeping.kept
        if kept is not None and kept.pieces:
            words = self.tr("Last minutes")
            entries.append((f"{words} · {moment_text(kept.seconds)}", self.look_back))
        if self._has_stream():
            entries.append((self.tr("Record when …"), self._view.trigger.begin))
        return entries + self._known_recordings(self.look_at, self.source_button)

    def _known_recordings(self, look: Look, button: MenuButton) -> list[Entry]:
        """Entries of the recordings of the visit and of another one; ``button`` has a menu of them."""
        summary, entries = self._visit.summary, []
        if summary is not None:
            path = Path(summary.path)
            entries += [
                _entry(look, path, one.label, one.label, one.duration) for one in self._visit.recordings
            ]
        if self._foreign is not None:
            path, recordings = self._foreign
            entries += [
                _entry(look, path, label, f"{path.stem} · {label}", length) for label, length in recordings
            ]
        return [*entries, (self.tr("Another visit …"), partial(self._ask_for_visit, look, button))]

    def _ask_for_visit(self, look: Look, button: MenuButton) -> None:
        """Ask for a visit; its recording is looked at, or several are offered."""

        def read(paths: list[Path]) -> None:
            job = self._visit.look_beside(Task(recordings_of, path=paths[0]))
            job.succeeded.connect(lambda recordings: self.take_foreign(paths[0], recordings, look, button))

        filters = [self.tr("Visits (*.h5)")]
        folder = self._settings.current.last_folder
        ask_for_files(self._view, self.tr("Look at a recording"), filters, read, folder=folder)

    def take_foreign(
        self, path: Path, recordings: tuple[tuple[str, float], ...], look: Look, button: MenuButton
    ) -> None:
        """Look at the recording of another visit, or offer them where there are several."""
        self._foreign = path, recordings
        if len(recordings) == 1:
            look(path, recordings[0][0])
        elif recordings:
            button.click()
        else:
            self.said.emit(self.tr("{name} has no recordings.").format(name=path.stem))

    def look_at(self, path: Path, label: str) -> None:
        """Show a recording of a visit when it is there."""
        self._open(self._unpacking(path, label), label)

    @Slot()
    def look_back(self) -> None:
        """Look at the last minutes of the stream, whether they were recorded or not."""
        frames, keeping = self._view.frames, self._view.frames.keeping
        if keeping.kept is None or keeping.robot is None:
            return
        task = Task(
            unpack_kept,
            pieces=keeping.kept.pieces,
            quantities=keeping.kept.quantities,
            robot=keeping.robot,
            about=self._about_now(),
            lag=frames.known_lag,
            model=self._visit.result,
        )
        self._open(task, self.tr("Last minutes"))

    def _about_now(self) -> Recording:
        """Origin and events of what streams, as a recording without samples."""
        session = self._link.session
        about = Recording("", np.zeros(0), {}, events=self._view.frames.events)
        if session is None:
            return about
        able = session.capabilities
        origin = origin_of(session.uri, able.mark, self._link.identity)
        return replace(about, origin=origin, torque_kind=able.torque_kind)

    def _unpacking(self, path: Path, label: str) -> "Task[Unpacked]":
        return Task(unpack_recording, path=path, label=label, lag=Task(self._lag_of, path=path))

    def _open(self, task: "Task[Unpacked]", label: str) -> None:
        self._put_away()
        self._label = label
        self._shown.open(task)
        self.source_button.set_text(label)
        self._tell_reading(0.0)
        self.changed.emit()

    @Slot(float)
    def _tell_reading(self, fraction: float) -> None:
        words = self.tr("Reading {label}").format(label=self._label)
        self.reading.emit(f"{words} · {round(100.0 * fraction)} %")

    @Slot(object)
    def _show(self, found: RecordedStream) -> None:
        self.said.emit("")
        self._view.look_at(found)
        if found.about.model_error:
            self.said.emit(self.tr("The visit's model gives no torques for this recording."))

    @Slot(object)
    def _lose(self, error: OSError | None) -> None:
        """Say that the files are gone, unless the error was shown, and show the stream."""
        self.go_to_now()
        if error is not None:
            self._bus.show_error(error)

    @Slot()
    def go_to_now(self) -> None:
        """Look at the stream again."""
        self._put_away()
        self.changed.emit()

    def _put_away(self) -> None:
        """Leave the recording that is shown, or about to be, and remove its files."""
        if self._shown.is_opening:
            self.said.emit("")
        self._stop_comparing()
        if self._view.frames.recorded is not None:
            self._view.look_at(None)
        self._shown.close()

    def comparisons(self) -> list[Entry]:
        """Entries of the menu: the recordings, or how the one that was chosen is laid over this one."""
        frames = self._view.frames
        earlier = frames.earlier
        if earlier is None:
            return self._known_recordings(self.compare_with, self.compare_button)
        entries: list[Entry] = [(self.tr("Begin together"), lambda: frames.align(earlier.by_time()))]
        entries += [
            (
                self.tr("By event: {event}").format(event=words),
                partial(self._align_by_event, code),
            )
            for code, words in list(earlier.events().items())[:_MOST_EVENTS]
        ]
        entries.append((self.tr("By phase of the motion"), self._align_by_phase))
        entries.append((self.tr("Do not compare"), self._stop_comparing))
        return entries

    def _align_by_event(self, code: str) -> None:
        earlier = self._view.frames.earlier
        if earlier is not None:
            self._view.frames.align(earlier.by_event(code))

    @Slot()
    def _align_by_phase(self) -> None:
        """Lay the other recording over this one cycle by cycle, or say why not."""
        earlier = self._view.frames.earlier
        if earlier is None:
            return
        try:
            self._view.frames.align(earlier.by_phase())
        except NotEnoughData as error:
            self.said.emit(window_text(error).one_line)

    def compare_with(self, path: Path, label: str) -> None:
        """Show another recording in grey when it is there."""
        self._stop_comparing()
        summary = self._visit.summary
        is_own = summary is not None and Path(summary.path) == path
        self._earlier_words = label if is_own else f"{path.stem} · {label}"
        self.said.emit(self.tr("Reading {label}").format(label=label))
        self._earlier.open(self._unpacking(path, label))

    @Slot(object)
    def _show_earlier(self, found: RecordedStream) -> None:
        """Show the other recording, if this one is still looked at."""
        if self._view.frames.recorded is not None:
            self.said.emit("")
            self._view.compare_with(found, self._earlier_words)

    @Slot(object)
    def _lose_earlier(self, error: OSError | None) -> None:
        self.said.emit("")
        if error is not None:
            self._bus.show_error(error)

    @Slot()
    def _stop_comparing(self) -> None:
        """Show nothing behind the recording, and remove the files of what was shown there."""
        if self._view.frames.earlier is not None:
            self._view.compare_with(None)
        self._earlier.close()

    @Slot(object, object)
    def _work_lines_out(self, stream: RecordedStream, asked: AskedLines) -> None:
        """Work lines out over a whole recording, in a process beside."""
        if (stream, asked) in self._asked_lines:
            return
        self._asked_lines.add((stream, asked))
        name = f"lines-{next(self._line_jobs)}"
        task = Task(
            unpack_lines_of,
            made=stream.about,
            lines=dict(asked.lines),
            name=name,
            zero=None if asked.zero is None else np.array(asked.zero),
            leaves_lag_in=asked.leaves_lag_in,
        )

        def read() -> None:
            self._lines_mapped.emit(stream, asked, stream.lines_of(name, count=len(asked.lines)))

        opened = self._shown if stream is self._view.frames.recorded else self._earlier
        opened.read_beside(task, read)

    @Slot(object, object, object)
    def _take_lines(self, stream: RecordedStream, asked: AskedLines, found: "Pyramid") -> None:
        self._asked_lines.discard((stream, asked))
        self._view.frames.take_lines(stream, asked, found)
