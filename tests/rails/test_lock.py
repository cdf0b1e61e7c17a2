"""The lock files: exact, hashed, from the public index alone, and in step with pyproject.toml."""

import re
import tomllib

import pytest
from packaging.requirements import Requirement

LOCKS = ("requirements.lock", "requirements-development.lock")
WINDOWS = {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"}


def entries(repository, name):
    """Each requirement of a lock with its hashes."""
    text = (repository / "packaging" / name).read_text("utf-8")
    logical = re.sub(r"\\\n\s*", " ", text).splitlines()
    found = {}
    for line in logical:
        if line.strip() and not line.lstrip().startswith("#"):
            requirement, *hashes = line.split(" --hash=")
            found[requirement.strip()] = hashes
    return found


@pytest.fixture(params=LOCKS)
def lock(request, repository):
    return entries(repository, request.param)


@pytest.fixture
def project(repository):
    return tomllib.loads((repository / "pyproject.toml").read_text("utf-8"))["project"]


def test_every_version_is_exact_and_hashed(lock):
    assert lock
    for requirement, hashes in lock.items():
        assert [entry.operator for entry in Requirement(requirement).specifier] == ["=="], requirement
        assert hashes, requirement
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", each.strip()) for each in hashes), requirement


def test_every_python_gets_the_same_versions(lock):
    names = [Requirement(entry).name for entry in lock]
    assert len(names) == len(set(names))


def test_no_place_of_any_machine_is_named(repository):
    for name in LOCKS:
        text = (repository / "packaging" / name).read_text("utf-8")
        assert not re.search(r"^\s*--(?!hash)|://| @ ", text, re.MULTILINE), name


def test_what_the_project_asks_for_is_locked_within_its_limits(repository, project):
    development = project["optional-dependencies"]["development"]
    for name, asked in (
        (LOCKS[0], project["dependencies"]),
        (LOCKS[1], project["dependencies"] + development),
    ):
        locked = [Requirement(entry) for entry in entries(repository, name)]
        for python in ("3.11", "3.12", "3.13", "3.14"):
            marks = {"python_version": python, "python_full_version": f"{python}.0"}
            for wish in map(Requirement, asked):
                if wish.marker and not wish.marker.evaluate(marks):
                    continue
                versions = [
                    next(iter(entry.specifier)).version
                    for entry in locked
                    if entry.name.lower() == wish.name.lower()
                    and (not entry.marker or entry.marker.evaluate(marks))
                ]
                assert len(versions) == 1, (wish, python)
                assert wish.specifier.contains(versions[0]), (wish, python)


def test_the_program_runs_on_what_was_tested(repository):
    # a marker may be narrower where nothing but development needs the package elsewhere
    runtime, development = ({pinned(entry) for entry in entries(repository, name)} for name in LOCKS)
    assert runtime <= development


def pinned(entry):
    """Name and version of an entry, without the systems and Python versions that it is for."""
    return entry.partition(";")[0].strip()


def test_the_build_fetches_nothing(lock):
    assert any(Requirement(entry).name == "setuptools" for entry in lock)


def test_the_oracle_without_a_windows_wheel_is_not_asked_for_there(repository):
    for entry in entries(repository, LOCKS[1]):
        requirement = Requirement(entry)
        if requirement.name in ("pin", "libpinocchio") or requirement.name.startswith("cmeel"):
            assert requirement.marker is not None
            assert not requirement.marker.evaluate(WINDOWS)
