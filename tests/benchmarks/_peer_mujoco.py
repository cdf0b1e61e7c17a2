"""One process: ``mujoco.sysid`` identifies an arm from runs, and predicts one that was kept back.

Parameters, their bounds, the optimiser and the intervals are the package's own. Its usual residual compares
a simulation with the motion; asked for torques it does far better with MuJoCo's inverse dynamics on the
recorded motion, so that is what its residual compares here. Each link has its ten parameters, always those
of a possible body; each joint rotor inertia, viscous and Coulomb friction and a constant.
"""

import mujoco
import numpy as np
from mujoco import sysid

from tests.benchmarks._peer_process import conditioned, run

SAMPLE_STEP = 20
"""Every twentieth sample is enough, because neighbours differ little."""
ITERATIONS, FEW_ITERATIONS = 60, 5
MASS_KG, RADIUS_M = 3.0, 0.1
"""The bodies that it starts from where the description has none."""
WIDE = np.array([1e-3, 30.0])
STIFF_REFERENCE, STIFF_IMPEDANCE = [0.004, 1.0], [0.99, 0.99, 0.001, 0.5, 2.0]
OF_JOINT = (
    ("armature", [0.1], [1e-6], [50.0]),
    ("damping", [1.0, 0.0, 0.0], [1e-6, -500.0, -500.0], [500.0, 500.0, 500.0]),
    ("frictionloss", [1.0], [1e-6], [500.0]),
)
"""Name, start, lowest and highest value of what each joint has; damping has powers of the speed."""


def arm(problem):
    """The chain as a specification of MuJoCo."""
    spec = mujoco.MjSpec()
    spec.option.gravity = problem["gravity"]
    spec.compiler.degree = False
    spec.compiler.balanceinertia = True  # a thin body is beyond what is possible by a rounding error
    parent = spec.worldbody
    for number, (alpha, a, d, offset) in enumerate(problem["rows"]):
        parent = parent.add_body(name=f"link_{number}", pos=[a, -np.sin(alpha) * d, np.cos(alpha) * d])
        parent.quat = _product(_turn(alpha, axis=1), _turn(offset, axis=3))
        parent.explicitinertial = True
        parent.mass, parent.ipos, parent.inertia, parent.iquat = _start(problem, number)
        joint = parent.add_joint(name=f"joint_{number}", type=mujoco.mjtJoint.mjJNT_HINGE, axis=[0, 0, 1])
        joint.armature, joint.damping, joint.frictionloss = (
            start if len(start) > 1 else start[0] for _, start, _, _ in OF_JOINT
        )
        # with the usual ones friction is far from Coulomb's at the speeds of an arm: twice the error
        joint.solref_friction, joint.solimp_friction = STIFF_REFERENCE, STIFF_IMPEDANCE
    return spec


def _start(problem, number):
    """Mass, centre, main moments and axes that the fit starts from: the description's, where it has some."""
    level = [1.0, 0.0, 0.0, 0.0]
    if problem["parameters"] is None or problem["parameters"][number][0] <= 0.0:
        return MASS_KG, [0.0, 0.0, 0.0], [0.4 * MASS_KG * RADIUS_M**2] * 3, level
    mass, *rest = problem["parameters"][number]
    first, (ixx, ixy, iyy, ixz, iyz, izz) = np.array(rest[:3]), rest[3:]
    centre = first / mass
    at_origin = np.array([[ixx, ixy, ixz], [ixy, iyy, iyz], [ixz, iyz, izz]])
    moments, axes = np.linalg.eigh(
        at_origin - mass * (centre @ centre * np.eye(3) - np.outer(centre, centre))
    )
    if moments[0] < 1e-6 or moments[2] > 0.99 * (moments[0] + moments[1]):  # no body is like that
        return mass, centre, [0.4 * mass * RADIUS_M**2] * 3, level
    axes[:, 2] *= np.linalg.det(axes)  # right-handed
    turned = np.empty(4)
    mujoco.mju_mat2Quat(turned, axes.ravel())
    return mass, centre, moments, turned


def _turn(angle, *, axis):
    turned = np.zeros(4)
    turned[[0, axis]] = np.cos(angle / 2.0), np.sin(angle / 2.0)
    return turned


def _product(first, second):
    out = np.empty(4)
    mujoco.mju_mulQuat(out, first, second)
    return out


def body_modifier(name):
    """The package's own way to set a body, and the axes that its inertia is given in.

    Version 4.0.0 leaves them undefined, which MuJoCo's compiler then refuses.
    """

    def modify(spec, parameter):
        sysid.apply_body_inertia(spec, name, parameter)
        spec.body(name).iquat = [1.0, 0.0, 0.0, 0.0]

    return modify


def parameters(spec, joints):
    """Bodies and joints to be found, with wide bounds."""
    model, found = spec.compile(), sysid.ParameterDict()
    for number in range(joints):
        found.add(
            sysid.body_inertia_param(
                spec,
                model,
                f"link_{number}",
                sysid.InertiaType.Pseudo,
                mass_bound_mult=WIDE,
                ipos_bound_off=np.array([-1.0, 1.0]),
                stretch_bound_mult=WIDE,
                shear_bound_off=np.array([-3.0, 3.0]),
                modifier=body_modifier(f"link_{number}"),
            )
        )
        for name, start, lowest, highest in OF_JOINT:
            found.add(
                sysid.Parameter(
                    f"{name}_{number}",
                    start,
                    lowest,
                    highest,
                    modifier=lambda spec, one, name=name, number=number: setattr(
                        spec.joint(f"joint_{number}"), name, one.value if one.size > 1 else one.value[0]
                    ),
                )
            )
    found.add(sysid.Parameter("constant", np.zeros(joints), np.full(joints, -100.0), np.full(joints, 100.0)))
    return found


def torques(spec, found, motion):
    """Torque (N, n) of MuJoCo's inverse dynamics along a motion."""
    model = sysid.apply_param_modifiers(found, spec)
    data, out = mujoco.MjData(model), np.empty_like(motion[0])
    for row, (position, velocity, acceleration) in enumerate(zip(*motion, strict=True)):
        data.qpos[:], data.qvel[:], data.qacc[:] = position, velocity, acceleration
        mujoco.mj_inverse(model, data)
        out[row] = data.qfrc_inverse
    return out + found["constant"].value


def fit(problem, runs, kept_back):
    """Fit the runs, predict the one that is kept back."""
    spec, joints = arm(problem), len(problem["rows"])
    band = {"cutoff_hz": problem["cutoff_hz"], "rate_hz": problem["rate_hz"]}
    every = [conditioned(one, **band) for one in runs]
    *motion, measured = (
        np.concatenate([part[::SAMPLE_STEP] for part in parts]) for parts in zip(*every, strict=True)
    )
    spread = measured.std(axis=0)

    def residual(x, found):
        columns = []
        for column in x.reshape(len(x), -1).T:
            found.update_from_vector(column)
            columns.append(((torques(spec, found, motion) - measured) / spread).ravel())
        return [np.stack(columns, axis=1) if x.ndim > 1 else columns[0]], None, None

    start, most = parameters(spec, joints), FEW_ITERATIONS if problem["is_tried"] else ITERATIONS
    found, result = sysid.optimize(start, residual, optimizer="mujoco", verbose=False, max_iters=most)
    left = residual(found.as_vector(), found.copy())[0]
    _, intervals = sysid.calculate_intervals(left, np.asarray(result.jac))
    *motion, _ = conditioned(kept_back, **band)
    stated = "white noise" if np.isfinite(intervals).any() else "none"
    return torques(spec, found, motion), {"uncertainty": stated}


if __name__ == "__main__":
    run(fit)
