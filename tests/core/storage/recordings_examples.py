"""Example recordings for the tests of visit files."""

import numpy as np

from core.recording import Dropped, Origin, Quantity, Recording, TorqueKind


def example_recording(label: str = "run", *, samples: int = 50, joints: int = 3, seed: int = 0) -> Recording:
    """A recording with everything that can be said about one."""
    random = np.random.default_rng(seed)
    link = random.normal(size=(samples, joints))
    link[:, -1] = np.nan
    return Recording(
        label=label,
        time=np.cumsum(random.uniform(0.001, 0.0011, size=samples)),
        columns={
            Quantity.POSITION: random.normal(size=(samples, joints)),
            Quantity.CURRENT: random.normal(size=(samples, joints)),
            Quantity.LINK_POSITION: link,
        },
        torque_kind=TorqueKind.MOTOR_CURRENT,
        payload_mass=2.805,
        origin=Origin("a.csv", "ab" * 32, "ur10e-31", 3, 60, "2024-05-06T07:08:09+00:00", "torsion", 5),
        dropped=(Dropped("not-a-number", 2, 7, "columns=31"),),
    )


def assert_same_recording(stored: Recording, original: Recording) -> None:
    """Equal to the last bit, whether in memory or in the file."""
    whole = stored.block(0, stored.sample_count)
    assert whole.time.tobytes() == original.time.tobytes()
    assert list(whole.columns) == list(original.columns)
    for quantity, column in original.columns.items():
        assert np.asarray(whole.columns[quantity]).tobytes() == np.asarray(column[:]).tobytes()
    for name in ("label", "torque_kind", "payload_mass", "origin", "dropped"):
        assert getattr(stored, name) == getattr(original, name)
