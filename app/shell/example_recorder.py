"""Records the example visits in a process of its own, one after the other, while the window goes on."""

import contextlib
import threading
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal, Slot

from app.rehearsal.examples import Example, record_in_background
from core.processes import Child


class ExampleRecorder(QObject):
    """Makes the examples that are asked for and not there yet; several wait for one another."""

    recorded = Signal(object, object)
    """Carries the ``Example`` and its path."""
    failed = Signal(object, object)
    """Carries the ``Example`` and the error."""
    changed = Signal()
    """Emitted when another example is being recorded, or none."""
    _ended = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: list[tuple[Example, Path]] = []
        self._child: Child | None = None
        self._is_recording = False
        self._errors: dict[Example, BaseException] = {}
        self._over = {example: threading.Event() for example in Example}
        self._ended.connect(self._take_end, Qt.ConnectionType.QueuedConnection)

    @property
    def current(self) -> Example | None:
        """The example that is being recorded; None without one."""
        return self._waiting[0][0] if self._is_recording else None

    def ask(self, example: Example, folder: Path) -> None:
        """Record an example into ``folder``; ``recorded`` or ``failed`` follows."""
        if example.path(folder).is_file():
            self._over[example].set()
            self.recorded.emit(example, example.path(folder))
        elif (example, folder) not in self._waiting:
            self._errors.pop(example, None)
            self._over[example].clear()
            self._waiting.append((example, folder))
            self._start_next()

    def is_over(self, example: Example) -> bool:
        """True once an example that was asked for is there or has failed; any thread may ask."""
        return self._over[example].is_set()

    def error_of(self, example: Example) -> BaseException | None:
        """Error of the last attempt; None without one; any thread may ask."""
        return self._errors.get(example)

    def end(self) -> None:
        """End a recording; its unfinished file is removed by the next one or by the system."""
        self._waiting.clear()
        self._is_recording = False
        if self._child is not None:
            self._child.end()

    def _start_next(self) -> None:
        if self._is_recording or not self._waiting:
            return
        self._is_recording = True
        try:
            self._child = Child(
                record_in_background, *self._waiting[0],
                name="torsion-example", daemon=False, ended=self._report_end,
            )  # fmt: skip
        except OSError as error:
            self._report_end(error)
        self.changed.emit()

    def _report_end(self, why: BaseException) -> None:
        with contextlib.suppress(RuntimeError):  # the window is gone
            self._ended.emit(why)

    @Slot(object)
    def _take_end(self, why: BaseException) -> None:
        if not self._is_recording:
            return
        self._is_recording = False
        example, folder = self._waiting.pop(0)
        path = example.path(folder)
        is_there = path.is_file()
        if not is_there:
            self._errors[example] = why
        self._over[example].set()
        if is_there:
            self.recorded.emit(example, path)
        else:
            self.failed.emit(example, why)
        self._start_next()
        self.changed.emit()
