"""The tests that ``run.py test --changed`` chooses can see the change."""

import ast
import importlib
import subprocess
import sys

import pytest


@pytest.fixture
def reach(repository, monkeypatch):
    """The module of ``packaging/``, which is a folder of scripts and no package."""
    monkeypatch.syspath_prepend(str(repository / "packaging"))
    yield importlib.import_module("reach")
    sys.modules.pop("reach", None)


def write(root, **files):
    for name, text in files.items():
        path = root / (name.replace("__", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_a_test_is_reached_by_way_of_others_however_they_import(tmp_path, reach):
    write(
        tmp_path,
        core__low="",
        core__middle="def late():\n    from core import (\n        low,\n    )\n",
        tests__core__support="import core.middle as m\n",
        tests__core__test_it="from tests.core.support import m\n",
        tests__core__test_other="import json\n",
    )
    assert reach.tests_of(tmp_path, ["core/low.py"]) == ["tests/core/test_it.py"]


def test_the_nearest_are_enough_but_the_own_folder_is_whole(tmp_path, reach):
    write(tmp_path, core__friction__curve="", core__user="import core.friction.curve\n")
    write(tmp_path, tests__core__friction__far="import core.user\n")
    write(tmp_path, tests__core__friction__test_far="import tests.core.friction.far\n")
    for number in range(reach.FILES_AT_MOST):
        write(tmp_path, **{f"tests__core__test_{number}": "import core.user\n"})
    write(tmp_path, tests__app__test_far="import tests.core.friction.far\n")
    found = reach.tests_of(tmp_path, ["core/friction/curve.py"])
    assert "tests/core/friction/test_far.py" in found
    assert "tests/app/test_far.py" not in found
    assert len(found) == reach.FILES_AT_MOST + 1


def test_a_changed_test_a_conftest_and_a_file_that_is_named_are_reached(tmp_path, reach):
    write(
        tmp_path, tests__core__test_a="", tests__core__deep__test_b="", tests__test_c='open("x/robot.toml")\n'
    )
    write(tmp_path, tests__core__conftest="")
    assert reach.tests_of(tmp_path, ["tests/core/test_a.py"]) == ["tests/core/test_a.py"]
    below = ["tests/core/deep/test_b.py", "tests/core/test_a.py"]
    assert reach.tests_of(tmp_path, ["tests/core/conftest.py"]) == below
    assert reach.tests_of(tmp_path, ["resources/robots/robot.toml"]) == ["tests/test_c.py"]


def test_a_module_that_is_gone_is_tested_by_the_tests_of_its_folder(tmp_path, reach):
    write(tmp_path, core__friction__left="", tests__core__test_left="from core.friction import left\n")
    assert reach.tests_of(tmp_path, ["core/friction/gone.py"]) == ["tests/core/test_left.py"]


def test_what_is_new_and_what_differs_is_changed(tmp_path, reach):
    def git(*words):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=tmp_path, check=True)

    git("init", "-q")
    (tmp_path / "old.py").write_text("1\n")
    git("add", ".")
    git("commit", "-q", "-m", "first")
    assert reach.changed_files(tmp_path, "HEAD") == []
    (tmp_path / "old.py").write_text("2\n")
    (tmp_path / "ä new.py").write_text("")
    assert reach.changed_files(tmp_path, "HEAD") == ["old.py", "ä new.py"]
    with pytest.raises(ValueError, match="nowhere"):
        reach.changed_files(tmp_path, "nowhere")


def test_no_import_of_the_house_is_missed(repository, reach):
    """The text is searched for imports; Python's own parser finds none beside them."""
    modules = reach.modules_in(repository)
    for path in modules.values():
        found = set(reach.imports_of(path))
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                meant = {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
            elif isinstance(node, ast.Import):
                meant = {alias.name for alias in node.names}
            else:
                continue
            assert not (meant & modules.keys()) - found, (path, node.lineno)
