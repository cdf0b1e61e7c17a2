"""The window's process stays light: no solver, no compiler, no HDF5 in it."""

import subprocess
import sys

HEAVY = ("sklearn", "cvxpy", "numba", "llvmlite", "scipy", "h5py", "mujoco", "reportlab")


def test_window_code_imports_nothing_heavy() -> None:
    program = f"import sys, app.gui, app.window\nprint([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"


def test_what_comes_back_from_the_worker_brings_nothing_heavy() -> None:
    modules = "app.work.excitation, app.work.circumstances, core.excitation.runs.excitation_run"
    program = f"import sys, {modules}\nprint([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"


def test_a_session_with_a_robot_stays_light_too() -> None:
    modules = "app.procedures.session, app.procedures.check, app.procedures.record, app.procedures.excite"
    heavy = tuple(name for name in HEAVY if name != "h5py")  # parts of recordings are read with it
    program = f"import sys, {modules}\nprint([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"
