"""Has arms drawn by a process of its own, the newest first; without one a view paints a simple arm itself.

Compiled kernels stay out of the window's process by this, and nothing waits: a view asks for a picture and
goes on with the one before. The process starts with the first arm that is seen, and ends with the window,
also where that is killed.
"""

import itertools
import logging
from dataclasses import dataclass, replace
from enum import Enum
from multiprocessing.shared_memory import SharedMemory

from PySide6.QtCore import QElapsedTimer, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from app.jobs.drawing import BYTES_A_PIXEL, MOTIONS_KEPT, Drawn, Newest, Order, draw
from app.jobs.process import WorkerProcess
from app.jobs.task import Failed, Leave, News, Request, Succeeded, Task
from core.drawing.picture_scene import Motion, PictureScene

log = logging.getLogger(__name__)

SIZES = (1.0, 0.75, 0.5)
"""Sizes of a moving picture relative to its place."""
SLOW_S, FAST_S = 0.045, 0.025
"""Time of two pictures in turn from which the next are smaller, and up to which they may be larger again."""
SETTLE_MS = 150
"""Time without change after which a picture is drawn in full size and with a fine volume."""
LATE_MS = 2000
"""Time without an answer after which the picture before is no longer shown."""
PREPARED_MS = 1500
"""Time without a first picture after which the view says that it is being prepared."""
_LEAVE_S, _KILL_S = 0.2, 5.0


class Detail(Enum):
    """Level of detail in the picture of an arm, with its reason."""

    DRAWN = "drawn"
    """As it is meant to be, or without a process for it from the outset."""
    PREPARED = "prepared"
    """A plain picture, until the first one is drawn."""
    PLAIN = "plain"
    """A plain picture for good: the process has ended or could not be started."""


@dataclass(frozen=True, eq=False)
class _Asked:
    """A picture that a view wants; ``about`` is what the view paints over it."""

    view: "DrawnArm"
    scene: PictureScene
    motion: Motion | None
    about: object
    size: int = 0
    """Index of its size in ``SIZES``."""
    fine: bool = False


class ArmDrawer(QObject):
    """Owns the process; ``gave_up`` is emitted when it ended by itself or has no memory.

    It is not started again.
    """

    gave_up = Signal()
    _replied = Signal(int, object)
    _ended = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.is_on = True
        self._process: WorkerProcess | None = None
        self._memory: SharedMemory | None = None
        self._sent: Newest[int, int] = Newest(MOTIONS_KEPT)
        self._waiting: dict[DrawnArm, _Asked] = {}
        self._drawing: _Asked | None = None
        self._numbers = itertools.count(1)
        self._replied.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self._ended.connect(self._take_end, Qt.ConnectionType.QueuedConnection)

    @property
    def pid(self) -> int | None:
        """Process number, for tests; None before it has started."""
        return None if self._process is None else self._process.pid

    @property
    def is_busy(self) -> bool:
        """True while a picture is drawn or waited for."""
        return self._drawing is not None

    def ask(self, asked: _Asked) -> None:
        """Have a picture drawn; it takes the place of one that the view asked for before."""
        if self.is_on:
            self._waiting[asked.view] = asked
            self._go_on()

    def shutdown(self) -> bool:
        """End the process and give its memory back; return True if all has ended."""
        process, self._process, self.is_on = self._process, None, False
        gone = True
        if process is not None:
            process.send(Leave())
            gone = process.join(_LEAVE_S)
            if not gone:  # it is drawing, or compiling
                process.kill()
                gone = process.join(_KILL_S)
        self._free()
        return gone

    def _go_on(self) -> None:
        if self._drawing is not None or not self._waiting:
            return
        view = next(iter(self._waiting))
        asked = self._waiting.pop(view)
        eye, motion = asked.scene.eye, asked.motion
        try:
            memory = self._memory_of(eye.width * eye.height * BYTES_A_PIXEL)
        except OSError:
            log.exception("There is no memory for drawn arms; the simple picture is shown.")
            self._give_up()
            return
        if self._process is None:
            self._process = WorkerProcess(self._replied.emit, on_end=self._ended.emit)
        self._drawing = asked
        if motion is not None and motion.number in self._sent:
            motion = None
        elif motion is not None:
            number = motion.number
            self._sent.add(number, lambda: number)
        order = Order(view.number, asked.scene, memory.name, asked.fine, motion)
        self._process.send(Request(next(self._numbers), Task(draw, order=order)))

    def _memory_of(self, size: int) -> SharedMemory:
        """Memory for a picture of so many bytes; nothing draws into it meanwhile."""
        if self._memory is None or self._memory.size < size:
            self._free()
            self._memory = SharedMemory(create=True, size=size)
        return self._memory

    def _free(self) -> None:
        if self._memory is not None:
            self._memory.close()
            self._memory.unlink()
            self._memory = None

    @Slot(int, object)
    def _take(self, _number: int, news: News) -> None:
        """Give a picture to its view and have the next one drawn."""
        asked, self._drawing = self._drawing, None
        if asked is None or self._memory is None or not self.is_on:
            return
        if isinstance(news, Failed):
            log.error("An arm could not be drawn; the simple picture is shown:\n%s", news.traceback)
            self._give_up()
        elif isinstance(news, Succeeded) and isinstance(news.result, Drawn):
            if isValid(asked.view):
                asked.view.take(asked, self._image(asked.scene, self._memory), news.result.seconds)
            self._go_on()

    @staticmethod
    def _image(scene: PictureScene, memory: SharedMemory) -> QImage:
        assert memory.buf is not None
        eye, kind = scene.eye, QImage.Format.Format_ARGB32_Premultiplied
        return QImage(memory.buf, eye.width, eye.height, BYTES_A_PIXEL * eye.width, kind).copy()

    @Slot(object)
    def _take_end(self, why: BaseException | None) -> None:
        if self.is_on:
            log.error("The process that draws arms ended with %s; the simple picture is shown.", why)
            self._give_up()

    def _give_up(self) -> None:
        """Let the process end by itself; ``shutdown`` waits for it, and the window doesn't."""
        self.is_on = False
        if self._process is not None:
            self._process.send(Leave())
        self._free()
        self._drawing = None
        self._waiting.clear()
        self.gave_up.emit()


_numbers = itertools.count(1)


class DrawnArm(QObject):
    """The drawn picture of one view, which is updated when there is a newer one."""

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self.number = next(_numbers)
        self.image: QImage | None = None
        self.size = 0
        """Index of the present size in ``SIZES``."""
        self._view = view
        self._about: object = None
        self._key: object = None
        self._newest: _Asked | None = None
        self._slow = 0
        self._unanswered = QElapsedTimer()
        self._is_due = QTimer(self)
        self._is_due.setSingleShot(True)
        self._is_due.setInterval(PREPARED_MS)
        self._is_due.timeout.connect(view.update)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE_MS)
        self._settle.timeout.connect(self._ask_for_all)
        if (drawer := current_drawer()) is not None:
            drawer.gave_up.connect(self.forget)

    @property
    def detail(self) -> Detail:
        """Level of detail that can be seen now."""
        drawer = current_drawer()
        if drawer is None or self.image is not None:
            return Detail.DRAWN
        if not drawer.is_on:
            return Detail.PLAIN
        is_late = self._unanswered.isValid() and not self._is_due.isActive()
        return Detail.PREPARED if is_late else Detail.DRAWN

    def show(self, scene: PictureScene, motion: Motion | None, about: object) -> object | None:
        """Ask for a picture of a scene; returns what the present picture is ``about``, None without one."""
        drawer = current_drawer()
        if drawer is None or not drawer.is_on:
            return None
        key = (scene.eye, scene.look, scene.ground, scene.motion, scene.arm.key)
        if key != self._key:
            self._key = key
            self._newest = _Asked(self, scene, motion, about)
            if not self._unanswered.isValid():
                self._unanswered.start()
                self._is_due.start()
            smaller = replace(scene, eye=scene.eye.scaled(SIZES[self.size]))
            drawer.ask(replace(self._newest, scene=smaller, size=self.size))
            self._settle.start()
        is_late = self._unanswered.isValid() and self._unanswered.elapsed() > LATE_MS
        return None if self.image is None or is_late else self._about

    def take(self, asked: _Asked, image: QImage, seconds: float) -> None:
        """Show a picture that was drawn in so many seconds."""
        if self._newest is None:  # what it shows is gone
            return
        self.image, self._about = image, asked.about
        self._unanswered.invalidate()
        if asked.about is not self._newest.about:
            self._unanswered.start()
        if not asked.fine and asked.size == self.size:
            self._choose_size(seconds)
        self._view.update()

    @Slot()
    def forget(self) -> None:
        """Show no picture any more, until another is drawn."""
        self.image = self._about = self._key = self._newest = None
        self._unanswered.invalidate()
        self._settle.stop()
        self._view.update()

    def _choose_size(self, seconds: float) -> None:
        """Change the size of moving pictures by the time that one took."""
        self._slow = self._slow + 1 if seconds > SLOW_S else 0
        if self._slow > 1 and self.size + 1 < len(SIZES):
            self.size, self._slow = self.size + 1, 0
        elif self.size and seconds * (SIZES[self.size - 1] / SIZES[self.size]) ** 2 < FAST_S:
            self.size -= 1

    @Slot()
    def _ask_for_all(self) -> None:
        """Ask for the newest scene in full size, now that nothing moves."""
        drawer = current_drawer()
        if drawer is not None and self._newest is not None:
            drawer.ask(replace(self._newest, fine=True))


_chosen: list[ArmDrawer] = []


def use_drawer(drawer: ArmDrawer | None) -> None:
    """Have all arms drawn by this process from now on; without one each view paints a simple arm."""
    _chosen[:] = [] if drawer is None else [drawer]


def current_drawer() -> ArmDrawer | None:
    """The process that draws arms, if there is one."""
    return _chosen[0] if _chosen else None
