"""A fake controller that plays a script of blocks, silences and errors, and generated streams for it."""

import threading
from collections.abc import Callable, Iterable

import numpy as np

from core.recording import FloatArray, Mark, Quantity, TorqueKind
from devices.capabilities import Capabilities, ControllerKind
from devices.clock import WallClock
from devices.controller import ControllerStatus, Lifecycle, LinkCounters, StopLevel
from devices.samples import SampleBlock

QUANTITIES = (Quantity.POSITION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION, Quantity.CURRENT)

Step = SampleBlock | BaseException | None


class FakeController:
    """Returns the scripted blocks, then nothing; counts calls of ``stop``."""

    uri = "virtual:fake"
    clock = WallClock()

    def __init__(
        self,
        steps: Iterable[Step] = (),
        *,
        joints: int = 2,
        rate: float = 1000.0,
        quantities: tuple[Quantity, ...] = QUANTITIES,
    ) -> None:
        self.capabilities = Capabilities(
            kind=ControllerKind.OPEN,
            joint_count=joints,
            sample_rate=rate,
            quantities=quantities,
            torque_kind=TorqueKind.MOTOR_CURRENT,
            motions=frozenset(),
            stops_when_host_silent=True,
            mark=Mark.VIRTUAL,
        )
        self.counters = LinkCounters()
        self.stops: list[StopLevel] = []
        self.exhausted = threading.Event()
        self._steps = iter(steps)
        self._added: list[Step] = []
        self._changed = threading.Condition()

    @property
    def status(self) -> ControllerStatus:
        return ControllerStatus(Lifecycle.CONNECTED)

    def feed(self, *steps: Step) -> None:
        """Append to the script while it is being played."""
        with self._changed:
            self._added += steps
            self.exhausted.clear()
            self._changed.notify()

    def read(self, timeout: float) -> SampleBlock | None:
        with self._changed:
            step = next(self._steps, None)
            if step is None and not self._added:
                self.exhausted.set()
                self._changed.wait(timeout)
            if step is None and self._added:
                step = self._added.pop(0)
        if isinstance(step, BaseException):
            raise step
        return step

    def stop(self, level: StopLevel = StopLevel.CONTROLLED) -> None:
        self.stops.append(level)


def still(time_s: FloatArray, joints: int) -> FloatArray:
    """Positions of an arm at rest, (N, joints)."""
    return np.zeros((time_s.shape[0], joints))


def sway(time_s: FloatArray, joints: int) -> FloatArray:
    """Half a radian to and fro at 0.5 Hz, (N, joints)."""
    return 0.5 * np.sin(np.pi * time_s)[:, np.newaxis] * np.ones(joints)


def stream(
    samples: int,
    *,
    joints: int = 2,
    rate: float = 1000.0,
    motion: Callable[[FloatArray, int], FloatArray] = sway,
    first: int = 0,
    seed: int = 0,
) -> SampleBlock:
    """One long block of a healthy stream: quantised encoders, an elastic gear, noisy current."""
    random = np.random.default_rng([seed, first])
    sequence = np.arange(first, first + samples, dtype=np.int64)
    time_s = 3.0 + sequence / rate
    motor = motion(time_s, joints)
    link = motor - 2e-3 * np.sin(np.pi * time_s)[:, np.newaxis] + 0.3
    columns = {
        Quantity.POSITION: _quantised(motor, bits=17 + 6),
        Quantity.MOTOR_POSITION: _quantised(motor, bits=17 + 6),
        Quantity.LINK_POSITION: _quantised(link, bits=19),
        Quantity.CURRENT: motor * 3.0 + random.normal(0.0, 0.05, size=motor.shape),
    }
    host = 50.0 + time_s * (1.0 + 20e-6) + random.exponential(3e-4, size=samples)
    return SampleBlock(sequence, time_s, np.maximum.accumulate(host), columns)


def _quantised(position: FloatArray, *, bits: int) -> FloatArray:
    step = 2.0 * np.pi / 2**bits
    return np.round(position / step) * step


def rows(block: SampleBlock, keep: slice | FloatArray) -> SampleBlock:
    """The rows of a block that a slice selects."""
    return SampleBlock(
        block.sequence[keep],
        block.device_time[keep],
        block.host_time[keep],
        {quantity: column[keep] for quantity, column in block.columns.items()},
    )


def pieces(block: SampleBlock, size: int = 10) -> list[SampleBlock]:
    """Split a block into frames, as it arrives."""
    return [rows(block, slice(first, first + size)) for first in range(0, block.count, size)]
