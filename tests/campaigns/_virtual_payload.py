"""A virtual arm as a closed controller, sweeping with and without a payload, recorded in this very process.

It moves from point to point at a percentage of its speed and tells positions and currents 125 times a
second, as ``virtual:NAME?kind=closed`` does through a whole session; the columns of its encoders come
along for whoever wants to compare.

    arm = PayloadArm("ec66", seed=3)
    empty = arm.sweep(strokes, "payload-unloaded")
    arm.hang(4.11, (0.06, 0.115, 0.15))
    loaded = arm.sweep(strokes, "payload-loaded")
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from _virtual_twist import virtual_twist

from core.recording import FloatArray, Quantity, Recording, TorqueKind
from devices.virtual.firmware.paths import StraightMove
from devices.virtual.firmware.payload import solid_payload
from devices.virtual.physics.truth import TrueArm

EVERY = 8
"""Control periods from one sample to the next: 125 Hz."""
STILL_S = 0.5
TRANSFER_SHARE = 0.1
"""Of the arm's speed, between sweeps."""
LONGEST_MOVE_S = 5.0


@dataclass(frozen=True, eq=False)
class Stroke:
    """One way of a sweep: from ``start`` (n,) the ``joint`` goes to ``end`` rad at ``speed`` rad/s."""

    joint: int
    start: FloatArray
    end: float
    speed: float


class PayloadArm:
    """One arm from one power-on; it stands where the last motion left it, as warm as that made it."""

    def __init__(
        self,
        robot_name: str = "ec66",
        *,
        seed: int,
        power_on: str = "",
        temperature: float | None = None,
        change: Callable[[TrueArm], TrueArm] | None = None,
    ) -> None:
        self._twist = virtual_twist(
            robot_name, seed, power_on=power_on, temperature=temperature, change=change
        )
        self.robot, self.truth, self.arm = self._twist.robot, self._twist.truth, self._twist.arm
        self.seconds: dict[str, float] = {}
        """s that each recording took."""

    @property
    def exact_gain(self) -> FloatArray:
        """(n,) N·m/A as the drives really give."""
        return self.truth.arm.drive.gain

    def hang(self, mass: float, center: Sequence[float]) -> None:
        """Put a payload on the flange; nothing for no mass."""
        self.arm.attach(solid_payload(mass, center_of_mass=np.array(center, dtype=np.float64)))

    def sweep(self, strokes: Sequence[Stroke], label: str, *, short_moves: bool = True) -> Recording:
        """Run the strokes one after the other, with slow moves in between."""
        samples = _Samples(self)
        samples.stand(STILL_S)
        for stroke in strokes:
            if np.abs(stroke.start - self.arm.set_point).max() > 1e-9:
                samples.move(stroke.start, TRANSFER_SHARE)
                samples.stand(STILL_S)
            target = stroke.start.copy()
            share = stroke.speed / float(self.robot.velocity_limit[stroke.joint])
            way = stroke.end - float(stroke.start[stroke.joint])
            count = 1
            if short_moves:
                count = int(np.ceil(abs(way) / stroke.speed / (0.9 * LONGEST_MOVE_S)))
            for number in range(1, count + 1):
                target[stroke.joint] = stroke.start[stroke.joint] + way * number / count
                samples.move(target.copy(), share)
            samples.stand(0.1)
        recording = samples.recording(label, self._twist.origin)
        self.seconds[label] = recording.duration
        return recording

    def closed(self, recording: Recording) -> Recording:
        """What a closed controller tells of it."""
        columns = {name: recording.columns[name] for name in (Quantity.POSITION, Quantity.CURRENT)}
        return replace(recording, columns=columns)


class _Samples:
    """Drives the arm and keeps every eighth reading."""

    def __init__(self, owner: PayloadArm) -> None:
        self._owner, self._arm = owner, owner.arm
        self._kept: list[tuple[FloatArray, ...]] = []
        self._time: list[float] = []
        self._tick = 0

    def move(self, target: FloatArray, share: float) -> None:
        arm = self._arm
        path = StraightMove(
            arm.set_point.copy(),
            target,
            velocity=share * arm.nominal.velocity_limit,
            acceleration=share * arm.nominal.acceleration_limit,
        )
        for tick in range(1, int(np.ceil(path.duration * arm.CONTROL_RATE_HZ)) + 1):
            point = path.at(min(tick / arm.CONTROL_RATE_HZ, path.duration))
            self._advance(point.position, point.velocity)

    def stand(self, seconds: float) -> None:
        here = self._arm.set_point.copy()
        for _ in range(round(seconds * self._arm.CONTROL_RATE_HZ)):
            self._advance(here, np.zeros_like(here))

    def _advance(self, position: FloatArray, velocity: FloatArray) -> None:
        self._arm.advance(position, velocity)
        readings = self._arm.sense()
        self._tick += 1
        if self._tick % EVERY == 0:
            self._time.append(self._arm.time)
            self._kept.append(
                (
                    readings.position,
                    readings.current,
                    readings.motor_counts.astype(np.float64),
                    readings.link_counts.astype(np.float64),
                    readings.temperature,
                )
            )

    def recording(self, label: str, origin: object) -> Recording:
        twist = self._owner._twist
        position, current, motor, link, temperature = (
            np.array(column) for column in zip(*self._kept, strict=True)
        )
        return Recording(
            label=label,
            time=np.round(np.array(self._time), 6),
            columns={
                Quantity.POSITION: _single(self._arm.robot.position_as_reported(position)),
                Quantity.MOTOR_POSITION: twist._motor_position(motor),
                Quantity.LINK_POSITION: twist._link_position(link),
                Quantity.CURRENT: _single(current),
                Quantity.TEMPERATURE: _single(temperature),
            },
            torque_kind=TorqueKind.MOTOR_CURRENT,
            origin=twist.origin,
        )


def _single(values: FloatArray) -> FloatArray:
    return values.astype(np.float32).astype(np.float64)


def prototype_strokes(
    robot_name: str = "ec66",
    *,
    speed_deg: float = 3.0,
    width_deg: float = 55.0,
    wrists: Sequence[Sequence[float]] = ((0, 0, 0), (0, 0, 90), (0, 90, 0), (0, 90, 90)),
    both: bool = True,
) -> list[Stroke]:
    """Joints 2 and 3 of an EC66 over the paper's ranges, degrees."""
    degree = np.pi / 180.0
    found: list[Stroke] = []
    for wrist in wrists:
        for joint, base, low in ((1, (0.0, 0.0, 0.0), 0.0), (2, (0.0, 90.0, 0.0), -90.0)):
            pose = np.array([*base, *wrist], dtype=np.float64) * degree
            pose[joint] = low * degree
            end = (low + width_deg) * degree
            found.append(Stroke(joint, pose, end, speed_deg * degree))
            if both:
                back = pose.copy()
                back[joint] = end
                found.append(Stroke(joint, back, low * degree, speed_deg * degree))
    return found
