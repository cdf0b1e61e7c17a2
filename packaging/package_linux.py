"""Packages ``dist/torsion`` for Linux: a Debian package, or an AppDir and from it an AppImage.

Run by ``python3 packaging/run.py deb`` and ``… appimage``, after ``… build``. Both start the result.
"""

import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from build_program import BUILT, REPOSITORY, oldest_glibc, say
from frozen_checks import CheckFailed, self_test, somebody, window_seconds
from spec_contents import version_of

LINUX = REPOSITORY / "packaging" / "linux"
ICONS = REPOSITORY / "resources" / "icons"
DIST = REPOSITORY / "dist"
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
_KIB = 1024

CONTROL = """\
Package: torsion
Version: {version}
Section: science
Priority: optional
Architecture: {architecture}
Depends: libc6 (>= 2.{glibc_minor}), libegl1, libgl1
Installed-Size: {installed_kib}
Maintainer: Torsion <torsion@localhost>
Description: Commission and service robot arms
 Connects to the controller of a robot arm, moves and records it, and finds its
 friction, dynamics, payload and stiffness with honest error bars. Everything it
 needs but the drivers of the display comes with it: no Python, no internet.
"""
AFTER_INSTALLATION = """\
#!/bin/sh
set -e
for update in "update-desktop-database -q" "update-mime-database /usr/share/mime"; do
    command -v ${update%% *} >/dev/null && $update || true
done
"""
LAUNCHER = """\
#!/bin/sh
exec /opt/torsion/torsion "$@"
"""


class CannotPackage(Exception):
    """A required tool or file is missing; the text names it."""


def main(arguments: Sequence[str]) -> int:
    """Make one kind of package and start the program from it."""
    try:
        if not BUILT.is_dir():
            raise CannotPackage("There is no dist/torsion yet. First: python3 packaging/run.py build")
        {"deb": debian_package, "appimage": app_image}[arguments[0]]()
    except (CannotPackage, CheckFailed) as trouble:
        say(str(trouble))
        return 1
    return 0


def debian_package() -> None:
    """Build ``dist/torsion_VERSION_ARCHITECTURE.deb``, unpack it to a temporary root, start it from there."""
    if shutil.which("dpkg-deb") is None:
        raise CannotPackage("dpkg-deb is not installed here; a Debian package is made on Debian or Ubuntu.")
    version, architecture = version_of(REPOSITORY), _architecture()
    package = DIST / f"torsion_{version}_{architecture}.deb"
    with tempfile.TemporaryDirectory(prefix="torsion-deb-") as scratch:
        root = Path(scratch, "root")
        lay_out(root)
        _write_debian(root, version=version, architecture=architecture)
        command = ["dpkg-deb", "--build", "--root-owner-group", "-Zxz", "-z3", str(root), str(package)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with tempfile.TemporaryDirectory(prefix="torsion-root-") as scratch:
        subprocess.run(["dpkg", "-x", str(package), scratch], check=True)
        _start(Path(scratch, "opt", "torsion", "torsion"))
    say(f"Made: {package} ({package.stat().st_size / 1e6:.0f} MB)")


def app_image() -> None:
    """Create ``dist/Torsion.AppDir``, start it, and make an AppImage from it if appimagetool is installed."""
    folder = DIST / "Torsion.AppDir"
    shutil.rmtree(folder, ignore_errors=True)
    lay_out(folder)
    (folder / "AppRun").symlink_to("opt/torsion/torsion")  # the program finds its folder through the link
    shutil.copy(LINUX / "torsion.desktop", folder)
    shutil.copy(ICONS / "torsion.png", folder)
    (folder / ".DirIcon").symlink_to("torsion.png")
    _start(folder / "AppRun")
    say(f"Made: {folder}")
    tool = shutil.which("appimagetool")
    if tool is None:
        say("No AppImage was made: appimagetool is not installed here. With it: appimagetool " + str(folder))
        return
    image = DIST / f"Torsion-{version_of(REPOSITORY)}-{platform.machine()}.AppImage"
    subprocess.run([tool, "--no-appstream", str(folder), str(image)], check=True)
    say(f"Made: {image}")


def lay_out(root: Path) -> None:
    """Copy the files of an installed program below ``root``."""
    shutil.copytree(BUILT, root / "opt" / "torsion", symlinks=True)
    _write(root / "usr" / "bin" / "torsion", LAUNCHER, executable=True)
    share = root / "usr" / "share"
    for source, place in (
        (LINUX / "torsion.desktop", "applications"),
        (LINUX / "torsion.xml", "mime/packages"),
        (ICONS / "torsion.png", "icons/hicolor/256x256/apps"),
        (ICONS / "torsion.svg", "icons/hicolor/scalable/apps"),
    ):
        (share / place).mkdir(parents=True, exist_ok=True)
        shutil.copy(source, share / place)
    documents = share / "doc" / "torsion"
    documents.mkdir(parents=True)
    shutil.copy(BUILT / "LICENCES.txt", documents / "copyright")


def _write_debian(root: Path, *, version: str, architecture: str) -> None:
    files = [path for path in root.rglob("*") if path.is_file() and not path.is_symlink()]
    kib = sum(path.stat().st_size for path in files) // _KIB
    text = CONTROL.format(
        version=version, architecture=architecture, installed_kib=kib, glibc_minor=oldest_glibc(files)
    )
    _write(root / "DEBIAN" / "control", text)
    _write(root / "DEBIAN" / "postinst", AFTER_INSTALLATION, executable=True)


def _architecture() -> str:
    try:
        return ARCHITECTURES[platform.machine()]
    except KeyError:
        raise CannotPackage(f"There is no package for {platform.machine()} yet.") from None


def _start(program: Path) -> None:
    """Run the self-test and open the window of the packaged program, as on a stranger's computer."""
    with somebody(program) as stranger:
        seconds, found = self_test(stranger)
        say(f"Its self-test passed in {seconds:.1f} s ({len(found['checks'])} checks).")
        say(f"Its window was up after {window_seconds(stranger):.1f} s.")


def _write(path: Path, text: str, *, executable: bool = False) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755 if executable else 0o644)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
