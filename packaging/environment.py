"""The folder ``.venv`` of a clone: created once, filled from the lock file, checked in milliseconds."""

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import system_packages


class SetupFailed(Exception):
    """Preparation failed; the text is one paragraph for the user."""


@dataclass(frozen=True)
class Lock:
    """A set of exact versions: its name, its file, and the smaller sets that it contains."""

    name: str
    file: str
    contains: tuple[str, ...] = ()


RUNTIME = Lock("runtime", "packaging/requirements.lock")
DEVELOPMENT = Lock("development", "packaging/requirements-development.lock", contains=("runtime",))

PROGRAM = ("app", "core", "devices", "resources")
"""Folders of the program's own modules."""
NO_NETWORK_SIGNS = (
    "NewConnectionError",
    "NameResolutionError",
    "ConnectTimeoutError",
    "Failed to establish a new connection",
    "Temporary failure in name resolution",
    "getaddrinfo failed",
    "ProxyError",
)


class Environment:
    """The virtual environment of the clone at ``repository``.

    With a ``wheelhouse`` every package comes from that folder, and the network is not used.
    """

    def __init__(self, repository: Path, *, wheelhouse: Path | None = None) -> None:
        self.repository, self.wheelhouse = repository, wheelhouse
        self.folder = repository / ".venv"
        self._programs = self.folder / ("Scripts" if os.name == "nt" else "bin")

    @property
    def python(self) -> str:
        """Path of the environment's interpreter."""
        return str(self._programs / ("python.exe" if os.name == "nt" else "python"))

    @property
    def torsion(self) -> str:
        """Path of the installed program."""
        return str(self._programs / ("torsion.exe" if os.name == "nt" else "torsion"))

    def is_ready(self, lock: Lock) -> bool:
        """True if the locked versions and the program are installed."""
        stamp = self._stamp(lock.name)
        return stamp.is_file() and stamp.read_text("utf-8") == self.fingerprint(lock)

    def prepare(self, lock: Lock) -> None:
        """Install what is missing; returns at once if nothing is.

        Raises ``SetupFailed`` if the environment or the packages cannot be provided.
        """
        if self.is_ready(lock):
            return
        names = (lock.name, *lock.contains)
        for name in names:
            self._stamp(name).unlink(missing_ok=True)
        if not self._works():
            self._make()
        _say(f"Installing the packages that Torsion needs ({lock.name}); this takes a minute or two, once.")
        self._install_locked(RUNTIME)
        self._begin_kernels()
        with self._compiling():
            if lock is not RUNTIME:
                self._install_locked(lock)
        self._install("--no-deps", "--no-build-isolation", "--editable", str(self.repository))
        for each in (RUNTIME, DEVELOPMENT):
            if each.name in names:
                self._stamp(each.name).write_text(self.fingerprint(each), "utf-8")

    def fingerprint(self, lock: Lock) -> str:
        """Digest that changes with the lock file, project settings, interpreter and folder."""
        digest = hashlib.sha256()
        for part in (lock.file, "pyproject.toml", ".venv/pyvenv.cfg"):
            path = self.repository / part
            digest.update(path.read_bytes() if path.is_file() else b"")
            digest.update(b"\0")
        digest.update(str(self.repository).encode())
        return digest.hexdigest()

    def _stamp(self, name: str) -> Path:
        return self.folder / f"torsion-{name}.stamp"

    def _works(self) -> bool:
        """True if the environment has a working pip and a Python that is new enough."""
        check = "import pip, sys; sys.exit(sys.version_info < (3, 11))"
        try:
            return (
                subprocess.run([self.python, "-c", check], capture_output=True, check=False).returncode == 0
            )
        except OSError:
            return False

    def _make(self) -> None:
        if not importlib.util.find_spec("ensurepip"):
            self._add_ensurepip()
        _say(f"Making a virtual environment in {self.folder}")
        try:
            venv.EnvBuilder(with_pip=True, clear=True, symlinks=os.name != "nt").create(self.folder)
        except (OSError, subprocess.CalledProcessError) as trouble:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise SetupFailed(
                f"The virtual environment {self.folder} could not be made: {trouble}. "
                "Nothing else was changed. Check that the disk has room and the folder can be written."
            ) from trouble

    def _add_ensurepip(self) -> None:
        package = "python{}.{}-venv".format(*sys.version_info)
        installed = system_packages.install([package])
        importlib.invalidate_caches()
        if not (installed and importlib.util.find_spec("ensurepip")):
            raise SetupFailed(
                "This Python cannot make virtual environments: its ensurepip module is missing "
                f"(Debian and Ubuntu keep it apart). Nothing was changed. Install it with: "
                f"{system_packages.line([package])}"
            )

    def _install_locked(self, lock: Lock) -> None:
        self._install(
            "--only-binary=:all:", "--no-compile", "--requirement", str(self.repository / lock.file)
        )

    def _install(self, *arguments: str) -> None:
        command = [
            self.python, "-m", "pip", "install", "--disable-pip-version-check", "--no-input",
            "--progress-bar", "off", *self._where_from(), *arguments,
        ]  # fmt: skip
        output = list(_followed(command, self.repository))
        returncode = output.pop()
        if returncode != "0":
            raise SetupFailed(failure_text(output))

    @contextmanager
    def _compiling(self) -> Iterator[None]:
        """Meanwhile compile the packages of the program and the program on all cores; pip would do it on one.

        What only tests need is compiled by those that load it: most of it nobody loads. Files that no version
        of Python or not this one understands are left as they are: some packages ship templates.
        """
        folders = [self.folder / ("Lib" if os.name == "nt" else "lib")]
        folders += [self.repository / name for name in PROGRAM]
        left_out = r"[/\\](tests|pip|setuptools)[/\\]"
        command = [self.python, "-m", "compileall", "-q", "-j", "0", "-x", left_out, *map(str, folders)]
        silent = subprocess.DEVNULL
        with subprocess.Popen(command, stdin=silent, stdout=silent, stderr=silent):
            yield

    def _begin_kernels(self) -> None:
        """Let numba's loops be compiled meanwhile; that goes on when everything else is ready.

        A first start that comes before its end compiles what is still missing itself.
        """
        command = [self.python, str(self.repository / "packaging" / "kernels_ahead.py")]
        silent = subprocess.DEVNULL
        subprocess.Popen(
            command, cwd=self.repository, stdin=silent, stdout=silent, stderr=silent, start_new_session=True
        )

    def _where_from(self) -> list[str]:
        if self.wheelhouse is None:
            return ["--retries", "3"]
        return ["--no-index", "--find-links", str(self.wheelhouse)]


def _followed(command: Sequence[str], folder: Path) -> Iterator[str]:
    """Yield the output of pip by lines, last its exit code; show a count on a terminal."""
    process = subprocess.Popen(
        command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace"
    )
    count = 0
    with process:
        for text in process.stdout or ():
            name = re.match(r"Collecting ([\w.-]+)", text)
            if name and sys.stderr.isatty():
                count += 1
                print(f"\r  {count:3d}  {name.group(1):40s}", end="", file=sys.stderr, flush=True)
            yield text.rstrip()
    if count:
        print(file=sys.stderr)
    yield str(process.returncode)


def failure_text(output: Sequence[str]) -> str:
    """One paragraph about a failed installation, made from the output of pip."""
    everything = "\n".join(output)
    if any(sign in everything for sign in NO_NETWORK_SIGNS):
        return (
            "The packages could not be fetched: this machine does not reach the package index (PyPI). "
            "Check the network or the proxy settings (HTTPS_PROXY), then start again; "
            "what was fetched so far is kept."
        )
    missing = [text for text in output if "No matching distribution found" in text]
    if missing and "Looking in links" in everything:
        return (
            "The folder of packages lacks one that this Python needs. Nothing outside .venv was changed. "
            "Fill it again, for the same system and the same version of Python. pip says: "
            + " ".join(missing)
        )
    errors = [text for text in output if text.startswith("ERROR")] or list(output[-5:])
    return "The packages could not be installed. Nothing outside .venv was changed. pip says: " + " ".join(
        errors
    )


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
