"""The state of an emulated controller of Universal Robots: modes, safety, clock, fields and registers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from core.robot.library import load_robot
from devices.emulated.arm import Arm, ArmRow
from devices.emulated.controller_settings import ControllerSettings
from devices.emulated.pendant import Pendant
from devices.emulated.recorded_rows import Values, zero_of
from devices.emulated.ur_programs import UrPrograms
from devices.protocol_rtde.fields_ur import INPUTS, OUTPUTS, Field
from devices.protocol_rtde.values import DataType, width_of
from devices.universal_robots.dialect import RTDE, Dialect
from devices.universal_robots.recipe import TIME, ZERO_CELSIUS_K
from devices.universal_robots.state import (
    RUNTIME_PAUSED,
    RUNTIME_PLAYING,
    RUNTIME_STOPPED,
    RobotMode,
    Safety,
)

UPTIME_S = 100.0
"""Age of the controller's clock when the emulation starts: booted some time ago."""
JOINT_RUNNING, JOINT_IDLE, JOINT_OFF = 253, 255, 239
"""Values of ``joint_mode``."""
_JOINT_MODES = {RobotMode.RUNNING: JOINT_RUNNING, RobotMode.IDLE: JOINT_IDLE}
_EMERGENCY = {Safety.SYSTEM_EMERGENCY_STOP, Safety.ROBOT_EMERGENCY_STOP}
_SAFETY_BITS = {
    Safety.NORMAL: 1 << 0,
    Safety.REDUCED: 1 << 1,
    Safety.PROTECTIVE_STOP: 1 << 2 | 1 << 10,
    Safety.RECOVERY: 1 << 3,
    Safety.SAFEGUARD_STOP: 1 << 4 | 1 << 10,
    Safety.SYSTEM_EMERGENCY_STOP: 1 << 5 | 1 << 7 | 1 << 10,
    Safety.ROBOT_EMERGENCY_STOP: 1 << 6 | 1 << 7 | 1 << 10,
    Safety.VIOLATION: 1 << 8 | 1 << 10,
    Safety.FAULT: 1 << 9 | 1 << 10,
}


class UrController:
    """One controller in front of an arm; without one its joints are where the fields are set.

    It starts powered, with open brakes, in remote mode, normal and at full speed. One thread uses it.
    """

    dialect: Dialect = RTDE
    executing: type[UrPrograms] = UrPrograms

    def __init__(self, settings: ControllerSettings, arm: Arm | None) -> None:
        self.settings, self.version = settings, settings.version
        self._arm = arm
        self.timestamp = UPTIME_S
        self.mode, self.safety = RobotMode.RUNNING, Safety.NORMAL
        self.is_remote = True
        self.is_playing = False
        """True while the program at the pendant runs."""
        self.programs = self.executing(self, arm)
        self.pendant: Pendant | None = None
        """Jogs the arm; None without an arm."""
        self.types, self.input_types = self._offered()
        self.values: dict[str, Any] = {
            name: zero_of(kind, width_of(kind)) for name, kind in (self.input_types | self.types).items()
        }
        self._owners: dict[str, object] = {}
        """Writer of each input."""
        self.spoilt: dict[str, Any] = {}
        """Fields that a fault sets, whatever the arm does."""
        self.values |= {
            "speed_scaling": 1.0,
            "target_speed_fraction": 1.0,
            "payload": settings.payload,
            "actual_main_voltage": 48.0,
            "actual_robot_voltage": 48.0,
            "actual_joint_voltage": [48.0] * 6,
        }
        if arm is not None:
            arm.set_brakes(engaged=False)
            robot = load_robot(settings.robot)
            self.pendant = Pendant(arm, robot, may_jog=lambda: self.is_ready and not self._has_program)
        self.refresh()

    def _offered(self) -> tuple[dict[str, DataType], dict[str, DataType]]:
        """Names and types of the outputs and the inputs."""

        def of(fields: Mapping[str, Field]) -> dict[str, DataType]:
            return {name: field.kind for name, field in fields.items() if field.is_in(self.version)}

        return of(OUTPUTS), of(INPUTS)

    def step(self, seconds: float) -> None:
        """Run the arm and its program for one control period."""
        self.timestamp += seconds
        self.programs.step()
        if self.pendant is not None:
            self.pendant.step(seconds)
        if self._arm is not None:
            self._arm.step()

    def forgive(self, seconds: float) -> None:
        """Count no silence for device time that passes beyond that of this computer."""
        self.programs.forgive(seconds)

    def refresh(self) -> None:
        """Bring the fields up to this moment, before they are sent."""
        if self._arm is not None:
            self.values |= _fields_of(self._arm.row())
        self.values[TIME] = self.timestamp
        self._refresh_states()
        self.values |= self.spoilt

    def take_recorded(self, row: Values) -> None:
        """Show a recorded row."""
        self.values |= row
        self.timestamp = float(row[TIME])  # type: ignore[arg-type]  # one number
        self._refresh_states()

    def _refresh_states(self) -> None:
        is_on = self.mode in {RobotMode.POWER_ON, RobotMode.IDLE, RobotMode.BACKDRIVE, RobotMode.RUNNING}
        self.values |= {
            "robot_mode": int(self.mode),
            "safety_mode": int(self.safety),
            "safety_status": int(self.safety),
            "safety_status_bits": _SAFETY_BITS.get(self.safety, 1 << 10),
            "robot_status_bits": int(is_on) | self.is_program_running << 1,
            "runtime_state": self._runtime_state,
            "joint_mode": [_JOINT_MODES.get(self.mode, JOINT_OFF)] * 6,
        }

    @property
    def is_ready(self) -> bool:
        """True if a program may run."""
        return self.mode is RobotMode.RUNNING and self.safety in {Safety.NORMAL, Safety.REDUCED}

    @property
    def is_program_running(self) -> bool:
        """True while a program runs, at the pendant or one that was sent."""
        return self.is_playing or (self.programs.is_under_way and not self.programs.is_paused)

    @property
    def _has_program(self) -> bool:
        """True while a program has the arm, even a paused one."""
        return self.is_playing or self.programs.is_under_way

    @property
    def _runtime_state(self) -> int:
        if self.programs.is_paused:
            return RUNTIME_PAUSED
        return RUNTIME_PLAYING if self.is_program_running else RUNTIME_STOPPED

    # Power and safety

    def power_on(self) -> None:
        """Switch the arm on; its brakes stay closed."""
        if self.mode is RobotMode.POWER_OFF and self.safety not in _EMERGENCY:
            self.mode = RobotMode.IDLE

    def release_brakes(self) -> None:
        """Open the brakes of an arm that has power."""
        if self.mode is RobotMode.IDLE:
            self.mode = RobotMode.RUNNING
            self._set_brakes(engaged=False)

    def power_off(self) -> None:
        """Close the brakes and switch the arm off."""
        self._end_program()
        self.mode = RobotMode.POWER_OFF
        self._set_brakes(engaged=True)

    def restart(self) -> None:
        """Switch the whole controller off and on: a new clock, nothing powered, no program."""
        self.power_off()
        self.timestamp = 0.0
        self.safety = Safety.NORMAL
        self._owners.clear()
        self.refresh()

    def protective_stop(self) -> None:
        """Stop the arm as after a collision; it keeps its power, and a program that was sent is paused."""
        self._pause_program()
        self.safety = Safety.PROTECTIVE_STOP

    def safeguard_stop(self) -> None:
        """Stop the arm as by an opened guard; a program that was sent is paused."""
        self._pause_program()
        self.safety = Safety.SAFEGUARD_STOP

    def emergency_stop(self) -> None:
        """Stop the arm and take its power."""
        self.power_off()
        self.safety = Safety.ROBOT_EMERGENCY_STOP

    def reduced_mode(self) -> None:
        """Work with the reduced limits."""
        self.safety = Safety.REDUCED

    def normal(self) -> None:
        """End a stop or the reduced mode."""
        self.safety = Safety.NORMAL

    def set_speed(self, share: float) -> None:
        """Move the speed slider."""
        self.values |= {"speed_scaling": share, "target_speed_fraction": share}

    def hang(self, mass: float, center: Sequence[float]) -> None:
        """Hang a load on the flange, kg, its centre (3,) m in the flange frame; 0 for none."""
        if self._arm is not None:
            self._arm.hang(mass, center)

    def play(self) -> None:
        """Start a program at the pendant: the arm sways around its pose."""
        if self.is_ready and not self.is_playing:
            self.programs.end()
            self.is_playing = True
            if self._arm is not None:
                self._arm.sway()

    def stop(self) -> None:
        """Stop the program at the pendant."""
        self._end_program()

    def _pause_program(self) -> None:
        if self.programs.is_under_way:
            self.programs.pause()
        else:
            self._end_program()

    def _end_program(self) -> None:
        self.is_playing = False
        self.programs.end()
        if self._arm is not None:
            self._arm.halt()

    def _set_brakes(self, *, engaged: bool) -> None:
        if self._arm is not None:
            self._arm.set_brakes(engaged=engaged)

    # Inputs

    def owner_of(self, name: str) -> object | None:
        """The client that writes this input; None if none does."""
        return self._owners.get(name)

    def claim(self, names: tuple[str, ...], owner: object) -> None:
        """Note who writes these inputs from now on."""
        self._owners |= dict.fromkeys(names, owner)

    def let_go(self, owner: object) -> None:
        """Free the inputs of a client that is gone."""
        self._owners = {name: kept for name, kept in self._owners.items() if kept is not owner}

    def write(self, values: Mapping[str, Any]) -> None:
        """Take in what a client writes; the registers can be read back as outputs."""
        self.values |= values
        self.programs.note_written(values)
        if values.get("speed_slider_mask"):
            self.set_speed(float(self.values["speed_slider_fraction"]))


def _fields_of(row: ArmRow) -> dict[str, Any]:
    return {
        "actual_q": row.position.tolist(),
        "actual_qd": row.velocity.tolist(),
        "target_q": row.target_position.tolist(),
        "target_qd": row.target_velocity.tolist(),
        "target_qdd": row.target_acceleration.tolist(),
        "actual_current": row.current.tolist(),
        "target_current": row.target_current.tolist(),
        "joint_control_output": row.target_current.tolist(),
        "target_moment": row.target_moment.tolist(),
        "actual_current_as_torque": row.torque.tolist(),
        "joint_temperatures": (row.temperature - ZERO_CELSIUS_K).tolist(),
    }


FAULTS: Mapping[str, Callable[[UrController], None]] = {
    "protective-stop": UrController.protective_stop,
    "safeguard-stop": UrController.safeguard_stop,
    "emergency-stop": UrController.emergency_stop,
    "reduced": UrController.reduced_mode,
    "normal": UrController.normal,
    "power-off": UrController.power_off,
    "power-on": UrController.power_on,
    "release-brakes": UrController.release_brakes,
    "play": UrController.play,
    "stop": UrController.stop,
}
"""Faults and events that can be made to happen at the controller, by name."""
