"""Whatever is wrong with the arguments or a file: one clear line on standard error, and exit code 2."""

import shutil

import pytest

import app.shell.commands.bench
from app.shell.commands.command_line import build_parser


@pytest.fixture
def visit(identified_visit, tmp_path):
    return shutil.copy(identified_visit, tmp_path / "visit.h5")


@pytest.fixture
def refused(run):
    """Run a wrong command line and give its one line."""

    def runner(*arguments: object) -> str:
        code, out, err = run(*arguments)
        assert code == 2, err
        assert out == ""
        assert err.startswith("torsion: ")
        assert err.count("\n") == 1, err
        assert "Traceback" not in err
        return err

    return runner


def test_unknown_command_option_and_choice(refused, visit):
    assert "not one of" in refused("fly")
    assert "--frictoin" in refused("info", visit, "--frictoin")
    assert "'magic'" in refused("identify", visit, "--fit", "a", "--friction", "magic")
    assert "no number" in refused("identify", visit, "--fit", "a", "--filter-hz", "six")
    assert "--fit" in refused("identify", visit)
    assert "--filter-hz" in refused("identify", visit, "--fit", "fit-1", "--filter-hz", "-1")


def test_missing_and_garbled_files(refused, tmp_path, arm_file):
    assert "There is no file" in refused("info", tmp_path / "none.h5")
    garbage = tmp_path / "garbage.h5"
    garbage.write_bytes(b"\x89HDF\r\n\x1a\n" + bytes(range(256)) * 20)
    assert str(garbage) in refused("info", garbage)
    text = tmp_path / "text.h5"
    text.write_text("not HDF5 at all")
    assert "not a visit" in refused("info", text)
    assert "folder" in refused("info", tmp_path)
    missing = refused("import", tmp_path / "none.csv", "--robot", arm_file, "--into", tmp_path / "new.h5")
    assert "none.csv" in missing
    assert not (tmp_path / "new.h5").exists()


def test_unknown_robot_and_bad_description(refused, recording_files, tmp_path):
    run = recording_files["check"]
    assert "no-such-arm" in refused("import", run, "--robot", "no-such-arm", "--into", tmp_path / "new.h5")
    bad = tmp_path / "bad.toml"
    bad.write_text('name = "x"\n[[joints]]\nname = "a"\nspeed = 3\n[[joints]]\nname = "a"\n')
    line = refused("import", run, "--robot", bad, "--into", tmp_path / "new.h5")
    assert "3 problems" in line  # an unknown key, and one name on two joints
    assert "speed" in line


def test_labels_that_are_not_there(refused, visit):
    line = refused("identify", visit, "--fit", "fit-1", "nowhere", "--validate", "check")
    assert "nowhere" in line
    assert "fit-2" in line, "says which labels there are"
    assert "fit-9" in refused("verify", visit, "--recordings", "fit-9")
    assert "fit and to validate" in refused("identify", visit, "--fit", "check", "--validate", "check")


def test_results_that_are_not_there(refused, arm_file, recording_files, tmp_path, run, visit):
    fresh = tmp_path / "fresh.h5"
    assert run("import", recording_files["check"], "--robot", arm_file, "--into", fresh)[0] == 0
    assert "torsion identify" in refused("verify", fresh, "--recordings", "check")
    assert "torsion identify" in refused("export", fresh, "--to", "csv", "--out", tmp_path / "x.csv")
    assert "identification-001" in refused("verify", visit, "--recordings", "check", "--result", "other")


@pytest.mark.parametrize("rows", ["0:5", "7:3", "a:b", "5", ":0", "-1:4"])
def test_rows_that_are_none(refused, arm_file, recording_files, tmp_path, rows):
    into = tmp_path / "new.h5"
    line = refused("import", recording_files["check"], "--robot", arm_file, "--into", into, f"--rows={rows}")
    assert "rows" in line
    assert not into.exists()


def test_rows_beyond_the_file(refused, arm_file, recording_files, tmp_path):
    into = tmp_path / "new.h5"
    refused("import", recording_files["check"], "--robot", arm_file, "--into", into, "--rows", "90000:90100")
    assert not into.exists()


def test_label_for_several_files_and_label_taken(refused, arm_file, recording_files, visit):
    both = [recording_files["fit-1"], recording_files["check"]]
    common = ["--robot", arm_file, "--into", visit]
    assert "--label" in refused("import", *both, *common, "--label", "x")
    before = visit.read_bytes()
    assert "check" in refused("import", recording_files["check"], *common)
    assert visit.read_bytes() == before


def test_another_robot_for_the_same_visit(refused, recording_files, visit):
    line = refused("import", recording_files["check"], "--robot", "szabo-3r", "--into", visit, "--label", "x")
    assert "two-bar" in line


def test_gains_that_are_none(refused, visit, tmp_path):
    gains = tmp_path / "gains.json"
    for text in ("{", "[]", '{"gain": [1]}', '{"drive_gain": ["a"]}', '{"drive_gain": [[1, 2]]}'):
        gains.write_text(text)
        assert "drive_gain" in refused("identify", visit, "--fit", "fit-1", "--gains", gains)
    gains.write_text('{"drive_gain": [1.0, 2.0, 3.0]}')
    assert "3 drive gains" in refused("identify", visit, "--fit", "fit-1", "--gains", gains)
    assert "There is no file" in refused("identify", visit, "--fit", "fit-1", "--gains", tmp_path / "no.json")


def test_json_never_replaces_a_visit(refused, visit):
    before = visit.read_bytes()
    refused("robots", "--json", visit)
    assert visit.read_bytes() == before


def test_output_that_cannot_be_written(refused, visit, tmp_path):
    nowhere = tmp_path / "nowhere" / "model.csv"
    assert str(nowhere.parent) in refused("export", visit, "--to", "csv", "--out", nowhere)
    assert ".pdf" in refused("report", visit, "--out", tmp_path / "report.docx")


def test_benchmarks_need_a_source_checkout(refused, monkeypatch, tmp_path):
    monkeypatch.setattr(app.shell.commands.bench, "benchmark_folder", lambda: tmp_path)
    assert "source checkout" in refused("bench")


def test_no_display(refused, monkeypatch):
    for variable in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    assert "torsion demo" in refused()


@pytest.mark.expected_log("a command failed")
def test_an_error_nobody_expected_is_logged_and_worded(run, monkeypatch):
    def fail(*_arguments, **_more):
        raise ZeroDivisionError("two / nothing")

    monkeypatch.setattr("core.robot.library.read_description", fail)
    code, out, err = run("robots", "ur10e")
    assert code == 1
    assert out == ""
    assert err.count("\n") == 1
    assert "two / nothing" in err


def test_every_command_takes_json():
    parser = build_parser()
    commands = next(action.choices for action in parser._actions if action.dest == "command")
    known = {"demo", "robots", "ports", "import", "info", "identify", "verify", "export", "report", "bench"}
    known |= {
        "run",
        "emulate",
        "excite",
        "gains",
        "deflection",
        "compare",
        "payload",
        "layouts",
        "friction",
        "story",
        "rescue",
        "state",
        "watch",
        "show",
        "stiffness",
        "torque-kind",
        "self-test",
        "fleet",
        "batch",
    }
    assert set(commands) == known
    inner = {"run": "procedure", "fleet": "part", "batch": "part"}
    for outer, dest in inner.items():
        actions = commands.pop(outer)._actions
        commands |= next(action.choices for action in actions if action.dest == dest)
    for name, command in commands.items():
        assert "--json" in command.format_help(), name


def test_a_visit_in_a_folder_that_is_not_there(refused, recording_files, arm_file, tmp_path):
    into = tmp_path / "nowhere" / "x.h5"
    error = refused("import", recording_files["check"], "--robot", arm_file, "--into", into)
    assert f"There is no folder {into.parent}." in error
    assert "lock" not in error
    error = refused("run", "record", "1", "--controller", "virtual:ec66", "--into", into)
    assert f"There is no folder {into.parent}. Nothing was changed." in error


def test_payload_that_contradicts_itself(refused, visit, tmp_path):
    assert "'magic'" in refused("payload", visit, "--method", "magic")
    assert "takes the place" in refused("payload", visit, "--model", "--reference", "fit-1")
    assert "takes the place" in refused("payload", visit, "--model", "--earlier", visit)
    assert "pair of excitation runs" in refused("payload", visit, "--method", "dynamic", "--sweeps", "fit-1")
    pair = ("--unloaded", "fit-1", "--loaded", "fit-2")
    assert "knows no sweeps" in refused("payload", visit, "--method", "dynamic", *pair, "--one-direction")
    assert "go together" in refused("payload", visit, "--known", "fit-1", "--known-kg", "2")
    assert "go together" in refused("payload", visit, "--known-com", "0", "0", "0")
    assert "--known-kg" in refused("payload", visit, "--known", "fit-1", "--known-kg", "-2")
    assert "names no sweep" in refused("payload", visit, "--leave-out", "fit-1:0:1")
    assert "names no sweep" in refused("payload", visit, "--leave-out", "fit-1")
    assert "is no file" in refused("payload", visit, "--gains", tmp_path / "none.json")


def test_payload_of_recordings_that_are_not_there(refused, visit, tmp_path):
    assert "no recording" in refused("payload", visit).lower()
    assert "nowhere" in refused("payload", visit, "--sweeps", "nowhere")
    assert "nowhere" in refused("payload", visit, "--sweeps", "fit-1", "--reference", "nowhere")
    assert "two different loads" in refused("payload", visit, "--sweeps", "fit-1", "--reference", "fit-1")
    assert "none.h5" in refused("payload", visit, "--sweeps", "fit-1", "--earlier", tmp_path / "none.h5")
    both = ("--sweeps", "fit-1", "--reference", "fit-2")
    assert "torsion gains" in refused("payload", visit, *both, "--gains", "identified")
    rubbish = tmp_path / "gains.json"
    rubbish.write_text("{}")
    assert "no drive gains" in refused("payload", visit, *both, "--gains", rubbish)


def test_stiffness_that_contradicts_itself(refused, visit, tmp_path):
    robot = ("stiffness", "--robot", "mikhel-3")
    assert "Name an arm" in refused("stiffness")
    assert "no-such-arm" in refused("stiffness", "--robot", "no-such-arm")
    assert "none.h5" in refused("stiffness", "--visit", tmp_path / "none.h5")
    assert "other joints" in refused(*robot, "--visit", visit)
    assert "shoulder" in refused("stiffness", "--visit", visit)
    assert "Name both" in refused(*robot, "--tracker", "x.csv")
    assert "Name their file" in refused(*robot, "--leave-out", "t1")
    assert "go together" in refused(*robot, "--payload-kg", "3")
    assert "Name one" in refused(*robot, "--force", "0", "0", "1", "--payload-visit", visit)
    assert "either" in refused(*robot, "--plan", "5")
    assert "either" in refused(*robot, "--plan", "5", "--load-kg", "2", "--push-n", "20")
    assert "how many tests" in refused(*robot, "--load-kg", "2")
    assert "how many tests" in refused(*robot, "--out", tmp_path / "plan.csv")
    assert "still to be made" in refused(*robot, "--plan", "5", "--load-kg", "2", "--loads", "x.csv")
    assert "still to be made" in refused(*robot, "--plan", "5", "--load-kg", "2", "--pose", "1", "2", "3")


def test_stiffness_with_numbers_that_do_not_fit(refused, visit, tmp_path):
    robot = ("stiffness", "--robot", "mikhel-3")
    assert "2 numbers" in refused(*robot, "--pose", "1", "2")
    assert "joint 4" in refused(*robot, "--hold", "4")
    assert "--hold" in refused(*robot, "--hold", "0")
    assert "from 0 to 10 m" in refused(*robot, "--turn-length", "-1")
    assert "--tool" in refused(*robot, "--tool", "1", "2")
    assert "no number from -10000 to 10000 mm" in refused(*robot, "--tool", "1", "2", "inf")
    assert "--plan" in refused(*robot, "--plan", "0", "--load-kg", "2")
    assert "at least" in refused(*robot, "--plan", "1", "--load-kg", "2")
    assert "2000 kg" in refused(*robot, "--plan", "9", "--load-kg", "2000")
    before = visit.read_bytes()
    assert "never replace" in refused(*robot, "--map", visit)
    assert visit.read_bytes() == before
    nowhere = tmp_path / "nowhere" / "map.csv"
    assert str(nowhere.parent) in refused(*robot, "--map", nowhere)
