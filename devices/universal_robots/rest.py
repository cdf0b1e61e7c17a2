"""Asks the web service of PolyScope X which arm it is; it tells from version 10.14 on."""

import contextlib
import http.client
import json

from devices.errors import TransportError

TIMEOUT_S = 2.0
LONGEST_ANSWER_BYTES = 64 * 1024
INFORMATION = "/universal-robots/robot-api/system/v1/information"


def identity_by_web(address: str, port: int) -> tuple[str, str]:
    """Read the serial number and the type of the robot; empty where the service does not tell them.

    Raises
    ------
    TransportError
        ``no-answer`` if there is no such service.
    """
    connection = http.client.HTTPConnection(address, port, timeout=TIMEOUT_S)
    try:
        connection.request("GET", INFORMATION, headers={"Accept": "application/json"})
        answer = connection.getresponse()
        content = answer.read(LONGEST_ANSWER_BYTES)
    except (OSError, http.client.HTTPException) as error:
        raise TransportError("no-answer", request="web service", waited_s=TIMEOUT_S) from error
    finally:
        connection.close()
    return _identity_in(content) if answer.status == http.client.OK else ("", "")


def _identity_in(content: bytes) -> tuple[str, str]:
    found: object = None
    with contextlib.suppress(ValueError, RecursionError):
        found = json.loads(content)
    if not isinstance(found, dict):
        return "", ""
    serial, model = found.get("serialNumber"), found.get("robotType")
    return (serial if isinstance(serial, str) else ""), (model if isinstance(model, str) else "")
