"""Exit codes mean the same in all commands: 0 good or usable, 1 bad or failed under way, 2 wrong use.

``CASES`` names every command; a new one without an entry fails.
"""

import shutil
from dataclasses import dataclass, replace
from pathlib import Path

import h5py
import pytest

from app.rehearsal import story_run
from app.rehearsal.story_run import make_visit
from app.shell.commands.command_line import build_parser
from app.shell.self_test import Check, Finding
from core.errors import NotIdentifiable
from core.identification.result import IdentificationResult
from core.quality import Judgement, Verdict
from core.robot.library import load_robot
from core.robot.toml_writing import robot_text
from core.storage.visit import Visit
from tests.app import payload_examples
from tests.app.cli.conftest import identify_arguments
from tests.app.cli.test_torque_kind import CENTER, MASS, recorded
from tests.app.compare_examples import healthy, write_visit
from tests.app.sweep_examples import joint_sweeps, sweeps

ELSEWHERE = "it takes processes or minutes; its own tests see it"
NEVER_BAD = "it lists or writes what is there, and judges nothing"


@dataclass(frozen=True)
class Case:
    """Command lines for the three codes; a text in place of one says why there is none."""

    good: tuple[str, ...] | str
    bad: tuple[str, ...] | str
    wrong: tuple[str, ...]
    answers: str = ""
    """Function that works the result out; ``good`` and ``bad`` then differ in its answer alone."""


VISIT, ARM, RUN = "{visit}", "{arm}", "{run}"
RUN_RECORD = ("run", "record", "0.3", "--controller", "virtual:ec66?pace=fast", "--motion", "still")
COMPARED = ("compare", "{a}", "{b}")
FREE = ("--unloaded", "free", "--loaded")
CASES = {
    "demo": Case(ELSEWHERE, ("demo", "--out", "{new}"), ("demo", "--robot", "none"), "commission"),
    "story": Case(ELSEWHERE, ("story", "--out", "{new}"), ("story", "--pace", "0"), "story"),
    "robots": Case(("robots", "ec66"), NEVER_BAD, ("robots", "none")),
    "ports": Case(("ports",), NEVER_BAD, ("ports", "--none")),
    "emulate": Case(ELSEWHERE, ELSEWHERE, ("emulate", "none:ec66")),
    "import": Case(
        ("import", RUN, "--robot", ARM, "--into", "{new}"),
        "a file is taken or refused",
        ("import", "none.csv", "--robot", ARM, "--into", "{new}"),
    ),
    "show": Case(("show", RUN, "--robot", ARM, "--layout", "npz"), NEVER_BAD, ("show", "none.csv")),
    "layouts": Case(("layouts",), NEVER_BAD, ("layouts", "none")),
    "info": Case(("info", VISIT), ("info", "{damaged}"), ("info", "none.h5")),
    "state": Case(("state", "{a}"), ELSEWHERE, ("state", "none.h5")),
    "watch": Case(
        ELSEWHERE, ELSEWHERE, ("watch", "--controller", "none:", "--when", "1 > 0", "--into", "{new}")
    ),
    "rescue": Case(
        ("rescue", VISIT, "--into", "{new}"),
        ("rescue", "{damaged}", "--into", "{new}"),
        ("rescue", "none.h5", "--into", "{new}"),
    ),
    "batch": Case(
        ("batch", "identify", "--visits", VISIT, "--dry-run"),
        ("batch", "identify", "--visits", "{damaged}", "--on", "processes:1"),
        ("batch", "identify", "--visits", VISIT, "--on", "threads:2"),
    ),
    "fleet": Case(
        ("fleet", "scan", "{folder}", "--catalogue", "{folder}/catalogue.sqlite"),
        NEVER_BAD,
        ("fleet", "scan", "none", "--catalogue", "{new}"),
    ),
    "excite": Case(
        ("excite", "--robot", ARM, "--harmonics", "3", "--collision", "off", "--seconds", "0.5"),
        ("excite", "--robot", ARM),
        ("excite", "--robot", "none"),
        "excite",
    ),
    "identify": Case(
        tuple(identify_arguments(VISIT)),
        tuple(identify_arguments(VISIT)),
        ("identify", VISIT, "--fit", "none"),
        "identify",
    ),
    "friction": Case(
        ("friction", VISIT, "--recordings", "check"),
        ("friction", VISIT, "--recordings", "check"),
        ("friction", VISIT, "--recordings", "none"),
        "friction",
    ),
    "verify": Case(
        ("verify", VISIT, "--recordings", "check"),
        ("verify", VISIT, "--recordings", "check"),
        ("verify", VISIT, "--recordings", "none"),
        "verify",
    ),
    "gains": Case(
        ELSEWHERE,
        ("gains", VISIT, "--unloaded", "fit-1", "--loaded", "fit-2"),
        ("gains", VISIT, "--unloaded", "fit-1", "--loaded", "none"),
        "gains",
    ),
    "torque-kind": Case(
        ("torque-kind", "{held}", *FREE, "loaded", "--mass", str(MASS), "--center", *map(str, CENTER)),
        ("torque-kind", "{held}", *FREE, "free", "--mass", "5"),
        ("torque-kind", "{held}", *FREE, "none", "--mass", "5"),
    ),
    "payload": Case(
        ("payload", VISIT, "--sweeps", "check", "--reference", "fit-1"),
        ("payload", VISIT, "--sweeps", "check", "--reference", "fit-1"),
        ("payload", VISIT, "--sweeps", "none"),
        "payload",
    ),
    "deflection": Case(
        ELSEWHERE,
        ("deflection", "{held}", "--recordings", "free"),
        ("deflection", VISIT, "--recordings", "none"),
        "deflection",
    ),
    "stiffness": Case(
        ("stiffness", "--robot", "mikhel-3"),
        ELSEWHERE,
        ("stiffness", "--robot", "none"),
    ),
    "compare": Case(COMPARED, ("compare", "{a}", "{empty}"), ("compare", "{a}", "none.h5")),
    "run": Case(
        (*RUN_RECORD, "--into", "{new}"),
        (*RUN_RECORD, "--into", "{new}"),
        ("run", "record", "0.3", "--controller", "none:ec66", "--into", "{new}"),
        "run",
    ),
    "report": Case(
        ("report", VISIT, "--out", "{folder}/report.pdf"),
        "what it reports has a verdict of its own",
        ("report", "none.h5", "--out", "{folder}/report.pdf"),
    ),
    "export": Case(
        ("export", VISIT, "--to", "csv", "--out", "{folder}/model.csv"),
        NEVER_BAD,
        ("export", VISIT, "--to", "none", "--out", "{folder}/model.csv"),
    ),
    "bench": Case(ELSEWHERE, NEVER_BAD, ("bench", "none")),
    "self-test": Case(("self-test",), ("self-test",), ("self-test", "--none"), "self-test"),
}


def commands() -> set[str]:
    """Every command that the parser knows."""
    return set(build_parser()._subparsers._group_actions[0].choices)


def test_every_command_has_its_exit_codes_here() -> None:
    assert set(CASES) == commands(), "say in the table what 0, 1 and 2 are for each command"


@pytest.fixture(scope="session")
def files(tmp_path_factory, identified_visit, arm_file, recording_files):
    """Small visits, made once."""
    folder = tmp_path_factory.mktemp("codes")
    damaged = shutil.copy(identified_visit, folder / "damaged.h5")
    with h5py.File(damaged, "r+") as file:
        file["recordings/0002/gaps"].attrs["note"] = "changed"
    held = folder / "held.h5"
    with Visit.create(held, robot_toml=robot_text(load_robot("ur10e"))) as made:
        made.add_recording(recorded("motor", 0.0, label="free"))
        made.add_recording(recorded("motor", MASS, label="loaded"))
    return {
        "visit": identified_visit,
        "arm": arm_file,
        "run": recording_files["check"],
        "damaged": damaged,
        "held": held,
        "a": write_visit(folder / "a.h5", healthy()),
        "b": write_visit(folder / "b.h5", healthy(days=100.0)),
        "empty": write_visit(folder / "empty.h5", None),
    }


@pytest.fixture
def line(files, tmp_path):
    """A command line with the files in place of their names; visits are copies."""

    def filled(words: tuple[str, ...]) -> list[str]:
        names = {"new": tmp_path / "new.h5", "folder": tmp_path, **files}
        for name in ("visit", "held"):
            if f"{{{name}}}" in words:
                names[name] = shutil.copy(files[name], tmp_path / f"{name}.h5")
        return [word.format(**names) for word in words]

    return filled


def fails(*_arguments: object, **_more: object) -> None:
    raise NotIdentifiable("payload-one-joint")


def judged(found, verdict: Verdict):
    return replace(found, judgement=Judgement(verdict))


def stopped_story(folder, *_arguments):
    for one in story_run.VISITS:
        make_visit(folder / one)
    fails()
    yield


FAILING = {
    "commission": "app.rehearsal.demo.commission_virtual",
    "excite": "app.features.excitation.command._planned",
    "run": "app.features.recording.procedure.RecordProcedure.run",
    "verify": "core.identification.verification.verify_model",
    "gains": "core.identification.gains.identify.identify_gains",
    "deflection": "app.features.twist.tasks.analyse_twist",
}
"""Work that is let fail under way."""


def found(name: str, verdict: Verdict, visit: Path) -> tuple[str, object] | None:
    """The function that works a result out, and a made-up result with this verdict."""
    is_good = verdict is Verdict.GOOD
    if name == "identify":
        where = "core.identification.setup_checks.identify_corrected.identify_corrected"
        with Visit.open(visit) as opened:
            return where, judged(opened.result("identification-001", IdentificationResult), verdict)
    if name == "payload":
        return "core.payload.identify.identify_payload", (
            payload_examples.payload() if is_good else payload_examples.uncertain()
        )
    if name == "friction":
        where = "core.identification.friction_sweeps.measure_sweeps"
        return where, judged(sweeps(joint_sweeps(1)), verdict)
    if name == "self-test":
        finding = Finding(Check.STORAGE, passed=is_good, seconds=0.1, facts={"sync_ms": 3.0})
        return "app.shell.commands.self_test.run_self_test", iter(
            [finding if is_good else replace(finding, error=OSError())]
        )
    return None


@pytest.fixture
def answer(monkeypatch, files):
    """Let the work of a command find something good or bad."""

    def use(name: str, verdict: Verdict) -> None:
        if (made := found(name, verdict, files["visit"])) is not None:
            monkeypatch.setattr(made[0], lambda *_, **__: made[1])
        elif verdict is not Verdict.GOOD and name == "story":
            monkeypatch.setattr(story_run, "_stages", stopped_story)
        elif verdict is not Verdict.GOOD and name in FAILING:
            monkeypatch.setattr(FAILING[name], fails)

    return use


def lines(kind: str) -> list[str]:
    return [name for name, case in CASES.items() if not isinstance(getattr(case, kind), str)]


@pytest.mark.parametrize("name", lines("good"))
def test_good_or_usable_is_0(run, line, answer, name):
    case = CASES[name]
    answer(case.answers, Verdict.GOOD)
    code, _, err = run(*line(case.good))
    assert code == 0, err


@pytest.mark.parametrize("name", lines("bad"))
def test_bad_or_failed_under_way_is_1(run, line, answer, name):
    case = CASES[name]
    answer(case.answers, Verdict.REPEAT)
    code, _, err = run(*line(case.bad))
    assert code == 1, err


@pytest.mark.parametrize("name", CASES)
def test_wrong_use_or_refused_input_is_2(run, line, name):
    code, out, err = run(*line(CASES[name].wrong))
    assert (code, out) == (2, ""), err
    assert err.count("\n") == 1
