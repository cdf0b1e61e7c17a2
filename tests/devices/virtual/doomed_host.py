"""A host that moves an arm until a person kills or freezes it; run as a program of its own.

Arguments: the controller's URI. Prints the number of the robot's process, 0 where it is not the host's
own, then ``moving``.
"""

import multiprocessing
import sys
import threading

from core.robot.library import load_robot
from devices.capabilities import ControllerKind
from devices.connection import open_controller
from devices.driving.pulse import Pulse
from devices.motion import MoveTo
from tests.devices.virtual.host import BEAT_S


def main() -> None:
    """Connect, move, and wait for the end."""
    pulse = Pulse()
    threading.Thread(target=beat, args=(pulse,), daemon=True).start()
    controller = open_controller(sys.argv[1], robot=load_robot("ec66"), pulse=pulse)
    controller.connect()
    while (block := controller.read(1.0)) is None:
        pass
    controller.arm()
    way = 1.5 if controller.capabilities.kind is ControllerKind.OPEN else 0.5
    controller.start(MoveTo(block.columns["position"][-1] + way, 0.15))
    tell(str(next((process.pid for process in multiprocessing.active_children()), 0)))
    controller.clock.sleep(0.5)
    tell("moving")
    while True:
        controller.clock.sleep(1.0)


def tell(line: str) -> None:
    """Print a line for the test that started this program."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def beat(pulse: Pulse) -> None:
    """Tick the pulse until the process ends."""
    while not threading.Event().wait(BEAT_S):
        pulse.tick()


if __name__ == "__main__":
    main()
