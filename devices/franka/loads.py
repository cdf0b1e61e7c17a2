"""Sets the load of the flange and waits until the states tell it."""

import time

from devices.controller import PayloadSetting
from devices.franka.state import FrankaLink
from devices.protocol_fci.commands import Load
from devices.safety.payload_setting import is_kept

READ_BACK_S = 2.0
"""Longest wait for the states to follow."""
LEAST_S = 0.05
"""Shortest wait, s: states before that still report the earlier load."""
_LOOK_S = 0.01


class LoadWriter:
    """Sets loads in one connection; remembers the inertia of the first load that it finds."""

    def __init__(self, link: FrankaLink) -> None:
        self._link = link
        self._found, self._inertia = link.state.payload, link.state.load.inertia

    def write(self, setting: PayloadSetting) -> PayloadSetting:
        """Set a load; return what the controller tells afterwards.

        A new load is set without inertia, which was not measured. The load that was found first is
        restored with the inertia that it had.

        Raises
        ------
        MotionRejected
            ``franka-load-refused``.
        TransportError
            If the connection is lost.
        """
        load = Load(setting.mass, setting.center or (0.0, 0.0, 0.0))
        if is_kept(self._found, setting):
            load = Load(load.mass, load.center, self._inertia)
        self._link.set_load(load)
        began = time.monotonic()
        while (passed := time.monotonic() - began) < READ_BACK_S:
            found = self._link.state.payload
            if passed > LEAST_S and is_kept(setting, found):
                return found
            time.sleep(_LOOK_S)
        return self._link.state.payload
