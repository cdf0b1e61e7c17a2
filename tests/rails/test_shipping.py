"""The parts that make the frozen program; the build itself takes minutes and is a measurement."""

import ast
import importlib
import json
import os
import re
import struct
import subprocess
import sys
from configparser import ConfigParser
from importlib.metadata import distribution
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree as ET

import pytest

from app.health import about
from app.health.about import commit_of

IMPORTED = re.compile(r"^\s*(?:from|import) ([\w.]+)", re.MULTILINE)
MODULES = (
    "spec_contents", "shipped", "torsion_kernels", "wheelhouse", "environment", "commands", "lock",
    "no_network", "frozen_checks", "build_program", "package_linux", "system_libraries", "system_packages",
)  # fmt: skip


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


def test_the_spec_reads_and_uses_what_there_is(scripts, repository):
    tree = ast.parse((repository / "packaging" / "torsion.spec").read_text("utf-8"))
    taken = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "spec_contents"
        for alias in node.names
    }
    assert taken
    assert all(hasattr(scripts.spec_contents, name) for name in taken)
    for name in ("frozen_program.py", "frozen_start.py", "torsion_kernels.py"):
        assert (repository / "packaging" / name).is_file()


def test_a_build_notes_its_commit_where_the_program_looks(scripts, repository, tmp_path):
    place, written, kind = scripts.spec_contents.commit_entry(repository, tmp_path)
    assert (place, kind) == ("resources/commit.txt", "DATA")
    assert Path(written).read_text("utf-8").strip() == commit_of(repository) != ""
    spec = (repository / "packaging" / "torsion.spec").read_text("utf-8")
    assert "    commit_entry(REPOSITORY, made),\n" in spec


def test_every_resource_that_the_program_reads_is_shipped(scripts, repository):
    from app.shell.self_test_checks import FOLDERS

    shipped = {place for _, place in scripts.spec_contents.resource_files(repository)}
    assert {f"resources/{name}" for name in FOLDERS} <= shipped | {
        place.rsplit("/", 1)[0] for place in shipped
    }
    assert not any(place.startswith("resources/pictures") for place in shipped)


def test_everything_of_a_module_that_is_left_out_stays_unimported_by_the_program(scripts, repository):
    left_out = set(scripts.spec_contents.LEFT_OUT_MODULES)
    imported = set()
    for package in scripts.spec_contents.OWN_PACKAGES:
        for path in (repository / package).rglob("*.py"):
            imported.update(IMPORTED.findall(path.read_text("utf-8")))
    assert not imported & left_out
    assert "numba" in imported


@pytest.mark.parametrize(
    ("name", "needed"),
    [
        ("PySide6/Qt/plugins/platforms/libqxcb.so", True),
        ("PySide6/Qt/plugins/platformthemes/libqgtk3.so", False),
        ("PySide6\\Qt\\plugins\\sqldrivers\\qsqlite.dll", False),
        ("PySide6/Qt/translations/qtbase_zh_CN.qm", True),
        ("PySide6/Qt/translations/qtbase_de.qm", False),
        ("PySide6/Qt/lib/libQt6Network.so.6", False),
        ("resources/robots/ec66.toml", True),
    ],
)
def test_what_qt_brings_along_is_sorted_out(scripts, name, needed):
    assert scripts.spec_contents.is_needed(name) is needed


def test_a_library_goes_with_the_last_file_that_needed_it(scripts):
    needs = {
        "/p/a.so": ["libb.so.1"],
        "/lib/libb.so.1": ["libc.so.2"],
        "/lib/libc.so.2": [],
        "/lib/libd.so.1": [],
    }
    binaries = [
        ("a.so", "/p/a.so", "EXTENSION"),
        ("libd.so.1", "/lib/libd.so.1", "BINARY"),
        ("libc.so.2", "/lib/libc.so.2", "BINARY"),
        ("libb.so.1", "/lib/libb.so.1", "BINARY"),
    ]
    kept = scripts.spec_contents.without_orphans(binaries, needs=needs.__getitem__)
    assert {name for name, *_ in kept} == {"a.so", "libb.so.1", "libc.so.2"}


def test_licences_are_collected_with_their_texts(scripts, tmp_path, repository):
    import numpy as np
    import serial

    parts = scripts.shipped.collected([np.__file__, serial.__file__, str(repository / "app" / "about.py")])
    found = {part.component.name: part for part in parts}
    assert parts[0].component.name == "torsion"
    assert {"numpy", "pyserial", "pyinstaller", "Python", "Inter", "Noto Sans SC"} <= set(found)
    assert "Chris Liechti" in found["pyserial"].texts[0]
    assert "Redistribution and use" in found["pyserial"].texts[0]
    assert any("NumPy" in text for text in found["numpy"].texts)
    listing, texts = tmp_path / "licences" / "shipped.json", tmp_path / "LICENCES.txt"
    scripts.shipped.write(parts, listing=listing, texts=texts)
    assert {entry["name"] for entry in json.loads(listing.read_text("utf-8"))} == set(found)
    everything = texts.read_text("utf-8")
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in everything
    assert "SIL OPEN FONT LICENSE" in everything
    assert "Qt and PySide6" in everything


def test_what_nobody_knows_ends_the_build(scripts, tmp_path, monkeypatch):
    stranger = tmp_path / "libstranger.so.1"
    stranger.touch()
    with pytest.raises(scripts.shipped.UnknownLicence, match=r"libstranger\.so\.1 belongs to no known"):
        scripts.shipped.collected([str(stranger)])
    without = about.Component("numpy", "1", "")
    monkeypatch.setattr(scripts.shipped, "component_of", lambda _found: without)
    with pytest.raises(scripts.shipped.UnknownLicence, match="numpy names no licence"):
        scripts.shipped.collected([])


def test_all_that_is_locked_for_the_program_has_a_licence(repository):
    components = about.components()
    assert components[0].name == "torsion"
    assert [part.name for part in components if not part.licence] == []
    assert {"PySide6_Essentials", "mujoco", "Python", "Inter", "Noto Sans SC"} <= {
        part.name for part in components
    }
    assert about.version() == distribution("torsion").version
    assert about.licence_texts() is None


def test_a_frozen_program_reads_the_list_that_it_carries(tmp_path, monkeypatch):
    listing = tmp_path / "shipped.json"
    listing.write_text('[{"name": "a", "version": "1", "licence": "MIT"}]', "utf-8")
    monkeypatch.setattr(about.resources, "path", lambda _name: listing)
    about.components.cache_clear()
    try:
        assert about.components() == (about.Component("a", "1", "MIT"),)
    finally:
        about.components.cache_clear()


@pytest.mark.parametrize(
    ("metadata", "classifiers", "named"),
    [
        ({"License-Expression": "MIT"}, (), "MIT"),
        (
            {"License": "Copyright\nand the whole text"},
            ("License :: OSI Approved :: BSD License",),
            "BSD License",
        ),
        ({"License": "UNKNOWN"}, ("Topic :: Scientific",), ""),
    ],
)
def test_a_licence_is_named_shortly_or_not_at_all(metadata, classifiers, named):
    assert about.licence_named(metadata, classifiers) == named


def test_debian_names_licences_in_paragraphs(scripts):
    told = "Files: *\nLicense: MIT\n\nFiles: debian/*\nLicense: GPL-2+\n\nLicense: MIT\n text\n"
    assert scripts.shipped.debian_licence(told) == "MIT and GPL-2+"
    assert scripts.shipped.debian_licence("This is free software.") == "see its text"
    assert scripts.shipped.debian_licence("") == ""


KERNEL = """
from numba import njit

@njit(cache=True)
def double(value):
    return 2 * value
"""
PROBE = """
import sys
sys.path[:0] = {path!r}
import torsion_kernels
sys._MEIPASS = {program!r}
torsion_kernels.settle()
import kernel
kernel.double(21)
print(torsion_kernels.cache_folder(), sum(kernel.double.stats.cache_hits.values()))
"""


def _probe(repository, program: Path, home: Path) -> tuple[Path, int]:
    (home / "kernel.py").write_text(KERNEL, "utf-8")  # elsewhere than the one that was compiled
    text = PROBE.format(path=[str(home), str(repository / "packaging")], program=str(program))
    environment = {"HOME": str(home), "PATH": os.environ["PATH"], "XDG_CACHE_HOME": str(home / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", text], env=environment, cwd=home, capture_output=True, text=True, check=True
    )
    folder, hits = done.stdout.split()
    return Path(folder), int(hits)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the cache folder is named as on Linux")
def test_kernels_that_were_shipped_are_not_compiled_again(repository, tmp_path):
    program, first, second = tmp_path / "program", tmp_path / "first", tmp_path / "second"
    for folder in (program, first, second):
        folder.mkdir()
    (program / "build.txt").write_text("7\n", "utf-8")
    compiled, hits = _probe(repository, program, first)
    assert (compiled.name, hits) == ("7", 0)
    assert list(compiled.glob("*.nbc"))
    compiled.rename(program / "kernels")
    copied, hits = _probe(repository, program, second)
    assert hits == 1
    assert copied.is_relative_to(second)
    assert list(second.rglob("part-*")) == []


def test_a_folder_of_packages_is_asked_for_by_system(scripts, tmp_path):
    environment = scripts.environment.Environment(tmp_path)
    here = scripts.wheelhouse.command_line(environment, tmp_path, scripts.environment.RUNTIME)
    assert "--only-binary=:all:" in here
    assert "--require-hashes" in here
    assert not [
        word for word in here if word.startswith(("--platform", "--python-version", "--implementation"))
    ]
    there = scripts.wheelhouse.command_line(
        environment, tmp_path, scripts.environment.RUNTIME,
        platforms=["windows", "win_arm64"], python_version="3.12",
    )  # fmt: skip
    assert {"--platform=win_amd64", "--platform=win_arm64", "--python-version=3.12"} <= set(there)
    assert "--implementation=cp" in there


@pytest.mark.parametrize(
    ("typed", "carried_out"),
    [
        (["--wheelhouse", "{}"], "open_window"),
        (["setup", "--wheelhouse", "{}"], "prepare"),
        (["--wheelhouse", "{}", "setup"], "prepare"),
        (["--wheelhouse", "{}", "test", "-x"], "run_tests"),
        (["--wheelhouse", "{}", "cli", "robots"], "run_torsion"),
    ],
)
def test_a_folder_of_packages_can_be_named_with_what_installs(scripts, tmp_path, typed, carried_out):
    chosen = scripts.commands.understood([word.format(tmp_path) for word in typed])
    assert chosen.carry_out is getattr(scripts.commands, carried_out)
    assert scripts.commands.folder_of(chosen.wheelhouse) == tmp_path.resolve()


def test_a_folder_of_packages_that_is_not_there_is_told(scripts, tmp_path):
    with pytest.raises(SystemExit, match="There is no folder of packages"):
        scripts.commands.main(["setup", "--wheelhouse", str(tmp_path / "none")])


def test_a_real_pip_takes_nothing_from_the_network_where_a_folder_is_named(scripts, tmp_path, monkeypatch):
    environment = scripts.environment.Environment(tmp_path, wheelhouse=tmp_path)
    monkeypatch.setattr(type(environment), "python", property(lambda _self: sys.executable))
    with pytest.raises(scripts.environment.SetupFailed, match="lacks one that this Python needs"):
        environment._install("--target", str(tmp_path / "none"), "numpy")


def test_the_icon_is_there_in_every_form(repository):
    folder = repository / "resources" / "icons"
    icon = (folder / "torsion.ico").read_bytes()
    reserved, kind, count = struct.unpack_from("<HHH", icon)
    assert (reserved, kind) == (0, 1)
    for number in range(count):
        size, offset = struct.unpack_from("<II", icon, 6 + 16 * number + 8)
        assert icon[offset : offset + size].startswith(b"\x89PNG")
    assert (folder / "torsion.png").read_bytes().startswith(b"\x89PNG")
    assert ET.parse(folder / "torsion.svg").getroot().tag.endswith("svg")


def test_desktop_file_and_installer_name_what_the_build_makes(repository):
    desktop = ConfigParser(interpolation=None)
    desktop.optionxform = str
    desktop.read(repository / "packaging" / "linux" / "torsion.desktop", encoding="utf-8")
    entry = desktop["Desktop Entry"]
    assert entry["Exec"].split()[0] == entry["Icon"] == "torsion"
    kind = ET.parse(repository / "packaging" / "linux" / "torsion.xml").getroot()[0].attrib["type"]
    assert entry["MimeType"] == f"{kind};"
    installer = (repository / "packaging" / "windows" / "torsion.iss").read_text("utf-8")
    spec = (repository / "packaging" / "torsion.spec").read_text("utf-8")
    assert "PrivilegesRequired=lowest" in installer
    assert 'program("torsion-window", console=False)' in spec
    assert "torsion-window.exe" in installer


def test_a_debian_package_says_what_it_needs(scripts, tmp_path):
    scripts.package_linux._write_debian(tmp_path, version="1.2.3", architecture="amd64")
    control = (tmp_path / "DEBIAN" / "control").read_text("utf-8")
    assert "Version: 1.2.3\n" in control
    assert "Architecture: amd64\n" in control
    assert os.access(tmp_path / "DEBIAN" / "postinst", os.X_OK) or os.name == "nt"
