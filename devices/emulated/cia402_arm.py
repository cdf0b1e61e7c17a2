"""The virtual arm behind emulated drives: their set-points in, their encoders and torques out."""

import math
from collections.abc import Sequence
from itertools import starmap

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.emulated.arm import PhysicalArm
from devices.emulated.cia402_drive import Drive, Measured
from devices.virtual.firmware.paths import PathPoint
from devices.virtual.firmware.plant import PERIOD_S

DRIFT_PPM = 50.0
"""Clocks of the drives run fast or slow by up to this much."""
_FULL = 1000
_TICKS = 1e6
_STARTS_APART_S, _FIRST_START_S = 137.0, 20.0
_SPEED_SHARE, _ASSUMED_SPEED = 1.2, 3.0


class DrivesPath:
    """The set-points of the drives; endless. Each call of ``at`` is one control period."""

    duration = math.inf

    def __init__(self, drives: Sequence[Drive], *, scale: FloatArray) -> None:
        self._drives, self._scale = drives, scale

    def at(self, _time: float) -> PathPoint:
        """Set-points of this moment in the reported convention."""
        position = np.array([drive.point.position for drive in self._drives]) * self._scale
        velocity = np.array([drive.point.velocity for drive in self._drives]) * self._scale
        return PathPoint(position, velocity, np.zeros_like(velocity))


class DrivenArm(PhysicalArm):
    """An arm whose joints each have a drive with a clock of its own."""

    def __init__(
        self,
        robot: RobotModel,
        *,
        seed: int,
        first_serial: int,
        is_homed: bool,
        worn: tuple[int, ...] = (),
    ) -> None:
        super().__init__(robot, seed=seed, worn=worn)
        nominal = self._plant.nominal
        self.counts_per_turn = nominal.motor_counts_per_turn
        self.link_counts_per_turn = nominal.link_counts_per_turn
        self.gear_ratio = nominal.gear_ratio
        self.has_link_encoder = bool(nominal.has_link_encoder.all())
        self._rated = nominal.torque_limit / np.abs(self.gear_ratio)
        self._gain = nominal.drive_gain / np.abs(self.gear_ratio)
        self._scale = 2.0 * np.pi / (self.counts_per_turn * self.gear_ratio)
        limits = self._joints
        speed = np.where(np.isfinite(limits.velocity), limits.velocity, _ASSUMED_SPEED)
        self.drives = tuple(
            Drive(
                joint + 1,
                serial=first_serial + joint,
                rated=round(1e3 * self._rated[joint]),
                speed=_SPEED_SHARE * speed[joint] / abs(self._scale[joint]),
                acceleration=float(limits.acceleration[joint] / abs(self._scale[joint])),
                is_homed=is_homed,
            )
            for joint in range(robot.joint_count)
        )
        random = np.random.default_rng(seed)
        self._rate = 1.0 + 1e-6 * random.uniform(-DRIFT_PPM, DRIFT_PPM, robot.joint_count)
        self._start = _FIRST_START_S + random.uniform(0.0, _STARTS_APART_S, robot.joint_count)
        self._phase = random.uniform(0.0, 1.0, robot.joint_count)
        self._time = 0.0
        self._older = self._newer = self._measure()

    def period(self) -> None:
        """Run one control period of drives and arm."""
        is_powered = any(drive.is_powered for drive in self.drives)
        if is_powered != self.is_commanded:
            self.set_brakes(engaged=not is_powered)
            if is_powered:
                self._drive.follow(DrivesPath(self.drives, scale=self._scale))
        self.step()
        self._time += PERIOD_S
        self._older, self._newer = self._newer, self._measure()
        for drive, measured in zip(self.drives, self._newer, strict=True):
            drive.measured = measured
            drive.period(measured.ticks)

    def sample(self, passed: float) -> None:
        """Let every drive take its newest sample, ``passed`` of a control period after the last one."""
        for drive, phase, older, newer in zip(
            self.drives, self._phase, self._older, self._newer, strict=True
        ):
            drive.measured = newer if phase <= passed else older

    def _measure(self) -> tuple[Measured, ...]:
        readings = self._drive.readings
        motor = self._drive.measured / self._scale
        torque = _FULL * readings.current * np.sign(self.gear_ratio) * self._gain / self._rated
        ticks = _TICKS * (self._start + self._time * self._rate)
        rows = zip(motor, readings.link_counts, torque, ticks, strict=True)
        return tuple(starmap(_rounded, rows))


def _rounded(motor: float, link: int, torque: float, ticks: float) -> Measured:
    return Measured(round(motor), int(link), round(torque), round(ticks))
