"""The programs that are sent to the controller, as text; nothing here sends them.

One program moves the arm once. It checks the start pose itself, because time passes between the
check on this computer and the motion, and it stops by itself when the heartbeat falls silent.
The words of a maker's language are in its ``Language``.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from core.recording import FloatArray
from devices.universal_robots.cubic_pieces import Piece
from devices.universal_robots.recipe import JOINTS, PHASE
from devices.universal_robots.script_language import URSCRIPT, Language

START_POSE_RAD = math.radians(0.5)
"""Largest distance of a joint from the start pose at which the program goes on."""
LEAST_BEATS_HZ = 4.0
"""The program stops when no heartbeat came for a quarter of a second, as with the open protocol."""
SETTLE_S = 0.3
"""The last pose is held for this long: the arm follows later than the target."""
STOP_RAD_S2 = 10.0
"""Deceleration of a controlled stop: the fastest joint of the maker is at rest within 0.32 s."""
ABORT_RAD_S2 = 20.0
NUMBER = 10
"""Factor of the run's number in the register, which holds factor × number + phase."""
LARGEST_RUN = 200_000_000
_REGISTER = PHASE.rpartition("_")[2]


class Phase(IntEnum):
    """Phase of the program of a run."""

    MOVING = 1
    DONE = 2
    ELSEWHERE = 3
    """The arm was not at the start pose; nothing has moved."""


@dataclass(frozen=True, eq=False)
class PointMove:
    """A straight move of all joints to ``target`` (6,) rad, in rad/s and rad/s² of the widest way."""

    target: FloatArray
    speed: float
    acceleration: float


@dataclass(frozen=True, eq=False)
class Follow:
    """A trajectory as pieces; ``cycle`` is the time between two set-points, s."""

    pieces: Sequence[Piece]
    cycle: float


def run_program(
    number: int, *, start: FloatArray, motion: PointMove | Follow | None, language: Language = URSCRIPT
) -> str:
    """The program of one run, from the check of the start pose (6,) rad to standstill; None moves nothing."""
    ends = [language.block_end] if language.block_end else []
    lines = [
        f"torsion_start = {vector(start)}",
        "torsion_here = get_actual_joint_positions()",
        "torsion_joint = 0",
        f"while torsion_joint < {JOINTS}:",
        "  torsion_apart = torsion_here[torsion_joint] - torsion_start[torsion_joint]",
        f"  if torsion_apart > {START_POSE_RAD:.9g} or torsion_apart < -{START_POSE_RAD:.9g}:",
        f"    {_tell(number, Phase.ELSEWHERE)}",
        '    popup("The arm is not where its motion begins. Nothing moved.", title="Torsion", error=True)',
        f"    {language.halt}",
        *(f"  {end}" for end in ends),
        "  torsion_joint = torsion_joint + 1",
        *ends,
        f'{language.watchdog}("{language.beat}", {LEAST_BEATS_HZ:g}, "stop")',
        _tell(number, Phase.MOVING),
        *_moving(motion, language),
        f"stopj({STOP_RAD_S2:g})",
        _tell(number, Phase.DONE),
    ]
    return program("torsion_run", lines)


def stop_program(deceleration: float) -> str:
    """The program that replaces the running one and brings the arm to rest, rad/s²."""
    return program("torsion_stop", [f"stopj({deceleration:g})"])


def payload_program(
    function: str, *, mass: float, center: Sequence[float], inertia: Sequence[float] | None = None
) -> str:
    """The secondary program that calls ``function`` to set the payload; it ends no other program.

    ``inertia`` (6,) in kg·m² goes along where it is given.
    """
    values = [_number(mass), vector(center), *([] if inertia is None else [vector(inertia)])]
    return program("torsion_payload", [f"{function}({', '.join(values)})"], kind="sec")


def program(name: str, lines: Sequence[str], *, kind: str = "def") -> str:
    """A program of these lines."""
    return "\n".join([f"{kind} {name}():", *(f"  {line}" for line in lines), "end", ""])


def vector(values: "FloatArray | Sequence[float]") -> str:
    """Numbers as a list of the language."""
    return "[" + ", ".join(_number(value) for value in values) + "]"


def run_of(register: int) -> tuple[int, Phase | None]:
    """Split the content of the register into the number of the run and its phase."""
    number, phase = divmod(register, NUMBER)
    return number, Phase(phase) if phase in set(Phase) else None


def _tell(number: int, phase: Phase) -> str:
    return f"write_output_integer_register({_REGISTER}, {NUMBER * number + phase})"


def _number(value: float) -> str:
    # without exponents, and with a point: whole numbers are another type of the language
    text = f"{float(value):.9f}".rstrip("0")
    text = f"{text}0" if text.endswith(".") else text
    return "0.0" if text == "-0.0" else text


def _moving(motion: PointMove | Follow | None, language: Language) -> list[str]:
    if motion is None:
        return []
    if isinstance(motion, PointMove):
        speed, acceleration = _number(motion.speed), _number(motion.acceleration)
        return [f"movej({vector(motion.target)}, a={acceleration}, v={speed})"]
    cycle = _number(motion.cycle)
    place = ", ".join(
        f"a[{joint}] + t * (b[{joint}] + t * (c[{joint}] + t * d[{joint}]))" for joint in range(JOINTS)
    )
    return [
        "def torsion_follow(cycles, a, b, c, d):",
        "  cycle = 0",
        "  while cycle < cycles:",
        "    cycle = cycle + 1",
        f"    t = cycle * {cycle}",
        f"    servoj([{place}], t={cycle}, {language.servo})",
        *([f"  {language.block_end}", language.block_end] if language.block_end else []),
        *(_call(piece) for piece in motion.pieces),
        _call(motion.pieces[-1].held(round(SETTLE_S / motion.cycle), cycle=motion.cycle)),
    ]


def _call(piece: Piece) -> str:
    return f"torsion_follow({piece.cycles}, {', '.join(vector(row) for row in piece.coefficients)})"
