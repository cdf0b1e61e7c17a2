"""A load is attached at the same moment of the arm's time, however busy the computer is."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from app.arm.session import hang
from core.recording import Mark
from devices.controller import ControllerStatus, Lifecycle, PayloadSetting

HELD = ControllerStatus(Lifecycle.CONNECTED)


class Arm:
    """A virtual arm at rest; its answer to STOP is known at once, or once time has passed."""

    def __init__(self, *, is_answer_known: bool) -> None:
        self.capabilities = SimpleNamespace(mark=Mark.VIRTUAL)
        self.clock, self._seconds = self, 0.0
        self._is_answer_known = is_answer_known
        self.attached_at: float | None = None

    @property
    def status(self) -> ControllerStatus:
        return HELD if self._is_answer_known else replace(HELD, brakes_released=True)

    def now(self) -> float:
        return self._seconds

    def sleep(self, seconds: float) -> None:
        self._seconds, self._is_answer_known = self._seconds + seconds, True

    def stop(self) -> None:
        pass

    def simulate(self, action: str, **_load: Any) -> None:
        assert action == "attach"
        self.attached_at = self._seconds


@pytest.mark.parametrize("is_answer_known", [True, False])
def test_a_load_is_attached_at_the_same_moment_however_soon_a_stop_is_answered(
    *, is_answer_known: bool
) -> None:
    arm = Arm(is_answer_known=is_answer_known)
    hang(cast(Any, arm), cast(Any, arm), PayloadSetting(1.0))
    assert arm.attached_at == 0.0
