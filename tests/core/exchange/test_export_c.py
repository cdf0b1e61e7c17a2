"""The C header of an identified arm, compiled as C99 and compared with the core."""

import ctypes
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.base_parameters import find_base_parameters, standard_regressor
from core.exchange.export_c import c_text
from core.friction.form import JointMotion
from core.friction.models import FORMS, FrictionKind
from core.friction.states import StirringCarrier, presliding_state
from core.identification.result import JointFriction
from core.identification.settings import IdentificationSettings
from core.robot.model import RobotModel
from tests.core.exchange.made_result import made_from_base
from tests.core.exchange.simulated_arms import known, random_motion, reported_torque, tilted_arm

COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
needs_compiler = pytest.mark.skipif(COMPILER is None, reason="no C compiler: neither cc, gcc nor clang")
DOORS = """
#include "model.h"
void rigid(const double *q, const double *v, const double *a, double *t) { torsion_rigid_torque(q, v, a, t); }
void base(const double *q, const double *v, const double *a, double *t)
{
    torsion_base_torque(torsion_base, q, v, a, t);
}
void regressor(const double *q, const double *v, const double *a, double *y)
{
    torsion_base_regressor(q, v, a, y);
}
"""
TOP_SPEED = 0.5
"""rad/s, of the fit; friction stays what it is there."""
PLAIN = "void friction(const double *v, double *t) { torsion_friction(v, t); }\n"
WITH_STATE = """
void friction(const double *v, const double *l, const double *z, double *t) { torsion_friction(v, l, z, t); }
void presliding(const double *step, double *z) { torsion_presliding(step, z); }
"""
WITH_STIRRING = """
void friction(const double *v, const double *l, const double *z, const double *s, double *t)
{
    torsion_friction(v, l, z, s, t);
}
void presliding(const double *step, double *z) { torsion_presliding(step, z); }
void stirring(const double *v, const double *seconds, double *s) { torsion_stirring(v, *seconds, s); }
"""


def with_friction(robot: RobotModel, kind: FrictionKind, *, physical: bool):
    """A known result with friction of one form and other coefficients for every joint."""
    form, random = FORMS[kind], np.random.default_rng(5)
    result = known(robot, physical=physical)
    coefficients = random.uniform(0.5, 2.0, (robot.joint_count, len(form.coefficients)))
    names = [f"{part.name} of {joint}" for joint in robot.joint_names for part in form.coefficients]
    shapes = [
        {name: value * random.uniform(0.8, 1.2) for name, value in form.shape_start.items()}
        for _ in robot.joints
    ]
    nothing, ends = np.empty(0), np.array([-TOP_SPEED, TOP_SPEED])
    joints = tuple(
        JointFriction(joint, kind, (), shape, ends, np.zeros(2), nothing, nothing, nothing)
        for joint, shape in zip(robot.joint_names, shapes, strict=True)
    )
    columns = tuple(parameter.expression for parameter in result.base_parameters)
    values = np.array([parameter.value for parameter in result.base_parameters])
    estimate = np.concatenate([values, coefficients.ravel()])
    changed = replace(
        result,
        settings=IdentificationSettings(friction=kind),
        friction=joints,
        column_names=(*columns, *names),
        estimate=estimate,
    )
    if changed.physical is not None:
        changed = replace(changed, physical=replace(changed.physical, estimate=estimate))
    return changed, coefficients, shapes


def compiled(text: str, doors: str, folder: Path) -> ctypes.CDLL:
    (folder / "model.h").write_text(text, "utf-8")
    (folder / "doors.c").write_text(DOORS + doors, "utf-8")
    library = folder / "doors.so"
    flags = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Wshadow", "-Werror", "-O2", "-shared", "-fPIC"]
    command = [str(COMPILER), *flags, "-o", str(library), str(folder / "doors.c"), "-lm"]
    subprocess.run(command, check=True, capture_output=True)
    return ctypes.CDLL(str(library))


def call(function, *arrays: np.ndarray) -> None:
    pointer = ctypes.POINTER(ctypes.c_double)
    function(*(np.ascontiguousarray(array).ctypes.data_as(pointer) for array in arrays))


@needs_compiler
@pytest.mark.parametrize("physical", [True, False])
def test_the_torque_is_the_identified_arms(tmp_path, physical):
    robot = tilted_arm()
    library = compiled(c_text(known(robot, physical=physical), robot), PLAIN, tmp_path)
    motion = random_motion(50, 4)
    expected = reported_torque(robot, *motion)
    found = np.zeros_like(expected)
    for row, state in zip(found, zip(*motion, strict=True), strict=True):
        call(library.rigid, *state, row)
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=1e-9 * np.abs(expected).max())


@needs_compiler
@pytest.mark.parametrize("rotors", [True, False])
def test_the_base_torque_comes_from_the_base_parameters_alone(tmp_path, rotors):
    """The bodies are another arm's here: only the base parameters can give the right torque."""
    robot = tilted_arm()
    base = find_base_parameters(robot, rotor_inertia=rotors)
    values = np.random.default_rng(7).normal(size=base.count)
    result = replace(
        known(robot, physical=rotors),
        base_parameters=made_from_base(values, with_rotor_inertia=rotors).base_parameters,
        with_rotor_inertia=rotors,
    )
    library = compiled(c_text(result, robot), PLAIN, tmp_path)
    q, v, a = random_motion(20, 4)
    sign = robot.reported_sign
    columns = base.columns(
        standard_regressor(robot, robot.position_from_reported(q), v * sign, a * sign, rotor_inertia=rotors)
    )
    expected = sign * (columns @ values)
    found, rows = np.zeros_like(expected), np.zeros((20, 4, base.count))
    for torque, row, state in zip(found, rows, zip(q, v, a, strict=True), strict=True):
        call(library.base, *state, torque)
        call(library.regressor, *state, row)
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=1e-10 * np.abs(expected).max())
    np.testing.assert_allclose(
        rows, sign[:, np.newaxis] * columns, rtol=0.0, atol=1e-10 * np.abs(columns).max()
    )


@needs_compiler
def test_base_and_bodies_give_one_torque(tmp_path):
    robot = tilted_arm()
    library = compiled(c_text(known(robot, physical=True), robot), PLAIN, tmp_path)
    for state in zip(*random_motion(10, 4), strict=True):
        bodies, base = np.zeros(4), np.zeros(4)
        call(library.rigid, *state, bodies)
        call(library.base, *state, base)
        np.testing.assert_allclose(base, bodies, rtol=0.0, atol=1e-9 * np.abs(bodies).max())


@needs_compiler
def test_no_masses_are_needed_for_the_torque(tmp_path):
    robot = tilted_arm(inertial_parameters=None, rotor_inertia=None)
    library = compiled(c_text(known(robot, physical=False), robot), PLAIN, tmp_path)
    q, v, a = random_motion(5, 4)
    expected = reported_torque(robot, q, v, a)
    found = np.zeros_like(expected)
    for row, state in zip(found, zip(q, v, a, strict=True), strict=True):
        call(library.rigid, *state, row)
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=1e-9 * np.abs(expected).max())


@needs_compiler
@pytest.mark.parametrize("kind", FrictionKind)
def test_friction_is_that_of_the_form(tmp_path, kind):
    robot = tilted_arm()
    result, coefficients, shapes = with_friction(robot, kind, physical=kind is FrictionKind.STRIBECK)
    form = FORMS[kind]
    doors = WITH_STATE if form.uses_presliding else PLAIN
    doors = WITH_STIRRING if form.uses_stirring else doors
    library = compiled(c_text(result, robot), doors, tmp_path)
    random = np.random.default_rng(6)
    speed = np.concatenate([np.zeros((1, 4)), random.uniform(-1.0, 1.0, (40, 4)) ** 3])
    load = random.normal(scale=20.0, size=speed.shape)
    position = np.cumsum(random.normal(scale=5e-5, size=speed.shape), axis=0)
    sign, state = robot.reported_sign, np.zeros_like(speed)
    if form.uses_presliding:
        distance = np.array([shape["presliding distance"] for shape in shapes])
        state = presliding_state(np.ascontiguousarray(position * sign), distance=distance)
    stirred = StirringCarrier().advance(speed, segment=0, rate_hz=2.0, following=0)
    expected = np.empty_like(speed)
    for joint in range(4):
        turning = speed[:, joint] * sign[joint]
        known_speed = np.clip(turning, -TOP_SPEED, TOP_SPEED)
        at_top, at_half = (
            np.stack(form.columns(own, shapes[joint]), axis=1) @ coefficients[joint]
            for own in (
                JointMotion(share * known_speed, state[:, joint], load[:, joint], stirred[:, joint])
                for share in (1.0, 0.5)
            )
        )
        beyond = np.abs(turning - known_speed) / (0.5 * TOP_SPEED)
        expected[:, joint] = sign[joint] * (at_top + beyond * (at_top - at_half))
    found, carried, mean = np.empty_like(speed), np.zeros(4), np.zeros(4)
    for number, row in enumerate(found):
        if form.uses_presliding:
            if number:
                call(library.presliding, position[number] - position[number - 1], carried)
            inputs = [speed[number], load[number], carried]
            if form.uses_stirring:
                call(library.stirring, speed[number], np.array([0.5]), mean)
                inputs.append(mean)
            call(library.friction, *inputs, row)
        else:
            call(library.friction, speed[number], row)
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)


def test_names_of_joints_and_recordings_cannot_break_out_of_a_comment():
    robot = tilted_arm(name="4 */ axes", title="evil */ int broken; /* arm")
    text = c_text(known(robot, physical=True), robot)
    assert "TORSION_4____AXES_H" in text
    assert "*/ int" not in text
    assert text.count("/*") == text.count("*/")


def test_base_parameters_and_bodies_are_constants():
    robot = tilted_arm()
    result = known(robot, physical=True)
    text = c_text(result, robot)
    assert f"#define TORSION_BASE_PARAMETERS {result.base_parameter_count}" in text
    assert all(repr(parameter.value) in text for parameter in result.base_parameters)
    assert repr(float(result.physical.standard[2, 4])) in text
    assert "physically possible" in text
    assert "not always possible bodies" in c_text(known(robot, physical=False), robot)
