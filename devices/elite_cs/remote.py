"""Keeps the way to the dashboard of a CS controller tried, which is one of the ways to stop."""

from devices.universal_robots.remote import RemoteWatch

ROBOT_MODE = "robotMode"


class CsRemoteWatch(RemoteWatch):
    """Asks something harmless: no public source has a question for the switch for remote control.

    A controller in local control is noticed by a program that does not begin.
    """

    @property
    def has_dashboard(self) -> bool:
        """True: every version has one."""
        return True

    def _ask(self) -> None:
        self._connected_dashboard().ask(ROBOT_MODE)
