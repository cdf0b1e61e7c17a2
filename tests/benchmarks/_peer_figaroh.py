"""One process: the ``figaroh`` package identifies an arm from runs, and predicts one that was kept back.

Filters, regressor, base parameters and weighted least squares are its own, with friction (viscous and
Coulomb), rotor inertias and offsets; see ``tests/campaigns/_identify_figaroh``.
"""

from figaroh.tools.regressor import build_regressor_basic, build_regressor_reduced

from tests.benchmarks._peer_process import run
from tests.campaigns._identify_figaroh import DECIMATION, Arm, Identification


def fit(problem, runs, kept_back):
    """Fit the runs, predict the one that is kept back."""
    arm = Arm(problem["rows"], problem["gravity"])
    band = {"rate_hz": problem["rate_hz"], "cutoff_hz": problem["cutoff_hz"]}
    solver = Identification(arm, [_named(one) for one in runs], **band)
    solver.initialize()
    solver.solve(decimate=True, decimation_factor=DECIMATION, plotting=False, wls=True)
    judged = Identification(arm, [_named(kept_back)], **band)
    judged.process_data()
    data = judged.processed_data
    whole = build_regressor_basic(
        arm, data["positions"], data["velocities"], data["accelerations"], solver.identif_config
    )
    base = build_regressor_reduced(whole, solver._idx_eliminated)[:, solver._base_indices]
    predicted = (base @ solver.phi_base).reshape(len(problem["rows"]), -1).T
    has_std = len(solver.result["wls_std_deviations"]) == len(solver.phi_base)
    return predicted, {"uncertainty": "white noise" if has_std else "none"}


def _named(run):
    names = {"timestamps": "time", "positions": "position", "velocities": "velocity", "torques": "torque"}
    return {theirs: run[ours] for theirs, ours in names.items()}


if __name__ == "__main__":
    run(fit)
