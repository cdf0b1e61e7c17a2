"""Pictures of arms, drawn in a process of their own into memory that it shares with the window. No Qt.

A motion is sent once: both sides keep the same last ones, so the window knows which the process still has.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from multiprocessing.shared_memory import SharedMemory
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

from core.drawing.picture_scene import Motion, PictureScene
from core.monitor import Monitor

if TYPE_CHECKING:
    from core.drawing.ray_cast import Caster, Swept

MOTIONS_KEPT, VIEWS_KEPT = 6, 3
BYTES_A_PIXEL = 4

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


@dataclass(frozen=True, eq=False)
class Order:
    """One picture to draw: the view that shows it, the scene, and the name of the memory for its pixels."""

    view: int
    scene: PictureScene
    memory: str
    fine: bool
    """False while the view is turned, when a coarse volume will do."""
    motion: Motion | None
    """The scene's motion, where the process does not have it yet."""


@dataclass(frozen=True)
class Drawn:
    """A picture is in the memory; it took so many seconds."""

    seconds: float


class Newest(Generic[K, V]):
    """The things that were added last, the oldest goes first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[K, V] = OrderedDict()

    def __contains__(self, key: K) -> bool:
        return key in self._kept

    def get(self, key: K) -> V | None:
        """Return the value that is kept under a key; None where there is none."""
        return self._kept.get(key)

    def add(self, key: K, make: Callable[[], V]) -> V:
        """Return the value that is kept under a key; make it where there is none."""
        if key not in self._kept:
            self._kept[key] = make()
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return self._kept[key]


_casters: "Newest[int, Caster]" = Newest(VIEWS_KEPT)
_motions: "Newest[int, Swept]" = Newest(MOTIONS_KEPT)
_memory: "Newest[str, SharedMemory]" = Newest(1)


def draw(_monitor: Monitor, *, order: Order) -> Drawn:
    """Draw a picture into the window's memory, in the process that draws."""
    from core.drawing.ray_cast import Caster, Swept

    began = time.perf_counter()
    scene, motion = order.scene, order.motion
    if motion is not None:
        _motions.add(motion.number, lambda: Swept.of(motion))
    memory = _memory.add(order.memory, lambda: SharedMemory(order.memory))
    size = (scene.eye.height, scene.eye.width, BYTES_A_PIXEL)
    out = np.ndarray(size, np.uint8, memory.buf)
    caster = _casters.add(order.view, Caster)
    caster.draw(scene, _motions.get(scene.motion), out, fine=order.fine)
    return Drawn(time.perf_counter() - began)
