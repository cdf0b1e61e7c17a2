"""Emulated drives and what this program's drivers make of their bytes, in steps of a time of their own.

No port, no thread and no busy computer stands between both ends of the bus; everything else is as it runs:
the emulated arm with its drives, each with a clock that started at another moment and runs fast or slow, the
frames, and the driver's own code that relates the clocks and makes rows of them. The same arm records the
same to the last bit, as fast as this computer goes.
"""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from _virtual_twist import WAITING_S, VirtualTwistArm

from core.excitation.trajectories.motion import Trajectory
from core.recording import Recording, TorqueKind
from core.robot.library import load_robot
from core.robot.model import RobotModel
from devices.cia402.drive_map import read_map
from devices.cia402.intake import Intake
from devices.cia402.pdo import Field, decoded, layout_of
from devices.emulated.cia402 import DrivenArm, table_of
from devices.emulated.moteus import Bus
from devices.emulated.moteus_settings import EmulatedMoteusSettings
from devices.moteus import drives as moteus_drives
from devices.moteus import rounds as moteus_rounds
from devices.moteus.alignment import Alignment
from devices.moteus.bus import Arrival
from devices.moteus.drives import Asking
from devices.moteus.rounds import Rounds
from devices.protocol_moteus.frames import Frame
from devices.samples import SampleBlock
from devices.virtual.firmware.drive_train import DriveTrain
from devices.virtual.firmware.paths import PathPoint
from devices.virtual.firmware.plant import PERIOD_S

RATE_HZ = 100
ON_THE_BUS_S = 2.5e-4
"""From one request to the next; an answer takes as long again."""
LATEST_ROUND_S = 1e-3
"""A round, or a SYNC, begins up to this late."""


class GivenPath:
    """A motion as a drive train follows it; endless. ``robot`` turns it into the reported convention."""

    duration = float("inf")

    def __init__(self, motion: Trajectory, robot: RobotModel) -> None:
        self.seconds = motion.duration + 2.0 * WAITING_S
        state = motion.evaluate(np.arange(round(self.seconds / PERIOD_S) + 1) * PERIOD_S - WAITING_S)
        self._position = robot.position_as_reported(state.position)
        self._velocity = np.asarray(robot.reported_sign) * state.velocity

    def at(self, time: float) -> PathPoint:
        """State at a time since the path was begun, s."""
        tick = min(round(time / PERIOD_S), len(self._position) - 1)
        return PathPoint(self._position[tick], self._velocity[tick], np.zeros(self._position.shape[1]))


class MoteusInSteps:
    """An arm of moteus drives, the text of the bus left out: frames in, frames out."""

    def __init__(self, robot: str, *, seed: int, worn: tuple[int, ...]) -> None:
        self._emulated = Bus(EmulatedMoteusSettings(robot, seed=seed, worn=worn))
        self._robot = load_robot(robot)
        self._arrived: list[Arrival] = []
        self._now = 0.0
        self._random = np.random.default_rng(seed)
        self._emulated.arm.set_brakes(engaged=False)
        with self._time_of_this_bus():
            asking = Asking(self)
            self._facts = [asking.facts(drive) for drive in self._emulated.ids]
        self._rounds = Rounds(self, self._facts)
        self._number = 0
        self.torque_kind = TorqueKind.MOTOR_CURRENT

    # The bus, as the driver uses it

    def send(self, frames: Sequence[Frame]) -> None:
        """Put frames on the bus, one after the other; what a drive answers is of the moment it is asked."""
        for frame in frames:
            self._pass(ON_THE_BUS_S)
            self._arrived += [
                Arrival(answer, self._now + ON_THE_BUS_S) for answer in self._emulated.answers(frame)
            ]

    def receive(self, timeout: float) -> list[Arrival]:
        """What has arrived; where nothing has, the time passes."""
        arrived, self._arrived = self._arrived, []
        self._pass(ON_THE_BUS_S if arrived else timeout)
        return arrived

    def monotonic(self) -> float:
        """The computer's clock."""
        return self._now

    # The recording

    def blocks(self, path: GivenPath, robot: RobotModel) -> tuple[list[SampleBlock], float]:
        """The rows of a motion, and how far the moment of a joint may be off, s."""
        alignment = Alignment(self._facts, rate=RATE_HZ, motor_at_shaft=robot.motor_position_at_shaft)
        _train(self._emulated.arm).follow(path)
        found, began = [], self._now
        with self._time_of_this_bus():
            for turn in range(round(path.seconds * RATE_HZ)):
                due = began + turn / RATE_HZ + float(self._random.uniform(0.0, LATEST_ROUND_S))
                self._pass(max(due - self._now, 0.0))
                self._number += 1
                block = alignment.row(self._rounds.go(), number=self._number, host_time=self._now)
                if block is not None:
                    found.append(block)
        return found, alignment.worst_within

    def close(self) -> None:
        """Nothing is open."""

    def _pass(self, seconds: float) -> None:
        """Let arm and drives run; they step by themselves, each whole control period."""
        before, self._now = round(self._now / PERIOD_S), self._now + seconds
        for _ in range(round(self._now / PERIOD_S) - before):
            self._emulated.arm.step()
            for drive in self._emulated.drives.values():
                drive.step()

    @contextmanager
    def _time_of_this_bus(self) -> Iterator[None]:
        with pytest.MonkeyPatch.context() as patched:
            for module in (moteus_rounds, moteus_drives):
                patched.setattr(module, "time", self)
            yield


class Cia402InSteps:
    """An arm of CiA 402 drives; each SYNC comes somewhere within a control period."""

    def __init__(self, robot: str, *, seed: int, worn: tuple[int, ...]) -> None:
        described = load_robot(robot)
        self._arm = DrivenArm(described, seed=seed, first_serial=402_000_001, is_homed=True, worn=worn)
        with tempfile.TemporaryDirectory() as folder:
            table = Path(folder) / "drives.toml"
            table.write_text(table_of(self._arm, is_homed=True), encoding="utf-8")
            self._drives = read_map(table)
        self._layouts = [layout_of(drive) for drive in self._drives]
        self._random = np.random.default_rng(seed)
        self._arm.set_brakes(engaged=False)
        self._slot = 0
        self.torque_kind = TorqueKind.MOTOR_TORQUE

    def blocks(self, path: GivenPath, robot: RobotModel) -> tuple[list[SampleBlock], float]:
        """The rows of a motion, and half the largest distance in time between two joints of one, s."""
        rated = np.array([1e-3 * drive.objects.value(0x6076, 0) for drive in self._arm.drives])
        intake = Intake(self._drives, robot, rated=rated)
        _train(self._arm).follow(path)
        found = []
        for _ in range(round(path.seconds * RATE_HZ)):
            for _ in range(round(1.0 / (RATE_HZ * PERIOD_S))):
                self._period()
            self._arm.sample(float(self._random.uniform(0.0, 1.0)))
            self._slot += 1
            found.append(
                intake.block(
                    [dict(self._sent(place)) for place in range(len(self._drives))],
                    sequence=self._slot,
                    sent_at=self._arm._time,
                    host_time=self._arm._time,
                )
            )
        return found, intake.alignment

    def _period(self) -> None:
        arm = self._arm
        arm.step()
        arm._time += PERIOD_S
        arm._older, arm._newer = arm._newer, arm._measure()

    def _sent(self, place: int) -> Iterator[tuple[Field, int]]:
        """The values that a drive sends, read from the bytes of its PDOs."""
        measured, drive = self._arm.drives[place].measured, self._arm.drives[place]
        values = {
            Field.STATUS: drive.status,
            Field.POSITION: measured.motor,
            Field.TORQUE: measured.torque,
            Field.LINK: measured.link,
            Field.CLOCK: measured.ticks % (1 << 32),
        }
        for pdo in self._layouts[place]:
            content = b"".join(at.encoded(values[field]) for field, at in pdo)
            yield from decoded(pdo, content).items()


def recorded(
    drives: MoteusInSteps | Cia402InSteps, arm: VirtualTwistArm, motion: Trajectory, label: str
) -> tuple[Recording, float]:
    """A motion as the driver hands it over, and how far apart in time its joints may be, s.

    ``arm`` is the same arm without drives: its description and its name.
    """
    blocks, apart = drives.blocks(GivenPath(motion, arm.robot), arm.robot)
    columns = {name: np.concatenate([block.columns[name] for block in blocks]) for name in blocks[0].columns}
    time = np.concatenate([block.device_time for block in blocks])
    found = Recording(
        label=label,
        time=time - time[0],
        columns=columns,
        torque_kind=drives.torque_kind,
        payload_mass=0.0,
        origin=replace(arm.origin, first_row=1, last_row=len(time)),
    )
    return found, apart


def _train(arm: object) -> DriveTrain:
    train: DriveTrain = arm._drive  # type: ignore[attr-defined]
    return train
