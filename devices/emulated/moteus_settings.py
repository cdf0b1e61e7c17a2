"""Settings of an emulated arm of moteus drives: ``moteus:moteus-6?seed=3&worn=2,3``, parsed."""

import math
from dataclasses import dataclass
from typing import Annotated

from core.bounds import Bounds, JointNumber, Seed, check_bounds
from devices.emulated.ur_settings import read_seed
from devices.family import NotAllowed, Option, bad_value, read_name
from devices.moteus.settings import SCHEME

SUBJECT = "ROBOT"
DRIFT = Bounds("ppm", 0.0, 500.0)
WATCHDOG = Bounds("s", 0.01, 10.0)
USUAL_DRIFT_PPM = 50.0
USUAL_WATCHDOG_S = 0.1
NO_WATCHDOG = "nan"


@dataclass(frozen=True)
class EmulatedMoteusSettings:
    """Arm behind the bus, and the error of its drives' clocks."""

    robot: str
    seed: Seed = 0
    """Number of the arm among the many of this type."""
    worn: tuple[JointNumber, ...] = ()
    """Joints with backlash, counted from 0; from 1 in the text."""
    drift: Annotated[float, DRIFT] = USUAL_DRIFT_PPM
    """Largest error of the drives' clocks in millionths; the first is as slow as the last is fast."""
    watchdog: Annotated[float, WATCHDOG] | None = USUAL_WATCHDOG_S
    """``servo.default_timeout_s`` of every drive, s; None for drives without one."""

    def __post_init__(self) -> None:
        """Check the bounds of the settings; an error carries the name of the setting."""
        check_bounds(self)


def parse_emulated_moteus(name: str) -> EmulatedMoteusSettings:
    """Read ``moteus:moteus-6?seed=3&worn=2,3&drift=50&watchdog=0.1``.

    Raises
    ------
    BadRequest
        As raised by ``devices.family.read_name``.
    """
    robot, given = read_name(name, scheme=SCHEME, subject=SUBJECT, options=OPTIONS)
    return EmulatedMoteusSettings(robot, **given)  # type: ignore[arg-type]  # each reader gives its type


def _number(text: str, bounds: Bounds, *examples: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not bounds.holds(number):
        raise NotAllowed(*examples)
    return number


def _drift(text: str) -> float:
    return _number(text, DRIFT, "0", "50", "…")


def _watchdog(text: str) -> float | None:
    return None if text == NO_WATCHDOG else _number(text, WATCHDOG, "0.1", "1", NO_WATCHDOG)


def read_joints(text: str) -> tuple[int, ...]:
    """Read numbers of joints that count from 1, such as ``1,3``, as numbers from 0."""
    parts = text.split(",")
    if not all(part.isascii() and part.isdigit() and 0 < int(part) < 100 for part in parts):
        raise NotAllowed("1,3")
    return tuple(sorted({int(part) - 1 for part in parts}))


def check_worn(worn: tuple[int, ...], *, joints: int) -> None:
    """Refuse worn joints (from 0) that the arm lacks: ``BadRequest`` ``bad-uri-value`` as ``bad_value``."""
    beyond = [joint + 1 for joint in worn if joint >= joints]
    if beyond:
        raise bad_value("worn", str(beyond[0]), f"joint numbers from 1 to {joints}")


OPTIONS = (
    Option("seed", "number of the arm among the many of this type", read_seed),
    Option("worn", "joints with play, such as 2,3", read_joints),
    Option("drift", "largest error of the drives' clocks in millionths", _drift),
    Option("watchdog", "servo.default_timeout_s of the drives in s, or nan", _watchdog),
)
