"""What a user of ``elirobots`` does, as a program of its own: ``python _elirobots_client.py ADDRESS``.

Prints one JSON object. The package ends its program at the first answer that it does not understand.
"""

import json
import sys
import threading

from elite import EC

FRAMES, LOOK_S = 100, 0.01


def seen(ec):
    look, counted = threading.Event(), lambda: getattr(ec, "_tt", 0)  # nothing is counted before the first
    before = counted()
    while counted() - before < FRAMES:
        look.wait(LOOK_S)
    info = ec.monitor_info
    return {
        "frames": counted() - before,
        "size": info.MessageSize,
        "position": info.machinePos,
        "torque": info.torque,
        "mode": info.robotMode,
        "servo": info.servoReady,
        "flange": info.machineFlangePose,
    }


def main(address):
    ec = EC(ip=address, name="emulated", auto_connect=True)
    found = {
        "mode": ec.mode.name,
        "state": ec.state.name,
        "emergency_stop": ec.estop_status,
        "version": ec.soft_version,
        "shown": repr(ec),
        "servo_on": ec.robot_servo_on(),
        "joint": ec.get_joint(),
        "motor": ec.get_motor_pos(),
        "torques": ec.joint_torques,
    }
    ec.monitor_thread_run()
    found["monitor"] = seen(ec)
    found["set_payload"] = ec.set_payload(0, 2.0, [0, 0, 50])
    found["payload"] = ec.get_payload(0)
    target = list(found["joint"])
    target[5] += 15.0
    target[1] -= 5.0
    found["moved"] = ec.move_joint(target, 20)  # waits until the state is not running any more
    found["target"], found["arrived"] = target, ec.get_joint()
    found["unknown"] = ec.send_CMD("noSuchMethod")
    ec.move_joint(found["joint"], 2, block=False)
    found["running"] = ec.state.name
    found["stopped"] = ec.stop()
    ec.wait_stop()
    found["between"] = ec.get_joint()
    ec.monitor_thread_stop()
    ec.disconnect_ETController()
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
