"""An emulated CS controller of Elite: that of Universal Robots with other names, words and numbers.

Its primary port executes this program's own programs and sends nothing.
"""

from collections.abc import Callable, Iterator, Sequence

from core.bounds import Bounds
from devices.elite_cs.dashboard import ROBOT_TYPE, SERIAL_NUMBER
from devices.elite_cs.dialect import PAUSED, PRIMARY_PORT, RTSI, STOPPED
from devices.elite_cs.settings import CsSettings
from devices.emulated.cs_settings import MODELS
from devices.emulated.sockets import Session
from devices.emulated.ur import EmulatedUr
from devices.emulated.ur_controller import UrController
from devices.emulated.ur_dashboard import Answer, DashboardSession, doing, unlock
from devices.emulated.ur_primary import PrimarySession
from devices.emulated.ur_programs import UrPrograms, joints_of
from devices.emulated.ur_rtde import RtdeSession
from devices.emulated.urscript import COMMON_FUNCTIONS, Function, Grammar, ScriptRefused
from devices.protocol_rtde.fields_cs import INPUTS, OUTPUTS
from devices.protocol_rtde.values import DataType
from devices.universal_robots.settings import DASHBOARD_BELOW, RTDE_PORT
from devices.virtual.firmware.plant import PERIOD_S

CYCLE_S = 0.002
"""Assumed: the maker does not state the cycle of the controller."""
SHORTEST_S, LOOKAHEAD = 0.008, Bounds("s", 0.03, 0.2)
"""Of ``servoj``, as the maker's editor extension states them."""
TENSOR = 6

ELITE_SCRIPT = Grammar(
    {
        **COMMON_FUNCTIONS,
        "rtsi_set_watchdog": Function((3, 3)),
        "servoj": Function((1, 1), frozenset({"t", "lookahead_time"})),
        "set_payload": Function((2, 3)),
    },
    halt="halt()",
    by_indentation=True,
)


class CsPrograms(UrPrograms):
    """Executes programs in remote control only, whatever the version."""

    grammar = ELITE_SCRIPT
    register = "output_int_register"

    def _periods_per_cycle(self) -> int:
        return round(CYCLE_S / PERIOD_S)

    @property
    def _takes_programs(self) -> bool:
        return self._controller.is_remote

    def _rtsi_set_watchdog(self, name: str, frequency: float, action: str) -> None:
        self._rtde_set_watchdog(name, frequency, action)

    def _servoj(
        self, target: Sequence[float], *, t: float = 0.01, lookahead_time: float = 0.1, gain: float = 0.0
    ) -> Iterator[None]:
        del gain
        if not LOOKAHEAD.holds(lookahead_time) or t <= SHORTEST_S:
            raise ScriptRefused("servoj")
        self._body.servo(joints_of(target), seconds=t, lag=lookahead_time)
        for _ in range(round(t / CYCLE_S)):
            yield

    def _set_payload(
        self, mass: float, center: Sequence[float], inertia: Sequence[float] = (0.0,) * TENSOR
    ) -> None:
        if len(inertia) != TENSOR:
            raise ScriptRefused("set_payload")
        super()._set_payload(mass, center)


PLAYING = 1
"""Value of ``runtime_state`` while a program runs."""
_RENAMED = {
    "actual_joint_positions": "actual_q",
    "actual_joint_speeds": "actual_qd",
    "actual_joint_current": "actual_current",
    # the measured current times the nominal gain of the drives; how the maker's value is made is unknown
    "actual_joint_torques": "actual_current_as_torque",
    "target_joint_positions": "target_q",
    "target_joint_speeds": "target_qd",
    "payload_mass": "payload",
}


class CsController(UrController):
    """The same modes and the same arm behind the fields of RTSI."""

    dialect = RTSI
    executing = CsPrograms

    def _offered(self) -> tuple[dict[str, DataType], dict[str, DataType]]:
        return dict(OUTPUTS), dict(INPUTS)

    def _refresh_states(self) -> None:
        super()._refresh_states()
        self.values |= {name: self.values[source] for name, source in _RENAMED.items()}
        running = PLAYING if self.is_program_running else STOPPED
        self.values["runtime_state"] = PAUSED if self.programs.is_paused else running


class CsPrimarySession(PrimarySession):
    """One client of port 30001."""

    def greeting(self) -> bytes:
        """Nothing: what a real one sends is left out."""
        return b""

    def news(self) -> bytes | None:
        """Nothing."""
        return None


class CsDashboardSession(DashboardSession):
    """The dashboard server of a CS controller; its answers end in CR LF."""

    line_end = "\r\n"

    def greeting(self) -> bytes:
        """The line that every client gets first; the words are made up."""
        return b"Elite Robots Dashboard Server\r\n"

    def _answer(self, command: str) -> str:
        answer = _ANSWERS.get(command)
        return f"Unknown command: {command}" if answer is None else answer(self._controller)


class EmulatedCs(EmulatedUr):
    """A CS controller at a loopback address."""

    kind = CsController

    @property
    def uri(self) -> str:
        """The name under which this program's driver reaches it."""
        return CsSettings(self._host, port=self.port).uri

    def _ports(self, base: int) -> dict[int, Callable[[], Session]]:
        controller = self.controller
        return {
            base: lambda: RtdeSession(controller),
            base - (RTDE_PORT - PRIMARY_PORT): lambda: CsPrimarySession(controller),
            base - DASHBOARD_BELOW: lambda: CsDashboardSession(controller),
        }


def _status(at: UrController) -> str:
    running, share = ("RUNNING" if at.is_program_running else "STOP"), at.values["target_speed_fraction"]
    return f"RunningStatus: {running}, Target Speed Fraction: {100.0 * share:.0f}"


_ANSWERS: dict[str, Answer] = {
    "robotMode": lambda at: f"robotMode: {at.mode.name}",
    "safety -s": lambda at: f"Safety status: {at.safety.name}",
    "safety -m": lambda at: f"Safety mode: {at.safety.name}",
    "status": _status,
    "task -s": lambda at: f"Task is {'running' if at.is_program_running else 'stopped'}",
    # the form of these three answers is an assumption
    SERIAL_NUMBER: lambda at: f"Robot serial number: {at.settings.serial}",
    ROBOT_TYPE: lambda at: f"Robot type: {MODELS[at.settings.robot]}",
    "robot -id": lambda at: f"Robot id: {at.settings.serial}",
    "version": lambda at: str(at.version),
    "echo": lambda _at: "Hello ELITE ROBOTS.",
    "play": doing(UrController.play, "Starting task"),
    "stop": doing(UrController.stop, "Stopping task"),
    "robotControl -on": doing(UrController.power_on, "Powering on"),
    "robotControl -off": doing(UrController.power_off, "Powering off"),
    "brakeRelease": doing(UrController.release_brakes, "Brake Releasing"),
    "unlockProtectiveStop": doing(unlock, "Protective stop unlocking..."),
    "closeSafetyDialog": lambda _at: "closing safety dialog",
    "quit": lambda _at: "Disconnected",
}
"""Words of the maker's development kit, ``source/Dashboard/DashboardClient.cpp``."""
