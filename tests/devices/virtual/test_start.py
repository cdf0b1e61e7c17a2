"""A virtual robot starts within a moment: its process loads the physics and nothing else that is heavy."""

import subprocess
import sys

HEAVY = ("scipy.interpolate", "scipy.optimize", "scipy.signal", "scipy.stats", "h5py", "PySide6", "glfw")


def test_the_process_of_a_virtual_robot_loads_only_what_it_needs(repository):
    program = (
        "import sys\n"
        "from devices.virtual import launch\n"
        "import devices.open_arm.controller\n"
        "try:\n    launch.be_virtual_robot(None, 0, '', None)\n"
        "except Exception as error:\n    assert isinstance(error, AttributeError), error\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        cwd=repository,
    )
    assert done.stdout.strip() == "[]"
