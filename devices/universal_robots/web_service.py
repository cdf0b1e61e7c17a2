"""Asks the web service of PolyScope X which arm it is (from 10.14), and its control mode (from 10.12)."""

import contextlib
import http.client
import json

from devices.errors import TransportError

TIMEOUT_S = 2.0
LONGEST_ANSWER_BYTES = 64 * 1024
INFORMATION = "/universal-robots/robot-api/system/v1/information"
CONTROL_MODE = "/universal-robots/robot-api/system/v1/controlmode"


def identity_by_web(address: str, port: int) -> tuple[str, str]:
    """Read the serial number and the type of the robot; empty where the service does not tell them.

    Raises
    ------
    TransportError
        ``no-answer`` if there is no such service.
    """
    found = _read(address, port, INFORMATION)
    serial, model = found.get("serialNumber"), found.get("robotType")
    return (serial if isinstance(serial, str) else ""), (model if isinstance(model, str) else "")


def is_remote_by_web(address: str, port: int) -> bool | None:
    """True in remote control; None where the service does not tell it, before PolyScope 10.12.

    Raises
    ------
    TransportError
        As ``identity_by_web``.
    """
    mode = _read(address, port, CONTROL_MODE).get("mode")
    return mode.upper() == "REMOTE" if isinstance(mode, str) else None


def _read(address: str, port: int, path: str) -> dict[str, object]:
    """The answer to a question; empty where the service does not know it."""
    connection = http.client.HTTPConnection(address, port, timeout=TIMEOUT_S)
    try:
        connection.request("GET", path, headers={"Accept": "application/json"})
        answer = connection.getresponse()
        content = answer.read(LONGEST_ANSWER_BYTES)
    except (OSError, http.client.HTTPException) as error:
        raise TransportError("no-answer", request="web service", waited_s=TIMEOUT_S) from error
    finally:
        connection.close()
    found: object = None
    if answer.status == http.client.OK:
        with contextlib.suppress(ValueError, RecursionError):
            found = json.loads(content)
    return found if isinstance(found, dict) else {}
