"""The workflow for a forge: it can be read, and every command in it exists here."""

import importlib
import shlex
import sys

import pytest

from app.shell.commands.command_line import build_parser
from core.stamp import software_name
from tests.rails.workflow_file import read_workflow

FILE = ".github/workflows/tests-and-builds.yml"
OTHERS = (
    "choco install innosetup",
    "iscc /DVersion=",
    "hdiutil create",
    "dist/Torsion.app/Contents/MacOS/Torsion ",
)
"""Commands of other programs, and of what was built."""


@pytest.fixture(scope="module")
def text(request):
    return (request.config.rootpath / FILE).read_text("utf-8")


@pytest.fixture(scope="module")
def jobs(text):
    return read_workflow(text)["jobs"]


def commands(jobs):
    return [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]


def test_it_says_that_it_has_never_been_run(text, repository):
    assert "has never been run" in text.partition("name:")[0]
    assert "has never been run" in (repository / "resources/help/installing.md").read_text("utf-8")


def test_the_tests_run_on_every_system_with_every_python(jobs, repository):
    matrix = jobs["test"]["strategy"]["matrix"]
    assert {system.split("-")[0] for system in matrix["system"]} == {"ubuntu", "macos", "windows"}
    assert matrix["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert "python packaging/run.py test" in commands({"test": jobs["test"]})


def test_every_night_all_tests_run(jobs, text):
    assert "schedule" in read_workflow(text)["on"]
    (nightly,) = [step for step in jobs["test"]["steps"] if step.get("run", "").endswith("test --all")]
    assert nightly["if"] == "github.event_name == 'schedule'"


def test_three_installers_are_built_after_the_tests(jobs):
    builds = {name: job for name, job in jobs.items() if name != "test"}
    assert set(builds) == {"debian-package", "windows-installer", "macos-image"}
    for job in builds.values():
        assert job["needs"] == "test"
        assert "python packaging/run.py build" in commands({"": job})


def test_every_command_exists(jobs, repository, monkeypatch):
    monkeypatch.syspath_prepend(str(repository / "packaging"))
    understood = importlib.import_module("commands").understood
    for command in commands(jobs):
        words = shlex.split(command.replace("\\", "/"))
        if words[:2] == ["python", "packaging/run.py"]:
            chosen = understood(words[2:])
            assert chosen.carry_out, command
            if words[2] == "cli":
                assert build_parser().parse_args(words[3:]).action, command
        else:
            assert command.startswith(OTHERS), command
    sys.modules.pop("commands", None)


def test_files_that_are_named_are_there_or_are_built(jobs, repository):
    (installer,) = [command for command in commands(jobs) if command.startswith("iscc")]
    assert (repository / installer.split()[-1].replace("\\", "/")).is_file()
    assert f"/DVersion={software_name().split()[1]} " in installer
    assert "dist/Torsion.app" in (repository / "packaging/macos/README.md").read_text("utf-8")


@pytest.mark.parametrize(
    "wrong",
    [
        *("a:\n\t- b", "a: b ", "a: 1\na: 2", "a: [b, c", "a: b: c", "a: {b: c}", "a: *b", "a:b: c"),
        "a:\n   - b\n  c: d",
    ],
)
def test_what_is_no_such_file_is_refused(wrong):
    with pytest.raises((ValueError, IndexError)):
        read_workflow(wrong)


def test_the_reader_reads_what_yaml_means():
    read = read_workflow('a:\n  - b: "1"\n    c: |\n      x\n      y\n  - d e\nf: [g, h]\n')
    assert read == {"a": [{"b": "1", "c": "x\ny"}, "d e"], "f": ["g", "h"]}
