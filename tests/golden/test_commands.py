"""What the commands tell of results: identification, gains, payload, gears, whole arms and comparisons.

The recordings are synthetic; payload and gears are the example results of the other tests, put in the
place of what the science would find.
"""

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.speech.language import Language
from core.elasticity import identify as elasticity_identify
from core.identification.synthetic import synthesize
from core.payload import identify
from core.payload.dynamic import identify as dynamic
from core.recording import Quantity
from core.robot.toml_format import parse_toml
from core.storage.visit import Visit
from tests.app import stiffness_examples, twist_examples
from tests.app.arm_change_examples import spring_and_winter
from tests.app.compare_examples import of_other_arm, three_visits, write_visit
from tests.golden.command_line import Narrator, tell
from tests.golden.comparing import COMPUTED, MOVED
from tests.golden.keeping import Golden
from tests.golden.made_visits import CHECKED, FITTED, PAYLOADS, full_visit
from tests.golden.paper_words import paper_words
from tests.two_bars import two_bars

ARM = two_bars(elbow_alpha_deg=90.0) + "\n[flange]\nxyz = [0.5, 0.0, 0.0]\n"
FIT = ("--fit", "fit-1", "fit-2", "--validate", "check")
MIKHEL_3 = ("stiffness", "--robot", "mikhel-3")
COMMANDS: dict[str, tuple[object, ...]] = {
    "import": (
        *("import", "check.npz", "--robot", "arm.toml", "--into", "imported.h5"),
        *("--rows", "11:510", "--label", "some run", "--payload-kg", "2.5"),
    ),
    "identify": ("identify", "model.h5", *FIT, "--friction", "coulomb-viscous", "--filter-hz", "6"),
    "identify-load-dependent": ("identify", "model.h5", *FIT, "--physical", "--filter-hz", "8"),
    "identify-residual": (
        "identify",
        "model.h5",
        *FIT,
        "--friction",
        "stribeck",
        "--filter-hz",
        "6",
        "--residual",
        "rbf",
        "--features",
        "state",
    ),
    "verify": ("verify", "model.h5", "--recordings", "check"),
    "verify-fails": ("verify", "model.h5", "--recordings", "check", "--limit", "0.0001"),
    "gains": ("gains", "model.h5", "--unloaded", "fit-1", "--loaded", "loaded"),
    "info": ("info", "model.h5"),
    "info-full": ("info", "full.h5"),
    "export-json": ("export", "model.h5", "--to", "json", "--out", "model.json"),
    "export-urdf": ("export", "model.h5", "--to", "urdf", "--out", "model.urdf"),
    "report": ("report", "model.h5", "--out", "model.pdf"),
    "robots": ("robots",),
    "robots-one": ("robots", "mikhel-6"),
    "excite": (
        *("excite", "--robot", "szabo-3r", "--evaluations", "60", "--period", "4", "--harmonics", "3"),
        *("--export", "plan.json"),
    ),
    "excite-evaluate": ("excite", "--robot", "szabo-3r", "--evaluate", "plan.json"),
    "stiffness": ("stiffness", "--robot", "mikhel-6"),
    "stiffness-at-pose": (*MIKHEL_3, "--pose", 10, -30, 40, "--force", 0, -50, 0),
    "stiffness-plan": (*MIKHEL_3, "--plan", "9", "--push-n", "100", "--out", "plan.csv"),
    "stiffness-loads": (*MIKHEL_3, "--loads", "loads.csv"),
    "compare-trend": ("compare", "spring.h5", "autumn.h5", "winter.h5"),
    "compare-arm": ("compare", "arm/spring.h5", "arm/winter.h5"),
    "compare-other-arm": ("compare", "spring.h5", "other.h5", "--other-arm"),
    "compare-nothing": ("compare", "spring.h5", "empty.h5"),
    "compare-refused": ("compare", "spring.h5", "other.h5"),
}
VOLATILE = {
    "identify": ("seconds",),
    "identify-load-dependent": ("seconds",),
    "identify-residual": ("seconds",),
    "excite": ("seconds", "history"),
    "stiffness": ("seconds",),
    "stiffness-plan": ("seconds",),
    "stiffness-loads": ("seconds",),
    "stiffness-at-pose": ("seconds",),
}
"""Computing times."""
SEARCHED = {"excite", "excite-evaluate"}
"""The best of many trials, each of which hangs on the last bit of the one before."""


@pytest.fixture(scope="module")
def place(folder: Path) -> Path:
    """A folder with everything that the commands read."""
    robot = parse_toml(ARM)
    Path("arm.toml").write_text(ARM, encoding="utf-8")
    with Visit.create(Path("model.h5"), robot_toml=ARM) as visit:
        for label in ("fit-1", "fit-2", "check", "loaded"):
            recording = synthesize(robot, seed=1, duration_s=12.0, label=label)
            visit.add_recording(replace(recording, payload_mass=2.0) if label == "loaded" else recording)
    columns = recording.columns
    position, speed = columns[Quantity.POSITION], columns[Quantity.VELOCITY]
    np.savez("check.npz", t=recording.time, q=position, dq=speed, current=columns[Quantity.CURRENT])
    full_visit(Path("full.h5"))
    three_visits(folder)
    Path("arm").mkdir()
    spring_and_winter(Path("arm"))
    write_visit(Path("other.h5"), of_other_arm(10.0))
    write_visit(Path("empty.h5"), None)
    shipped = stiffness_examples.shipped()
    q, force = stiffness_examples.poses_and_forces(shipped, count=20)
    shifts = stiffness_examples.shifts_of_all_springs(shipped, q, force)
    stiffness_examples.load_file(Path("loads.csv"), q, force, shifts)
    return folder


@pytest.fixture(scope="module")
def told(place: Path) -> Narrator:
    """Output of the commands."""
    return Narrator(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_tells_the_same(name: str, told: Narrator, golden: Golden) -> None:
    found = told(name)
    close = MOVED if name in SEARCHED else COMPUTED
    golden.text(name, found.text, close=close)
    if found.document is not None:
        golden.document(name, found.document, volatile=VOLATILE.get(name, ()), close=close)


@pytest.mark.parametrize("language", Language)
def test_a_report_with_curves_says_the_same(language: Language, told: Narrator, golden: Golden) -> None:
    told("report")
    tell("report", "model.h5", "--out", "curves.pdf", "--language", language)
    golden.text(f"paper-curves-{language}", paper_words(Path("curves.pdf")))


@pytest.mark.parametrize("name", PAYLOADS)
def test_a_payload_is_told_the_same(
    name: str, place: Path, golden: Golden, monkeypatch: pytest.MonkeyPatch
) -> None:
    def found(*_: object, **__: object) -> object:
        return PAYLOADS[name]

    monkeypatch.setattr(identify, "identify_payload", found)
    monkeypatch.setattr(dynamic, "identify_payload_dynamically", found)
    way = ("--unloaded", FITTED, "--loaded", CHECKED) if name.endswith("dynamic") else ("--sweeps", CHECKED)
    method = ("--method", "dynamic") if name.endswith("dynamic") else ("--reference", FITTED)
    told = tell("payload", shutil.copy("full.h5", "weighed.h5"), *method, *way)
    golden.text(name, told.text)
    golden.document(name, told.document)


def test_gears_are_told_the_same(place: Path, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    found = twist_examples.elasticity()
    monkeypatch.setattr(elasticity_identify, "identify_elasticity", lambda *_, **__: found)
    told = tell("deflection", shutil.copy("full.h5", "gears.h5"), "--recordings", FITTED)
    golden.text("deflection", told.text)
    golden.document("deflection", told.document)
