"""Known answer: what weighting buys on the arm of [Szabo] with torque noise of 0.5, 0.3 and 0.7 N·m.

``torsion bench known_weighting`` runs ``measure``: the standard deviations of all 24 parameters in closed
form with the true noise, by weighted over by ordinary least squares (none above one), and the scatter of
repeated experiments over the closed form (one within 5 %).
"""

from typing import Any

import numpy as np

from tests.core.estimation.szabo_arm import PARAMETERS, excitation

EXPERIMENTS, SEED = 200, 45
TOLERANCE = 0.05


def measure(*, experiments: int = EXPERIMENTS) -> dict[str, Any]:
    """Ratios; plain values that JSON can hold."""
    closed_form = excitation().closed_form()
    weighted = closed_form["WLS"] / closed_form["LS"]
    scatter = {
        name: excitation().spread_over_closed_form(name, experiments=experiments, seed=SEED)
        for name in closed_form
    }
    rms = {name: float(np.sqrt(np.mean(ratio**2))) for name, ratio in scatter.items()}
    holds = np.all(weighted <= 1.0) and all(abs(one - 1.0) <= TOLERANCE for one in rms.values())
    return {
        "parameters": int(weighted.size),
        "deviation by WLS over LS": weighted.tolist(),
        "scatter over closed form, rms": rms,
        "as published": bool(holds and weighted.size == PARAMETERS),
    }
