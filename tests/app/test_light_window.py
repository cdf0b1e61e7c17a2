"""The window's process stays light: no solver, no compiler, no HDF5 in it."""

import subprocess
import sys
from pathlib import Path

HEAVY = (
    *("sklearn", "clarabel", "cvxpy", "numba", "llvmlite", "scipy", "sympy", "h5py", "mujoco", "reportlab"),
    *("pinocchio", "matplotlib", "pandas"),
)
WITH_A_ROBOT = tuple(name for name in HEAVY if name != "h5py")  # parts of recordings are read with it


def test_window_code_imports_nothing_heavy() -> None:
    pages = (".".join(page.with_suffix("").parts) for page in Path("app/features").glob("*/*page.py"))
    program = (
        f"import sys, app.shell.gui, app.shell.window, {', '.join(sorted(pages))}\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_what_comes_back_from_the_worker_brings_nothing_heavy() -> None:
    modules = "app.features.excitation.tasks, app.arm.circumstances, core.excitation.runs.excitation_run"
    program = f"import sys, {modules}\nprint([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_session_with_a_robot_stays_light_too() -> None:
    features = ("encoders", "recording", "excitation")
    modules = ", ".join(("app.arm.session", *(f"app.features.{name}.procedure" for name in features)))
    program = f"import sys, {modules}\nprint([name for name in {WITH_A_ROBOT!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_turning_all_pages_with_a_robot_and_a_result_loads_nothing_heavy(tmp_path: Path) -> None:
    """In whatever thread: an import anywhere in the process holds the window up."""
    turning = [sys.executable, "-m", "tests.app.turned_pages", str(tmp_path), *WITH_A_ROBOT]
    done = subprocess.run(turning, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"


def test_the_sections_of_a_report_are_listed_without_their_presentations() -> None:
    """The report page lists them whenever the visit changes, on the window's thread."""
    program = """
import sys
import app.shell.window
from app.guide.feature import sections
before = set(sys.modules)
assert {section.key for section in sections()} == {"drive_gains", "payload", "elasticity", "stiffness"}
new = sorted(name.rpartition(".")[2] for name in set(sys.modules) - before)
print([name for name in new if name in {"presentation", "tasks", "sweeps", "export_json"}])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"


def test_a_visit_that_is_opened_without_a_robot_loads_no_procedure(tmp_path: Path) -> None:
    """The modules of procedures take 0.2 s, in which the window would not answer."""
    program = """
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from app.arm.link import RobotLink
from app.jobs.messages import MessageBus
from app.shell.window import Window
from app.visit.settings import SettingsStore
from tests.app.made_visit import open_made_visit
from tests.app.no_worker import NoWorker

application, folder, runner = QApplication([]), Path(sys.argv[1]), NoWorker()
link = RobotLink(runner)
window = Window(runner, MessageBus(), SettingsStore(folder / "s.json"), link=link, visits_folder=folder)
window.show()
before = set(sys.modules)
open_made_visit(window.visit, folder)
application.processEvents()
window.close()
print(sorted(name for name in set(sys.modules) - before if name.endswith("procedure")))
"""
    opening = [sys.executable, "-c", program, str(tmp_path)]
    done = subprocess.run(opening, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"
