"""The control script of the client ``ur_rtde``, known by its name and served by its registers.

The text itself is not executed. The client writes a command and its arguments into input registers; the
script reports in output registers that it is ready, or done. Emulated are moves to joint positions, the
payload, the watchdog and the stops; any other command ends the program, as an unknown statement does.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from devices.emulated.urscript import Call, ScriptRefused

NAME = "rtde_control"
_HEAD = f"def {NAME}():\n"
_OFFSET = re.compile(r"# int register offset\n(\d+)")
READY, DONE = 1, 2
"""Values of the first output register."""
_RUNNING, _OPERATION = 1 << 15, 1 << 24
"""Of the register of progress: a move goes on in the background, and its number."""
_MOST_OPERATIONS = 127


class Command(IntEnum):
    """The commands that are served; the client's own numbers."""

    NONE = 0
    MOVE_J = 1
    SET_PAYLOAD = 17
    STOP_J = 34
    SET_WATCHDOG = 35
    SET_TARGET_PAYLOAD = 65
    STOP_SCRIPT = 255


@dataclass(frozen=True)
class ControlScript:
    """The script with the place of its registers: the first, or the 24th of each kind."""

    offset: int
    name: str = NAME
    is_secondary: bool = False


def control_script(text: str) -> ControlScript | None:
    """The script if this is the one, by its name; None for any other program."""
    found = _OFFSET.search(text) if text.startswith(_HEAD) else None
    return None if found is None else ControlScript(int(found[1]))


class ControlExecution:
    """The script being executed: carries out the commands in the registers until it is asked to end."""

    def __init__(self, script: ControlScript, calls: Mapping[str, Call], values: Mapping[str, Any]) -> None:
        self._offset, self._calls, self._values = script.offset, calls, values
        self._operation = 0
        self._background: Iterator[None] | None = None
        self._commands: dict[int, Callable[[], Iterator[None]]] = {
            Command.MOVE_J: self._move,
            Command.SET_PAYLOAD: self._set_payload,
            Command.STOP_J: self._stop,
            Command.SET_WATCHDOG: self._set_watchdog,
            Command.SET_TARGET_PAYLOAD: self._set_target_payload,
        }

    def run(self) -> Iterator[None]:
        """Yield once in every cycle of the controller; end with the program."""
        is_done = False
        self._report(READY)
        while (command := self._integer(0)) != Command.STOP_SCRIPT:
            if command == Command.NONE:
                is_done = False
                self._report(READY)
            elif not is_done:  # the client clears the command before it gives the next
                if command not in self._commands:
                    raise ScriptRefused(f"{NAME}: command {command}")
                yield from self._commands[command]()
                self._report(DONE)
                is_done = True
            self._go_on()
            yield

    def _go_on(self) -> None:
        """One cycle of the move in the background."""
        if self._background is not None and next(self._background, "over") == "over":
            self._leave_background()

    def _leave_background(self) -> None:
        self._background = None
        self._write(2, self._operation * _OPERATION)

    def _in_turn(self, motion: Iterator[None]) -> Iterator[None]:
        """Wait for a motion, or let it go on in the background where the client asks for that."""
        if not self._integer(1):
            yield from motion
            return
        self._operation = self._operation % _MOST_OPERATIONS + 1
        self._background = motion
        self._write(2, self._operation * _OPERATION + _RUNNING)

    def _move(self) -> Iterator[None]:
        self._leave_background()
        speed, acceleration = self._floats(6, 2)
        yield from self._in_turn(self._calls["movej"](self._floats(0, 6), v=speed, a=acceleration))

    def _stop(self) -> Iterator[None]:
        self._leave_background()
        yield from self._in_turn(self._calls["stopj"](*self._floats(0, 1)))

    def _set_payload(self) -> Iterator[None]:
        mass, *center = self._floats(0, 4)
        self._calls["set_payload"](mass, self._center(center))
        return iter(())

    def _set_target_payload(self) -> Iterator[None]:
        mass, *center = self._floats(0, 4)
        self._calls["set_target_payload"](mass, self._center(center), self._floats(4, 6))
        return iter(())

    def _set_watchdog(self) -> Iterator[None]:
        self._calls["rtde_set_watchdog"](f"input_int_register_{self._offset}", *self._floats(0, 1), "stop")
        return iter(())

    def _center(self, center: list[float]) -> list[float]:
        """The centre that is set, where the client gives none."""
        return center if any(center) else list(self._values["payload_cog"])

    def _integer(self, number: int) -> int:
        return int(self._values[f"input_int_register_{number + self._offset}"])

    def _floats(self, first: int, count: int) -> list[float]:
        places = range(first + self._offset, first + self._offset + count)
        return [float(self._values[f"input_double_register_{place}"]) for place in places]

    def _write(self, number: int, value: int) -> None:
        self._calls["write_output_integer_register"](number + self._offset, value)

    def _report(self, state: int) -> None:
        self._write(0, state)
