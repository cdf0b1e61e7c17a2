"""The program that was sent to an emulated controller: accepted, executed, watched and ended.

The control script of the client ``ur_rtde`` is known by its name and served by its registers; its text
is not executed. The client writes a command and its arguments into input registers; the script reports
in output registers that it is ready, or done. Emulated are moves to joint positions, the payload, the
watchdog and the stops; any other command ends the program, as an unknown statement does.
"""

import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Protocol

import numpy as np

from core.bounds import Bounds
from devices.emulated.arm import Arm
from devices.emulated.controller_settings import ControllerSettings
from devices.emulated.urscript import URSCRIPT, Call, Execution, Grammar, Program, ScriptRefused, parse
from devices.protocol_rtde.setup import ControllerVersion
from devices.protocol_rtde.values import DataType
from devices.universal_robots.recipe import JOINTS
from devices.virtual.firmware.plant import PERIOD_S

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


E_SERIES = 5
FIRST_TARGET_PAYLOAD = ControllerVersion(5, 10)
PAYLOAD_DELAY_S = 0.03
"""The outputs tell a new payload some cycles after it was set."""
LOOKAHEAD, GAIN = Bounds("s", 0.03, 0.2), Bounds("", 100.0, 2000.0)
"""Of ``servoj``, as the script manual states them."""
_LARGEST_INERTIA = 133.0
log = logging.getLogger(__name__)


class Executing(Protocol):
    """The controller as its programs see it."""

    settings: ControllerSettings
    version: ControllerVersion
    timestamp: float
    is_remote: bool
    is_playing: bool
    types: Mapping[str, DataType]
    input_types: Mapping[str, DataType]
    values: dict[str, Any]

    @property
    def is_ready(self) -> bool:
        """True if a program can move the arm."""
        ...


class UrPrograms:
    """The one program that runs; its controller calls every method in one thread."""

    grammar: Grammar = URSCRIPT
    register = "output_int_register_"
    """The beginning of the names of the registers that a program can write."""

    def __init__(self, controller: Executing, arm: Arm | None) -> None:
        self._controller, self._arm = controller, arm
        self._cycle = self._periods_per_cycle()
        self._periods = 0
        self._running: Iterator[None] | None = None
        self.is_paused = False
        self.refused: list[str] = []
        """Reasons why programs were not executed, the newest last."""
        self.taken: list[str] = []
        """Names of the programs that were executed, the newest last."""
        self._watched: dict[str, tuple[float, str]] = {}
        """Longest silence in s, and what happens then, by input."""
        self._written_at: dict[str, float] = {}
        self._later: list[tuple[float, dict[str, Any]]] = []
        self._calls: dict[str, Call] = {name: getattr(self, f"_{name}") for name in self.grammar.functions}

    def _periods_per_cycle(self) -> int:
        """Control periods of the arm in one cycle of the controller."""
        return round(1.0 / (PERIOD_S * self._controller.settings.rate))

    @property
    def is_under_way(self) -> bool:
        """True while a program runs or is paused."""
        return self._running is not None

    def take(self, text: str) -> None:
        """Execute a program; it replaces the running one, unless it is a secondary one."""
        controller = self._controller
        try:
            program = self._understood(text)
        except ScriptRefused as refusal:
            self.refused.append(str(refusal))
            log.info("a program was refused: %s", refusal)
            return
        self.taken.append(program.name)
        if program.is_secondary:
            self._execute_now(program)
            return
        controller.is_playing = False
        self.is_paused, self._watched = False, {}
        self._running = self._execution(program).run() if controller.is_ready else None

    def _execution(self, program: Program | ControlScript) -> Execution | ControlExecution:
        if isinstance(program, ControlScript):
            return ControlExecution(program, self._calls, self._controller.values)
        return Execution(program, self._calls)

    def _execute_now(self, program: Program | ControlScript) -> None:
        """Execute a secondary program, which may take no time."""
        try:
            if next(self._execution(program).run(), "over") is None:
                raise ScriptRefused("a secondary program takes no time")
        except ScriptRefused as refusal:
            self.refused.append(str(refusal))

    def _understood(self, text: str) -> Program | ControlScript:
        if not self._takes_programs:
            raise ScriptRefused("the controller is not in remote control")
        if self._arm is None:
            raise ScriptRefused("recorded rows have no arm to move")
        if self.grammar is URSCRIPT and (client := control_script(text)) is not None:
            return client
        if self._controller.version < FIRST_TARGET_PAYLOAD and "set_target_payload" in text:
            raise ScriptRefused("set_target_payload")
        return parse(text, self.grammar)

    @property
    def _takes_programs(self) -> bool:
        return self._controller.is_remote or self._controller.version.major < E_SERIES

    def step(self) -> None:
        """Run one control period: the watchdogs, and the program in every cycle of the controller."""
        now = self._controller.timestamp
        while self._later and self._later[0][0] <= now:
            self._controller.values |= self._later.pop(0)[1]
        self._periods += 1
        if self._running is None or self.is_paused or self._periods % self._cycle:
            return
        if any(now - self._written_at[name] > limit for name, (limit, _) in self._watched.items()):
            self.end()
            return
        try:
            next(self._running)
        except StopIteration:
            self.end()
        except ScriptRefused as refusal:  # an argument that a real controller refuses at this moment
            self.refused.append(str(refusal))
            self.end()

    def pause(self) -> None:
        """Hold program and arm."""
        self.is_paused = True
        if self._arm is not None:
            self._arm.halt()

    def end(self) -> None:
        """End the program; the arm comes to rest and all watchdogs are removed."""
        was_under_way, self._running, self.is_paused = self.is_under_way, None, False
        self._watched.clear()
        if was_under_way:
            self._body.halt()

    def note_written(self, names: Iterable[str]) -> None:
        """Take note that a client has written these inputs now."""
        self._written_at |= dict.fromkeys(names, self._controller.timestamp)

    def forgive(self, seconds: float) -> None:
        """Count no silence for device time that passes beyond that of this computer."""
        if seconds > 0.0:
            self._written_at = {name: at + seconds for name, at in self._written_at.items()}

    # The functions of the language

    @property
    def _body(self) -> Arm:
        assert self._arm is not None
        return self._arm

    def _get_actual_joint_positions(self) -> list[float]:
        return [float(angle) for angle in self._body.row().position]

    def _write_output_integer_register(self, number: int, value: int) -> None:
        name = f"{self.register}{number}"
        if name not in self._controller.types:
            raise ScriptRefused(name)
        self._controller.values[name] = value

    def _popup(self, text: str, *, title: str = "", error: bool = False) -> None:
        log.info("popup: %s (%s, %s)", text, title, error)

    def _rtde_set_watchdog(self, name: str, frequency: float, action: str) -> None:
        if name not in self._controller.input_types or action != "stop" or frequency <= 0.0:
            raise ScriptRefused(f"rtde_set_watchdog {name}")
        self._watched[name] = (1.0 / frequency, action)
        self._written_at[name] = self._controller.timestamp

    def _movej(self, target: Sequence[float], *, a: float = 1.4, v: float = 1.05) -> Iterator[None]:
        self._body.move(joints_of(target), speed=v, acceleration=a)
        while self._body.is_commanded:
            yield

    def _servoj(
        self, target: Sequence[float], *, t: float = 0.002, lookahead_time: float = 0.1, gain: float = 300.0
    ) -> Iterator[None]:
        if not (LOOKAHEAD.holds(lookahead_time) and GAIN.holds(gain)):
            raise ScriptRefused("servoj")
        self._body.servo(joints_of(target), seconds=t, lag=lookahead_time)
        for _ in range(max(round(t / (self._cycle * PERIOD_S)), 1)):
            yield

    def _stopj(self, deceleration: float) -> Iterator[None]:
        self._body.brake(deceleration)
        while self._body.is_commanded:
            yield

    def _set_payload(self, mass: float, center: Sequence[float]) -> None:
        self._later.append((self._controller.timestamp + PAYLOAD_DELAY_S, _payload(mass, center)))

    def _set_target_payload(
        self, mass: float, center: Sequence[float], inertia: Sequence[float] = ()
    ) -> None:
        if any(abs(value) > _LARGEST_INERTIA for value in inertia) or len(inertia) not in {0, 6}:
            raise ScriptRefused("set_target_payload")
        values = _payload(mass, center) | {"payload_inertia": list(inertia) or [0.0] * 6}
        self._later.append((self._controller.timestamp + PAYLOAD_DELAY_S, values))


def joints_of(values: Sequence[float]) -> np.ndarray:
    """The joint positions (6,) of an argument; refused if it holds anything else."""
    found = np.asarray(values, dtype=np.float64)
    if found.shape != (JOINTS,) or not np.isfinite(found).all():
        raise ScriptRefused("joint positions")
    return found


def _payload(mass: float, center: Sequence[float]) -> dict[str, Any]:
    if mass < 0.0 or len(center) != 3:
        raise ScriptRefused("payload")
    return {"payload": float(mass), "payload_cog": [float(value) for value in center]}
