"""The program that was sent to an emulated controller: accepted, executed, watched and ended."""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from core.bounds import Bounds
from devices.emulated.arm import Arm
from devices.emulated.controller_settings import ControllerSettings
from devices.emulated.rtde_control import ControlExecution, ControlScript, control_script
from devices.emulated.urscript import URSCRIPT, Call, Execution, Grammar, Program, ScriptRefused, parse
from devices.protocol_rtde.setup import ControllerVersion
from devices.protocol_rtde.values import DataType
from devices.universal_robots.recipe import JOINTS
from devices.virtual.firmware.plant import PERIOD_S

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
