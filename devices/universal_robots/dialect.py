"""In what the controllers of two makers differ that speak the same protocol."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from core.recording import Quantity, TorqueKind
from devices.protocol_rtde.setup import PROTOCOLS, ControllerVersion
from devices.universal_robots.recipe import COLUMNS, POSITION, STATES, TIME, VELOCITY, ColumnField
from devices.universal_robots.script_language import URSCRIPT, Language
from devices.universal_robots.settings import SCRIPTS_BELOW
from devices.universal_robots.state import BOOTED_S, RUNTIME_STOPPED

SLOW_RATE_HZ, FAST_RATE_HZ = 125, 500
CB3 = 3
"""Major version of the software of the older generation, whose control cycle is 8 ms."""
_FIRST_TARGET_PAYLOAD = ControllerVersion(5, 10)


@dataclass(frozen=True)
class Dialect:
    """Numbers, names and error codes of one maker's controllers."""

    protocols: Mapping[int, int]
    """The numbers of protocol versions to ask for, the preferred one first, with the layout that each means.

    Layout 2 has a frequency and numbers of recipes, layout 1 has neither.
    """
    columns: Mapping[Quantity, ColumnField]
    states: Mapping[str, str]
    """Fields of which the newest value is kept, with their names in ``UrState``."""
    expected: tuple[Quantity, ...]
    """Quantities that every controller sends."""
    torque_kind: TorqueKind
    """Kind of the column ``torque``."""
    fastest: Callable[[ControllerVersion], int]
    """Samples per second at most, of software of this version."""
    emulated_serial: str
    """Beginning of the serial numbers of emulated arms, which the maker gave to none."""
    runtime_stopped: int
    """Value of ``runtime_state`` while no program runs."""
    language: Language
    set_point_s: Callable[[ControllerVersion], float]
    """Time between two set-points of a trajectory, s."""
    programs_below: int
    """The port that takes programs is this much below that of the stream."""
    payload: Callable[[ControllerVersion], str]
    """Name of the function that sets the payload."""
    takes_inertia: Callable[[ControllerVersion], bool]
    """True if that function takes an inertia."""
    programs_apart_s: float = 0.0
    """Least time between two connections to the port that takes programs."""
    booted_s: float = 0.0
    """A controller whose clock is younger is still starting."""
    codes: Mapping[str, str] = field(default_factory=dict)
    """Codes of errors whose sentences name what is at this maker's pendant, by those of ``RTDE``."""

    def own(self, code: str) -> str:
        """The code of an error in this dialect."""
        return self.codes.get(code, code)

    @property
    def wanted(self) -> tuple[str, ...]:
        """The fields to ask for."""
        return (TIME, *(column.name for column in self.columns.values()), *self.states)

    @property
    def state_fields(self) -> dict[str, str]:
        """All fields of ``UrState``, with their names there."""
        moving = {Quantity.POSITION: POSITION, Quantity.VELOCITY: VELOCITY}
        return {
            TIME: TIME,
            **{self.columns[quantity].name: known for quantity, known in moving.items()},
            **self.states,
        }

    @property
    def essential(self) -> tuple[str, ...]:
        """Without these there is no sample."""
        return (TIME, self.columns[Quantity.POSITION].name)


def _fastest(version: ControllerVersion) -> int:
    return SLOW_RATE_HZ if version.major <= CB3 else FAST_RATE_HZ


def _has_target_payload(version: ControllerVersion) -> bool:
    return version >= _FIRST_TARGET_PAYLOAD


RTDE = Dialect(
    protocols={version: version for version in PROTOCOLS},
    columns=COLUMNS,
    states={name: name for name in STATES},
    expected=tuple(quantity for quantity in COLUMNS if quantity is not Quantity.TORQUE),
    torque_kind=TorqueKind.MOTOR_TORQUE,
    fastest=_fastest,
    emulated_serial="2000",  # of a year in which the maker sold none
    runtime_stopped=RUNTIME_STOPPED,
    language=URSCRIPT,
    set_point_s=lambda version: 1.0 / _fastest(version),
    programs_below=SCRIPTS_BELOW,
    payload=lambda version: "set_target_payload" if _has_target_payload(version) else "set_payload",
    takes_inertia=_has_target_payload,
    booted_s=BOOTED_S,
)
"""Universal Robots."""
