"""Ripple of a motor's turns: found where it is, none in noise, its cause by its order."""

import numpy as np
import pytest

from core.elasticity.result import Measured, RippleCause
from core.elasticity.ripple import RippleSamples, find_ripple, likely_cause

ARCSECOND = np.pi / 180.0 / 3600.0
RATE_HZ = 250.0


def samples(lines, *, noise=2.0, phases=(0.3, 2.0), seconds=12.0, seed=0):
    """Two recordings that go to and fro over 30 turns; amplitudes in arcsec, phases by recording."""
    rng = np.random.default_rng(seed)
    time = np.arange(0.0, seconds, 1.0 / RATE_HZ)
    turns = 15.0 * np.sin(2.0 * np.pi * time / 8.0)
    speed = np.abs(np.gradient(turns, time))
    moving = speed > 0.1
    pieces = []
    for number, phase in enumerate(phases):
        at = turns + 40.0 * number
        rest = noise * rng.normal(size=time.size)
        for order, amplitude in lines:
            rest = rest + amplitude * np.sin(2.0 * np.pi * order * at + phase)
        pieces.append((ARCSECOND * rest[moving], at[moving], number))
    count = int(moving.sum())
    return RippleSamples(
        rest=np.concatenate([rest for rest, _, _ in pieces]),
        turns=np.concatenate([at for _, at, _ in pieces]),
        travel=np.tile(speed[moving] / RATE_HZ, len(pieces)),
        speed=np.tile(speed[moving], len(pieces)),
        blocks=np.arange(count * len(pieces)) // 150,
        recording=np.repeat(np.arange(len(pieces)), count),
        recordings=len(pieces),
    )


def test_lines_are_found_at_any_phase_per_recording():
    found = find_ripple(samples([(1.0, 12.0), (2.0, 6.0), (3.17, 9.0)]), highest=8.0, most=4)
    assert found is not None
    assert [line.cycles_per_motor_turn for line in found.lines] == pytest.approx([1.0, 3.17, 2.0], rel=2e-3)
    assert [line.amplitude / ARCSECOND for line in found.lines] == pytest.approx([12.0, 9.0, 6.0], abs=0.5)
    assert [line.cause for line in found.lines] == [
        RippleCause.MOTOR_TURN,
        RippleCause.GEAR_MESH,
        RippleCause.WAVE_GENERATOR,
    ]


def test_subtracting_the_waves_removes_the_ripple():
    own = samples([(2.0, 10.0)], noise=1.0)
    found = find_ripple(own, highest=8.0, most=4)
    assert found is not None
    rows = own.spans[1]
    left = own.rest[rows] - found.at(own.turns[rows], recording=1, gain=lambda _: np.ones(rows.size))
    assert np.std(left) / ARCSECOND == pytest.approx(1.0, abs=0.15)


def test_no_line_is_found_in_noise():
    lines = [find_ripple(samples([], seed=seed), highest=8.0, most=4).lines for seed in range(30)]
    assert sum(map(len, lines)) <= 1


def test_order_errors_match_their_standard_deviations():
    ratios = []
    for seed in range(30):
        found = find_ripple(samples([(3.1, 6.0)], noise=6.0, seed=seed), highest=8.0, most=1)
        (line,) = found.lines
        ratios.append((line.cycles_per_motor_turn - 3.1) / line.cycles_std)
    assert np.sqrt(np.mean(np.square(ratios))) < 1.5


def test_too_few_turns_give_no_ripple():
    own = samples([(2.0, 10.0)])
    short = RippleSamples(
        own.rest, own.turns / 40.0, own.travel / 40.0, own.speed / 40.0, own.blocks, own.recording, 2
    )
    assert find_ripple(short, highest=1.0, most=4) is None


@pytest.mark.parametrize(
    ("order", "std", "cause"),
    [
        (1.0004, 0.0002, RippleCause.MOTOR_TURN),
        (1.996, 0.002, RippleCause.WAVE_GENERATOR),
        (4.0, 0.001, RippleCause.MOTOR_HARMONIC),
        (3.095, 0.002, RippleCause.GEAR_MESH),
        (0.62, 0.002, RippleCause.GEAR_MESH),
        (1.1, 0.5, RippleCause.GEAR_MESH),
    ],
)
def test_cause_of_a_line_follows_from_its_order(order, std, cause):
    assert likely_cause(Measured(order, std)) is cause
