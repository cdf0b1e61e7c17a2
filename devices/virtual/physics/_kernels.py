"""Compiled kernels: one step of the virtual arm's forces, its position loop and its sensors.

Private: other code uses ``devices.virtual.physics.arm``. Each kernel works on all joints at one time and
writes into the arrays that it gets; nothing is allocated. All kernels are in one file because the
compiler's cache does not notice a change in another file.

Motor positions ``u`` are shaft angles divided by each motor's own ratio, ``u = B θ`` with ones on the
diagonal of B; friction, ripple and drives act on them. The rows of ``constants`` and ``state`` are named
below; the elasto-plastic elements occupy consecutive rows from a first row on. Tuples of arrays group
what belongs together.

Friction is a generalised Maxwell-slip model (Al-Bender, Lampaert, Swevers, IEEE Trans. Automatic
Control 50 (2005) 11, 1883-1887) whose elements yield at once.
"""

import math
from typing import Any

from core.compiling import inlined, kernel
from devices.virtual.physics.native import call_step

FRICTION_ELEMENTS = 6
HYSTERESIS_ELEMENTS = 4

# rows of constants (…, n)
STIFFNESS = 0
HALF_GAP = 1
RATIO = 2
ERROR_SINE = 3  # 3 rows
ERROR_COSINE = 6  # 3 rows
RIPPLE_SINE = 9  # 3 rows
RIPPLE_COSINE = 12  # 3 rows
COULOMB = 15
STRIBECK_RISE = 16
STRIBECK_SPEED = 17
VISCOUS = 18
FULL_SPEED = 19
THINNING_SPEED = 20
ASYMMETRY = 21
LOAD_SHARE = 22
PER_KELVIN = 23
COLDEST = 24
WARMEST = 25
WARMING_PER_WATT = 26
WARMING_RATE = 27
BRAKE_STIFFNESS = 28
BRAKE_TORQUE = 29
BRAKE_DAMPING = 30
GAIN = 31
SLIP_STIFFNESS = 32  # 6 rows
SLIP_SHARE = 38  # 6 rows
HYSTERESIS_STIFFNESS = 44  # 4 rows
HYSTERESIS_SATURATION = 48  # 4 rows
NOMINAL_GAIN = 52
PEAK_TORQUE = 53
POSITION_GAIN = 54
FEEDFORWARD = 55
SPEED_GAIN = 56
INTEGRAL_GAIN = 57
MOTOR_STEP = 58  # shaft rad per count
SHAFT_ZERO = 59  # shaft rad where u is 0
REPORTED_SIGN = 60
REPORTED_ZERO = 61
LINK_STEP = 62  # rad (m) per count, 0 without a link encoder
LINK_ZERO = 63
CONSTANT_ROWS = 64

# rows of state (…, n)
MOTOR = 0  # u
MOTOR_SPEED = 1
STRETCH = 2  # of the gear's elastic parts, without gap and transmission error
TEMPERATURE = 3
TORQUE = 4  # of the motors, at the joint side, as they really give it
CURRENT = 5
BRAKE_ON = 6
BRAKE = 7  # torque of the brake
FRICTION = 8
TRANSMITTED = 9  # torque of the gears on the links
ON_MOTOR = 10  # all torques on the motors
SEEN = 11  # motor position by its encoder
SEEN_SPEED = 12
INTEGRAL = 13
SLIP = 14  # 6 rows
HYSTERESIS = 20  # 4 rows
FLANK = 24  # position of the teeth within the backlash gap
GEAR_FORCE = 25  # of spring and hysteresis at STRETCH
STATE_ROWS = 26

# rows of compensators (m, …)
COMPENSATED_JOINT = 0
IS_CYLINDER = 1
COMPENSATOR_FIELDS = 8

# channels of the history (…, channel, n)
MOTOR_CHANNEL = 0
LINK_CHANNEL = 1
CURRENT_CHANNEL = 2


@inlined
def _clipped(value: Any, low: Any, high: Any) -> Any:
    """The value limited to [low, high]."""
    return min(max(value, low), high)


@kernel
def compensator_torque(compensator: Any, position: Any) -> Any:
    """Torque of a counterbalance on its joint, by virtual work.

    ``compensator`` (8,): joint; 1 for a gas cylinder, 0 for a spring; for a spring its stiffness and rest
    position; for a cylinder the angle offset, the distances of its two ends from the axis, the area of the
    piston, pressure times volume of the gas, and its volume at full length.
    """
    if compensator[1] == 0.0:
        return compensator[2] * (compensator[3] - position)
    pivot, crank, area = compensator[3], compensator[4], compensator[5]
    angle = position + compensator[2]
    # the crank's end, the pivot lying on the x axis; its path per radian is at right angles to it
    end_x, end_y = crank * math.cos(angle), crank * math.sin(angle)
    rod_x, rod_y = end_x - pivot, end_y
    rod = math.sqrt(rod_x * rod_x + rod_y * rod_y)
    rod_per_radian = (rod_x * -end_y + rod_y * end_x) / rod
    gas = compensator[7] - area * (rod - (pivot - crank))
    pushing = compensator[6] / gas * area  # against the rod getting longer, which takes the gas's room
    return -pushing * rod_per_radian


@kernel
def transmission_error(constants: Any, joint: Any, motor: Any) -> Any:
    """Transmission error of the gear at a motor position, and its slope there."""
    ratio = constants[RATIO, joint]
    sine, cosine = math.sin(ratio * motor), math.cos(ratio * motor)
    error, slope, wave = 0.0, 0.0, ratio
    for harmonic in range(3):
        a, b = constants[ERROR_SINE + harmonic, joint], constants[ERROR_COSINE + harmonic, joint]
        error += a * sine + b * cosine
        slope += wave * (a * cosine - b * sine)
        sine, cosine = 2.0 * sine * cosine, cosine * cosine - sine * sine  # of twice the angle
        wave *= 2.0
    return error, slope


@kernel
def torque_ripple(constants: Any, joint: Any, motor: Any) -> Any:
    """Torque ripple of the motor at a position: the slope of an energy, so it does no net work."""
    angle = constants[RATIO, joint] * motor
    sine, cosine, ripple = math.sin(angle), math.cos(angle), 0.0
    for harmonic in range(3):
        ripple += constants[RIPPLE_SINE + harmonic, joint] * sine
        ripple += constants[RIPPLE_COSINE + harmonic, joint] * cosine
        sine, cosine = 2.0 * sine * cosine, cosine * cosine - sine * sine
    return ripple


@kernel
def friction_torque(constants: Any, state: Any, joint: Any, path: Any, speed: Any, load: Any) -> Any:
    """Friction of one motor after a further ``path``; the states of its elements are updated."""
    coldest = constants[COLDEST, joint]
    kelvin = _clipped(state[TEMPERATURE, joint], coldest, constants[WARMEST, joint]) - coldest
    warm = 1.0 + constants[PER_KELVIN, joint] * kelvin
    ratio = speed / constants[STRIBECK_SPEED, joint]
    rise = 1.0 + constants[STRIBECK_RISE, joint] / (1.0 + ratio * ratio)
    yielding = constants[COULOMB, joint] * rise * warm + constants[LOAD_SHARE, joint] * abs(load)
    forward, backward = 1.0 + constants[ASYMMETRY, joint], 1.0 - constants[ASYMMETRY, joint]
    # generalised Maxwell-slip: elements in parallel, each limited to its share of the yield torque
    dry = 0.0
    for element in range(FRICTION_ELEMENTS):
        limit = yielding * constants[SLIP_SHARE + element, joint]
        force = state[SLIP + element, joint] + constants[SLIP_STIFFNESS + element, joint] * path
        force = _clipped(force, -limit * backward, limit * forward)
        state[SLIP + element, joint] = force
        dry += force
    share = speed / constants[FULL_SPEED, joint]
    bend = constants[THINNING_SPEED, joint]
    bend *= bend
    thinning = (1.0 + share * share / bend) / (1.0 + 1.0 / bend)
    viscous = constants[VISCOUS, joint] * warm * share / math.sqrt(math.sqrt(thinning))
    return dry + viscous * (forward if speed > 0.0 else backward)


@inlined
def _stretched(constants: Any, state: Any, joint: Any, stretch: Any) -> Any:
    """Force of spring and hysteresis at a stretch; the state is not changed."""
    path = stretch - state[STRETCH, joint]
    force = constants[STIFFNESS, joint] * stretch
    for element in range(HYSTERESIS_ELEMENTS):
        limit = constants[HYSTERESIS_SATURATION + element, joint]
        held = state[HYSTERESIS + element, joint] + constants[HYSTERESIS_STIFFNESS + element, joint] * path
        force += _clipped(held, -limit, limit)
    return force


@inlined
def _flank(constants: Any, state: Any, joint: Any, stretch: Any) -> Any:
    """Position of worn teeth within their gap after a total deflection of ``stretch``.

    A flank can only push. Where the force would change its sign, the teeth separate at the unloaded stretch
    and move through the gap until they meet the other flank, or the same one again.
    """
    half, flank = constants[HALF_GAP, joint], state[FLANK, joint]
    tried = _stretched(constants, state, joint, stretch - flank)
    if not ((tried > 0.0 and flank < half) or (tried < 0.0 and flank > -half)):
        return flank
    # the zero of the force within this step, by linear interpolation
    held = state[GEAR_FORCE, joint]
    share = _clipped(held / (held - tried), 0.0, 1.0) if held * tried < 0.0 else 0.0
    unloaded = state[STRETCH, joint] + share * (stretch - flank - state[STRETCH, joint])
    return _clipped(stretch - unloaded, -half, half)


@inlined
def _gear_force(constants: Any, state: Any, joint: Any, stretch: Any) -> Any:
    """Force of a gear at a stretch, 0 within its gap; the hysteresis state is updated."""
    half = constants[HALF_GAP, joint]
    if half > 0.0:
        state[FLANK, joint] = _flank(constants, state, joint, stretch)
    elastic = stretch - state[FLANK, joint]
    path = elastic - state[STRETCH, joint]
    state[STRETCH, joint] = elastic
    force = constants[STIFFNESS, joint] * elastic
    for element in range(HYSTERESIS_ELEMENTS):
        limit = constants[HYSTERESIS_SATURATION + element, joint]
        held = state[HYSTERESIS + element, joint]
        held = _clipped(held + constants[HYSTERESIS_STIFFNESS + element, joint] * path, -limit, limit)
        state[HYSTERESIS + element, joint] = held
        force += held
    state[GEAR_FORCE, joint] = force
    return 0.0 if -half < state[FLANK, joint] < half else force


@inlined
def _brake(constants: Any, state: Any, joint: Any, path: Any, speed: Any) -> Any:
    """Torque of a closed brake against the motor: stiff until it slips."""
    if state[BRAKE_ON, joint] == 0.0:
        return 0.0
    limit = constants[BRAKE_TORQUE, joint]
    held = _clipped(state[BRAKE, joint] + constants[BRAKE_STIFFNESS, joint] * path, -limit, limit)
    state[BRAKE, joint] = held
    return _clipped(held + constants[BRAKE_DAMPING, joint] * speed, -limit, limit)


@inlined
def _move_motors(qpos: Any, qvel: Any, joints: Any, coupling: Any, state: Any) -> None:
    """Update motor positions and speeds; ON_MOTOR receives the paths since the last step."""
    n = state.shape[1]
    for motor in range(n):
        position, speed = 0.0, 0.0
        for joint in range(n):
            part = coupling[0, motor, joint]
            if part != 0.0:
                position += part * qpos[joints[0, joint]]
                speed += part * qvel[joints[0, joint]]
        state[ON_MOTOR, motor] = position - state[MOTOR, motor]
        state[MOTOR, motor], state[MOTOR_SPEED, motor] = position, speed


@inlined
def _record(qpos: Any, joints: Any, state: Any, history: Any, step: Any) -> None:
    """Store true values, which the sensors show after the lag of their channels."""
    slot = step % history.shape[0]
    for joint in range(state.shape[1]):
        history[slot, MOTOR_CHANNEL, joint] = state[MOTOR, joint]
        history[slot, LINK_CHANNEL, joint] = qpos[joints[0, joint]] + qpos[joints[1, joint]]
        history[slot, CURRENT_CHANNEL, joint] = state[CURRENT, joint]


@kernel
def apply_forces(mechanics: Any, arm: Any, state: Any, history: Any, step: Any, step_s: Any) -> None:
    """Forces of gears, friction, ripple, brakes, drives and compensators on the joints, for one step.

    ``mechanics`` are MuJoCo's positions, velocities and applied forces, and the indices (2, n) of motor and
    flex joints in them. ``arm`` are the coupling (2, n, n), that is B and its inverse, the constants and
    the compensators.
    """
    qpos, qvel, applied, joints = mechanics
    coupling, constants, compensators = arm
    n = state.shape[1]
    _move_motors(qpos, qvel, joints, coupling, state)
    _record(qpos, joints, state, history, step)
    for joint in range(n):
        # the gear's error moves the spring's end; its slope is what the spring gives back to the motor
        error, slope = transmission_error(constants, joint, state[MOTOR, joint])
        force = _gear_force(constants, state, joint, qpos[joints[1, joint]] - error)
        state[TRANSMITTED, joint] = -force
        applied[joints[1, joint]] = -force
        state[FRICTION, joint] = force * slope
    for motor in range(n):
        load = 0.0
        for joint in range(n):
            load += coupling[1, joint, motor] * state[TRANSMITTED, joint]
        path, speed = state[ON_MOTOR, motor], state[MOTOR_SPEED, motor]
        reaction = state[FRICTION, motor]
        friction = friction_torque(constants, state, motor, path, speed, load)
        state[FRICTION, motor] = friction
        against = friction + _brake(constants, state, motor, path, speed)
        ripple = torque_ripple(constants, motor, state[MOTOR, motor])
        state[ON_MOTOR, motor] = state[TORQUE, motor] + ripple + reaction - against
        rise = constants[WARMING_PER_WATT, motor] * friction * speed
        cooling = state[TEMPERATURE, motor] - constants[COLDEST, motor]
        state[TEMPERATURE, motor] += step_s * constants[WARMING_RATE, motor] * (rise - cooling)
    for joint in range(n):
        total = 0.0
        for motor in range(n):
            total += coupling[0, motor, joint] * state[ON_MOTOR, motor]
        applied[joints[0, joint]] = total
    for row in range(compensators.shape[0]):
        joint = int(compensators[row, COMPENSATED_JOINT])
        angle = qpos[joints[0, joint]] + qpos[joints[1, joint]]
        torque = compensator_torque(compensators[row], angle)
        applied[joints[0, joint]] += torque
        applied[joints[1, joint]] += torque


@kernel
def observe(mechanics: Any, arm: Any, state: Any, history: Any, step: Any, period_s: Any) -> None:
    """The controller's measurement at the end of a period: motor encoder steps and their differences."""
    qpos, _, _, joints = mechanics
    coupling, constants, _ = arm
    n = state.shape[1]
    for motor in range(n):
        position = 0.0
        for joint in range(n):
            position += coupling[0, motor, joint] * qpos[joints[0, joint]]
        ratio, zero, width = (
            constants[RATIO, motor],
            constants[SHAFT_ZERO, motor],
            constants[MOTOR_STEP, motor],
        )
        counts = math.floor((ratio * position + zero) / width + 0.5)
        seen = (counts * width - zero) / ratio
        state[SEEN_SPEED, motor] = (seen - state[SEEN, motor]) / period_s
        state[SEEN, motor] = seen
        slot = step % history.shape[0]
        history[slot, MOTOR_CHANNEL, motor] = position
        history[slot, LINK_CHANNEL, motor] = qpos[joints[0, motor]] + qpos[joints[1, motor]]
        history[slot, CURRENT_CHANNEL, motor] = state[CURRENT, motor]


@kernel
def close_loop(set_points: Any, arm: Any, state: Any, period_s: Any) -> None:
    """One cycle of the cascaded position loop: joint set-points (2, n) to motor torques."""
    coupling, constants, _ = arm
    n = state.shape[1]
    for motor in range(n):
        wanted, wanted_speed = 0.0, 0.0
        for joint in range(n):
            wanted += coupling[0, motor, joint] * set_points[0, joint]
            wanted_speed += coupling[0, motor, joint] * set_points[1, joint]
        speed = constants[POSITION_GAIN, motor] * (wanted - state[SEEN, motor])
        speed += constants[FEEDFORWARD, motor] * wanted_speed - state[SEEN_SPEED, motor]
        integral = state[INTEGRAL, motor] + constants[INTEGRAL_GAIN, motor] * speed * period_s
        torque = constants[SPEED_GAIN, motor] * speed + integral
        limit = constants[PEAK_TORQUE, motor]
        if abs(torque) < limit or abs(integral) < abs(state[INTEGRAL, motor]):
            state[INTEGRAL, motor] = integral  # anti-windup: no integration in saturation
        current = _clipped(torque, -limit, limit) / constants[NOMINAL_GAIN, motor]
        state[CURRENT, motor] = current
        state[TORQUE, motor] = current * constants[GAIN, motor]


@kernel
def read_sensors(
    history: Any, lag: Any, step: Any, noise: Any, constants: Any, counts: Any, current: Any
) -> None:
    """Counts (2, n) and currents (n,) with the lag of their channels, ``lag`` (3,) in steps."""
    slots = history.shape[0]
    for channel in range(3):
        whole = int(lag[channel])
        part = lag[channel] - whole
        newer, older = (step - whole) % slots, (step - whole - 1) % slots
        for joint in range(current.shape[0]):
            # a lag between two steps is interpolated linearly
            value = (1.0 - part) * history[newer, channel, joint] + part * history[older, channel, joint]
            sign = constants[REPORTED_SIGN, joint]
            if channel == MOTOR_CHANNEL:
                shaft = constants[RATIO, joint] * value + constants[SHAFT_ZERO, joint]
                counts[0, joint] = math.floor(shaft / constants[MOTOR_STEP, joint] + 0.5)
            elif channel == CURRENT_CHANNEL:
                current[joint] = sign * (value + noise[joint])
            elif constants[LINK_STEP, joint] > 0.0:
                reported = sign * (value - constants[REPORTED_ZERO, joint]) + constants[LINK_ZERO, joint]
                counts[1, joint] = math.floor(reported / constants[LINK_STEP, joint] + 0.5)


@inlined
def _is_beyond(set_point: Any, arm: Any, state: Any, current: Any, watch: Any) -> Any:
    """True if a reading is beyond one of the bounds ``watch``, or not a number."""
    coupling, constants, _ = arm
    following, torque, lower, upper = watch
    for joint in range(state.shape[1]):
        position = 0.0
        for motor in range(state.shape[1]):
            position += coupling[1, joint, motor] * state[SEEN, motor]
        if not abs(set_point[joint] - position) <= following:
            return True
        if not abs(current[joint] * constants[NOMINAL_GAIN, joint]) <= torque[joint]:
            return True
        if not lower[joint] <= position <= upper[joint]:
            return True
    return False


@kernel
def run_steps(
    native: Any, mechanics: Any, arm: Any, state: Any, history: Any, step: Any, steps: Any, step_s: Any
) -> None:
    """Run physics steps from the number ``step`` on; ``native`` are the addresses of MuJoCo's step."""
    # forces first: MuJoCo integrates with the applied forces that it finds
    for number in range(step, step + steps):
        apply_forces(mechanics, arm, state, history, number, step_s)
        call_step(native[0], native[1], native[2])  # type: ignore[call-arg]  # the compiler adds one


@kernel
def run_periods(
    native: Any, mechanics: Any, arm: Any, inner: Any, timing: Any, set_points: Any, sensing: Any, found: Any
) -> Any:
    """Run control periods until a reading is beyond the watched bounds; return their number.

    ``inner`` are state and history, ``timing`` the number of the first step, the steps per period, and
    step and period in s. There are no ``set_points`` (k, 2, n) if the position loop is open. ``sensing``
    are the lag of the channels, the noise (k, n) and the bounds. ``found`` gets, for each period, the
    encoder counts (k, 2, n), and measured current, requested current, temperature, position and speed
    (k, 5, n).
    """
    state, history = inner
    step, steps, step_s, period_s = timing
    lag, noise, watch = sensing
    counts, readings = found
    looped = set_points.shape[0] > 0
    for period in range(noise.shape[0]):
        if looped:
            close_loop(set_points[period], arm, state, period_s)
        run_steps(native, mechanics, arm, state, history, step, steps, step_s)
        step += steps
        observe(mechanics, arm, state, history, step, period_s)
        current = readings[period, 0]
        read_sensors(history, lag, step, noise[period], arm[1], counts[period], current)
        for joint in range(state.shape[1]):
            readings[period, 1, joint] = state[CURRENT, joint]
            readings[period, 2, joint] = state[TEMPERATURE, joint]
            readings[period, 3, joint] = state[SEEN, joint]
            readings[period, 4, joint] = state[SEEN_SPEED, joint]
        if looped and _is_beyond(set_points[period, 0], arm, state, current, watch):
            return period + 1
    return noise.shape[0]
