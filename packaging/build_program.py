"""Builds the program in one folder, starts it where nothing else is, and writes down what was measured.

``python3 packaging/run.py build`` runs this with the Python of ``.venv``.
"""

import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from frozen_checks import (
    CheckFailed,
    Stranger,
    demonstrate,
    emulate,
    forget_files,
    self_test,
    somebody,
    window_seconds,
)
from spec_contents import version_of
from torsion_kernels import BUILD_FILE, SHIPPED_FOLDER

REPOSITORY = Path(__file__).resolve().parent.parent
BUILT = REPOSITORY / "dist" / "torsion"
PROGRAM = BUILT / ("torsion.exe" if os.name == "nt" else "torsion")
INSIDE = BUILT / "_internal"
MEASUREMENT = REPOSITORY / "resources" / "measurements" / "frozen_build.json"
WINDOW_STARTS = 5
_MB = 1e6
_ATTEMPTS = 4
_TOO_BUSY = ("(D-025)", "(D-081)")


def main(arguments: Sequence[str]) -> int:
    """Build, then check and measure unless an option forbids it."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--unchecked", action="store_true")
    parser.add_argument("--built", action="store_true", help="only check what was built before")
    chosen = parser.parse_args(arguments)
    if not chosen.built:
        build()
    if chosen.unchecked:
        return 0
    try:
        numbers = checked()
    except CheckFailed as trouble:
        say(f"The built program is not usable: {trouble}")
        return 1
    write_measurement(numbers)
    return 0


def build() -> None:
    """Freeze the program into the folder ``dist/torsion``."""
    say("Building dist/torsion; this takes one to three minutes.")
    subprocess.run(
        [
            sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN",
            "--workpath", str(REPOSITORY / "build"), "--distpath", str(REPOSITORY / "dist"),
            str(REPOSITORY / "packaging" / "torsion.spec"),
        ],
        cwd=REPOSITORY, check=True,
    )  # fmt: skip
    shutil.move(INSIDE / "LICENCES.txt", BUILT / "LICENCES.txt")
    digest = hashlib.sha256(PROGRAM.read_bytes()).hexdigest()[:12]
    (INSIDE / BUILD_FILE).write_text(f"{version_of(REPOSITORY)}-{digest}\n", encoding="utf-8")


def checked() -> dict[str, float]:
    """Start the program as on a stranger's computer, ship the kernels compiled there, and measure.

    Raises
    ------
    CheckFailed
        If a start does not end as it must.
    """
    numbers: dict[str, float] = {}
    if not (INSIDE / SHIPPED_FOLDER).is_dir():
        with somebody(PROGRAM) as first:
            say("Starting it without compiled kernels" + ("." if first.has_network else ", without network."))
            numbers["self_test_compiling_s"] = _compiling(first)
            numbers["demo_compiling_s"] = _demonstrated(first)
            ship_kernels(first)
    with somebody(PROGRAM) as second:
        say("Starting it as it is shipped.")
        numbers["window_from_disk_s" if forget_files(BUILT) else "window_first_s"] = window_seconds(second)
        starts = sorted(window_seconds(second) for _ in range(WINDOW_STARTS))
        numbers |= {"window_again_median_s": starts[WINDOW_STARTS // 2], "window_again_worst_s": starts[-1]}
        numbers["self_test_s"] = _tested(second)
        numbers["self_test_again_s"] = _tested(second)
        numbers["serial_samples"] = emulate(second)
        numbers["demo_s"] = _demonstrated(second)
        numbers["kernels_shipped"] = sum(1 for _ in (INSIDE / SHIPPED_FOLDER).glob("*.nbc"))
        numbers["version_again_s"] = min(second.run("--version")[0] for _ in range(WINDOW_STARTS))
        numbers["without_network"] = float(not second.has_network)
        if hasattr(os, "getloadavg"):
            numbers["load_average"] = os.getloadavg()[1]
    return {name: round(value, 3) for name, value in (numbers | sizes()).items()}


def _compiling(stranger: Stranger) -> float:
    """Seconds until the self-test has passed that has to compile everything.

    On a busy computer compiling takes longer than the timeout of the virtual robot. Compiled kernels are
    kept, so each attempt gets further. The program as shipped must pass at the first attempt.
    """
    began = time.monotonic()
    for left in reversed(range(_ATTEMPTS)):
        try:
            _tested(stranger)
            break
        except CheckFailed as trouble:
            if not left:
                raise
            reasons = [line.strip() for line in str(trouble).splitlines() if '"reason"' in line]
            say(f"  Not yet, compiling everything: {reasons or trouble}. Once more.")
    return time.monotonic() - began


def _demonstrated(stranger: Stranger) -> float:
    """Seconds of one demonstration; repeated once if the computer was too busy for the heartbeat."""
    try:
        return demonstrate(stranger)
    except CheckFailed as trouble:
        if not any(code in str(trouble) for code in _TOO_BUSY):
            raise
        say("  The arm stopped by itself, since this computer was too busy. Once more.")
        return demonstrate(stranger)


def _tested(stranger: Stranger) -> float:
    seconds, found = self_test(stranger)
    for check in found["checks"]:
        say(f"  {'ok ' if check['passed'] else 'NOT'} {check['check']} {check['seconds']} s {check['facts']}")
    return seconds


def ship_kernels(stranger: Stranger) -> None:
    """Copy the kernels compiled at the first start into the program."""
    found = stranger.home.rglob(f"{SHIPPED_FOLDER}/*")
    cache = next((path for path in found if path.is_dir() and any(path.glob("*.nbi"))), None)
    if cache is None:
        raise CheckFailed("the compiled kernels were not kept in the user's folder")
    shutil.copytree(cache, INSIDE / SHIPPED_FOLDER, dirs_exist_ok=True)


def sizes() -> dict[str, float]:
    """Size of the program, number of files, and the glibc version that it needs."""
    files = [path for path in BUILT.rglob("*") if path.is_file() and not path.is_symlink()]
    found = {"size_mb": sum(path.stat().st_size for path in files) / _MB, "files": float(len(files))}
    glibc = oldest_glibc(files)
    return found | ({"glibc_minor": float(glibc)} if glibc else {})


def oldest_glibc(files: Sequence[Path]) -> int:
    """Largest n of the glibc 2.n that the libraries need; 0 if it cannot be determined."""
    objdump = shutil.which("objdump")
    if objdump is None or not sys.platform.startswith("linux"):
        return 0
    newest = 0
    for path in files:
        if path.suffix == ".so" or ".so." in path.name or path == PROGRAM:
            said = subprocess.run([objdump, "-T", str(path)], capture_output=True, text=True, check=False)
            newest = max([newest, *(int(n) for n in re.findall(r"GLIBC_2\.(\d+)", said.stdout))])
    return newest


def write_measurement(numbers: dict[str, float]) -> None:
    """Write the numbers to ``resources/measurements/frozen_build.json`` and print them."""
    sys.path.insert(0, str(REPOSITORY))
    from core.stamp import software_name, time_stamp

    changed = "-dirty" if _git("status", "--porcelain", "--", ".", ":!resources/measurements") else ""
    document = {
        "commit": (_git("rev-parse", "--short", "HEAD") or "unknown") + changed,
        "software": software_name(),
        "measured_at": time_stamp(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "python": platform.python_version(),
        "numbers": numbers,
    }
    MEASUREMENT.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
    print(MEASUREMENT.read_text("utf-8"))


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=REPOSITORY, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def say(text: str) -> None:
    """Print a message on standard error."""
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
