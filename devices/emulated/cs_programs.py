"""The program that was sent to an emulated CS controller, in the language of Elite."""

from collections.abc import Iterator, Sequence

from core.bounds import Bounds
from devices.emulated.ur_programs import UrPrograms, joints_of
from devices.emulated.urscript import COMMON_FUNCTIONS, Function, Grammar, ScriptRefused
from devices.virtual.firmware.plant import PERIOD_S

CYCLE_S = 0.002
"""Assumed: the maker does not state the cycle of the controller."""
SHORTEST_S, LOOKAHEAD = 0.008, Bounds("s", 0.03, 0.2)
"""Of ``servoj``, as the maker's editor extension states them."""
TENSOR = 6

ELITE_SCRIPT = Grammar(
    {
        **COMMON_FUNCTIONS,
        "rtsi_set_watchdog": Function((3, 3)),
        "servoj": Function((1, 1), frozenset({"t", "lookahead_time"})),
        "set_payload": Function((2, 3)),
    },
    halt="halt()",
    by_indentation=True,
)


class CsPrograms(UrPrograms):
    """Executes programs in remote control only, whatever the version."""

    grammar = ELITE_SCRIPT
    register = "output_int_register"

    def _periods_per_cycle(self) -> int:
        return round(CYCLE_S / PERIOD_S)

    @property
    def _takes_programs(self) -> bool:
        return self._controller.is_remote

    def _rtsi_set_watchdog(self, name: str, frequency: float, action: str) -> None:
        self._rtde_set_watchdog(name, frequency, action)

    def _servoj(
        self, target: Sequence[float], *, t: float = 0.01, lookahead_time: float = 0.1, gain: float = 0.0
    ) -> Iterator[None]:
        del gain
        if not LOOKAHEAD.holds(lookahead_time) or t <= SHORTEST_S:
            raise ScriptRefused("servoj")
        self._body.servo(joints_of(target), seconds=t, lag=lookahead_time)
        for _ in range(round(t / CYCLE_S)):
            yield

    def _set_payload(
        self, mass: float, center: Sequence[float], inertia: Sequence[float] = (0.0,) * TENSOR
    ) -> None:
        if len(inertia) != TENSOR:
            raise ScriptRefused("set_payload")
        super()._set_payload(mass, center)
