"""The state of an emulated Franka controller: mode, errors, load, the client's motion, and what it sends.

It hands out the description of its arm as a URDF in the maker's form. The maker's clients read from it how
fast each joint may be near its ends, and look for a *link8*.
"""

import math
import xml.etree.ElementTree as ET
from collections import deque
from collections.abc import Callable, Mapping

import numpy as np

from core.exchange.export_geometry import numbers, reported_place, reported_range, roll_pitch_yaw
from core.exchange.export_urdf_inertials import link_inertial
from core.recording import FloatArray
from core.robot.library import load_robot
from core.robot.model import Joint, RobotModel
from core.robot.single_pose import link_frames_at
from devices.emulated.franka_arm import SensedArm
from devices.emulated.franka_settings import LARGEST_LOAD_KG, EmulatedFrankaSettings
from devices.emulated.pendant import Pendant
from devices.franka.urdf import EMULATED
from devices.protocol_fci.commands import Generator, Load, MoveStatus
from devices.protocol_fci.state import ERRORS, HOST_SILENT, RobotMode
from devices.virtual.firmware.plant import PERIOD_S

_OFFSETS = {"fr3": (0.30, 0.20, 0.20, 0.30, 0.35, 0.35, 0.35)}
"""Speed that is taken off near the ends of a joint, rad/s, in the URDF of libfranka's own tests."""
_DECELERATIONS = {"fr3": (6.0, 2.585, 3.5, 4.0, 17.0, 5.5, 17.0)}
"""Deceleration near the ends of a joint, rad/s², likewise. An older arm brakes at its acceleration limit."""


def urdf_of(robot: RobotModel, *, serial: str) -> str:
    """Text of the URDF of an arm; ``serial`` marks it as emulated."""
    root = ET.Element("robot", name=robot.name)
    ET.SubElement(root, EMULATED, serial=serial)
    _link(root, "link0", None)
    parameters = robot.inertial_parameters
    offsets = _OFFSETS.get(robot.name, (0.0,) * robot.joint_count)
    limits = _DECELERATIONS.get(robot.name, tuple(robot.acceleration_limit.tolist()))
    for number, joint in enumerate(robot.joints, 1):
        element = _joint(root, joint, number=number)
        near_ends = {
            "velocity_offset": repr(offsets[number - 1]),
            "deceleration_limit": repr(float(limits[number - 1])),
        }
        ET.SubElement(element, "position_based_velocity_limits", near_ends)
        row = None if parameters is None else np.asarray(parameters[number - 1])
        _link(root, f"link{number}", row)
    last = robot.joint_count
    flange = ET.SubElement(root, "joint", name=f"joint{last + 1}", type="fixed")
    _placed(flange, robot.flange, parent=f"link{last}", child=f"link{last + 1}")
    ET.SubElement(root, "link", name=f"link{last + 1}")
    return '<?xml version="1.0" ?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _joint(root: ET.Element, joint: Joint, *, number: int) -> ET.Element:
    element = ET.SubElement(root, "joint", name=f"joint{number}", type="revolute")
    _placed(element, reported_place(joint), parent=f"link{number - 1}", child=f"link{number}")
    ET.SubElement(element, "axis", xyz=f"0 0 {joint.reported_sign}")
    lower, upper = reported_range(joint)
    limit = {"lower": lower, "upper": upper, "velocity": joint.velocity, "effort": joint.torque}
    ET.SubElement(element, "limit", {key: repr(float(value)) for key, value in limit.items()})
    return element


def _placed(element: ET.Element, place: FloatArray, *, parent: str, child: str) -> None:
    angles = np.array(roll_pitch_yaw(place[:3, :3]))
    ET.SubElement(element, "origin", xyz=numbers(place[:3, 3]), rpy=numbers(angles))
    ET.SubElement(element, "parent", link=parent)
    ET.SubElement(element, "child", link=child)


def _link(root: ET.Element, name: str, parameters: FloatArray | None) -> None:
    element = ET.SubElement(root, "link", name=name)
    if parameters is None or not math.isfinite(parameters[0]) or parameters[0] <= 0.0:
        return
    body = link_inertial(parameters)
    inertial = ET.SubElement(element, "inertial")
    ET.SubElement(inertial, "origin", xyz=numbers(body.center_of_mass), rpy="0 0 0")
    ET.SubElement(inertial, "mass", value=repr(body.mass))
    entries = {"ixx": (0, 0), "ixy": (0, 1), "ixz": (0, 2), "iyy": (1, 1), "iyz": (1, 2), "izz": (2, 2)}
    values = {key: repr(float(body.inertia[place])) for key, place in entries.items()}
    ET.SubElement(inertial, "inertia", values)


UPTIME_MS = 100_000
"""Age of the controller's clock when the emulation starts: booted some time ago."""
START_RAD = 0.005
"""Distance of the first set-point from the present one that is not taken."""
LOOKED_BACK = 20
"""Cycles over which the speed of set-points is looked at.

A real controller looks at speed, acceleration and jerk of each cycle. Here cycles are lost whenever this
computer is busy, and clients then send jumps.
"""
_IDLE_GENERATOR, _IDLE_CONTROLLER = 0, 3
_SHOWN_GENERATOR = {Generator.JOINT_POSITION: 1, Generator.JOINT_VELOCITY: 2}
"""Generators that are followed, as the state shows them."""
_GRAVITY = 9.81


class FrankaController:
    """One controller in front of an arm; idle, with open brakes. One thread uses it."""

    def __init__(self, settings: EmulatedFrankaSettings) -> None:
        self.settings = settings
        self._robot = load_robot(settings.robot)
        self.arm = SensedArm(self._robot, seed=settings.seed, worn=settings.worn, link=settings.link)
        self.urdf = urdf_of(self._robot, serial=settings.serial)
        self.message_id = UPTIME_MS
        self.mode = RobotMode.IDLE
        self.pendant = Pendant(
            self.arm, self._robot, may_jog=lambda: self.mode is RobotMode.IDLE and not self.is_moved
        )
        """Jogs the arm."""
        self.load = Load(settings.payload)
        self.errors: frozenset[str] = frozenset()
        self.last_errors: frozenset[str] = frozenset()
        self._motion: Generator | None = None
        self._controller = _IDLE_CONTROLLER
        self._answered = 0
        """Number of the state that the newest set-point answers."""
        self._told: deque[tuple[int, FloatArray]] = deque(maxlen=LOOKED_BACK)
        """The newest set-points of the motion, with the numbers of the states that they answer."""
        self.ended: list[MoveStatus] = []
        """Ends of motions that are not reported to their clients yet."""
        self.spoilt: dict[str, float] = {}
        """Fields that a fault sets, whatever the arm does."""
        self.arm.set_brakes(engaged=False)
        self._state = np.zeros((), dtype=settings.layout)
        for name in ("O_T_EE", "O_T_EE_d", "F_T_EE", "EE_T_K", "F_T_NE", "NE_T_EE", "O_T_EE_c"):
            self._state[name] = np.eye(4).ravel()
        self._state["O_ddP_O"] = (0.0, 0.0, -_GRAVITY)

    @property
    def is_moved(self) -> bool:
        """True while a client moves the arm."""
        return self._motion is not None

    def step(self) -> None:
        """Run one control period."""
        self.message_id += 1
        self.pendant.step(PERIOD_S)
        self.arm.step()

    def state(self) -> bytes:
        """State that the controller sends at this moment."""
        arm, state = self.arm, self._state
        position, velocity = arm.set_point
        frame = link_frames_at(self._robot, arm.joint)[-1] @ self._robot.flange
        state["message_id"] = self.message_id
        state["q"], state["dq"] = arm.joint, arm.joint_speed
        state["theta"], state["dtheta"] = arm.theta, arm.theta_speed
        state["tau_J"], state["dtau_J"] = arm.torque, arm.torque_rate
        state["q_d"], state["dq_d"] = position, velocity
        state["O_T_EE"] = state["O_T_EE_d"] = state["O_T_EE_c"] = frame.T.ravel()
        state["elbow"][0] = state["elbow_d"][0] = arm.joint[2]
        state["elbow"][1] = state["elbow_d"][1] = np.sign(arm.joint[3])
        state["m_load"], state["F_x_Cload"], state["I_load"] = (
            self.load.mass,
            self.load.center,
            self.load.inertia,
        )
        state["errors"] = [name in self.errors for name in ERRORS]
        state["reflex_reason"] = [name in self.last_errors for name in ERRORS]
        state["robot_mode"] = self.mode
        generator = _IDLE_GENERATOR if self._motion is None else _SHOWN_GENERATOR[self._motion]
        state["motion_generator_mode"], state["controller_mode"] = generator, self._controller
        state["control_command_success_rate"] = float(self.is_moved)
        for name, value in self.spoilt.items():
            state[name] = value
        return state.tobytes()

    # What clients ask for

    def set_load(self, load: Load) -> bool:
        """Set the load of the flange; False if it is refused."""
        if not (0.0 <= load.mass <= LARGEST_LOAD_KG and np.isfinite([*load.center, *load.inertia]).all()):
            return False
        self.load = load
        return True

    def begin(self, controller: int, generator: Generator) -> MoveStatus:
        """Begin to follow a client's set-points."""
        if self.mode is not RobotMode.IDLE or not self.arm.is_still:
            return MoveStatus.NOT_POSSIBLE
        if generator not in _SHOWN_GENERATOR:
            return MoveStatus.INVALID_ARGUMENT
        self._motion, self._controller, self.mode = generator, controller, RobotMode.MOVE
        self._answered = self.message_id
        self._told.clear()
        self.arm.begin()
        return MoveStatus.STARTED

    def stop(self) -> None:
        """End a client's motion at its own request."""
        if self.is_moved:
            self._end(MoveStatus.PREEMPTED, RobotMode.IDLE)

    def recover(self) -> bool:
        """Clear errors that the client may clear; False if there are others."""
        if self.mode is RobotMode.USER_STOPPED:
            return False
        if self.mode is RobotMode.REFLEX:
            self.mode = RobotMode.IDLE
        self.errors = frozenset()
        return True

    def take_set_point(self, told: np.void) -> None:
        """Take in what a client answered to a state."""
        if self._motion is None or told["message_id"] <= self._answered:
            return
        passed = PERIOD_S * float(told["message_id"] - self._answered)
        before = self._told[-1][1] if self._told else self.arm.set_point[0]
        if self._motion is Generator.JOINT_POSITION:
            position = np.array(told["q_c"])
            speed = (position - before) / passed
        else:
            speed = np.array(told["dq_c"])
            position = before + passed * speed
        number = int(told["message_id"])
        wrong = self._wrong(number, position, before=before)
        if wrong:
            self.reflex(wrong)
            return
        self._answered = number
        self._told.append((number, position))
        self.arm.aim(position, speed)
        if told["motion_generation_finished"]:
            self._end(MoveStatus.FINISHED, RobotMode.IDLE)

    def _wrong(self, number: int, position: FloatArray, *, before: FloatArray) -> str:
        """Name of the error for a set-point that is not taken; empty if it is."""
        limits = self.arm.limits
        if not np.isfinite(position).all():
            return "joint_motion_generator_position_limits_violation"
        if not self._told and np.abs(position - before).max() > START_RAD:
            return "joint_position_motion_generator_start_pose_invalid"
        if (position < limits.lower).any() or (position > limits.upper).any():
            return "joint_motion_generator_position_limits_violation"
        if len(self._told) == LOOKED_BACK:
            first, place = self._told[0]
            if (np.abs(position - place) > PERIOD_S * (number - first) * limits.velocity).any():
                return "joint_motion_generator_velocity_limits_violation"
        return ""

    # What happens at the arm

    def reflex(self, error: str = "joint_reflex") -> None:
        """Stop the arm by itself; a client may clear it."""
        self.errors = self.last_errors = frozenset({error})
        self._end(MoveStatus.REFLEX, RobotMode.REFLEX)

    def fall_silent(self) -> None:
        """Stop the arm as the client sends nothing any more."""
        self.reflex(HOST_SILENT)

    def user_stop(self) -> None:
        """Stop the arm as by the switch in the user's hand."""
        self._end(MoveStatus.EMERGENCY, RobotMode.USER_STOPPED)

    def release(self) -> None:
        """End a stop or the guiding: the arm is idle."""
        self._end(MoveStatus.ABORTED, RobotMode.IDLE)
        self.errors = frozenset()

    def guide(self) -> None:
        """Let the arm be moved by hand: it sways around its pose."""
        self._end(MoveStatus.ABORTED, RobotMode.GUIDING)
        self.arm.sway()

    def restart(self) -> None:
        """Switch the controller off and on: its clock restarts."""
        self._end(MoveStatus.ABORTED, RobotMode.IDLE)
        self.message_id, self.errors, self.last_errors = 0, frozenset(), frozenset()
        self.load = Load(0.0)

    def _end(self, status: MoveStatus, mode: RobotMode) -> None:
        self.mode = mode
        if self._motion is not None:
            self.ended.append(status)
        self._motion, self._controller = None, _IDLE_CONTROLLER
        self.arm.finish()


FAULTS: Mapping[str, Callable[[FrankaController], None]] = {
    "reflex": FrankaController.reflex,
    "user-stop": FrankaController.user_stop,
    "release": FrankaController.release,
    "guide": FrankaController.guide,
}
"""Faults and events that can be made to happen at the arm, by name."""
