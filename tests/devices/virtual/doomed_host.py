"""A host that moves a virtual robot until somebody kills or freezes it; run as a program of its own.

Arguments: the robot's name as a URI. Prints the robot's process number, then ``moving``.
"""

import multiprocessing
import sys
import threading
import time

from core.robot.library import load_robot
from devices.motion import MoveTo
from devices.open_arm.pulse import Pulse
from devices.virtual.launch import open_virtual
from devices.virtual.settings import parse_virtual


def main() -> None:
    """Connect, move, and wait for the end."""
    settings, pulse = parse_virtual(sys.argv[1]), Pulse()
    robot = load_robot(settings.robot)
    threading.Thread(target=beat, args=(pulse,), daemon=True).start()
    controller = open_virtual(settings, robot=robot, pulse=pulse)
    controller.connect()
    while (block := controller.read(1.0)) is None:
        pass
    controller.arm()
    way = 1.5 if settings.kind == "open" else 0.5
    controller.start(MoveTo(block.columns["position"][-1] + way, 0.15))
    for process in multiprocessing.active_children():
        tell(str(process.pid))
    time.sleep(0.5)
    tell("moving")
    time.sleep(60.0)


def tell(line: str) -> None:
    """Say a line to whoever started this."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def beat(pulse: Pulse) -> None:
    """Tick for ever."""
    while True:
        pulse.tick()
        time.sleep(0.02)


if __name__ == "__main__":
    main()
