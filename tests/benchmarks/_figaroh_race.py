"""One process: the optimiser of the ``figaroh`` package on an excitation problem, for a limited time.

Runs in an interpreter that has ``figaroh`` and ``cyipopt`` (see ``excitation``), which
need not be the one Torsion is installed in: the problem arrives as JSON on standard input and
what was found leaves as JSON. Its objective, constraints, derivatives by finite differences and
IPOPT settings are its own; the limits of acceleration, which it does not know, are rows like those of
velocity. Two things are added in its favour: it is started again from a new random guess as long as
there is time, and every feasible iterate counts, not only the last. Where the motion ends is free.
"""

import io
import json
import logging
import sys
import time
from contextlib import redirect_stdout, suppress

import numpy as np
import pinocchio
from figaroh.optimal.base_optimal_trajectory import BaseOptimalTrajectory, BaseTrajectoryIPOPTProblem

FEASIBLE = 1e-6
"""What it counts as keeping a limit itself."""


class Arm:
    """The arm as ``figaroh`` wants it: modified Denavit-Hartenberg rows and limits in Pinocchio."""

    def __init__(self, problem):
        self.model, parent = pinocchio.Model(), 0
        self.model.gravity.linear = np.array(problem["gravity"])
        for number, (alpha, a, d, offset) in enumerate(problem["rows"], start=1):
            turn = pinocchio.utils.rotate("x", alpha)
            placement = pinocchio.SE3(
                turn @ pinocchio.utils.rotate("z", offset), turn @ np.array([0.0, 0.0, d]) + [a, 0.0, 0.0]
            )
            parent = self.model.addJoint(parent, pinocchio.JointModelRZ(), placement, f"joint_{number}")
            self.model.appendBodyToJoint(parent, pinocchio.Inertia.Identity(), pinocchio.SE3.Identity())
        self.model.lowerPositionLimit = np.array(problem["lower"])
        self.model.upperPositionLimit = np.array(problem["upper"])
        self.model.velocityLimit = np.array(problem["velocity"])
        self.model.effortLimit = np.full(self.model.nv, 1e9)  # torque is not limited
        self.data = self.model.createData()
        self.geom_model = None
        self.q0, self.v0 = np.zeros(self.model.nq), np.zeros(self.model.nv)


class OutOfTime(Exception):
    """The time is over."""


class Watched(BaseTrajectoryIPOPTProblem):
    """Its own problem; every iterate that keeps the limits and is better than the best is noted."""

    race = None

    def objective(self, X):
        self.race.look_at_clock()
        return super().objective(X)

    def constraints(self, X):
        self.race.look_at_clock()
        found = super().constraints(X)
        return np.concatenate([found, self.acceleration(X).ravel()])

    def get_constraint_bounds(self):
        lower, upper = super().get_constraint_bounds()
        limit = self.Ns * self.race.acceleration_limit
        return [*lower, *(-value for value in limit)], [*upper, *limit]

    def acceleration(self, X):
        """(samples, joints) of the spline through the way-points."""
        points = np.vstack([self.wp_init, np.reshape(X, (self.n_wps - 1, self.n_joints))]).transpose()
        race = self.race
        rate = race.trajectory_config["freq"]
        return race.CB.get_full_config(rate, self.tps, points, self.vel_wps, self.acc_wps)[3]

    def intermediate(self, *_):
        return not self.race.is_over

    def gradient(self, X):
        # IPOPT asks for it at every point it has accepted
        value = self.objective(X)
        motion = [self.opt_cb[key].copy() for key in ("p_f", "v_f", "a_f")]
        if self._is_feasible(X, FEASIBLE):
            self.race.note(value, motion)
        return super().gradient(X)


class Race(BaseOptimalTrajectory):
    """Its solver set up from plain values instead of its files."""

    def __init__(self, problem):
        self.robot = Arm(problem)
        self.model = self.robot.model
        self.active_joints = list(self.model.names)[1:]
        self.logger = logging.getLogger("figaroh-race")
        segments = problem["segments"]
        self.trajectory_config = {
            "n_wps": segments + 1,
            "freq": problem["rate_hz"],
            "t_s": problem["period_s"] / segments,
            "soft_lim": 0.0,
            "max_attempts": 1000,
            "max_iterations": 1000,
            "segment_attempts": 1,
            "collision_margin": 0.01,
            "collision_screen": None,
            "collision_checks_per_interval": 1,
            "collision_check_frequency": 200.0,
            "srdf": None,
        }
        self.identif_config = {
            "has_friction": False,
            "has_actuator_inertia": False,
            "has_joint_offset": False,
            "is_joint_torques": True,
            "is_external_wrench": False,
            "force_torque": None,
            "act_idxv": list(range(self.model.nv)),
        }
        self.acceleration_limit = problem["acceleration"]
        self.results = {name: [] for name in ("T_F", "P_F", "V_F", "A_F", "iteration_data")}
        self._seconds = problem["seconds"]
        self.found = []
        self.starts = 0

    def run(self):
        """Start again and again until the time is over; what it needs before the first start is free."""
        self.initialize()
        self.WP.gen_rand_pool(self.soft_lim_pool)
        self._began = time.monotonic()
        self._best = float("inf")
        still = np.zeros(self.model.nv)
        while not self.is_over:
            self.starts += 1
            self._attempt_segment(0, np.zeros(self.model.nq), still, still, None)

    def create_ipopt_problem(self, *settings):
        problem = Watched(self, *settings)
        problem.race = self
        return problem

    @property
    def is_over(self):
        return time.monotonic() - self._began > self._seconds

    def look_at_clock(self):
        if self.is_over:
            raise OutOfTime

    def note(self, value, motion):
        if value < self._best:
            self._best = value
            self.found.append(
                {
                    "seconds": time.monotonic() - self._began,
                    "own_condition_number": value,
                    "position": motion[0].tolist(),
                    "velocity": motion[1].tolist(),
                    "acceleration": motion[2].tolist(),
                }
            )


def main():
    problem = json.load(sys.stdin)
    np.random.seed(problem["seed"])  # noqa: NPY002  # what the package draws from
    race = Race(problem)
    logging.disable(logging.CRITICAL)
    with redirect_stdout(io.StringIO()), suppress(OutOfTime):
        race.run()
    columns = len(race.idx_b)
    sys.stdout.write(json.dumps({"found": race.found, "starts": race.starts, "base_columns": columns}))


if __name__ == "__main__":
    main()
