"""The checks of the self-test that need no other process: files, numbers, disk, virtual robot, paper."""

import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

import numpy as np

import resources
from core.monitor import Monitor

_ROWS = 2000
_MOVED_RAD = 0.02
_RECORDED_S = 1.0

KNOWN_STATE = (
    (0.3, -0.5, 0.7, -0.9, 1.1, -1.3),
    (0.5, -0.4, 0.3, -0.2, 0.1, 0.6),
    (1.0, -2.0, 3.0, -4.0, 5.0, -6.0),
)
"""Positions, speeds and accelerations of generic-6r in rad."""
KNOWN_TORQUE = (
    3.799353114287352, -59.262061567291525, -233.29326073978632,
    -3.341062110013928, 0.2750925442895411, -0.014452657302169178,
)  # fmt: skip
"""Torques of that motion, N·m, by Pinocchio, which is no part of this program."""
TORQUE_TOLERANCE = 1e-9

FOLDERS = (
    *("export", "firmware", "fonts", "help", "layouts", "limits", "robots", "translations", "virtual"),
    "words",
)
"""Folders of the resources that the program reads."""

Facts = Mapping[str, str | int | float]


class Wrong(Exception):
    """A check found a fault; the text names it."""


def check_resources(_folder: Path, _monitor: Monitor) -> Facts:
    """Every shipped file can be read, and robots, layouts, catalogues and sentences have their form."""
    from app.errors.tables import TABLES
    from app.speech.language import Language, catalogue
    from core.exchange.layout import layout_names, load_layout
    from core.robot.library import load_robot, shipped_robots

    read = 0
    for name in FOLDERS:
        found = [path for path in resources.path(name).rglob("*") if path.is_file()]
        if not found:
            raise Wrong(f"the folder resources/{name} is missing or empty")
        for path in found:
            read += bool(path.read_bytes())
    for robot in shipped_robots():
        load_robot(robot)
    for layout in layout_names():
        load_layout(layout)
    for language in Language:
        catalogue(language)
    for table in TABLES:
        dict(table)
    return {"files": read, "robots": len(shipped_robots()), "languages": len(Language)}


def check_folders(_folder: Path, _monitor: Monitor) -> Facts:
    """The folders of visits, settings and log can be written."""
    from platformdirs import user_config_path, user_documents_path, user_log_path

    places = (user_documents_path(), user_config_path(), user_log_path())
    for place in places:
        there = next(path for path in (place, *place.parents) if path.exists())
        with tempfile.TemporaryFile(dir=there):
            pass
    return {"visits": str(user_documents_path() / "Torsion")}


def check_kernels(_folder: Path, _monitor: Monitor) -> Facts:
    """The compiled loops give a torque that another program computed."""
    from core.robot.dynamics import inverse_dynamics, regressor
    from core.robot.library import load_robot

    robot = load_robot("generic-6r")
    q, v, a = (np.array([row]) for row in KNOWN_STATE)
    torque = inverse_dynamics(robot, q, v, a)[0]
    assert robot.inertial_parameters is not None
    product = regressor(robot, q, v, a)[0] @ robot.inertial_parameters.ravel()
    worst = max(float(np.max(np.abs(found - KNOWN_TORQUE))) for found in (torque, product))
    if not worst <= TORQUE_TOLERANCE * max(map(abs, KNOWN_TORQUE)):
        raise Wrong(f"the torque of a known motion is off by {worst:.3g} N·m")
    return {"difference_nm": worst}


def check_solvers(_folder: Path, _monitor: Monitor) -> Facts:
    """The mixture fit finds two heaps, and the conic solver the least of a known problem."""
    import clarabel
    from scipy import sparse
    from sklearn.mixture import GaussianMixture

    heaps = np.concatenate([np.linspace(-1.1, -0.9, 50), np.linspace(0.9, 1.1, 50)])[:, np.newaxis]
    means = np.sort(GaussianMixture(2, random_state=0).fit(heaps).means_.ravel())
    if not np.allclose(means, (-1.0, 1.0), atol=1e-3):
        raise Wrong(f"the mixture fit found {means} instead of -1 and 1")
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    # the least of x² - 4 x with x at most 1
    least = clarabel.DefaultSolver(
        sparse.csc_matrix([[2.0]]), np.array([-4.0]), sparse.csc_matrix([[1.0]]), np.array([1.0]),
        [clarabel.NonnegativeConeT(1)], settings,
    ).solve().x[0]  # fmt: skip
    if not abs(least - 1.0) <= 1e-6:  # noqa: PLR2004
        raise Wrong(f"the conic solver found {least} instead of 1")
    return {}


def check_storage(folder: Path, _monitor: Monitor) -> Facts:
    """A recording gets onto the disk and comes back bit for bit."""
    from core.recording import Quantity
    from core.robot.library import load_robot
    from core.robot.toml_format import write_toml
    from core.storage.journal import JournalHeader, JournalRows, JournalWriter
    from core.storage.visit import Visit

    path = folder / "visit.h5"
    Visit.create(path, robot_toml=write_toml(load_robot("generic-6r"))).close()
    values = np.sin(np.arange(6.0 * _ROWS).reshape(_ROWS, 6))
    clock = np.arange(_ROWS, dtype=np.float64) / 1000.0
    header = JournalHeader("self-test", (Quantity.POSITION,), 6)
    writer = JournalWriter.create(path, header)
    try:
        writer.append(JournalRows(np.arange(_ROWS), clock, clock, {Quantity.POSITION: values}))
        began = time.perf_counter()
        writer.sync()
        synced_s = time.perf_counter() - began
        writer.end()
    finally:
        writer.close()
    with Visit.open(path) as visit:  # takes in what was written beside it
        recording = visit.recording(visit.labels[0])
        if not np.array_equal(recording.columns[Quantity.POSITION][:], values):
            raise Wrong("a recording came back from the disk with other values")
    return {"sync_ms": round(1e3 * synced_s, 1)}


def check_virtual_robot(folder: Path, monitor: Monitor) -> Facts:
    """The virtual robot moves and is recorded, by the same way as a real one."""
    from app.rehearsal.recorded_visit import record_virtual_visit
    from core.recording import Quantity
    from core.storage.visit import Visit

    path = folder / "visit.h5"
    labels = record_virtual_visit(
        path, robot="generic-6r", seed=0, monitor=monitor, labels=("self-test",), seconds=_RECORDED_S
    )
    with Visit.open(path) as visit:
        recording = visit.recording(labels[0])
        moved = float(np.min(np.ptp(recording.columns[Quantity.POSITION][:], axis=0)))
    if not moved > _MOVED_RAD:
        raise Wrong(f"a joint of the virtual robot moved by {moved:.3g} rad only")
    return {"samples": recording.sample_count, "moved_rad": round(moved, 3)}


def check_report(folder: Path, _monitor: Monitor) -> Facts:
    """A report can be written, with the characters of every language."""
    from app.paper.page import PageText, write_pages
    from app.paper.style import paragraph
    from app.speech.language import OWN_NAMES
    from core.stamp import software_name

    path = folder / "report.pdf"
    names = " ".join(OWN_NAMES.values())
    write_pages(path, PageText("Self-test", "generic-6r", software_name()), [paragraph(names)])
    content = path.read_bytes()
    if not (content.startswith(b"%PDF-") and content.rstrip().endswith(b"%%EOF")):
        raise Wrong("the report is not a whole PDF file")
    return {"bytes": len(content)}
