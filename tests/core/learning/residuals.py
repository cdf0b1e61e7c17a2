"""Made-up residuals along made-up motions: what of them can be learned is known."""

import numpy as np

from core.learning.samples import ResidualInputs, ResidualSamples

JOINTS = 6
ROW_RATE_HZ = 60.0
DEFLECTION = 1e-4


def series(random, time, *, joints=JOINTS, harmonics=6, period=20.0):
    """(N, joints) a random Fourier series."""
    phases = random.uniform(0.0, 2.0 * np.pi, (harmonics, joints))
    sizes = random.normal(size=(harmonics, joints)) / np.arange(1, harmonics + 1)[:, np.newaxis]
    turns = np.arange(1, harmonics + 1)[:, np.newaxis, np.newaxis] * time[:, np.newaxis]
    return (sizes[:, np.newaxis] * np.sin(2.0 * np.pi * turns / period + phases[:, np.newaxis])).sum(axis=0)


def inputs_along(seed, *, seconds=20.0, joints=JOINTS, period=20.0, twist=True):
    random = np.random.default_rng(seed)
    time = np.arange(int(seconds * ROW_RATE_HZ)) / ROW_RATE_HZ
    position = series(random, time, joints=joints, period=period)
    deflection = DEFLECTION * series(random, time, joints=joints, period=period)
    return ResidualInputs(
        position=position,
        velocity=np.gradient(position, 1.0 / ROW_RATE_HZ, axis=0),
        deflection=deflection if twist else None,
        deflection_rate=np.gradient(deflection, 1.0 / ROW_RATE_HZ, axis=0) if twist else None,
        load=deflection / DEFLECTION,
    )


def samples_along(seed, *, learnable=(), noise=0.3, **options):
    """A residual that follows the deflection on the ``learnable`` joints, and is noise besides."""
    inputs = inputs_along(seed, **options)
    residual = noise * np.random.default_rng(1000 + seed).normal(size=inputs.position.shape)
    for joint in learnable:
        residual[:, joint] += np.tanh(inputs.load[:, joint] / 0.3)
    return ResidualSamples(inputs, residual, np.ones(residual.shape, dtype=bool))


def joint_names(joints=JOINTS):
    return tuple(f"joint {number + 1}" for number in range(joints))
