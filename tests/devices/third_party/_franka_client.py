"""What a user of the maker's client or of franky does: ``python _franka_client.py WHAT ADDRESS``.

Prints one JSON object. Its interpreter needs ``pylibfranka`` or ``franky`` and nothing of this program.
"""

import itertools
import json
import math
import sys

STATES = 2000


def connected(address):
    import pylibfranka

    return pylibfranka, pylibfranka.Robot(address, pylibfranka.RealtimeConfig.kIgnore)


def states(address):
    """Read states one after another, as fast as they come."""
    library, robot = connected(address)
    seen = [robot.read_once() for _ in range(STATES)]
    times = [round(1000 * state.time.to_sec()) for state in seen]
    state = seen[-1]
    model = robot.load_model()
    return {
        "steps": [after - before for before, after in itertools.pairwise(times)],
        "mode": state.robot_mode == library.RobotMode.Idle,
        "bend": [motor - joint for motor, joint in zip(state.theta, state.q, strict=True)],
        "torque": list(state.tau_J),
        "gravity": list(model.gravity(state)),
    }


def load(address):
    """Set a load, read it back, and try one that is too heavy."""
    library, robot = connected(address)
    robot.set_load(1.25, [0.01, 0.02, 0.03], [0.001, 0, 0, 0, 0.001, 0, 0, 0, 0.001])
    while (state := robot.read_once()).m_load == 0.0:
        pass
    found = {"mass": state.m_load, "center": list(state.F_x_Cload), "inertia": list(state.I_load)}
    try:
        robot.set_load(9.0, [0.0, 0.0, 0.0], [0.0] * 9)
    except library.CommandException as error:
        found["refused"] = str(error)
    return found


def motion(address):
    """Turn the last joint by 0.1 rad in a second, one set-point in each cycle."""
    library, robot = connected(address)
    control = robot.start_joint_position_control(library.ControllerMode.JointImpedance)
    state, _ = control.readOnce()
    start, passed, cycles = list(state.q_d), 0.0, 0
    while passed < 1.0:
        state, period = control.readOnce()
        passed, cycles = passed + period.to_sec(), cycles + 1
        target = list(start)
        target[6] += 0.05 * (1.0 - math.cos(math.pi * min(passed, 1.0)))
        command = library.JointPositions(target)
        command.motion_finished = passed >= 1.0
        control.writeOnce(command)
    del control
    seen = [robot.read_once() for _ in range(200)]
    return {"cycles": cycles, "way": [now - before for now, before in zip(seen[-1].q, start, strict=True)]}


def velocity(address):
    """Turn the last joint by 0.1 rad in a second, by its speed."""
    library, robot = connected(address)
    control = robot.start_joint_velocity_control(library.ControllerMode.JointImpedance)
    state, _ = control.readOnce()
    start, passed = list(state.q), 0.0
    while passed < 1.0:
        _, period = control.readOnce()
        passed += period.to_sec()
        speed = 0.05 * math.pi * math.sin(math.pi * min(passed, 1.0))
        command = library.JointVelocities([0.0] * 6 + [speed])
        command.motion_finished = passed >= 1.0
        control.writeOnce(command)
    del control
    seen = [robot.read_once() for _ in range(200)]
    return {"way": [now - before for now, before in zip(seen[-1].q, start, strict=True)]}


def errors(address):
    """For each line of the input: the names of the errors that are present then."""
    _, robot = connected(address)
    names = [name for name in dir(robot.read_once().current_errors) if not name.startswith("_")]
    found = []
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    for _ in sys.stdin:
        for _ in range(50):
            state = robot.read_once()
        now = [name for name in names if getattr(state.current_errors, name) is True]
        found.append(now)
        sys.stdout.write("seen\n")
        sys.stdout.flush()
    return found


def jog(address):
    """Let franky plan a motion of the last joint, and carry it out."""
    import franky

    robot = franky.Robot(address, realtime_config=franky.RealtimeConfig.Ignore)
    robot.relative_dynamics_factor = 0.05
    start = [float(angle) for angle in robot.state.q]
    target = [*start[:6], start[6] + 0.1]
    robot.move(franky.JointMotion(target))
    return {"target": target, "reached": [float(angle) for angle in robot.state.q]}


if __name__ == "__main__":
    known = {each.__name__: each for each in (states, load, motion, velocity, errors, jog)}
    sys.stdout.write(json.dumps(known[sys.argv[1]](sys.argv[2])) + "\n")
