"""Outputs of the commands: refused before any work; a result is stored only when the command ends well."""

import errno
import hashlib
import json
import os
import shutil
import sys
from pathlib import Path

import pytest

from app.__main__ import main
from core.storage.visit import Visit
from tests.app.cli.conftest import check_unwritten, identify_arguments, refuse_documents

COMMANDS = {
    "robots": ("robots", "--json", "OUT"),
    "ports": ("ports", "--json", "OUT"),
    "info": ("info", "VISIT", "--json", "OUT"),
    "identify": ("identify", "VISIT", "--fit", "fit-1", "--json", "OUT"),
    "verify": ("verify", "VISIT", "--recordings", "check", "--json", "OUT"),
    "gains": ("gains", "VISIT", "--unloaded", "fit-1", "--loaded", "fit-2", "--json", "OUT"),
    "torque-kind": (
        *("torque-kind", "VISIT", "--unloaded", "fit-1", "--loaded", "fit-2", "--mass", "1"),
        *("--json", "OUT"),
    ),
    "payload": ("payload", "VISIT", "--json", "OUT"),
    "deflection": ("deflection", "VISIT", "--recordings", "check", "--json", "OUT"),
    "stiffness": ("stiffness", "--visit", "VISIT", "--json", "OUT"),
    "stiffness map": ("stiffness", "--visit", "VISIT", "--force", "0", "0", "1", "--map", "OUT"),
    "stiffness plan": ("stiffness", "--visit", "VISIT", "--plan", "5", "--load-kg", "1", "--out", "OUT"),
    "compare": ("compare", "VISIT", "VISIT", "--report", "OUT"),
    "report": ("report", "VISIT", "--out", "OUT"),
    "export": ("export", "VISIT", "--to", "csv", "--out", "OUT"),
    "export json": ("export", "VISIT", "--to", "json", "--out", "OUT"),
    "excite": ("excite", "--robot", "mikhel-3", "--export", "OUT"),
    "import": ("import", "RUN", "--robot", "ARM", "--into", "VISIT", "--label", "new", "--json", "OUT"),
    "run": ("run", "record", "1", "--controller", "virtual:ec66", "--into", "VISIT", "--json", "OUT"),
    "run compensate": (
        *("run", "compensate", "--controller", "virtual:ec66", "--into", "VISIT", "--load", "loaded"),
        *("--corrected", "OUT"),
    ),
    "black box": ("run", "check", "--controller", "virtual:ec66?black_box=OUT", "--into", "VISIT"),
    "emulate": ("emulate", "virtual:ec66", "--link", "PORT", "--json", "OUT"),
    "self-test": ("self-test", "--json", "OUT"),
    "bench": ("bench", "--json", "OUT"),
    "demo": ("demo", "--json", "OUT"),
}


def digest(folder: Path) -> dict[str, object]:
    """What is in a folder, links not followed."""
    found: dict[str, object] = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            found[name] = str(path.readlink())
        elif path.is_file():
            found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
        else:
            found[name] = path.lstat().st_mode
    return found


@pytest.fixture
def place(tmp_path, identified_visit, recording_files, arm_file, monkeypatch):
    """A folder with a visit, and with everything that is no place for a result."""
    shutil.copy(identified_visit, tmp_path / "v.h5")
    shutil.copy(recording_files["check"], tmp_path / "run.npz")
    shutil.copy(arm_file, tmp_path / "arm.toml")
    (tmp_path / "a").mkdir()
    (tmp_path / "notes.txt").write_text("what I saw")
    (tmp_path / "renamed.json").write_bytes((tmp_path / "v.h5").read_bytes())
    if sys.platform != "win32":
        (tmp_path / "hard.json").hardlink_to(tmp_path / "v.h5")
        for name, to in {"link": "v.h5", "dangling": "none", "circle": "circle", "null": "/dev/null"}.items():
            (tmp_path / f"{name}.json").symlink_to(to)
        os.mkfifo(tmp_path / "pipe.json")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def line_of(command: str, out: str) -> list[str]:
    names = {"OUT": out, "VISIT": "v.h5", "RUN": "run.npz", "ARM": "arm.toml", "PORT": "port"}
    return [names.get(word, word.replace("OUT", out)) for word in COMMANDS[command]]


POSIX = ("hard.json", "link.json", "dangling.json", "circle.json", "null.json", "pipe.json", "/dev/null")
BAD = (
    "v.h5",
    "a/../v.h5",
    "renamed.json",
    "a",
    "none/x.json",
    "CON.json",
    "notes.txt",
    "new.h5",
    "x.part",
    "",
)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_bad_place_is_refused_before_any_work(place, run, monkeypatch, command):
    def work(*_arguments, **_more):
        raise AssertionError("work has begun")

    monkeypatch.setattr("app.shell.commands.command_line.watched", work)
    before = digest(place)
    for out in (*BAD, *(POSIX if sys.platform != "win32" else ())):
        if command == "black box" and out in {"", "CON.json"}:  # no setting, and a name that travels nowhere
            continue
        code, said, err = run(*line_of(command, out))
        assert code == 2, (out, said, err)
        assert said == ""
        assert err.count("\n") == 1, err
        assert digest(place) == before, out


def test_the_file_named_for_another_input_is_refused(place, refused_line):
    gains = place / "gains.json"
    gains.write_text('{"drive_gain": [1, 2]}')
    line = ["identify", "v.h5", "--fit", "fit-1", "--gains", "gains.json", "--json", "a/../gains.json"]
    assert "is read by this work" in refused_line(*line)
    line = ["excite", "--robot", "mikhel-3", "--evaluate", "gains.json", "--export", "gains.json"]
    assert "is read by this work" in refused_line(*line)
    line = ["import", "v.h5", "--robot", "mikhel-3", "--into", "a/../v.h5"]
    assert "is read by this work" in refused_line(*line)


@pytest.fixture
def refused_line(place, run):
    """Run a line that is refused, and give what it says; nothing changes."""

    def runner(*line: str) -> str:
        before = digest(place)
        code, said, err = run(*line)
        assert (code, said) == (2, ""), err
        assert err.count("\n") == 1
        assert digest(place) == before
        return err

    return runner


def test_two_results_in_one_file_are_refused(refused_line):
    export = ("export", "v.h5", "--to", "json")
    assert "Two results" in refused_line(*export, "--out", "x.json", "--json", "a/../x.json")
    assert "Two results" in refused_line(*export, "--out", "x.json", "--json", "X.JSON")
    excite = ("excite", "--robot", "mikhel-3", "--export", "m.csv")
    assert "Two results" in refused_line(*excite, "--export", "./m.csv")
    run = ("run", "record", "1", "--controller", "virtual:ec66", "--into", "new.visit")
    assert "Two results" in refused_line(*run, "--json", "new.visit")


@pytest.mark.parametrize("command", ["import", "run"])
def test_a_visit_is_not_made_of_another_file_or_place(refused_line, command):
    line = {
        "import": ("import", "run.npz", "--robot", "arm.toml", "--into"),
        "run": ("run", "record", "1", "--controller", "virtual:ec66", "--into"),
    }[command]
    for into in ("notes.txt", "a", "none/v.h5", "CON.h5", "run.npz", "arm.toml"):
        refused_line(*line, into)
    if sys.platform != "win32":
        for into in ("dangling.json", "circle.json", "null.json", "pipe.json", "/dev/null"):
            refused_line(*line, into)


def test_a_demo_replaces_no_visit_of_somebody(place, refused_line):
    (place / "v.h5").rename(place / "a" / "demo.h5")
    assert "never replace" in refused_line("demo", "--robot", "szabo-3r", "--out", "a")
    assert "is a file" in refused_line("demo", "--robot", "szabo-3r", "--out", "notes.txt")
    assert "is a file" in refused_line("demo", "--robot", "szabo-3r", "--out", "notes.txt/below")


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX alone has the link")
def test_an_emulated_port_replaces_only_the_link_of_an_earlier_one(refused_line):
    assert "link" in refused_line("emulate", "virtual:ec66", "--link", "link.json")
    assert "notes.txt" in refused_line("emulate", "virtual:ec66", "--link", "notes.txt")


def test_an_older_result_is_replaced_and_json_on_standard_output_stays(place, run, run_json):
    for _ in range(2):
        assert run("export", "v.h5", "--to", "csv", "--out", "m.csv", "--json", "m.json")[0] == 0
    assert json.loads((place / "m.json").read_text("utf-8"))["to"] == "csv"
    assert run_json("info", "v.h5")[1]["recordings"]
    assert run("info", "v.h5", "--json", "-")[0] == 0
    assert not list(place.glob(".torsion*"))


STORING = {
    "identify": identify_arguments(Path("v.h5")),
    "import": ["import", "run.npz", "--robot", "arm.toml", "--into", "v.h5", "--label", "again"],
    "new visit": ["import", "run.npz", "--robot", "arm.toml", "--into", "new.h5"],
}


@pytest.mark.parametrize("command", STORING)
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO])
def test_nothing_is_stored_when_the_document_cannot_be_written(place, run, monkeypatch, command, number):
    before = digest(place)
    refuse_documents(monkeypatch, number)
    code, said, err = run(*STORING[command], "--json", "out.json")
    check_unwritten(code, said, err, "out.json")
    assert digest(place) == before


@pytest.mark.parametrize("command", ["identify", "import", "new visit"])
def test_a_command_that_ends_well_stores_and_writes(place, run, command):
    code, _, err = run(*STORING[command], "--json", "out.json")
    assert code in {0, 1}, err
    document = json.loads((place / "out.json").read_text("utf-8"))
    with Visit.open(document.get("visit", "v.h5")) as visit:
        if command == "identify":
            assert document["result"] == visit.results()[-1].key == "identification-002"
        else:
            assert document["recordings"][0]["label"] in visit.labels


def test_no_document_appears_when_the_visit_cannot_be_changed(place, run, monkeypatch):
    """The result is appended, and the disk fails when it is forced to it."""
    force, refused = os.fsync, []

    def fail(descriptor):
        if os.path.samestat(os.fstat(descriptor), (place / "v.h5").stat()):
            refused.append(descriptor)
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        force(descriptor)

    before = digest(place)
    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", fail)
        code, _, err = run(*STORING["identify"], "--json", "out.json")
    assert refused
    assert code != 0, err
    assert digest(place) == before


def test_a_full_standard_output_is_said_and_no_failure_of_the_file(place, run, monkeypatch):
    class Full:
        encoding = "utf-8"

        def write(self, _text):
            raise OSError(errno.ENOSPC, "No space left on device")

        def flush(self):
            pass

        def isatty(self):
            return False

    monkeypatch.setattr(sys, "stdout", Full())
    assert main(["robots", "--json"]) == 1
    sys.stdout.close()


def test_a_label_that_is_a_formula_is_no_formula_in_an_exported_table(place, run):
    label = '=HYPERLINK("http://x","y")'
    assert run("import", "run.npz", "--robot", "arm.toml", "--into", "v.h5", "--label", label)[0] == 0
    assert run("identify", "v.h5", "--fit", "fit-1", label, "--friction", "coulomb-viscous")[0] in {0, 1}
    assert run("export", "v.h5", "--to", "csv", "--out", "m.csv")[0] == 0
    text = (place / "m.csv").read_text("utf-8")
    assert label in text
    for line in text.splitlines():
        for cell in line.split(","):
            assert cell.strip()[:1] not in {"=", "+", "@", "\t"}, line
