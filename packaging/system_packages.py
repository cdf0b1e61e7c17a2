"""Debian and Ubuntu packages: installed if possible and allowed, else named in one exact command."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence


def line(packages: Sequence[str]) -> str:
    """Command by which a person installs the packages."""
    return "sudo apt-get install --no-install-recommends " + " ".join(packages)


def install(packages: Sequence[str]) -> bool:
    """Install the packages by apt-get as root, or by a sudo without password; return True if it worked."""
    prefix = _as_root()
    if prefix is None or not shutil.which("apt-get"):
        return False
    print(f"Installing system packages: {' '.join(packages)}", file=sys.stderr, flush=True)
    apt = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q"]
    # an old list of packages points to files that are gone; a failing refresh may still do
    _quietly([*apt, "update"])
    return _quietly([*apt, "install", "--yes", "--no-install-recommends", *packages])


def _as_root() -> list[str] | None:
    """Words that run a command as root; None if that is not allowed."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return []
    if shutil.which("sudo") and _quietly(["sudo", "-n", "true"]):
        return ["sudo", "-n"]
    return None


def _quietly(command: Sequence[str]) -> bool:
    """Run a command; print its output only if it failed."""
    done = subprocess.run(
        list(command), text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    if done.returncode and command[-1] != "true":
        print(done.stdout, file=sys.stderr)
    return done.returncode == 0
