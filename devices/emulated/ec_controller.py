"""The state of an emulated EC controller: modes, servo, one move at a time, payloads, and its frame."""

import time
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from core.recording import FloatArray
from core.robot.kinematics import flange_transforms
from core.robot.library import load_robot
from devices.elite_ec.counting import Counting
from devices.elite_ec.settings import SUBTYPES, TorqueUnit
from devices.elite_ec.state import Mode, State
from devices.emulated.arm import Arm, ArmRow
from devices.emulated.ec_settings import EmulatedEcSettings
from devices.emulated.pendant import Pendant
from devices.protocol_elite_ec.monitor import SLOTS, record_of

JOINTS = 6
TOOLS = 8
STOP_RAD_S2 = 4.0
"""Deceleration of the arm after *stop*, rad/s²; that of a real one is not known."""
SPEED_UP_S = 0.35
"""Time to full speed where the description states no acceleration."""
FULL_PERCENT = 100.0
ZERO_CELSIUS_K = 273.15


class Refusal(Exception):
    """A request that the controller refuses, in its words; those of a real one differ."""


class EcController:
    """One controller in front of an arm; one thread uses it.

    It starts with servo on, in remote mode, without an alarm, at full speed.
    """

    def __init__(self, settings: EmulatedEcSettings, arm: Arm) -> None:
        self.settings, self._arm = settings, arm
        self._robot = load_robot(settings.robot)
        self._counting = Counting(self._robot)
        self.pendant: Pendant = Pendant(
            arm, self._robot, may_jog=lambda: self.servo and self.state is State.STOPPED
        )
        """Jogs the arm."""
        self._began = time.time()
        self.timestamp = 0.0
        self.clock_off = 0.0
        """By how much the wall clock was set, s."""
        self.mode, self.state = Mode.REMOTE, State.STOPPED
        self.servo = self.synchronised = True
        self.is_stopped_hard = self.has_collided = False
        self.speed_percent = FULL_PERCENT
        self.others = [0.0] * (SLOTS - JOINTS)
        """Positions of the external axes, °."""
        self.payloads: dict[int, tuple[float, list[float]]] = {0: (settings.payload, [0.0] * 3)}
        """Mass in kg and centre in mm, by the number of the tool."""
        self.tool = 0
        self._goal: tuple[FloatArray, float] | None = None
        """Goal of a move, rad, and its speed, %: a pause keeps it."""
        self.spoilt: dict[str, object] = {}
        """Fields of the frame that a fault sets, whatever the arm does."""
        self.frame = b""
        """The newest frame."""
        arm.set_brakes(engaged=False)
        self.refresh()

    def step(self, seconds: float) -> None:
        """Run the arm for one control period."""
        self.timestamp += seconds
        self.pendant.step(seconds)
        self._arm.step()
        if self.state is State.RUNNING and not self._arm.is_commanded:
            self.state, self._goal = State.STOPPED, None

    def forgive(self, seconds: float) -> None:
        """Nothing: this controller watches no client."""

    def hang(self, mass: float, center: Sequence[float]) -> None:
        """Hang a load on the flange, kg, its centre (3,) m in the flange frame; 0 for none."""
        self._arm.hang(mass, center)

    # Faults and power

    def restart(self) -> None:
        """Switch the controller off and on: teach mode, servo off."""
        self.servo_off()
        self.timestamp = 0.0
        self._began = time.time()
        self.mode, self.synchronised = Mode.TEACH, False
        self.normal()

    def servo_off(self) -> None:
        """Close the brakes and switch the drives off."""
        self._end_move()
        self.servo = False
        self._arm.set_brakes(engaged=True)

    def servo_on(self) -> bool:
        """Switch the drives on; False where something forbids it."""
        if not self.synchronised or self.is_stopped_hard or self.state in {State.ALARM, State.COLLISION}:
            return False
        self.servo = True
        self._arm.set_brakes(engaged=False)
        return True

    def emergency_stop(self) -> None:
        """Press the emergency stop: power off; its state is soon replaced by that of an alarm."""
        self.servo_off()
        self.is_stopped_hard, self.state = True, State.ALARM

    def collide(self) -> None:
        """Stop the arm as after a collision."""
        self._end_move()
        self.has_collided, self.state = True, State.COLLISION

    def alarm(self) -> None:
        """Raise an alarm."""
        self._end_move()
        self.state = State.ALARM

    def normal(self) -> None:
        """End what stops the arm, as at the pendant."""
        self.is_stopped_hard = self.has_collided = False
        self.state = State.STOPPED

    def clear_alarm(self) -> bool:
        """Clear an alarm whose cause is gone."""
        if self.is_stopped_hard or self.has_collided:
            return False
        if self.state is State.ALARM:
            self.state = State.STOPPED
        return True

    def play(self) -> None:
        """Start a program at the pendant: the arm sways around its pose."""
        if self.servo and self.state is State.STOPPED:
            self.state = State.RUNNING
            self._arm.sway()

    def set_mode(self, mode: Mode) -> None:
        """Turn the key at the pendant; a move ends when it leaves remote mode."""
        if mode is not Mode.REMOTE:
            self._end_move()
        self.mode = mode

    # Moves

    def move(self, target: Sequence[float], percent: float) -> None:
        """Begin a move; *running* is shown before the request is answered.

        Raises
        ------
        Refusal
            If the state or the target forbids it.
        """
        self.expect_remote()
        if self.state is not State.STOPPED:
            raise Refusal(f"The robot is in state {int(self.state)}")
        if not self.servo:
            raise Refusal("The robot servo is not on")
        if len(target) != SLOTS or not np.isfinite(target).all():
            raise Refusal(f"targetPos needs {SLOTS} values")
        if not 0.0 < percent <= FULL_PERCENT:
            raise Refusal("speed is out of range")
        position = self._counting.position(np.array(target, dtype=np.float64))
        model = self._robot.position_from_reported(position)
        if (model < self._robot.lower).any() or (model > self._robot.upper).any():
            raise Refusal("targetPos is out of the joint limits")
        self._begin(position, percent)

    def _begin(self, position: FloatArray, percent: float) -> None:
        share = 0.01 * percent * 0.01 * self.speed_percent
        limit = self._robot.velocity_limit
        velocity = np.where(np.isfinite(limit), limit, np.pi)
        push = self._robot.acceleration_limit
        acceleration = np.where(np.isfinite(push), push, velocity / SPEED_UP_S)
        self._goal = (position, percent)
        self._arm.move(position, speed=share * velocity, acceleration=share * acceleration)
        self.state = State.RUNNING

    def pause(self) -> None:
        """Hold a move."""
        if self.state is State.RUNNING and self._goal is not None:
            self._arm.brake(STOP_RAD_S2)
            self.state = State.PAUSED

    def go_on(self) -> None:
        """Go on with a move that was held."""
        if self.state is State.PAUSED and self._goal is not None:
            self._begin(*self._goal)

    def stop(self) -> None:
        """Bring a move to rest; the arm is *running* until it is at rest."""
        self._goal = None
        if self.state is State.RUNNING:
            self._arm.brake(STOP_RAD_S2)
        elif self.state is State.PAUSED:
            self.state = State.STOPPED

    def expect_remote(self) -> None:
        """Raise ``Refusal`` unless requests may move the arm."""
        if self.mode is not Mode.REMOTE:
            raise Refusal("The robot is not in remote mode")

    def _end_move(self) -> None:
        self._goal = None
        self._arm.halt()
        if self.state in {State.RUNNING, State.PAUSED}:
            self.state = State.STOPPED

    # Reported values

    @property
    def largest_load(self) -> float:
        """Largest load that may be set, kg."""
        return self._robot.payload_limit.mass

    @property
    def row(self) -> ArmRow:
        """Measurements of the arm at this moment."""
        return self._arm.row()

    def slots(self, position: FloatArray) -> list[float]:
        """Positions (8,) ° of joints (n,) rad."""
        return self._counting.slots(position, others=self.others)

    def speeds(self, velocity: FloatArray) -> list[float]:
        """Speeds (8,) °/s of joints (n,) rad/s."""
        return [*np.degrees(velocity).tolist(), *[0.0] * (SLOTS - JOINTS)]

    def torques(self, torque: FloatArray) -> list[float]:
        """Torques (8,) of joints (n,) N·m in the unit of the settings."""
        is_share = self.settings.torque is TorqueUnit.PER_MILLE
        scale = 1e3 / self._robot.torque_limit if is_share else np.ones(JOINTS)
        return [*(scale * torque).tolist(), *[0.0] * (SLOTS - JOINTS)]

    def flange(self, position: FloatArray) -> list[float]:
        """Pose of the flange in the base's frame: x, y, z in mm and its turns about them in rad."""
        q = self._robot.position_from_reported(position)
        pose = np.linalg.inv(self._robot.base) @ flange_transforms(self._robot, q[None])[0]
        turn = pose[:3, :3]
        yaw, pitch = np.arctan2(turn[1, 0], turn[0, 0]), -np.arcsin(np.clip(turn[2, 0], -1.0, 1.0))
        roll = np.arctan2(turn[2, 1], turn[2, 2])
        return [*(1e3 * pose[:3, 3]).tolist(), float(roll), float(pitch), float(yaw)]

    @property
    def subtype(self) -> int:
        """Number of the type of the arm."""
        return next(number for number, name in SUBTYPES.items() if name == self.settings.robot)

    def refresh(self) -> None:
        """Make the frame of this moment."""
        row, size = self.row, int(self.settings.frame)
        record = record_of(size)
        flange = self.flange(row.position)
        values: dict[str, object] = {
            "size": size,
            "stamp_ms": int(1e3 * (self._began + self.timestamp + self.clock_off)),
            "position_deg": self.slots(row.position),
            "pose": flange,
            "user_pose": flange,
            "torque": self.torques(row.torque),
            "state": self.state,
            "servo": self.servo,
            "motors": self.synchronised,
            "motor_speed_rpm": self.motor_speeds(row.velocity),
            "mode": self.mode,
            "collision": self.has_collided,
            "flange_pose": flange,
            "user_flange_pose": flange,
            "emergency_stop": self.is_stopped_hard,
            "velocity_deg_s": self.speeds(row.velocity),
            "temperature_celsius": row.temperature - ZERO_CELSIUS_K,
            "joint_torque": row.torque,
            **self.spoilt,
        }
        frame = np.zeros(1, dtype=record)
        for name, value in values.items():
            if name in (record.names or ()):
                frame[name] = value
        self.frame = frame.tobytes().ljust(size, b"\0")

    def motor_speeds(self, velocity: FloatArray) -> list[int]:
        """Speeds (8,) of the motors in turns per minute."""
        turns = 60.0 / (2.0 * np.pi) * velocity * self._robot.gear_ratio
        return [*np.rint(turns).astype(int).tolist(), *[0] * (SLOTS - JOINTS)]


FAULTS: Mapping[str, Callable[[EcController], object]] = {
    "emergency-stop": EcController.emergency_stop,
    "collision": EcController.collide,
    "alarm": EcController.alarm,
    "normal": EcController.normal,
    "servo-off": EcController.servo_off,
    "servo-on": EcController.servo_on,
    "play": EcController.play,
    "stop": EcController.stop,
    "teach": lambda at: at.set_mode(Mode.TEACH),
    "remote": lambda at: at.set_mode(Mode.REMOTE),
}
"""Faults and events that can be made to happen at the controller, by name."""
