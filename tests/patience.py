"""Time-outs that say *silent*, *lost* or *did not begin* are long in tests: the computer may be busy.

A test of such a time-out sets the one that it is about shorter, by ``monkeypatch``. Programs that tests start
as processes of their own keep the usual ones; the example device is compiled with a longer one.
"""

from importlib import import_module

import pytest

LATE_S = 60.0
"""No answer on a computer that is ten times as slow takes so long."""
MAY_COME_LATE = (
    "driving.followed.BEGIN_TIMEOUT_S",
    "driving.stream_link.SILENT_S",
    "elite_ec.calls.ANSWER_TIMEOUT_S",
    "elite_ec.calls.DIAL_TIMEOUT_S",
    "elite_ec.moving.CLEAR_TIMEOUT_S",
    "elite_ec.payload.READ_BACK_S",
    "franka.controller.READ_BACK_S",
    "franka.moving.CALM_TIMEOUT_S",
    "franka.moving.CLEAR_TIMEOUT_S",
    "universal_robots.controller.DIAL_TIMEOUT_S",
    "universal_robots.dashboard.ANSWER_TIMEOUT_S",
    "universal_robots.dashboard.DIAL_TIMEOUT_S",
    "universal_robots.moving.DIAL_TIMEOUT_S",
    "universal_robots.moving.WRITE_TIMEOUT_S",
    "universal_robots.negotiation.ANSWER_TIMEOUT_S",
    "universal_robots.payload.READ_BACK_S",
    "universal_robots.web_service.TIMEOUT_S",
)
"""Constants of ``devices``, by module."""


@pytest.fixture(autouse=True, scope="session")
def answers_may_come_late():
    """Make the time-outs of ``MAY_COME_LATE`` long."""
    with pytest.MonkeyPatch.context() as patience:
        for name in MAY_COME_LATE:
            module, constant = f"devices.{name}".rsplit(".", 1)
            patience.setattr(import_module(module), constant, LATE_S)
        yield
