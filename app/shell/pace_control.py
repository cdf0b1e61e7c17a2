"""The pace of a connected virtual robot, in the top bar: each press takes the next of 1×, 4× and 16×."""

from PySide6.QtCore import QObject, Slot

from app.arm.link import RobotLink
from app.arm.virtual_time import virtual_clock
from app.shell.top_bar import TopBar
from devices.virtual.settings import Pace

PACES = (Pace.REAL, Pace.FOURFOLD, Pace.SIXTEENFOLD)


class PaceControl(QObject):
    """Shows the pace while a virtual robot is connected, and changes it; no other arm has one."""

    def __init__(self, link: RobotLink, top_bar: TopBar, *, parent: QObject) -> None:
        super().__init__(parent)
        self._link, self._bar = link, top_bar
        top_bar.pace_button.clicked.connect(self.turn)
        for signal in (link.connected, link.closed, link.state_changed):
            signal.connect(self.show)
        self.show()

    @property
    def pace(self) -> Pace | None:
        """The pace of the connected virtual robot; None without one."""
        clock = virtual_clock(self._link.session)
        return None if clock is None else clock.pace

    @Slot()
    def turn(self) -> None:
        """Take the next pace; after the fastest comes real time again."""
        clock = virtual_clock(self._link.session)
        if clock is not None:
            known = PACES.index(clock.pace) if clock.pace in PACES else len(PACES) - 1
            clock.pace = PACES[(known + 1) % len(PACES)]
        self.show()

    @Slot()
    def show(self, *_: object) -> None:
        """Show the present pace, or nothing."""
        pace = self.pace
        self._bar.show_pace("" if pace is None else _word(pace))


def _word(pace: Pace) -> str:
    return "∞×" if pace.factor is None else f"{pace.factor:.0f}×"
