"""The commands of ``packaging/run.py``, and the order in which it prepares and starts things."""

import argparse
import os
import subprocess
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from pathlib import Path

from environment import DEVELOPMENT, RUNTIME, Environment, SetupFailed
from lock import refresh
from reach import changed_files, tests_of
from system_libraries import FOR_ANY_WINDOW, FOR_THE_TESTS, FOR_WAYLAND, FOR_X11, provide, wanted
from wheelhouse import SYSTEMS, fill

REPOSITORY = Path(__file__).resolve().parent.parent

DESCRIPTION = """\
Prepares Torsion in this folder and starts it. Without a command: opens the window
(without a display: a demonstration in the terminal)."""

WITHOUT_NETWORK = "take the packages from this folder, not from the network"

EVERY_TEST, FOR_A_CHANGE = "--all", "--changed"
LAST_COMMIT = "HEAD"


def main(arguments: Sequence[str]) -> int:
    """Carry out one command and return its exit code."""
    chosen = understood(arguments)
    environment = Environment(REPOSITORY, wheelhouse=folder_of(getattr(chosen, "wheelhouse", None)))
    try:
        return int(chosen.carry_out(environment, chosen))
    except SetupFailed as trouble:
        say(str(trouble))
        return 1
    except KeyboardInterrupt:
        say("Stopped. What is half prepared is finished by the next start.")
        return 130


def understood(arguments: Sequence[str]) -> Namespace:
    """Parse the arguments; those for another program are passed on unchanged."""
    before = 2 if arguments[:1] == ["--wheelhouse"] else 0
    name, rest = next(iter(arguments[before:]), ""), list(arguments[before + 1 :])
    if name in PASSES_ON:
        house = Path(arguments[1]) if before else None
        return Namespace(carry_out=PASSES_ON[name], arguments=rest, wheelhouse=house)
    return parser().parse_args(list(arguments))


def parser() -> ArgumentParser:
    """Make the parser of all commands and their options."""
    whole = ArgumentParser(
        prog="run.py", description=DESCRIPTION, formatter_class=RawDescriptionHelpFormatter
    )
    whole.set_defaults(carry_out=open_window)
    whole.add_argument("--wheelhouse", type=Path, metavar="DIR", help=WITHOUT_NETWORK)
    commands = whole.add_subparsers(metavar="COMMAND")

    def command(name: str, carry_out: Callable[[Environment, Namespace], int], text: str) -> ArgumentParser:
        added = commands.add_parser(name, help=text, description=text)
        added.set_defaults(carry_out=carry_out)
        return added

    setup = command("setup", prepare, "prepare everything and start nothing")
    setup.add_argument(
        "--wheelhouse", type=Path, metavar="DIR", help=WITHOUT_NETWORK, default=argparse.SUPPRESS
    )
    setup.add_argument("--development", action="store_true", help="also what the tests and the build need")
    command(
        "test",
        run_tests,
        f"run the daily tests; {EVERY_TEST}: the thorough ones too; {FOR_A_CHANGE} [REV]: those that reach "
        "what differs from REV; else for pytest",
    )
    command("cli", run_torsion, "run the installed torsion with the arguments that follow")
    campaign = command("campaign", run_campaign, "run tests/campaigns/NAME.py, which takes long")
    campaign.add_argument("name")
    campaign.add_argument("--quick", action="store_true", help="a short version of it")
    locking = command("lock", refresh_lock, "write the lock files again from pyproject.toml")
    locking.add_argument("--upgrade", action="store_true", help="take the newest versions allowed")
    add_shipping(command)
    return whole


def add_shipping(command: Callable[..., ArgumentParser]) -> None:
    """Add the commands that make packages for machines without Python or without internet."""
    building = command(
        "build", build, "make the program in one folder, dist/torsion, and start it to check it"
    )
    building.add_argument(
        "--unchecked", action="store_true", help="build only; start nothing, measure nothing"
    )
    building.add_argument(
        "--built", action="store_true", help="build nothing; check and measure what there is"
    )
    for name, text in (
        ("deb", "make a Debian package of dist/torsion"),
        ("appimage", "make an AppDir of dist/torsion, and an AppImage where appimagetool is installed"),
    ):
        command(name, package, text).set_defaults(kind=name)
    command("icons", draw_icons, "draw the program's icon again, into resources/icons")
    house = command("wheelhouse", fill_wheelhouse, "download every package for a machine without internet")
    house.add_argument("folder", type=Path, metavar="DIR")
    house.add_argument(
        "--platform",
        action="append",
        default=[],
        metavar="NAME",
        help=f"for another system: {', '.join(SYSTEMS)}, or a tag of wheels; more than once",
    )
    house.add_argument(
        "--python-version", default="", metavar="3.12", help="for another Python than this one"
    )
    house.add_argument("--development", action="store_true", help="also what the tests and the build need")


def open_window(environment: Environment, _chosen: Namespace) -> int:
    """Prepare and open the window; without a display run the demonstration and print why."""
    environment.prepare(RUNTIME)
    if not has_display():
        provide(FOR_ANY_WINDOW)
        say("There is no display here, so no window can open. Running the demonstration: torsion demo")
        return start([environment.torsion, "demo"])
    provide(wanted(os.environ))
    return start([environment.torsion])


def prepare(environment: Environment, chosen: Namespace) -> int:
    """Prepare the environment without starting anything."""
    environment.prepare(DEVELOPMENT if chosen.development else RUNTIME)
    provide(wanted(os.environ))
    say(f"Ready: {environment.torsion}")
    return 0


def build(environment: Environment, chosen: Namespace) -> int:
    """Freeze the program into one folder, start it, and measure it."""
    environment.prepare(DEVELOPMENT)
    provide({**FOR_ANY_WINDOW, **FOR_X11, **FOR_WAYLAND})  # they are shipped, so they have to be here
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    script = REPOSITORY / "packaging" / "build_program.py"
    options = [f"--{name}" for name in ("unchecked", "built") if getattr(chosen, name)]
    return start([environment.python, str(script), *options])


def package(environment: Environment, chosen: Namespace) -> int:
    """Make a package of the built program."""
    environment.prepare(DEVELOPMENT)
    return start([environment.python, str(REPOSITORY / "packaging" / "package_linux.py"), chosen.kind])


def draw_icons(environment: Environment, _chosen: Namespace) -> int:
    """Draw the icon of the program."""
    environment.prepare(RUNTIME)
    provide(FOR_ANY_WINDOW)
    return start([environment.python, str(REPOSITORY / "packaging" / "icons.py")])


def fill_wheelhouse(environment: Environment, chosen: Namespace) -> int:
    """Download the locked packages into a folder."""
    environment.prepare(RUNTIME)
    count = fill(
        environment,
        chosen.folder,
        platforms=chosen.platform,
        python_version=chosen.python_version,
        development=chosen.development,
    )
    say(f"{count} packages are in {chosen.folder}. There: python3 packaging/run.py --wheelhouse DIR")
    return 0


def folder_of(named: Path | None) -> Path | None:
    """Absolute path of the folder of packages, because pip runs in another folder.

    Raises
    ------
    SystemExit
        If there is no such folder.
    """
    if named is None:
        return None
    if not named.is_dir():
        raise SystemExit(f"There is no folder of packages {named}. Nothing was changed.")
    return named.resolve()


def run_torsion(environment: Environment, chosen: Namespace) -> int:
    """Pass the arguments on to the installed program."""
    environment.prepare(RUNTIME)
    provide(FOR_ANY_WINDOW)
    return start([environment.torsion, *chosen.arguments])


def run_tests(environment: Environment, chosen: Namespace) -> int:
    """Run the tests in parallel on all cores.

    Without arguments these are the daily tests, which hold every promise; with ``--all`` the thorough ones
    too; with ``--changed [REV]`` those that can see what differs from a revision. Others are for pytest.
    """
    environment.prepare(DEVELOPMENT)
    provide(FOR_THE_TESTS)
    pytest = [environment.python, "-m", "pytest"]
    which = ["-m", "not thorough"]
    match chosen.arguments:
        case []:
            files: list[str] = []
        case [word] if word == EVERY_TEST:
            files, which = [], []
        case [word, *revision] if word == FOR_A_CHANGE and len(revision) < 2:
            files = tests_for_a_change(next(iter(revision), LAST_COMMIT))
            if not files:
                return 0
        case _:
            return start([*pytest, *chosen.arguments])
    # else each of some hundred processes compiles the whole program again
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    return run([*pytest, *side_by_side(daily=bool(which)), *which, *files])


def tests_for_a_change(revision: str) -> list[str]:
    """Name the test files that reach what differs from the revision; none, with a message, if nothing does.

    Raises
    ------
    SetupFailed
        If git cannot say what differs.
    """
    try:
        changed = changed_files(REPOSITORY, revision)
    except (OSError, ValueError) as trouble:
        raise SetupFailed(
            f"What differs from {revision!r} is unknown: {trouble}. No test was run."
        ) from trouble
    if not changed:
        say(f"Nothing differs from {revision}: no test to run. The daily tests: run.py test")
        return []
    files = tests_of(REPOSITORY, changed)
    say(f"{len(changed)} changed files, {len(files)} test files that reach them.")
    return files


def side_by_side(*, daily: bool) -> list[str]:
    """Options of pytest that run tests in parallel, in the order of the folders.

    Those of the app, which has the longest tests, come first. More processes than there are cores, because
    many tests wait for a robot or another process: two for the daily ones, and one where campaigns compute.
    """
    workers = str((os.cpu_count() or 1) + (2 if daily else 1))
    can_copy = sys.platform.startswith("linux")
    return (
        ["--copies", workers] if can_copy else ["-n", workers, "--dist", "loadfile", "--no-loadscope-reorder"]
    )


def run_campaign(environment: Environment, chosen: Namespace) -> int:
    """Run one of the long studies from the source checkout."""
    folder = REPOSITORY / "tests" / "campaigns"
    script = folder / f"{chosen.name}.py"
    if not script.is_file():
        known = ", ".join(sorted(path.stem for path in folder.glob("[!_]*.py"))) or "none yet"
        say(f"There is no campaign {chosen.name!r}. Known are: {known}.")
        return 2
    environment.prepare(DEVELOPMENT)
    provide(FOR_THE_TESTS)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the program does
    os.environ["PYTHONPATH"] = str(REPOSITORY)  # some take examples from the tests
    return start([environment.python, str(script), *(["--quick"] if chosen.quick else [])])


def refresh_lock(environment: Environment, chosen: Namespace) -> int:
    """Write both lock files again from ``pyproject.toml``."""
    environment.prepare(DEVELOPMENT)
    refresh(environment, upgrade=chosen.upgrade)
    return 0


PASSES_ON: dict[str, Callable[[Environment, Namespace], int]] = {"test": run_tests, "cli": run_torsion}
"""Commands that pass all their arguments to another program."""


def has_display() -> bool:
    """True if a window can open on this system."""
    return not sys.platform.startswith("linux") or any(
        os.environ.get(variable) for variable in ("DISPLAY", "WAYLAND_DISPLAY")
    )


def start(command: Sequence[str]) -> int:
    """Start the command; it replaces this process where the system supports that."""
    if os.name == "posix":
        sys.stdout.flush()
        sys.stderr.flush()
        os.execv(command[0], list(command))  # never returns
    return run(command)


def run(command: Sequence[str]) -> int:
    """Run the command in the repository and return its exit code."""
    return subprocess.run(list(command), cwd=REPOSITORY, check=False).returncode


def say(text: str) -> None:
    """Print a message on standard error; standard output belongs to the started program."""
    print(text, file=sys.stderr, flush=True)
