"""Time at which a controller was switched on, by the clock that it reports."""

import datetime as dt

SAME_BOOT_S = 5.0
"""Two estimates of one boot time differ by less: the clocks of controller and computer drift apart."""


class PowerOn:
    """Names the power-on of a controller by the moment at which its clock began."""

    def __init__(self) -> None:
        self._began: dt.datetime | None = None

    def name(self, *, timestamp: float, now: dt.datetime | None = None) -> str:
        """The same name as before, unless the clock began at another moment."""
        now = now or dt.datetime.now(dt.UTC)
        began = now - dt.timedelta(seconds=timestamp)
        if self._began is None or abs((began - self._began).total_seconds()) > SAME_BOOT_S:
            self._began = began
        return self._began.strftime("%Y-%m-%dT%H:%M:%SZ")
