"""Variable projection against brute force, and the choice by cross-validation."""

import numpy as np
import pytest

from core.friction.models import FORMS, FrictionKind
from core.friction.sweeps.choice import best_for_joint, complexity, simplest_first, standard_error
from core.friction.sweeps.joint_evaluation import _Fitter, fit_friction, stroke_rows
from core.friction.sweeps.pairs import StrokePair
from core.friction.sweeps.result import FrictionFit
from core.monitor import NullMonitor

SPEEDS = np.geomspace(0.01, 1.0, 9)


def rows_of(friction, *, noise: float = 0.0, seed: int = 0):
    random = np.random.default_rng(seed)
    position = np.linspace(-0.1, 0.1, 8)
    pairs = [
        StrokePair(
            speed=float(speed),
            pose=0,
            speed_number=number,
            time=float(number),
            position=position,
            odd=friction(speed) + noise * random.normal(size=8) + noise * random.normal(),
            even=np.zeros(8),
            others=np.zeros(2),
        )
        for number, speed in enumerate(SPEEDS)
    ]
    return stroke_rows(pairs, [np.zeros(8)] * len(pairs))


def fitted(kind: FrictionKind, rows) -> FrictionFit:
    return fit_friction(
        kind, rows, load_varies=False, mean_load=0.0, curve_speed=SPEEDS, monitor=NullMonitor()
    )


def left_by(kind: FrictionKind, rows, shape) -> float:
    return float(np.sum(_Fitter(FORMS[kind], load_varies=False)._solve(rows, shape)[1] ** 2))


@pytest.mark.parametrize("kind", [FrictionKind.STRIBECK, FrictionKind.CONTINUOUS])
def test_the_continuous_search_beats_a_fine_grid(kind):
    rows = rows_of(lambda v: 3.0 + 2.0 * np.exp(-v / 0.04) + 1.5 * v**0.7)
    form = FORMS[kind]
    found = fitted(kind, rows)
    names = list(form.shape_bounds)
    axes = [np.geomspace(*form.shape_bounds[name], 12) for name in names]
    grid = np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, len(names))
    best = min(left_by(kind, rows, dict(zip(names, place, strict=True))) for place in grid)
    assert left_by(kind, rows, found.shape) <= best * 1.02
    for name, value in found.shape.items():
        low, high = form.shape_bounds[name]
        assert low <= value <= high


def test_a_threshold_between_measured_speeds_is_found():
    def friction(v):
        return 3.0 + (np.abs(v) >= 0.05) * (1.0 + 2.0 * v)

    found = fitted(FrictionKind.BIDIRECTIONAL, rows_of(lambda v: 3.0 + (v >= 0.05) * (2.0 * v + v**2)))
    below, above = SPEEDS[SPEEDS < 0.05].max(), SPEEDS[SPEEDS >= 0.05].min()
    assert below < found.shape["lambda"] < above
    assert found.error < fitted(FrictionKind.BIDIRECTIONAL, rows_of(friction)).error


def test_standard_deviations_cover_the_true_values():
    """Over many draws of noise that is alike along a stroke, as friction's is."""
    inside = []
    for seed in range(60):
        found = fitted(FrictionKind.COULOMB_VISCOUS, rows_of(lambda v: 4.0 + 2.0 * v, noise=0.1, seed=seed))
        inside.append(np.abs(found.coefficients[:2] - [4.0, 2.0]) < 2.0 * found.std[:2])
        assert np.isnan(found.std[2]), "the offset is part of the half-sum"
        assert found.coefficients[2] == 0.0
    assert 0.8 < np.mean(inside) <= 1.0


def test_the_error_is_that_of_left_out_strokes():
    rows = rows_of(lambda v: 4.0 + 2.0 * v, noise=0.2, seed=4)
    found = fitted(FrictionKind.COULOMB_VISCOUS, rows)
    errors = []
    for number in range(SPEEDS.size):
        kept, left = rows.chosen(rows.pair != number), rows.chosen(rows.pair == number)
        columns = np.stack([np.sign(kept.velocity), kept.velocity], axis=1)
        value = np.linalg.lstsq(columns, kept.torque, rcond=None)[0]
        missed = left.torque - np.stack([np.sign(left.velocity), left.velocity], axis=1) @ value
        errors.append(np.mean(missed**2))
    assert found.fold_errors == pytest.approx(errors, rel=1e-9)
    assert found.error == pytest.approx(np.sqrt(np.mean(errors)))


def test_the_simplest_form_within_one_standard_error_is_chosen():
    chosen_kinds = []
    for seed in range(12):
        rows = rows_of(lambda v: 4.0 + 2.0 * v, noise=0.1, seed=seed)
        fits = simplest_first([fitted(kind, rows) for kind in FrictionKind])
        assert [complexity(fit) for fit in fits] == sorted(complexity(fit) for fit in fits)
        chosen_kinds.append(best_for_joint(fits))
    assert chosen_kinds.count(FrictionKind.COULOMB_VISCOUS) >= 7, "others by luck alone"
    bent = rows_of(lambda v: 4.0 + 2.0 * v + 3.0 * np.exp(-v / 0.05), noise=0.01, seed=5)
    fits = simplest_first([fitted(kind, bent) for kind in FrictionKind])
    best = min(fits, key=lambda fit: fit.error)
    chosen = next(fit for fit in fits if fit.kind is best_for_joint(fits))
    assert chosen.kind is not FrictionKind.COULOMB_VISCOUS
    allowed = best.fold_errors.mean() + standard_error(best.fold_errors)
    assert chosen.fold_errors.mean() <= allowed
    assert all(fit.fold_errors.mean() > allowed for fit in fits if complexity(fit) < complexity(chosen))
