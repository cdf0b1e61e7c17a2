"""One process: plain least squares on Pinocchio's regressor, as one writes it in an afternoon.

Rigid body, rotor inertia, viscous and Coulomb friction and a constant, all joints together, the solution of
least norm. It states no uncertainty.
"""

import numpy as np
import pinocchio

from tests.benchmarks._peer_process import conditioned, run


def arm(problem):
    """The chain in Pinocchio; the links' inertia does not enter a regressor."""
    model, parent = pinocchio.Model(), 0
    model.gravity.linear = np.array(problem["gravity"])
    for number, (alpha, a, d, offset) in enumerate(problem["rows"], start=1):
        turn = pinocchio.utils.rotate("x", alpha)
        placement = pinocchio.SE3(
            turn @ pinocchio.utils.rotate("z", offset), turn @ np.array([0.0, 0.0, d]) + [a, 0.0, 0.0]
        )
        parent = model.addJoint(parent, pinocchio.JointModelRZ(), placement, f"joint_{number}")
        model.appendBodyToJoint(parent, pinocchio.Inertia.Identity(), pinocchio.SE3.Identity())
    return model


def columns(model, position, velocity, acceleration):
    """(N, n, p): ten parameters a link, then inertia, two kinds of friction and a constant a joint."""
    samples, joints = position.shape
    data, own = model.createData(), np.eye(joints)
    whole = np.empty((samples, joints, 14 * joints))
    for row in range(samples):
        whole[row, :, : 10 * joints] = pinocchio.computeJointTorqueRegressor(
            model, data, position[row], velocity[row], acceleration[row]
        )
        of_joint = (acceleration[row], velocity[row], np.sign(velocity[row]), np.ones(joints))
        whole[row, :, 10 * joints :] = np.hstack([own * value for value in of_joint])
    return whole


def fit(problem, runs, kept_back):
    """Fit the runs, predict the one that is kept back."""
    model = arm(problem)
    band = {"cutoff_hz": problem["cutoff_hz"], "rate_hz": problem["rate_hz"]}
    matrices, targets = [], []
    for one in runs:
        *motion, torque = conditioned(one, **band)
        matrices.append(columns(model, *motion).reshape(torque.size, -1))
        targets.append(torque.ravel())
    estimate = np.linalg.lstsq(np.vstack(matrices), np.concatenate(targets), rcond=1e-9)[0]
    *motion, _ = conditioned(kept_back, **band)
    return columns(model, *motion) @ estimate, {"uncertainty": "none"}


if __name__ == "__main__":
    run(fit)
