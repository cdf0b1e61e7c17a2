"""Questions to the dashboard server of PolyScope 3 and 5, and STOP. PolyScope X has none."""

import time

from devices.errors import TransportError
from devices.transport.dialing import dial
from devices.transport.transport import Transport

DIAL_TIMEOUT_S, ANSWER_TIMEOUT_S = 2.0, 2.0
LONGEST_LINE_BYTES = 4096
_READ_SLICE_S = 0.1
SERIAL_NUMBER, ROBOT_MODEL = "get serial number", "get robot model"
"""From PolyScope 3.12 and 5.6; older ones answer that they do not understand."""
IN_REMOTE_CONTROL, STOP = "is in remote control", "stop"


class Dashboard:
    """One connection to a dashboard server: a line out, a line in.

    One that does not greet is asked all the same: STOP does not wait for a greeting that never comes.

    Raises
    ------
    TransportError
        As :func:`dial`; ``link-lost``.
    """

    def __init__(self, address: str, port: int) -> None:
        self._transport: Transport = dial(address, port, timeout=DIAL_TIMEOUT_S)
        self._waiting = b""
        try:
            self._line("greeting")
        except TransportError as error:
            if error.code != "no-answer":
                self._transport.close()
                raise
        except BaseException:  # whatever it is, no socket may stay open
            self._transport.close()
            raise

    def ask(self, command: str) -> str:
        """Send a command; return the line that answers it.

        Raises
        ------
        TransportError
            ``no-answer``, ``link-lost``.
        """
        content = command.encode("ascii") + b"\n"
        # a line that came unasked, such as a second line of the greeting, answers nothing
        self._transport.read(0.0)
        self._waiting = b""
        while content:
            content = content[self._transport.write(content, ANSWER_TIMEOUT_S) :]
        return self._line(command)

    def is_remote(self) -> bool | None:
        """True in remote control; None from software that does not know the question."""
        return {"true": True, "false": False}.get(self.ask(IN_REMOTE_CONTROL).lower())

    def close(self) -> None:
        """Close the connection."""
        self._transport.close()

    def _line(self, request: str) -> str:
        deadline = time.monotonic() + ANSWER_TIMEOUT_S
        while b"\n" not in self._waiting:
            if time.monotonic() > deadline or len(self._waiting) > LONGEST_LINE_BYTES:
                raise TransportError("no-answer", request=f"dashboard: {request}", waited_s=ANSWER_TIMEOUT_S)
            self._waiting += self._transport.read(_READ_SLICE_S)
        line, _, self._waiting = self._waiting.partition(b"\n")
        return line.decode(errors="replace").strip()


def identity_by_dashboard(address: str, port: int) -> tuple[str, str]:
    """Ask for the serial number and the model, such as ``UR10``; empty where it does not tell them.

    Raises
    ------
    TransportError
        If the dashboard cannot be reached or stops answering.
    """
    serial, model = answers_of_dashboard(address, port, SERIAL_NUMBER, ROBOT_MODEL)
    # an older one answers with a sentence, and a serial number has no blank
    return ("" if " " in serial else serial), (model if model.startswith("UR") else "")


def stop_by_dashboard(address: str, port: int) -> None:
    """Stop the program by the dashboard; ``TransportError`` if it cannot be reached."""
    answers_of_dashboard(address, port, STOP)


def answers_of_dashboard(address: str, port: int, *requests: str) -> list[str]:
    """Connect, ask each request, hang up; ``TransportError`` if it cannot be reached or stops answering."""
    dashboard = Dashboard(address, port)
    try:
        return [dashboard.ask(request) for request in requests]
    finally:
        dashboard.close()
