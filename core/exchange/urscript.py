"""A periodic trajectory as a program for Universal Robots' controllers, in URScript.

The program moves nothing into place: it checks that the arm is at the start pose, closes
what is left of the tolerance, evaluates the series at every step of the controller, and ends
at rest. An output register shows its phase to the recorder.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from core.errors import BadRequest
from core.excitation.trajectories import Trajectory
from core.excitation.trajectories.fourier import FourierTrajectory
from core.excitation.trajectories.motion import check_fraction
from core.excitation.trajectories.quintic_fourier import QuinticFourierTrajectory
from core.recording import FloatArray
from core.robot.model import RobotModel

PROGRAM_NAME = "torsion_excitation"
START_TOLERANCE = float(np.radians(0.5))
"""rad per joint between the arm and the start pose; beyond it the program refuses."""
PHASE_REGISTER = 24
"""Integer output; 0 to 23 belong to the fieldbus."""
PHASE_READY, PHASE_OVER, PHASE_REFUSED = 0, -1, -2
"""While a period runs, the register holds its number from 1."""
ALIGNING_S = 1.0
"""In which what is left of the tolerance is closed, at rest at both ends."""
SETTLING_S = 0.2
"""At the end, so that the arm, which runs behind its set-points, has come to rest."""
LOOKAHEAD_S = 0.03
"""The least that servoj takes: set-points come at every step, smoothing would only add delay."""
GAIN = 2000
"""The most that servoj takes, for the least following error."""
STOP_DECELERATION = 2.0
"""rad/s²; the arm is at rest already."""
JOINT_COUNT = 6
_IN_ASCII = str.maketrans({"…": "...", "°": " deg", "²": "^2", "·": "*", "−": "-", "±": "+-"})
_PER_LINE = 4
"""Terms of a series on one line of the program."""

_SERVO = f"0, 0, step, {LOOKAHEAD_S!r}, {GAIN}"
"""Arguments behind the set-point in every call of servoj, which does not use the first two."""
_Programmable = FourierTrajectory | QuinticFourierTrajectory


def urscript_program(
    trajectory: Trajectory, robot: RobotModel, *, speed: float = 1.0, remarks: Sequence[str] = ()
) -> str:
    """One program that runs all cycles of a Fourier trajectory, with or without a polynomial.

    Parameters
    ----------
    trajectory : the motion, model joint positions in rad
    robot : six turning joints; what the controller reports at a model position
    speed : share of the full speed, (0, 1]; a constant in the program
    remarks : comments above the program

    Raises
    ------
    BadRequest
        ``robot-not-for-urscript`` for another arm than six turning joints,
        ``trajectory-not-for-urscript`` for another kind of motion,
        ``trajectory-speed-fraction``.
    """
    check_fraction(speed)
    check_robot(robot)
    if not isinstance(trajectory, _Programmable):
        raise BadRequest("trajectory-not-for-urscript")
    body = (
        *_constants(trajectory, robot, speed=speed),
        *_position(trajectory, robot),
        *_checks(),
        *_motion(),
    )
    comments = (f"# {_plain(remark)}" for remark in remarks)  # inside: a program starts with its name
    lines = (f"def {PROGRAM_NAME}():", *(f"  {line}" for line in (*comments, *body)), "end")
    return "\n".join(lines) + "\n"


def check_robot(robot: RobotModel) -> None:
    """Refuse an arm that cannot be one of Universal Robots'.

    Raises
    ------
    BadRequest
        ``robot-not-for-urscript``.
    """
    if robot.joint_count != JOINT_COUNT or robot.is_prismatic.any():
        raise BadRequest("robot-not-for-urscript", robot=robot.name, joints=robot.joint_count)


def _constants(trajectory: _Programmable, robot: RobotModel, *, speed: float) -> Iterator[str]:
    yield "# share of the full speed, more than 0 and at most 1"
    yield f"local speed = {_number(speed)}"
    yield "# run one after the other without a stop"
    yield f"local periods = {trajectory.cycles}"
    yield "# s of one period at full speed"
    yield f"local period = {_number(trajectory.period_s)}"
    yield "# rad"
    yield f"local start = {_listed(robot.position_as_reported(trajectory.start))}"
    yield "# s between two set-points of this controller"
    yield "local step = get_steptime()"


def _position(trajectory: _Programmable, robot: RobotModel) -> Iterator[str]:
    """The joint positions in rad at t s after the beginning of a period, as the controller counts them."""
    sign = robot.reported_sign[:, np.newaxis]
    rates = trajectory.series.rates
    sine, cosine = sign * trajectory.a / rates, -sign * trajectory.b / rates
    constant = robot.position_as_reported(trajectory.q0)
    yield "def position_at(t):"
    for number, rate in enumerate(rates.tolist(), start=1):
        yield f"  local s{number} = sin({_number(rate)} * t)"
        yield f"  local c{number} = cos({_number(rate)} * t)"
    if isinstance(trajectory, QuinticFourierTrajectory):
        yield f"  local u = t / {_number(trajectory.period_s)}"
    for joint in range(JOINT_COUNT):
        yield f"  local q{joint} = {_number(constant[joint])}"
        yield from (f"  q{joint} = q{joint}{line}" for line in _series(sine[joint], cosine[joint]))
        if isinstance(trajectory, QuinticFourierTrajectory):
            yield f"  q{joint} = q{joint} + {_horner(sign[joint] * trajectory.polynomial[joint])}"
    yield f"  return [{', '.join(f'q{joint}' for joint in range(JOINT_COUNT))}]"
    yield "end"


def _series(sine: FloatArray, cosine: FloatArray) -> Iterator[str]:
    """Return the lines that add up one joint's series, a few terms on each."""
    terms = [
        f" {'-' if factor < 0.0 else '+'} {_number(abs(factor))} * {wave}{number}"
        for number, factors in enumerate(zip(sine.tolist(), cosine.tolist(), strict=True), start=1)
        for factor, wave in zip(factors, "sc", strict=True)
    ]
    for first in range(0, len(terms), _PER_LINE):
        yield "".join(terms[first : first + _PER_LINE])


def _horner(polynomial: FloatArray) -> str:
    """A polynomial in u, the constant first, without powers."""
    *lower, nested = (_number(value) for value in polynomial.tolist())
    for coefficient in reversed(lower):
        nested = f"{coefficient} + u * ({nested})"
    return nested


def _checks() -> Iterator[str]:
    """Refuse a wrong share of the speed, and an arm that is elsewhere."""
    yield f"write_output_integer_register({PHASE_REGISTER}, {PHASE_READY})"
    yield "local actual = get_actual_joint_positions()"
    yield "local refused = False"
    yield 'local reason = ""'
    yield "if speed <= 0.0 or speed > 1.0:"
    yield "  refused = True"
    yield '  reason = "The share of the speed has to be more than 0 and at most 1."'
    yield "end"
    for joint in range(JOINT_COUNT):
        yield f"if norm(actual[{joint}] - start[{joint}]) > {_number(START_TOLERANCE)}:"
        yield "  refused = True"
        yield f'  reason = "Joint {joint + 1} is not at the start pose. Move the arm there first."'
        yield "end"
    yield "if refused:"
    yield f"  write_output_integer_register({PHASE_REGISTER}, {PHASE_REFUSED})"
    yield '  popup(reason, "Torsion", False, True, True)'
    yield "  halt"
    yield "end"


def _motion() -> Iterator[str]:
    """Close what is left of the tolerance, run the periods, settle, stop."""
    aligned = ", ".join(
        f"actual[{joint}] + share * (start[{joint}] - actual[{joint}])" for joint in range(JOINT_COUNT)
    )
    yield "local count = 0.0"
    yield "local share = 0.0"
    yield f"while count * step < {ALIGNING_S!r}:"
    yield f"  share = count * step / {ALIGNING_S!r}"
    yield "  share = share * share * share * (10.0 - share * (15.0 - 6.0 * share))"
    yield f"  servoj([{aligned}], {_SERVO})"
    yield "  count = count + 1.0"
    yield "end"
    yield "local phase = 0.0"
    yield "local done = 0"
    yield "local told = 0"
    yield "count = 0.0"
    yield "while phase < period * periods:"
    yield "  done = floor(phase / period)"
    yield "  if told != done + 1:"
    yield "    told = done + 1"
    yield f"    write_output_integer_register({PHASE_REGISTER}, told)"
    yield "  end"
    yield f"  servoj(position_at(phase - done * period), {_SERVO})"
    yield "  count = count + 1.0"
    yield "  phase = count * step * speed"
    yield "end"
    yield "count = 0.0"
    yield f"while count * step < {SETTLING_S!r}:"
    yield f"  servoj(start, {_SERVO})"
    yield "  count = count + 1.0"
    yield "end"
    yield f"stopj({STOP_DECELERATION!r})"
    yield f"write_output_integer_register({PHASE_REGISTER}, {PHASE_OVER})"


def _listed(values: FloatArray) -> str:
    return f"[{', '.join(_number(value) for value in values.tolist())}]"


def _number(value: float) -> str:
    """A number without an exponent, to 1e-15."""
    return np.format_float_positional(np.round(value, 15) + 0.0, trim="0")


def _plain(remark: str) -> str:
    """One line of ASCII, which is all that a controller reads."""
    return " ".join(remark.translate(_IN_ASCII).split()).encode("ascii", "replace").decode("ascii")
