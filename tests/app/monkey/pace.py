"""How long a monkey plays, and by which time: that of the acts and turns it has made, not of a clock."""

from contextlib import AbstractContextManager, nullcontext

from PySide6.QtCore import QEventLoop, QTimer

from tests.waiting import LIMIT_S


class Pace:
    """So many acts. Its time is what was asked of the event loop, which a busy computer only stretches.

    Parameters
    ----------
    acts : int
        The number of acts after which it ends.
    """

    least_hold_s = 0.0
    """How long a button must have been held by this time when a motion begins, s."""
    stops_within_s = LIMIT_S
    """By when the arm must stand after STOP, s."""
    beats = 0
    """Of the event loop, where it is watched."""
    blocks: tuple[tuple[float, float], ...] = ()
    """When the event loop was held up, and how long, s; where it is watched."""

    def __init__(self, acts: int = 0) -> None:
        self._acts, self._spun_s = acts, 0.0

    def now(self) -> float:
        """This time, s."""
        return self._spun_s

    def goes_on(self, acts: int, _played_s: float) -> bool:
        """Whether there is another act after so many, and after so long."""
        return acts < self._acts

    def spin(self, seconds: float) -> None:
        """Let the event loop run."""
        loop = QEventLoop()
        QTimer.singleShot(max(round(seconds * 1000), 0), loop.quit)
        loop.exec()
        self._spun_s += seconds

    def stall(self) -> None:
        """Hold the event loop up; without a clock there is nothing to hold up by."""

    def watched(self) -> AbstractContextManager[object]:
        """While it plays."""
        return nullcontext()

    def left_out(self) -> AbstractContextManager[object]:
        """While it thinks, which is no work of the program."""
        return nullcontext()
