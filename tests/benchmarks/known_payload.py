"""Known answer: the payload of [Gao] on the EC66 in simulation, worst of 20 seeds.

``torsion bench known_payload`` runs ``measure``: 4.11 kg at 60, 115 and 150 mm, friction off, noise of
0.3 N·m on both runs, sweeps of 55° at 1 °/s at 125 Hz. Three steps in one direction have to be within
0.010 kg and 2 mm, one least squares over both directions within 0.005 kg and 0.373 mm.
"""

from typing import Any

from tests.core.payload.published_sweeps import joint_in_both_directions, steps_in_one_direction, worst_of

SEEDS = 20
WAYS = {
    "three steps, one direction": (steps_in_one_direction, 0.010, 2.0),
    "joint, both directions": (joint_in_both_directions, 0.005, 0.373),
}


def measure(*, seeds: int = SEEDS) -> dict[str, Any]:
    """Worst errors of each way; plain values that JSON can hold."""
    found: dict[str, Any] = {}
    for name, (solve, most_kg, most_mm) in WAYS.items():
        mass, *center = worst_of([solve(seed) for seed in range(seeds)]).tolist()
        worst_mm = 1e3 * max(center)
        found[name] = {
            "worst, kg": mass,
            "worst, mm": worst_mm,
            "as published": mass <= most_kg and worst_mm <= most_mm,
        }
    return found
