"""Serving an emulated controller until it is ended: its first line, orders by lines, the ways to end it.

Some lines jog an emulated arm and change its load, each answered in one flushed line: ``jog JOINT FROM TO
SPEED`` (joint from 1, degrees, °/s) goes to FROM first; jogs are carried out one after the other. ``attach
KG X Y Z`` (m, flange frame) and ``detach`` change the load at once.
"""

import argparse
import math
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from app.errors.text import error_text
from app.shell.commands.keyboard import Keyboard
from app.terminal.command import Context, complain, json_on_stdout, present
from core.errors import TorsionError
from core.monitor import Cancelled
from devices.errors import TransportError

if TYPE_CHECKING:
    from devices.emulated.pendant import Jog, Outcome, Pendant

LOOK_S = 0.05
QUIT = "quit"


class Served(Protocol):
    """An emulated controller."""

    @property
    def is_running(self) -> bool:
        """False after it has failed."""


def _nothing() -> None: ...


def announce(arguments: argparse.Namespace, told: Mapping[str, object], *, line: str) -> None:
    """Print in one line, at once, for a program that waits for it, that the controller serves."""
    present(arguments, dict(told))
    if not json_on_stdout(arguments):
        sys.stdout.write(f"ready {line}\n")
        sys.stdout.flush()


def serve(
    emulated: Served, obey: Callable[[str], None], context: Context, *, tell: Callable[[], None] = _nothing
) -> None:
    """Serve until the order to quit, Ctrl-C, or the end of a standard input that was open.

    ``tell`` is called often, to say what has happened meanwhile.

    Raises
    ------
    TransportError
        ``virtual-robot-ended`` if the controller has failed.
    """
    keyboard = Keyboard()
    try:
        while not keyboard.has_ended and emulated.is_running:
            context.monitor.check()
            tell()
            for line in keyboard.lines(LOOK_S):
                if line == QUIT:
                    return
                obey(line)
    except (Cancelled, KeyboardInterrupt):  # the usual way to end it
        return
    if not emulated.is_running:
        raise TransportError("virtual-robot-ended", exit_code=1, reason="the controller failed")


def end_on_terminate() -> None:
    """Take the signal to terminate as Ctrl-C, so that nothing stays behind."""
    signal.signal(signal.SIGTERM, _end)


def _end(*_: object) -> None:
    raise KeyboardInterrupt


_MOST = 1e6
"""No order takes a larger number."""


def _any(_order: str, _number: float) -> bool:
    return True


class OrderLines:
    """Obeys lines of an order and a number, which is 1 where none is given.

    Parameters
    ----------
    orders
        What each order does with its number.
    takes
        True if an order takes a number.
    others
        Words of lines that somebody else obeys.
    hint
        What is said of the numbers behind a list of the orders.
    """

    def __init__(
        self,
        orders: Mapping[str, Callable[[float], object]],
        *,
        takes: Callable[[str, float], bool] = _any,
        others: Sequence[str] = (),
        hint: str = "",
    ) -> None:
        self._orders, self._takes = orders, takes
        self._wrong = f"is none of {', '.join((*orders, *others, QUIT))}{hint}."

    def obey(self, line: str) -> None:
        """Do what a line says; an error is reported and ends nothing."""
        name, _, text = line.partition(" ")
        number = _number_of(text or "1")
        if name not in self._orders or number is None or not self._takes(name, number):
            complain(f"'{line}' {self._wrong}")
            return
        try:
            self._orders[name](number)
        except TorsionError as error:
            complain(error_text(error).one_line)


def _number_of(text: str) -> float | None:
    """The number behind an order; None for what is none."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if 0.0 <= number < _MOST else None


JOG, ATTACH, DETACH = "jog", "attach", "detach"
PENDANT_WORDS = (JOG, ATTACH, DETACH)
_HEAVIEST_KG, _FARTHEST_M = 100.0, 2.0
_FORMS = {
    JOG: "jog JOINT FROM TO SPEED, in degrees and °/s",
    ATTACH: "attach KG X Y Z, in kg and m",
    DETACH: "detach alone",
}


class Jogged(Protocol):
    """An emulated controller whose arm can be jogged."""

    @property
    def pendant(self) -> "Pendant | None":
        """Jogs the arm; None without an arm."""

    def do(self, order: Callable[[], object]) -> None:
        """Execute an order in the thread of the device and wait for it."""

    def hang(self, mass: float, center: Sequence[float]) -> None:
        """Hang a load on the flange, kg, its centre (3,) m in the flange frame; 0 for none."""


class _Refused(Exception):
    """A line that is not carried out; the text says why."""


class PendantLines:
    """Obeys the lines of somebody at the pendant of an emulated controller."""

    def __init__(self, arguments: argparse.Namespace, emulated: Jogged) -> None:
        self._emulated = emulated
        self._is_to_stderr = json_on_stdout(arguments)

    def obey(self, line: str) -> bool:
        """Carry out a line and answer it; False if it is for somebody else."""
        word, *values = line.split()
        if word not in PENDANT_WORDS:
            return False
        try:
            self._answer("ok", line, self._carried_out(word, values))
        except _Refused as refused:
            self._answer("refused", line, str(refused))
        except TorsionError as error:
            self._answer("refused", line, error_text(error).one_line)
        return True

    def or_else(self, obey: Callable[[str], None]) -> Callable[[str], None]:
        """A function that carries out a line here, or by ``obey`` if it is for somebody else."""

        def either(line: str) -> None:
            if not self.obey(line):
                obey(line)

        return either

    def tell(self) -> None:
        """Answer the jogs that have ended since the last call."""
        pendant = self._emulated.pendant
        for ended in () if pendant is None else pendant.ended():
            word = "done" if ended.is_done else "ended"
            reason = "" if ended.is_done else "the controller no longer lets the pendant move the arm."
            self._answer(word, _line_of(ended), reason)

    def _answer(self, word: str, line: str, reason: str) -> None:
        out = sys.stderr if self._is_to_stderr else sys.stdout
        out.write(f"{word} {line}{': ' if reason else ''}{reason}\n")
        out.flush()

    def _carried_out(self, word: str, values: Sequence[str]) -> str:
        """Carry out a line; return what is said of it."""
        if word == JOG:
            return self._jog(*_numbers(word, values, 4))
        if word == ATTACH:
            mass, *center = _numbers(word, values, 4)
            if not 0.0 < mass <= _HEAVIEST_KG:
                raise _Refused(
                    f"a load has more than 0 and at most {_HEAVIEST_KG:g} kg; detach takes it off."
                )
            if max(map(abs, center)) > _FARTHEST_M:
                raise _Refused(f"the centre is at most {_FARTHEST_M:g} m from the flange.")
            self._emulated.hang(mass, center)
            return ""
        _numbers(word, values, 0)
        self._emulated.hang(0.0, (0.0, 0.0, 0.0))
        return ""

    def _jog(self, joint: float, start: float, end: float, speed: float) -> str:
        from devices.emulated.pendant import Jog

        pendant = self._pendant()
        if joint not in range(1, pendant.joint_count + 1):
            raise _Refused(f"the joints are 1 to {pendant.joint_count}.")
        place = int(joint) - 1
        jog = Jog(place, *map(math.radians, (start, end, speed)))
        self._check(pendant, jog)
        allowed: list[bool] = []

        def begin() -> None:
            allowed.append(pendant.may_jog)
            if pendant.may_jog:
                pendant.jog(jog)

        self._emulated.do(begin)
        if not allowed[0]:
            raise _Refused("a program or a stop has the arm.")
        return ""

    def _pendant(self) -> "Pendant":
        if self._emulated.pendant is None:
            raise _Refused("recorded rows have no arm.")
        return self._emulated.pendant

    @staticmethod
    def _check(pendant: "Pendant", jog: "Jog") -> None:
        low, high = (math.degrees(limit[jog.joint]) for limit in (pendant.lower, pendant.upper))
        for angle in (jog.start, jog.end):
            if not low <= math.degrees(angle) <= high:
                raise _Refused(f"joint {jog.joint + 1} goes from {low:.0f} to {high:.0f} degrees.")
        if jog.start == jog.end:
            raise _Refused("it begins where it ends.")
        fastest = math.degrees(pendant.speed[jog.joint])
        if not 0.0 < math.degrees(jog.speed) <= fastest:
            raise _Refused(f"the speed is above 0 and at most {fastest:.0f} °/s.")


def _line_of(ended: "Outcome") -> str:
    degrees = (f"{math.degrees(angle):g}" for angle in (ended.jog.start, ended.jog.end, ended.jog.speed))
    return f"{JOG} {ended.jog.joint + 1} {' '.join(degrees)}"


def _numbers(word: str, values: Sequence[str], count: int) -> tuple[float, ...]:
    try:
        numbers = tuple(map(float, values))
    except ValueError:
        numbers = (math.nan,)
    if len(values) != count or not all(map(math.isfinite, numbers)):
        raise _Refused(f"it has to be {_FORMS[word]}.")
    return numbers
