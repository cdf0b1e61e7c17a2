"""Made-up drive gains of an arm of six joints with plausible numbers."""

import numpy as np

from core.identification.gains.identify import gains_judgement, joint_judgement
from core.identification.gains.result import DriveGains, GainScatter, GainSettings, PairPayload
from core.identification.result import Provenance
from tests.app import examples

GAIN = np.array([11.2, 10.9, 11.4, 8.1, 8.0, 7.8])
DESCRIBED = np.array([11.0, 11.0, 11.0, 8.0, 8.0, 8.0])


def drive_gains(*, worst: float = 0.02, is_unknown: bool = False) -> DriveGains:
    """Gains of two pairs of runs; ``worst`` is the last joint's relative ±, or it has none at all."""
    relative = np.full(examples.JOINTS, 0.012)
    relative[-1] = np.nan if is_unknown else worst
    gain = np.where(np.isfinite(relative), GAIN, np.nan)
    names = tuple(f"joint_{number + 1}" for number in range(examples.JOINTS))
    joints = tuple(joint_judgement(float(one)) for one in relative)
    payload = PairPayload(
        "free", "loaded", 4.0, np.array([0.02, 0.04, 0.08]), np.array([0.001, 0.001, 0.002])
    )
    return DriveGains(
        settings=GainSettings(payload_mass=4.0),
        joint_names=names,
        drive_gain=gain,
        std=gain * relative,
        covariance=np.diag((gain * relative) ** 2),
        scatter=GainScatter.PAIRS,
        joints=joints,
        payloads=(payload,),
        described_gain=DESCRIBED,
        residual_std=np.full(examples.JOINTS, 0.08),
        judgement=gains_judgement(
            joints,
            names=names,
            scatter=GainScatter.PAIRS,
            settled=True,
            block_count=40,
            ratio=gain / DESCRIBED,
        ),
        provenance=Provenance(
            recordings=("free", "loaded"),
            sha256=("", ""),
            rows=((1, 100), (1, 100)),
            robot="ec66",
            software="torsion",
            created_at="2026-03-01T10:42:00+00:00",
            synthetic=False,
            row_count=200,
        ),
    )
