"""The web service of PolyScope X: the questions that read, answered as JSON."""

import json
from collections.abc import Callable

from devices.emulated.session import Session
from devices.emulated.ur_controller import UrController
from devices.emulated.ur_settings import MODELS, PolyScope

BASE = "/universal-robots/robot-api"
LONGEST_REQUEST_BYTES = 16 * 1024
_END = b"\r\n\r\n"
Answer = Callable[[UrController], dict[str, str]]


class WebSession(Session):
    """One request of a client; the connection closes after the answer."""

    def __init__(self, controller: UrController) -> None:
        self._controller = controller
        self._waiting = b""

    def take(self, content: bytes) -> bytes:
        """Answer the request once its head is complete."""
        self._waiting += content
        if _END not in self._waiting:
            self.is_over = len(self._waiting) > LONGEST_REQUEST_BYTES
            return b""
        self.is_over = True
        method, _, rest = self._waiting.partition(b"\r\n")[0].decode(errors="replace").partition(" ")
        path = rest.partition(" ")[0].removeprefix(BASE)
        answer = self._answer(path) if method == "GET" else None
        if answer is None:
            return _http(404, {"message": "Not Found", "details": path})
        return _http(200, answer)

    def _answer(self, path: str) -> dict[str, str] | None:
        tells = _ANSWERS.get(path)
        is_newer = self._controller.version >= PolyScope.X.version
        if tells is None or (path in _NEWER and not is_newer):
            return None
        return tells(self._controller)


_ANSWERS: dict[str, Answer] = {
    "/robotstate/v1/robotmode": lambda at: {"mode": at.mode.name},
    "/robotstate/v1/safetymode": lambda at: {"mode": at.safety.name},
    "/program/v1/state": lambda at: {"state": "PLAYING" if at.is_program_running else "STOPPED"},
    "/system/v1/controlmode": lambda at: {"mode": "REMOTE" if at.is_remote else "LOCAL"},
    "/system/v1/information": lambda at: {
        "serialNumber": at.settings.serial,
        "robotType": MODELS[at.settings.robot],
    },
}
_NEWER = {"/system/v1/information", "/system/v1/controlmode"}
"""From PolyScope 10.12 and 10.14 on."""


def _http(status: int, answer: dict[str, str]) -> bytes:
    content = json.dumps(answer).encode()
    word = {200: "OK", 404: "Not Found"}[status]
    head = (
        f"HTTP/1.1 {status} {word}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(content)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + content
