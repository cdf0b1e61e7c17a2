"""What a user of ``ur_rtde`` does, as a program of its own: ``python _ur_rtde_client.py WHAT ADDRESS``.

Prints one JSON object. Its interpreter needs ``ur_rtde`` and nothing of this program.
"""

import json
import sys
import threading

LOOK_S = 0.01


def receive(address):
    import rtde_receive

    receiver = rtde_receive.RTDEReceiveInterface(address, 125.0)
    stamp = receiver.getTimestamp()
    _wait(lambda: receiver.getTimestamp() > stamp + 0.2)
    found = {
        "current": receiver.getActualCurrent(),
        "moment": receiver.getTargetMoment(),
        "temperature": receiver.getJointTemperatures(),
        "mode": receiver.getRobotMode(),
        "payload": receiver.getPayload(),
    }
    _say("received")
    _wait(receiver.isProtectiveStopped)
    receiver.disconnect()
    return found


def control(address):
    import rtde_control
    import rtde_receive

    receiver = rtde_receive.RTDEReceiveInterface(address)
    controller = rtde_control.RTDEControlInterface(address)
    home = receiver.getActualQ()
    target = [angle + 0.1 for angle in home]
    moved = controller.moveJ(target, 0.5, 1.0)
    reached = receiver.getActualQ()
    controller.setPayload(2.5, [0.01, 0.0, 0.1])
    _wait(lambda: receiver.getPayload() == 2.5)
    found = {"moved": moved, "target": target, "reached": reached, "center": receiver.getPayloadCog()}
    controller.moveJ(home, 0.05, 0.5, asynchronous=True)  # 2 s
    _wait(lambda: max(map(abs, receiver.getActualQd())) > 0.03)
    found["moves"] = controller.getAsyncOperationProgressEx().isAsyncOperationRunning()
    controller.stopJ(2.0)
    found["stopped"] = receiver.getActualQ()
    stopped_at = receiver.getTimestamp()
    _wait(lambda: receiver.getTimestamp() > stopped_at + 0.5)
    found["later"] = receiver.getActualQ()
    found["home"] = home
    controller.stopScript()
    _wait(lambda: not controller.isProgramRunning())
    controller.disconnect()
    return found


def dashboard(address):
    import dashboard_client

    client = dashboard_client.DashboardClient(address)
    client.connect()
    found = {
        "mode": client.robotmode(),
        "serial": client.getSerialNumber(),
        "model": client.getRobotModel(),
        "remote": client.isInRemoteControl(),
    }
    client.powerOff()
    found["later"] = client.robotmode()
    client.disconnect()
    return found


def _say(line):
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _wait(condition):
    look = threading.Event()
    while not condition():
        look.wait(LOOK_S)


if __name__ == "__main__":
    _say(json.dumps(globals()[sys.argv[1]](sys.argv[2])))
