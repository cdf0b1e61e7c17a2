"""One process: the ``figaroh`` package identifies an arm from runs, and predicts one that was kept back.

Runs in an interpreter that has ``figaroh`` (see ``identify_time``), which need not be the one Torsion is
installed in: the problem arrives as JSON on standard input, the error on the run that was kept back leaves as
JSON. Filters, regressor, base parameters and weighted least squares are its own, with friction (viscous and
Coulomb), rotor inertias and offsets. Every cut-off that is asked for is tried, and the best one counts.
"""

import json
import logging
import sys
from contextlib import redirect_stdout

import numpy as np
import pinocchio
from figaroh.identification.base_identification import BaseIdentification
from figaroh.tools.regressor import build_regressor_basic, build_regressor_reduced

DECIMATION = 4
"""Rows are taken at a quarter of the rate, which is still above the motion's."""


class Arm:
    """The arm as ``figaroh`` wants it: modified Denavit-Hartenberg rows in Pinocchio."""

    def __init__(self, rows, gravity):
        self.model, parent = pinocchio.Model(), 0
        self.model.gravity.linear = np.array(gravity)
        for number, (alpha, a, d, offset) in enumerate(rows, start=1):
            turn = pinocchio.utils.rotate("x", alpha)
            placement = pinocchio.SE3(
                turn @ pinocchio.utils.rotate("z", offset), turn @ np.array([0.0, 0.0, d]) + [a, 0.0, 0.0]
            )
            parent = self.model.addJoint(parent, pinocchio.JointModelRZ(), placement, f"joint_{number}")
            self.model.appendBodyToJoint(parent, pinocchio.Inertia.Identity(), pinocchio.SE3.Identity())
        self.data = self.model.createData()
        self.q0, self.v0 = np.zeros(self.model.nq), np.zeros(self.model.nv)


class Identification(BaseIdentification):
    """Its solver set up from plain values instead of its files; several runs are one after the other."""

    def __init__(self, robot, runs, *, rate_hz, cutoff_hz):
        self.runs, self.rate_hz, self.cutoff_hz = runs, rate_hz, cutoff_hz
        super().__init__(robot, "")

    def load_param(self, config_file, setting_type="identification"):
        joints = range(self.model.nv)
        self.identif_config = {
            "has_friction": True,
            "has_actuator_inertia": True,
            "has_joint_offset": True,
            "is_joint_torques": True,
            "is_external_wrench": False,
            "force_torque": None,
            "act_idxq": list(joints),
            "act_idxv": list(joints),
            "active_joints": list(self.model.names)[1:],
            "filter_config": {
                "differentiation_method": "gradient",
                "filter_params": {
                    "nbutter": 4,
                    "f_butter": self.cutoff_hz,
                    "med_fil": 5,
                    "f_sample": self.rate_hz,
                },
            },
        }
        self.identif_config |= {name: [0.0] * len(joints) for name in ("fv", "fs", "Ia", "off")}

    def load_trajectory_data(self, data_source=None):
        return {name: np.concatenate([run[name] for run in self.runs]) for name in self.runs[0]}

    def process_data(self, truncate=None):
        # each run is filtered by itself: the motion jumps from one to the next
        every = []
        for run in self.runs:
            self.raw_data = run
            self.process_kinematics_data(self.filter_config)
            parameters = self.filter_config["filter_params"]
            self.processed_data["torques"] = self._apply_filters(run["torques"], **parameters)
            every.append(self.processed_data)
        self.processed_data = {name: np.concatenate([one[name] for one in every]) for name in every[0]}
        self.num_samples = len(self.processed_data["positions"])

    def plot_results(self):
        pass

    def error_on(self, run):
        """Norm of what a run's prediction misses, relative to that of its torque; both filtered alike."""
        at = Identification(self.robot, [run], rate_hz=self.rate_hz, cutoff_hz=self.cutoff_hz)
        at.process_data()
        data = at.processed_data
        whole = build_regressor_basic(
            self.robot, data["positions"], data["velocities"], data["accelerations"], self.identif_config
        )
        base = build_regressor_reduced(whole, self._idx_eliminated)[:, self._base_indices]
        measured = data["torques"].T.flatten()
        return float(np.linalg.norm(measured - base @ self.phi_base) / np.linalg.norm(measured))


def main():
    """Identify from standard input."""
    problem = json.load(sys.stdin)
    logging.disable(logging.CRITICAL)
    *fit, kept_back = [dict(np.load(path)) for path in problem["files"]]
    with redirect_stdout(sys.stderr):
        found = {
            cutoff: _error(problem, fit, kept_back, cutoff_hz=cutoff) for cutoff in problem["cutoffs_hz"]
        }
    best = min(found, key=found.get)
    print(json.dumps({"error": found[best], "cutoff_hz": best}))


def _error(problem, fit, kept_back, *, cutoff_hz):
    arm = Arm(problem["rows"], problem["gravity"])
    solver = Identification(arm, fit, rate_hz=problem["rate_hz"], cutoff_hz=cutoff_hz)
    solver.initialize()
    solver.solve(decimate=True, decimation_factor=DECIMATION, plotting=False, wls=True)
    return solver.error_on(kept_back)


if __name__ == "__main__":
    main()
