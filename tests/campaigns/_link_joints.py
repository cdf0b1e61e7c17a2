"""Made-up joints on a slow sweep, whose link position is measured, computed in several ways, or mixed.

They share nothing with the check: a gear with compliance, hysteresis by an element with play, and
transmission error; a motor encoder of 12 to 17 bits before the gear; a torque with its noise.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from scipy.signal import butter, lfilter, lfilter_zi

from core.recording import FloatArray

_RATES_HZ = (100.0, 125.0, 250.0, 500.0, 1000.0)


@dataclass(frozen=True, eq=False)
class Sweep:
    """One joint to and fro: time, motor behind the gear, link and torque, all (N,); and what is behind it."""

    time: FloatArray
    motor: FloatArray
    link: FloatArray
    torque: FloatArray


@dataclass(frozen=True, eq=False)
class _Gear:
    """The truth: motion of the link, exact and as loads."""

    random: np.random.Generator
    time: FloatArray
    rate: float
    ratio: float
    stiffness: float
    error: float
    link: FloatArray
    load: FloatArray
    motor: FloatArray
    torque: FloatArray

    @property
    def computed(self) -> FloatArray:
        """The link position by motor and torque."""
        return self.motor - self.torque / self.stiffness


def swept_joint(seed: int, kind: str) -> Sweep:
    """A joint of this kind, another one for each seed."""
    number = tuple(KINDS).index(kind)
    gear = _gear(np.random.default_rng([seed, number]))
    link = KINDS[kind](gear)
    return Sweep(
        gear.time, gear.motor, link if kind == "measured" else _stored(gear.random, link), gear.torque
    )


def _gear(random: np.random.Generator) -> _Gear:
    rate = float(random.choice(_RATES_HZ))
    ratio, speed = random.uniform(50, 160), np.radians(random.uniform(2, 10))
    half, seconds = np.radians(random.uniform(15, 60)), random.uniform(30, 60)
    time = np.arange(int(seconds * rate)) / rate
    path = _triangle(time, half, speed, rate) + random.uniform(-1, 1)
    velocity = np.gradient(path, time)
    stiffness = 10 ** random.uniform(3.7, 4.9)
    load = random.uniform(5, 60) * np.sin(path + random.uniform(0, 6)) + random.uniform(-10, 10)
    load += 0.3 * random.uniform(0, 1) * np.sin(2 * ratio * path)
    shaking = butter(2, min(0.4 * rate, 25) / (rate / 2))
    link = path + lfilter(*shaking, random.normal(size=time.size)) * 10 ** random.uniform(-7, -5.3)
    error = 10 ** random.uniform(-5, -3.7)
    ripple = sum(random.uniform(0.2, 1) * np.sin(m * ratio * path + random.uniform(0, 6)) for m in (1, 2, 4))
    friction = random.uniform(3, 15) * np.tanh(velocity / np.radians(0.3)) + 20 * velocity
    strained = load + 0.3 * friction
    loop = random.uniform(0.02, 0.15) / stiffness * (_play(strained, random.uniform(0.5, 4)) - strained)
    step = 2 * np.pi / 2 ** random.integers(12, 18) / ratio
    motor = np.round((link + load / stiffness + loop + error * ripple) / step) * step
    motor += random.normal(size=time.size) * step * random.uniform(0, 0.5)
    torque = load + (0.0 if random.random() < 0.5 else friction)
    torque = torque + random.normal(size=time.size) * random.uniform(0.01, 0.3)
    return _Gear(random, time, rate, ratio, stiffness, error, link, load, motor, torque)


def _triangle(time: FloatArray, half: float, speed: float, rate: float) -> FloatArray:
    """To and fro at a steady speed, with rounded turns."""
    phase = (time * speed / (4 * half)) % 1.0
    sharp = np.where(phase < 0.25, 4 * phase, np.where(phase < 0.75, 2 - 4 * phase, 4 * phase - 4)) * half
    width = max(3, int(0.3 * rate))
    window = np.hanning(width) / np.hanning(width).sum()
    return np.convolve(np.pad(sharp, width, mode="edge"), window, "same")[width:-width]


def _play(values: FloatArray, width: float) -> FloatArray:
    found, place = np.empty_like(values), 0.0
    for row, value in enumerate(values):
        place = min(max(place, value - width), value + width)
        found[row] = place
    return found


def _measured(gear: _Gear) -> FloatArray:
    random = gear.random
    step = 2 * np.pi / 2 ** random.integers(12, 21)
    noisy = gear.link + random.normal(size=gear.link.size) * step * random.uniform(0, 1)
    link = np.round(noisy / step) * step
    if random.random() < 0.3:
        link = np.interp(gear.time - random.uniform(0, 3e-3), gear.time, link)
    if random.random() < 0.4:
        link = _exponential(link, 1.0 / (2 * np.pi * random.uniform(1e-3, 8e-3)), gear.rate)
    return link


def _filtered(gear: _Gear) -> FloatArray:
    """Computed, with motor, torque or both behind a low-pass."""
    random = gear.random
    b, a = butter(int(random.integers(1, 3)), min(random.uniform(2, 40), 0.4 * gear.rate) / (gear.rate / 2))

    def low(values: FloatArray) -> FloatArray:
        return np.asarray(lfilter(b, a, values, zi=lfilter_zi(b, a) * values[0])[0])

    ways = (
        lambda: low(gear.computed),
        lambda: gear.motor - low(gear.torque) / gear.stiffness,
        lambda: low(gear.motor) - gear.torque / gear.stiffness,
    )
    return ways[random.integers(3)]()


def _noise(gear: _Gear) -> FloatArray:
    return np.asarray(gear.random.normal(size=gear.time.size) * 10 ** gear.random.uniform(-6.5, -3.5))


def _mixed(gear: _Gear, computed: FloatArray) -> FloatArray:
    """An observer: slowly drawn to an encoder, fast by computing."""
    step = 2 * np.pi / 2 ** gear.random.integers(14, 21)
    encoder = np.round((gear.link + gear.random.normal(size=gear.time.size) * step * 0.5) / step) * step
    return computed + _exponential(encoder - computed, 10 ** gear.random.uniform(-0.5, 1.3), gear.rate)


def _exponential(values: FloatArray, cutoff_hz: float, rate: float) -> FloatArray:
    a = np.exp(-2 * np.pi * cutoff_hz / rate)
    return np.asarray(lfilter([1 - a], [1, -a], values, zi=[a * values[0]])[0])


def _table(gear: _Gear) -> FloatArray:
    """Computed, with a table of the gear's errors over the motor's turn."""
    return gear.computed - gear.error * sum(np.sin(m * gear.ratio * gear.motor + m) for m in (1, 2))


def _stored(random: np.random.Generator, link: FloatArray) -> FloatArray:
    """In the number format of a protocol."""
    return (
        lambda: link,
        lambda: link.astype(np.float32).astype(np.float64),
        lambda: np.round(link / 1e-6) * 1e-6,
        lambda: np.radians(np.round(np.degrees(link) / 1e-3) * 1e-3),
    )[random.integers(4)]()


KINDS: Mapping[str, Callable[[_Gear], FloatArray]] = {
    "measured": _measured,
    "computed": lambda gear: gear.computed,
    "computed, filtered": _filtered,
    "computed, noise added": lambda gear: gear.computed + _noise(gear),
    "computed, filtered, noise added": lambda gear: _filtered(gear) + _noise(gear),
    "computed with a table of the gear": _table,
    "computed by a model of the load": lambda gear: gear.motor - gear.load / gear.stiffness,
    "mixed with an encoder": lambda gear: _mixed(gear, gear.computed),
    "mixed with an encoder, noise added": lambda gear: _mixed(gear, gear.computed + _noise(gear)),
}
"""The ways to a link position; all but the first must never be taken for measured."""
