"""The decisions of the bootstrap without installing: actions, messages and passed arguments."""

import ast
import importlib
import os
import re
import subprocess
import sys
from contextlib import nullcontext
from types import SimpleNamespace

import pytest

MODULES = ("run", "commands", "environment", "lock", "reach", "system_libraries", "system_packages")


@pytest.fixture
def scripts(repository, monkeypatch):
    """The modules of ``packaging/``, which is a folder of scripts and no package."""
    monkeypatch.syspath_prepend(str(repository / "packaging"))
    for name in MODULES:
        monkeypatch.delitem(sys.modules, name, raising=False)
    loaded = SimpleNamespace(**{name: importlib.import_module(name) for name in MODULES})
    yield loaded
    for name in MODULES:
        sys.modules.pop(name, None)


@pytest.fixture
def clone(scripts, tmp_path, monkeypatch):
    """An environment of an empty clone that records what pip would install, and whether it works."""
    (tmp_path / "packaging").mkdir()
    for lock in (scripts.environment.RUNTIME, scripts.environment.DEVELOPMENT):
        (tmp_path / lock.file).write_text(f"{lock.name}==1\n", "utf-8")
    (tmp_path / "pyproject.toml").write_text("[project]\n", "utf-8")
    environment = scripts.environment.Environment(tmp_path)
    made, installed = [], []

    def make():
        environment.folder.mkdir()
        (environment.folder / "pyvenv.cfg").write_text("version = 3.11.7\n", "utf-8")
        made.append(environment.folder)

    monkeypatch.setattr(environment, "_make", make)
    monkeypatch.setattr(environment, "_works", environment.folder.exists)
    monkeypatch.setattr(environment, "_install", lambda *arguments: installed.append(arguments))
    monkeypatch.setattr(environment, "_begin_kernels", lambda: installed.append(("kernels",)))
    monkeypatch.setattr(environment, "_compiling", lambda: nullcontext(installed.append(("compile",))))
    return SimpleNamespace(environment=environment, made=made, installed=installed, folder=tmp_path)


def test_a_second_start_installs_nothing(scripts, clone):
    clone.environment.prepare(scripts.environment.RUNTIME)
    assert len(clone.made) == 1
    steps = ["--only-binary=:all:", "kernels", "compile", "--no-deps"]
    assert [arguments[0] for arguments in clone.installed] == steps
    clone.installed.clear()
    clone.environment.prepare(scripts.environment.RUNTIME)
    assert clone.installed == []


def test_packages_are_compiled_also_beside_a_file_that_no_python_understands(scripts, tmp_path, monkeypatch):
    environment = scripts.environment.Environment(tmp_path)
    monkeypatch.setattr(scripts.environment.Environment, "python", sys.executable)
    folder = environment.folder / ("Lib" if os.name == "nt" else "lib")
    folder.mkdir(parents=True)
    (folder / "good.py").write_text("x = 1\n", "utf-8")
    (folder / "template.py").write_text("x = {{ value\n", "utf-8")
    (folder / "tests").mkdir()
    (folder / "tests" / "unused.py").write_text("x = 1\n", "utf-8")
    with environment._compiling():
        pass
    assert [path.name.split(".")[0] for path in folder.rglob("*.pyc")] == ["good"]


@pytest.mark.parametrize("work", ["move_virtual_robot", "plan_motion", "identify_model", "draw_arm"])
def test_each_piece_of_work_that_compiles_ahead_is_done(repository, monkeypatch, tmp_path, work):
    """The set-up would not notice a piece that fails at its beginning."""
    monkeypatch.syspath_prepend(str(repository / "packaging"))
    ahead = importlib.import_module("kernels_ahead")
    assert {one.__name__ for one in ahead.WORK} >= {work}
    getattr(ahead, work)(tmp_path)


def test_the_programs_packages_are_compiled_while_those_of_the_tests_come(scripts, clone):
    clone.environment.prepare(scripts.environment.DEVELOPMENT)
    first, *between, last, _program = [arguments[-1].rpartition("/")[2] for arguments in clone.installed]
    assert (first, last) == ("requirements.lock", "requirements-development.lock")
    assert between == ["kernels", "compile"]


def test_the_tests_environment_serves_the_program_too(scripts, clone):
    clone.environment.prepare(scripts.environment.DEVELOPMENT)
    assert clone.environment.is_ready(scripts.environment.RUNTIME)


def test_the_programs_environment_does_not_serve_the_tests(scripts, clone):
    clone.environment.prepare(scripts.environment.RUNTIME)
    assert not clone.environment.is_ready(scripts.environment.DEVELOPMENT)


@pytest.mark.parametrize("changed", ["packaging/requirements.lock", "pyproject.toml", ".venv/pyvenv.cfg"])
def test_a_change_is_installed_at_the_next_start(scripts, clone, changed):
    clone.environment.prepare(scripts.environment.RUNTIME)
    (clone.folder / changed).write_text("changed\n", "utf-8")
    assert not clone.environment.is_ready(scripts.environment.RUNTIME)


def test_a_moved_clone_is_prepared_again(scripts, clone):
    clone.environment.prepare(scripts.environment.RUNTIME)
    elsewhere = clone.folder.with_name("elsewhere")
    clone.folder.rename(elsewhere)
    assert not scripts.environment.Environment(elsewhere).is_ready(scripts.environment.RUNTIME)


def test_a_failed_installation_is_not_taken_for_done(scripts, clone, monkeypatch):
    clone.environment.prepare(scripts.environment.RUNTIME)
    (clone.folder / "pyproject.toml").write_text("changed\n", "utf-8")

    def fail(*_arguments):
        raise scripts.environment.SetupFailed("no")

    monkeypatch.setattr(clone.environment, "_install", fail)
    with pytest.raises(scripts.environment.SetupFailed):
        clone.environment.prepare(scripts.environment.RUNTIME)
    (clone.folder / "pyproject.toml").write_text("[project]\n", "utf-8")
    assert not clone.environment.is_ready(scripts.environment.RUNTIME)


def test_without_ensurepip_the_line_to_type_is_given(scripts, tmp_path, monkeypatch):
    monkeypatch.setattr(scripts.environment.importlib.util, "find_spec", lambda _name: None)
    monkeypatch.setattr(scripts.system_packages, "install", lambda _packages: False)
    environment = scripts.environment.Environment(tmp_path)
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    with pytest.raises(scripts.environment.SetupFailed, match=f"sudo apt-get install .*{package}"):
        environment.prepare(scripts.environment.RUNTIME)


def test_a_real_pip_without_network_says_so(scripts, tmp_path, monkeypatch):
    """One real pip against an index that refuses the connection."""
    environment = scripts.environment.Environment(tmp_path)
    monkeypatch.setattr(type(environment), "python", property(lambda _self: sys.executable))
    for variable in ("PIP_FIND_LINKS", "PIP_EXTRA_INDEX_URL"):
        monkeypatch.delenv(variable, raising=False)
    refusing = ("--isolated", "--index-url", "http://127.0.0.1:9/simple", "--retries", "1")
    with pytest.raises(scripts.environment.SetupFailed, match="does not reach the package index"):
        environment._install(*refusing, "--target", str(tmp_path / "none"), "torsion-is-not-there")


def test_other_failures_quote_pip(scripts):
    text = scripts.environment.failure_text(["Collecting numpy", "ERROR: No space left on device", "bye"])
    assert "ERROR: No space left on device" in text
    assert "network" not in text


def test_missing_libraries_are_named_with_the_line_to_type(scripts, monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(scripts.system_packages, "install", lambda _packages: False)
    absent = {"libtorsion-b.so.1": "libtorsion-b1", "libtorsion-a.so.1": "libtorsion-a1"}
    with pytest.raises(scripts.environment.SetupFailed) as trouble:
        scripts.system_libraries.provide(absent)
    assert "sudo apt-get install --no-install-recommends libtorsion-a1 libtorsion-b1" in str(trouble.value)


def test_installed_libraries_let_the_start_go_on(scripts, monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    present = set()
    monkeypatch.setattr(scripts.system_libraries, "_loads", lambda name: name in present)
    monkeypatch.setattr(scripts.system_packages, "install", lambda _packages: not present.add("liba.so.1"))
    scripts.system_libraries.provide({"liba.so.1": "liba1"})
    assert present == {"liba.so.1"}


def test_no_library_is_looked_for_off_linux(scripts, monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    scripts.system_libraries.provide({"libtorsion-a.so.1": "libtorsion-a1"})


def test_each_display_asks_for_its_own_libraries(scripts):
    bare = scripts.system_libraries.wanted({})
    assert "libEGL.so.1" in bare
    assert "libxcb-cursor.so.0" not in bare
    assert "libxcb-cursor.so.0" in scripts.system_libraries.wanted({"DISPLAY": ":0"})
    assert "libwayland-client.so.0" in scripts.system_libraries.wanted({"WAYLAND_DISPLAY": "wayland-0"})


def test_the_oracle_gets_its_openmp_only_for_the_tests(scripts, monkeypatch):
    provided = {}
    monkeypatch.setattr(scripts.commands.Environment, "prepare", lambda _self, _lock: None)
    monkeypatch.setattr(scripts.commands, "run", lambda _command: 0)
    monkeypatch.setattr(scripts.commands, "start", lambda _command: 0)
    monkeypatch.setattr(scripts.commands, "provide", provided.update)
    scripts.commands.main(["cli", "robots"])
    assert "libgomp.so.1" not in provided
    scripts.commands.main(["test"])
    assert provided["libgomp.so.1"] == "libgomp1"


def test_without_root_and_without_sudo_nothing_is_installed(scripts, monkeypatch):
    monkeypatch.setattr(scripts.system_packages, "_as_root", lambda: None)
    assert scripts.system_packages.install(["libegl1"]) is False


@pytest.mark.parametrize(
    ("typed", "passed_on"),
    [
        (["cli", "identify", "a.h5", "--json", "-"], ["identify", "a.h5", "--json", "-"]),
        (["cli", "--help"], ["--help"]),
        (["test", "-x", "-k", "stamp"], ["-x", "-k", "stamp"]),
        (["test"], []),
    ],
)
def test_arguments_are_passed_on_untouched(scripts, typed, passed_on):
    assert scripts.commands.understood(typed).arguments == passed_on


@pytest.fixture
def started(scripts, monkeypatch):
    """Commands that would have been started."""
    commands = []
    monkeypatch.setattr(scripts.commands, "start", lambda command: commands.append(command) or 0)
    monkeypatch.setattr(scripts.commands, "run", lambda command: commands.append(command) or 0)
    monkeypatch.setattr(scripts.commands, "provide", lambda _libraries: None)
    monkeypatch.setattr(scripts.commands.Environment, "prepare", lambda _self, _lock: None)
    return commands


def test_without_a_display_it_says_so_and_runs_the_demonstration(scripts, started, monkeypatch, capsys):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert scripts.commands.main([]) == 0
    assert started[0][1:] == ["demo"]
    assert "no display" in capsys.readouterr().err


def test_with_a_display_it_opens_the_window(scripts, started, monkeypatch):
    monkeypatch.setenv("DISPLAY", ":0")
    assert scripts.commands.main([]) == 0
    assert started[0][1:] == []


@pytest.mark.parametrize(("asked", "which"), [((), ["-m", "not thorough"]), (("--all",), [])])
def test_the_daily_tests_leave_out_the_thorough_ones(scripts, started, asked, which):
    assert scripts.commands.main(["test", *asked]) == 0
    ((_python, *options),) = started
    assert options[:2] == ["-m", "pytest"]
    assert options[2:] == [*scripts.commands.side_by_side(daily=bool(which)), *which]
    in_order = "--copies" if sys.platform.startswith("linux") else "--no-loadscope-reorder"
    assert in_order in options, "else the longest test may come last, beside an idle core"


def test_failing_tests_fail_the_command(scripts, started, monkeypatch):
    for code in (0, 1, 5):
        monkeypatch.setattr(scripts.commands, "run", lambda _command, code=code: code)
        assert scripts.commands.main(["test"]) == code


def test_for_a_change_the_tests_that_reach_it_are_run(scripts, started, monkeypatch):
    asked = []
    monkeypatch.setattr(
        scripts.commands, "changed_files", lambda _root, name: asked.append(name) or ["core/stamp.py"]
    )
    for words in (["--changed"], ["--changed", "HEAD~3"]):
        assert scripts.commands.main(["test", *words]) == 0
    assert asked == ["HEAD", "HEAD~3"]
    assert all("tests/rails/test_lint.py" in command for command in started)


def test_without_a_change_no_test_is_run_and_that_is_said(scripts, started, monkeypatch, capsys):
    monkeypatch.setattr(scripts.commands, "changed_files", lambda _root, _name: [])
    assert scripts.commands.main(["test", "--changed"]) == 0
    assert started == []
    assert "Nothing differs from HEAD" in capsys.readouterr().err


def test_a_revision_that_git_does_not_know_is_refused(scripts, started, capsys):
    assert scripts.commands.main(["test", "--changed", "no-such-revision"]) == 1
    assert started == []
    assert "What differs from 'no-such-revision' is unknown" in capsys.readouterr().err


def test_an_unknown_campaign_names_the_known_ones(scripts, started, capsys):
    assert scripts.commands.main(["campaign", "nothing-like-it"]) == 2
    assert "There is no campaign 'nothing-like-it'" in capsys.readouterr().err
    assert started == []


def test_an_old_python_is_told_so(scripts, repository):
    assert scripts.run.too_old((3, 11)) == ""
    assert "needs Python 3.11 or newer; this is Python 3.8" in scripts.run.too_old((3, 8))
    ast.parse((repository / "packaging" / "run.py").read_text("utf-8"), feature_version=(3, 6))


def test_it_starts_as_a_script(repository):
    command = [sys.executable, str(repository / "packaging" / "run.py"), "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "campaign" in done.stdout


def test_the_folder_does_not_shadow_the_packaging_of_pypi(repository):
    assert not (repository / "packaging" / "__init__.py").exists()
    assert "site-packages" in str(importlib.import_module("packaging").__file__)


def test_readme_and_continuous_integration_type_the_same_commands(repository):
    readme = (repository / "README.md").read_text("utf-8")
    assert re.search(r"^python3 packaging/run.py$", readme, re.MULTILINE)
    assert re.search(r"^python3 packaging/run.py test$", readme, re.MULTILINE)
    assert "python3 packaging/run.py test --all" in (repository / ".ci" / "run").read_text("utf-8")
