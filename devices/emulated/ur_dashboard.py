"""One client's conversation with the dashboard server of PolyScope 3 and 5: a line in, a line out."""

from collections.abc import Callable

from devices.emulated.sockets import Session
from devices.emulated.ur_controller import UrController
from devices.emulated.ur_settings import MODELS
from devices.universal_robots.dashboard import LONGEST_LINE_BYTES, ROBOT_MODEL, SERIAL_NUMBER
from devices.universal_robots.state import Safety

_E_SERIES = 5
Answer = Callable[[UrController], str]


class DashboardSession(Session):
    """The commands of a dashboard that read and that power the arm; programs are not emulated."""

    line_end = "\n"

    def __init__(self, controller: UrController) -> None:
        self._controller = controller
        self._waiting = b""

    def greeting(self) -> bytes:
        """The line that every client gets first."""
        return b"Connected: Universal Robots Dashboard Server\n"

    def take(self, content: bytes) -> bytes:
        """Answer the lines in these bytes; over after ``quit``, and for a client that ends no line."""
        *lines, self._waiting = (self._waiting + content).split(b"\n")
        self.is_over = self.is_over or len(self._waiting) > LONGEST_LINE_BYTES
        answer = ""
        for line in lines:
            command = line.decode(errors="replace").strip()
            self.is_over = self.is_over or command in {"quit", "exit"}
            answer += self._answer(command) + self.line_end
        return answer.encode()

    def _answer(self, command: str) -> str:
        controller = self._controller
        is_e_series = controller.version.major >= _E_SERIES
        if command in _ANSWERS and (is_e_series or command not in _E_SERIES_ONLY):
            return _ANSWERS[command](controller)
        return f"could not understand: '{command}'"


def unlock(controller: UrController) -> None:
    """End a protective stop."""
    if controller.safety is Safety.PROTECTIVE_STOP:
        controller.normal()


def doing(act: Callable[[UrController], None], words: str) -> Answer:
    """Make an answer that acts and says ``words``."""

    def answer(controller: UrController) -> str:
        act(controller)
        return words

    return answer


_ANSWERS: dict[str, Answer] = {
    "robotmode": lambda at: f"Robotmode: {at.mode.name}",
    "safetymode": lambda at: f"Safetymode: {at.safety.name}",
    "safetystatus": lambda at: f"Safetystatus: {at.safety.name}",
    "is in remote control": lambda at: str(at.is_remote).lower(),
    SERIAL_NUMBER: lambda at: at.settings.serial,
    ROBOT_MODEL: lambda at: MODELS[at.settings.robot],
    "PolyscopeVersion": lambda at: f"URSoftware {at.version} (Jan 01 2026)",
    "version": lambda at: str(at.version),
    "running": lambda at: f"Program running: {str(at.is_program_running).lower()}",
    "programState": lambda at: f"{'PLAYING' if at.is_program_running else 'STOPPED'} emulated.urp",
    "get loaded program": lambda _at: "Loaded program: /programs/emulated.urp",
    "get operational mode": lambda _at: "NONE",
    "play": doing(UrController.play, "Starting program"),
    "stop": doing(UrController.stop, "Stopped"),
    "power on": doing(UrController.power_on, "Powering on"),
    "power off": doing(UrController.power_off, "Powering off"),
    "brake release": doing(UrController.release_brakes, "Brake releasing"),
    "unlock protective stop": doing(unlock, "Protective stop releasing"),
    "close popup": lambda _at: "closing popup",
    "close safety popup": lambda _at: "closing safety popup",
    "quit": lambda _at: "Disconnected",
}
_E_SERIES_ONLY = {"safetystatus", "is in remote control", "get operational mode", "version"}
