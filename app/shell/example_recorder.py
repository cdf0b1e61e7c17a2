"""Records the example visits in a process of its own, one after the other, while the window goes on."""

import multiprocessing
import threading
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.rehearsal.examples import Example, Failed, record_in_background

_LOOK_MS = 100


class ExampleRecorder(QObject):
    """Makes the examples that are asked for and not there yet; several wait for one another."""

    recorded = Signal(object, object)
    """Carries the ``Example`` and its path."""
    failed = Signal(object, object)
    """Carries the ``Example`` and the error."""
    changed = Signal()
    """Emitted when another example is being recorded, or none."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: list[tuple[Example, Path]] = []
        self._process: BaseProcess | None = None
        self._answer: Connection | None = None
        self._leaving: list[BaseProcess] = []
        """Processes that were asked to end, and have not yet."""
        self._errors: dict[Example, BaseException] = {}
        self._over = {example: threading.Event() for example in Example}
        self._timer = QTimer(self, interval=_LOOK_MS)
        self._timer.timeout.connect(self._look)

    @property
    def current(self) -> Example | None:
        """The example that is being recorded; None without one."""
        return self._waiting[0][0] if self._process is not None else None

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
        self._close()
        self._timer.stop()
        for process in self._leaving:
            process.join()

    def _start_next(self) -> None:
        if self._process is None and self._waiting:
            context = multiprocessing.get_context("spawn")
            self._answer, theirs = context.Pipe(duplex=False)
            self._process = context.Process(
                target=record_in_background, args=(theirs, *self._waiting[0]), name="torsion-example"
            )
            self._process.start()
            theirs.close()
            self._timer.start()
            self.changed.emit()

    @Slot()
    def _look(self) -> None:
        self._leaving = [process for process in self._leaving if process.is_alive()]
        answer = self._answer
        if answer is None and not self._leaving:
            self._timer.stop()
        if answer is None or not answer.poll():
            return
        try:
            result: object = answer.recv()
        except EOFError:
            result = Failed(RuntimeError("the process of the example ended"))
        example, _ = self._waiting.pop(0)
        self._close()
        if isinstance(result, Failed):
            self._errors[example] = result.error
        self._over[example].set()
        if isinstance(result, Failed):
            self.failed.emit(example, result.error)
        else:
            self.recorded.emit(example, result)
        self._start_next()
        self.changed.emit()

    def _close(self) -> None:
        process, answer, self._process, self._answer = self._process, self._answer, None, None
        if answer is not None:
            answer.close()
        if process is not None:
            process.terminate()
            self._leaving.append(process)  # a process takes a while to end; nothing waits for that
