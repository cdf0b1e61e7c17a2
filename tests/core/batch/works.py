"""Works on visits for the tests; other processes import them by name."""

import os
import signal
from dataclasses import dataclass
from pathlib import Path

from core.batch.work import Made
from core.errors import NotEnoughData
from core.quality import Verdict
from core.storage.visit import Visit

KIND = "note"


@dataclass(frozen=True)
class Note:
    """A number made of the visit."""

    value: float
    created_at: str = ""


def noted(path: Path, *, offset: float = 0.0) -> Made:
    """A number from what is in the visit, and the time, which differs at every run."""
    with Visit.open(path, recover=False) as visit:
        value = sum(map(ord, visit.robot_toml + visit.created_at)) / 7.0 + offset
    return Made(KIND, Note(value, created_at=os.urandom(4).hex()), Verdict.GOOD)


def refused(path: Path) -> Made:
    """Fails with an expected error for one visit, and with a surprise for another."""
    if path.stem.endswith("1"):
        raise NotEnoughData("recording-too-short", recording="r")
    if path.stem.endswith("2"):
        raise ZeroDivisionError("a surprise")
    return noted(path)


def deadly(path: Path, *, killer: str) -> Made:
    """Kills its own process on one visit, as the system does when memory is short."""
    if path.name == killer:
        os.kill(os.getpid(), signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    return noted(path)


def deadly_once(path: Path, *, killer: str, mark: str) -> Made:
    """Kills its own process the first time."""
    if path.name == killer and not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    return noted(path)


def model(path: Path, *, killer: str = "", mark: str = "") -> Made:
    """The model of a visit, fitted again; kills its own process the first time at the visit ``killer``."""
    from app.features.identification.command import model_again

    if path.name == killer and not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    return model_again(path, friction="coulomb-viscous", filter_hz=10.0)
