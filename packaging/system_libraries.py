"""System libraries that Qt needs on Linux: detected by loading them, installed if possible."""

import ctypes
import sys
from collections.abc import Mapping

import system_packages
from environment import SetupFailed

FOR_ANY_WINDOW = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11.so.6": "libx11-6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
}
"""Needed to load Qt at all, even without a display: library and Debian package."""

FOR_X11 = {
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb.so.1": "libxcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
FOR_WAYLAND = {
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
}
FOR_THE_TESTS = FOR_ANY_WINDOW | {"libgomp.so.1": "libgomp1"}
"""Pinocchio, the oracle of the tests, loads the system's OpenMP."""


def wanted(variables: Mapping[str, str]) -> dict[str, str]:
    """Libraries for the displays named in these environment variables."""
    libraries = dict(FOR_ANY_WINDOW)
    if variables.get("DISPLAY"):
        libraries |= FOR_X11
    if variables.get("WAYLAND_DISPLAY"):
        libraries |= FOR_WAYLAND
    return libraries


def missing(libraries: Mapping[str, str]) -> dict[str, str]:
    """Libraries that the system cannot load."""
    return {name: package for name, package in libraries.items() if not _loads(name)}


def provide(libraries: Mapping[str, str]) -> None:
    """Install missing libraries; does nothing on other systems, where Qt contains what it needs.

    Raises ``SetupFailed`` with the exact command if they cannot be installed from here.
    """
    if not sys.platform.startswith("linux"):
        return
    absent = missing(libraries)
    if absent and system_packages.install(sorted(absent.values())):
        absent = missing(absent)
    if absent:
        raise SetupFailed(missing_text(absent))


def missing_text(absent: Mapping[str, str]) -> str:
    """One paragraph with the missing libraries and the command that installs them."""
    return (
        f"Qt, which draws the window, needs system libraries that are not here: {', '.join(sorted(absent))}. "
        "They could not be installed from here. On Debian or Ubuntu type: "
        f"{system_packages.line(sorted(absent.values()))} (elsewhere: the packages that hold these "
        "libraries), then start again."
    )


def _loads(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True
