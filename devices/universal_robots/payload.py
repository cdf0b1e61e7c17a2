"""Writes the payload into the controller and waits until its outputs tell it."""

import time
from collections.abc import Callable

from devices.controller import PayloadSetting
from devices.errors import MotionRejected, TransportError
from devices.safety.payload_setting import is_kept
from devices.universal_robots.script import payload_program
from devices.universal_robots.state import UrState

READ_BACK_S = 2.0
"""Longest wait for the outputs to follow; the controller needs some cycles."""
LEAST_S = 0.1
"""Shortest wait, s: outputs before that still report the earlier setting."""
_LOOK_S = 0.01


class PayloadWriter:
    """Writes settings of one connection by a function of the language.

    Remembers the inertia that belongs to the first setting it finds.
    """

    def __init__(
        self,
        function: str,
        *,
        takes_inertia: bool,
        send: Callable[[str], None],
        state: Callable[[], UrState],
    ) -> None:
        self._function, self._takes_inertia = function, takes_inertia
        self._send, self._state = send, state
        self._found: tuple[PayloadSetting, tuple[float, ...] | None] | None = None

    def write(self, setting: PayloadSetting) -> PayloadSetting:
        """Write a setting; return what the controller tells afterwards.

        A new load is set without inertia, which was not measured. The setting that was found first is
        restored with the inertia that it had.

        Raises
        ------
        MotionRejected
            ``payload-not-offered`` if the controller's software does not tell its payload.
        TransportError
            If the program cannot be sent.
        """
        before = reported_payload(self._state())
        if before is None:
            raise MotionRejected("payload-not-offered")
        if self._found is None:
            self._found = before, self._state().payload_inertia
        is_first = self._takes_inertia and is_kept(self._found[0], setting)
        inertia = self._found[1] if is_first else None
        center = setting.center or (0.0, 0.0, 0.0)
        self._send(payload_program(self._function, mass=setting.mass, center=center, inertia=inertia))
        return self._read_back(setting)

    def _read_back(self, asked: PayloadSetting) -> PayloadSetting:
        began = time.monotonic()
        while (passed := time.monotonic() - began) < READ_BACK_S:
            found = reported_payload(self._state())
            if found is not None and passed > LEAST_S and is_kept(asked, found):
                return found
            time.sleep(_LOOK_S)
        found = reported_payload(self._state())
        if found is None:
            raise TransportError("no-answer", request="payload", waited_s=READ_BACK_S)
        return found


def reported_payload(state: UrState) -> PayloadSetting | None:
    """The payload that the controller assumes; None where it does not tell it."""
    return None if state.payload is None else PayloadSetting(state.payload, state.payload_center)
