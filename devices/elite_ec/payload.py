"""The payload of the tool that the controller uses in remote mode: read, written and read back."""

import time

from devices.controller import PayloadSetting
from devices.elite_ec.calls import Calls
from devices.errors import MotionRejected, ProtocolError, RobotStateError
from devices.safety.payload_setting import is_kept

TOOL, READ, WRITE = "getAutoRunToolNumber", "get_tool_payload", "cmd_set_payload"
READ_BACK_S = 2.0
"""Longest wait for what is read to follow what was written."""
_LOOK_S = 0.05
_MM = 1e-3


def read_payload(calls: Calls) -> PayloadSetting:
    """Ask for the payload that is set; centre in mm on the wire.

    Raises
    ------
    TransportError, ProtocolError
        As :meth:`Calls.ask`.
    MotionRejected
        ``payload-not-offered`` if the controller's software does not tell it.
    """
    return _payload_of(calls, _tool(calls))


def write_payload(calls: Calls, setting: PayloadSetting) -> PayloadSetting:
    """Write the payload and return what is read back.

    Raises
    ------
    RobotStateError
        ``ec-refused``; others like :func:`read_payload`.
    """
    tool = _tool(calls)
    x, y, z = setting.center or (0.0, 0.0, 0.0)
    calls.ask(WRITE, tool_num=tool, m=setting.mass, cog=[x / _MM, y / _MM, z / _MM])
    deadline = time.monotonic() + READ_BACK_S
    while True:
        found = _payload_of(calls, tool)
        if is_kept(setting, found) or time.monotonic() > deadline:
            return found
        time.sleep(_LOOK_S)


def _tool(calls: Calls) -> int:
    try:
        return calls.whole(TOOL)
    except RobotStateError as error:
        raise MotionRejected("payload-not-offered") from error


def _payload_of(calls: Calls, tool: int) -> PayloadSetting:
    try:
        told = calls.ask(READ, tool_num=tool)
    except RobotStateError as error:
        raise MotionRejected("payload-not-offered") from error
    try:
        assert isinstance(told, dict)
        x, y, z = (float(each) * _MM for each in told["tool_cog"])
        return PayloadSetting(float(told["m"]), (x, y, z))
    except (AssertionError, KeyError, TypeError, ValueError) as error:
        raise ProtocolError("ec-answer", method=READ, reason=f"no payload: {told!r}"[:80]) from error
