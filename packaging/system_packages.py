"""Debian and Ubuntu packages: installed when that is possible and allowed, else named in one exact line."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence


def line(packages: Sequence[str]) -> str:
    """The line a person types to install the packages."""
    return "sudo apt-get install --no-install-recommends " + " ".join(packages)


def install(packages: Sequence[str]) -> bool:
    """Install the packages with apt-get as root or with a sudo that asks nothing; tell whether it worked."""
    prefix = _as_root()
    if prefix is None or not shutil.which("apt-get"):
        return False
    print(f"Installing system packages: {' '.join(packages)}", file=sys.stderr, flush=True)
    apt = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q"]
    # an old list of packages points to files that are gone; a failing refresh may still do
    _quietly([*apt, "update"])
    return _quietly([*apt, "install", "--yes", "--no-install-recommends", *packages])


def _as_root() -> list[str] | None:
    """What to put before a command to run it as root; None when that is not allowed."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return []
    if shutil.which("sudo") and _quietly(["sudo", "-n", "true"]):
        return ["sudo", "-n"]
    return None


def _quietly(command: Sequence[str]) -> bool:
    """Run it; show what it printed only when it failed."""
    done = subprocess.run(
        list(command), text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    if done.returncode and command[-1] != "true":
        print(done.stdout, file=sys.stderr)
    return done.returncode == 0
