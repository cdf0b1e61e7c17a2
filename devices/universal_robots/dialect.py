"""In what the controllers of two makers differ that speak the same protocol."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from core.recording import Quantity, TorqueKind
from devices.protocol_rtde.setup import PROTOCOLS, ControllerVersion
from devices.universal_robots.recipe import COLUMNS, POSITION, STATES, TIME, VELOCITY, ColumnField
from devices.universal_robots.state import BOOTED_S

SLOW_RATE_HZ, FAST_RATE_HZ = 125, 500
CB3 = 3
"""Major version of the software of the older generation, whose control cycle is 8 ms."""


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
    """What every controller sends."""
    torque_kind: TorqueKind
    """Kind of the column ``torque``."""
    fastest: Callable[[ControllerVersion], int]
    """Samples per second at most, of software of this version."""
    service_off: str
    """Error code of a closed port; its sentence names the setting at the pendant."""
    protocol_refused: str
    read_only: str
    emulated_serial: str
    """Beginning of the serial numbers of emulated arms, which the maker gave to none."""
    booted_s: float = 0.0
    """A controller whose clock is younger is still starting."""

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


RTDE = Dialect(
    protocols={version: version for version in PROTOCOLS},
    columns=COLUMNS,
    states={name: name for name in STATES},
    expected=tuple(quantity for quantity in COLUMNS if quantity is not Quantity.TORQUE),
    torque_kind=TorqueKind.MOTOR_TORQUE,
    fastest=_fastest,
    service_off="ur-service-off",
    protocol_refused="ur-protocol-refused",
    read_only="ur-read-only",
    emulated_serial="2000",  # of a year in which the maker sold none
    booted_s=BOOTED_S,
)
"""Universal Robots."""
