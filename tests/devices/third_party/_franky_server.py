"""A simulated arm of ``franky-sim``: ``python _franky_server.py ADDRESS [KG X Y Z]``, until its input ends.

Its interpreter needs ``franky_sim`` and nothing of this program. While a client moves
the arm, each cycle waits for its set-point, so that a busy computer stretches the time of the simulation. And
a load may hang on the flange, kg and m in its frame, as a ball of which the controller knows nothing. Prints
one JSON line when it serves; each line of input is answered by one with the truth about the joints.
"""

import json
import select
import sys
import threading
import xml.etree.ElementTree as ET

from franky_sim import SimulationServer
from franky_sim.mujoco_simulator import MujocoSimulator

SET_POINT_S = 0.1
"""Longest wait for a set-point; after that the arm holds the last one, as it does without us.

A client that begins a motion wants states before it sends the first, and calls a second without any lost.
"""
STEEL = 7850.0
"""kg/m³."""
STIFFNESS = (4500.0, 4500.0, 3500.0, 3500.0, 400.0, 400.0, 400.0)
DAMPING = (450.0, 450.0, 350.0, 350.0, 40.0, 40.0, 40.0)
"""Of its position controller. With its own 200 N·m·s/rad a light wrist chatters at every cycle between both
bounds of its torque, and shakes its friction away.
"""
FLANGE = "robot0_hand"
"""Body of the hand; its frame is that of the flange turned by 45° about the axis."""


def hang(simulator, mass, center):
    """Hang a load under the hand of the first robot, before the simulation begins."""
    hand = next(body for body in simulator.worldbody.iter("body") if body.get("name") == FLANGE)
    # the hand is turned by -45° about the flange's axis
    flange = ET.SubElement(hand, "body", name="flange_of_load", quat="0.9238795325 0 0 0.3826834324")
    radius = (3.0 * mass / (4.0 * 3.141592653589793 * STEEL)) ** (1.0 / 3.0)
    inertia = 0.4 * mass * radius**2
    ET.SubElement(
        flange, "inertial", mass=str(mass), pos=" ".join(map(str, center)), diaginertia=f"{inertia} " * 3
    )


def serve(server, ended):
    """Run cycle after cycle at its own pace."""
    while not ended.is_set():
        server.run_once()
        for robot in server.robot_servers:
            wanted = robot._FrankaServer__udp_socket
            if robot.current_motion_id and wanted is not None:
                select.select([wanted], [], [], SET_POINT_S)


def say(what):
    """Write one line."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def main():
    """Serve until the input ends."""
    address, *load = sys.argv[1:]
    ended = threading.Event()
    with MujocoSimulator() as simulator:
        robot = simulator.add_robot(kp=STIFFNESS, kv=DAMPING)
        if load:
            mass, *center = map(float, load)
            hang(simulator, mass, center)
        with SimulationServer(simulator, hostname_candidates=[address]) as server:
            thread = threading.Thread(target=serve, args=(server, ended), daemon=True)
            thread.start()
            say({"address": robot.hostname})
            for _ in sys.stdin:
                state = robot.inner_state
                told = {"q": list(state.q), "dq": list(state.dq), "tau": list(state.tau_j)}
                say({**told, "load": robot.m_load})
            ended.set()
            thread.join()


if __name__ == "__main__":
    main()
