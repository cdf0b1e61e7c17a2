"""An identified arm as a C99 header: its parameters as constants, and functions that a firmware compiles.

The rigid-body torque comes from the Newton-Euler recursion, of bodies or of the base parameters
alone, which firmware may adapt; friction comes from the fitted form.
Everything is ``static inline``, needs ``math.h`` alone and allocates nothing. The code is in
``resources/export``; here the constants are written before it.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

import resources
from core.base_parameters import find_base_parameters
from core.exchange.export_bodies import arm_bodies, standard_parameters
from core.exchange.marks import left_out_remarks, mark_remark
from core.friction.form import LINE_FROM
from core.friction.models import FORMS
from core.friction.states import MEMORY_S
from core.identification.result import IdentificationResult
from core.recording import FloatArray
from core.robot.model import PARAMETERS_PER_LINK, RobotModel
from core.storage.output_writer import write_whole

_TWO_OVER_PI = "0.63661977236758134308"
_NEVER_REACHED = 1e30


def write_c(result: IdentificationResult, robot: RobotModel, *, path: Path) -> None:
    """Write the C header of the model to ``path``."""
    write_whole(path, c_text(result, robot).encode())


def c_text(result: IdentificationResult, robot: RobotModel) -> str:
    """Return the text of the C header."""
    guard = re.sub(r"\W", "_", robot.name.upper(), flags=re.ASCII)
    parts = [
        *_comments(result, robot),
        f"#ifndef TORSION_{guard}_H",
        f"#define TORSION_{guard}_H",
        "#include <math.h>",
        "",
        f"#define TORSION_JOINTS {robot.joint_count}",
        "",
        *_geometry(robot),
        *_inertia(result, robot),
        _code("rigid_torque"),
        *_friction(result, robot),
        "#endif",
    ]
    return "\n".join(parts) + "\n"


def _comments(result: IdentificationResult, robot: RobotModel) -> Iterator[str]:
    provenance = result.provenance
    lines = [
        f"{robot.title or robot.name}: identified rigid-body dynamics and friction, SI units.",
        f"Identified by {provenance.software} on {provenance.created_at} from "
        f"{', '.join(provenance.recordings)}; verdict {result.judgement.verdict.value}.",
        "Positions, velocities and torques are those that the controller reports.",
        *left_out_remarks(robot, coupling=False),
    ]
    if remark := mark_remark(provenance):
        lines.insert(0, f"{remark}.")
    for line in lines:
        yield _comment(line)


def _geometry(robot: RobotModel) -> Iterator[str]:
    rows, slides, gravity = robot.kernel_rows
    yield _comment("Modified Denavit-Hartenberg rows, joint by joint: " + ", ".join(robot.joint_names) + ".")
    for column, name in enumerate(("cos_alpha", "sin_alpha", "a", "d", "offset")):
        yield _vector(name, rows[:, column])
    yield _vector("sign", robot.reported_sign)
    yield _vector("zero", robot.reported_zero)
    listed = ", ".join(str(int(value)) for value in slides)
    yield f"static const int torsion_slides[TORSION_JOINTS] = {{{listed}}};"
    yield _vector("gravity", gravity, length="3")
    yield ""


def _inertia(result: IdentificationResult, robot: RobotModel) -> Iterator[str]:
    yield _comment("Base parameters as identified, with one standard deviation.")
    yield f"#define TORSION_BASE_PARAMETERS {result.base_parameter_count}"
    yield "static const double torsion_base[TORSION_BASE_PARAMETERS] = {"
    for parameter in result.base_parameters:
        doubt = "" if parameter.is_determined else ", not determined"
        remark = f"{parameter.expression}, {parameter.unit}, +/- {parameter.std:.3g}{doubt}"
        yield f"    {_number(parameter.value)}, {_comment(remark)}"
    yield "};"
    base = find_base_parameters(robot, rotor_inertia=result.with_rotor_inertia)
    listed = ", ".join(str(int(column)) for column in base.independent)
    yield _comment("Which of the links' parameters, then of the rotors, each of them multiplies.")
    yield f"static const int torsion_base_column[TORSION_BASE_PARAMETERS] = {{{listed}}};"
    links, rotor, origin = _links(result, robot)
    yield _comment(f"{origin} Per link: m, mx, my, mz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz at its frame's origin.")
    yield f"static const double torsion_link[{PARAMETERS_PER_LINK} * TORSION_JOINTS] = {{"
    for row in links:
        yield f"    {_numbers(row)},"
    yield "};"
    yield _vector("rotor_inertia", rotor)
    yield ""


def _links(result: IdentificationResult, robot: RobotModel) -> tuple[FloatArray, FloatArray, str]:
    """Standard parameters (n, 10) and rotors (n,) for the recursion, and what they are."""
    n = robot.joint_count
    if result.physical is not None and result.physical.feasible:
        bodies = arm_bodies(result, robot)
        links = np.array([link.parameters for link in bodies.links])
        return links, bodies.rotor_inertia, "The nearest bodies that are physically possible."
    values = standard_parameters(result, robot).values
    links = values[: PARAMETERS_PER_LINK * n].reshape(n, PARAMETERS_PER_LINK)
    rotor = values[PARAMETERS_PER_LINK * n :] if result.with_rotor_inertia else np.zeros(n)
    return links, rotor, "One of many sets with exactly these base parameters; not always possible bodies."


def _friction(result: IdentificationResult, robot: RobotModel) -> Iterator[str]:
    form = FORMS[result.settings.friction]
    count = len(form.coefficients)
    listed = ", ".join(f"{coefficient.name} ({coefficient.unit})" for coefficient in form.coefficients)
    yield _comment(f"Friction, {form.name}: {listed}.")
    yield f"static const double torsion_friction_coefficient[TORSION_JOINTS][{count}] = {{"
    for joint in robot.joint_names:
        yield f"    {{{_numbers(_coefficients(result, joint))}}},"
    yield "};"
    for constant in form.shape_start:
        name = constant.replace(" ", "_")
        yield _vector(name, [friction.shape_constants[constant] for friction in result.friction])
    yield _comment("Fastest speed of each joint in the fit; beyond it friction goes on along a line.")
    top = result.top_speed
    yield _vector("top_speed", np.full(len(result.friction), _NEVER_REACHED) if top is None else top)
    if "TORSION_TWO_OVER_PI" in _code(f"friction-{form.name}"):
        yield f"#define TORSION_TWO_OVER_PI {_TWO_OVER_PI}"
    if form.uses_presliding:
        yield _code("presliding")
        yield _comment("load is the rigid-body torque, state what torsion_presliding carries on.")
    if form.uses_stirring:
        yield f"#define TORSION_STIRRING_S {_number(MEMORY_S)}"
        yield _code("stirring")
        yield _comment("stirred is what torsion_stirring carries on.")
    inputs = [*["load", "state"] * form.uses_presliding, *["stirred"] * form.uses_stirring]
    yield from _friction_function(form.name, count, inputs=inputs)


def _friction_function(kind: str, count: int, *, inputs: Sequence[str]) -> Iterator[str]:
    extra = "".join(f", const double {name}[TORSION_JOINTS]" for name in inputs)
    passed = "".join(f", {name}" for name in inputs)
    yield (
        f"static inline double torsion_friction_at(int i, double v{extra})\n"
        f"{{\n    int k;\n    double column[{count}], sum = 0.0;"
    )
    yield _code(f"friction-{kind}").rstrip("\n")
    yield (
        f"    for (k = 0; k < {count}; ++k) {{\n"
        "        sum += torsion_friction_coefficient[i][k] * column[k];\n    }\n    return sum;\n}\n\n"
        "static inline void torsion_friction(\n"
        f"    const double velocity[TORSION_JOINTS]{extra}, double torque[TORSION_JOINTS])\n"
        "{\n    int i;\n    for (i = 0; i < TORSION_JOINTS; ++i) {\n"
        "        const double top = torsion_top_speed[i];\n"
        "        const double turning = torsion_sign[i] * velocity[i];\n"
        "        const double v = fmin(fmax(turning, -top), top);\n"
        f"        double sum = torsion_friction_at(i, v{passed});\n"
        "        if (v != turning && top > 0.0) {\n"
        f"            const double slower = torsion_friction_at(i, {_number(LINE_FROM)} * v{passed});\n"
        f"            sum += (turning / v - 1.0) / (1.0 - {_number(LINE_FROM)}) * (sum - slower);\n"
        "        }\n"
        "        torque[i] = torsion_sign[i] * sum;\n    }\n}\n"
    )


def _coefficients(result: IdentificationResult, joint: str) -> FloatArray:
    """All of a form's coefficients for one joint; zero for a column that took no part."""
    physical = result.physical
    values = physical.estimate if physical is not None and physical.feasible else result.estimate
    known = dict(zip(result.column_names, values.tolist(), strict=True))
    form = FORMS[result.settings.friction]
    return np.array([known.get(f"{coefficient.name} of {joint}", 0.0) for coefficient in form.coefficients])


def _code(name: str) -> str:
    return resources.path(f"export/{name}.c").read_text("utf-8")


def _vector(name: str, values: Sequence[float] | FloatArray, *, length: str = "TORSION_JOINTS") -> str:
    return f"static const double torsion_{name}[{length}] = {{{_numbers(np.asarray(values))}}};"


def _numbers(values: FloatArray) -> str:
    return ", ".join(_number(float(value)) for value in values)


def _number(value: float) -> str:
    return repr(float(value) + 0.0)


def _comment(text: str) -> str:
    plain = " ".join(text.split()).replace("*/", "* /").replace("/*", "/ *")
    return f"/* {plain} */"
