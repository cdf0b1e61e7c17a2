"""Settings and result of an identification of drive gains."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from core.bounds import Count, Mass, Period
from core.identification.result import Provenance
from core.identification.settings import FitSettings
from core.quality import Judgement
from core.recording import FloatArray
from core.setting import setting

DRIVE_GAINS = "drive-gains"
"""Kind under which drive gains are stored in a visit."""


class GainScatter(StrEnum):
    """Source of the gains' standard deviations."""

    PAIRS = "pairs"
    """Jackknife that leaves out one pair of runs at a time, beside time blocks."""
    BLOCKS = "blocks"
    """Jackknife over time blocks of the only pair."""


@dataclass(frozen=True)
class GainSettings(FitSettings):
    """The settings of a drive gain identification.

    ``block_s`` is the length in s of the blocks whose scatter gives the uncertainty. ``payload_mass``
    applies to all loaded runs and overrides their own values.
    """

    payload_mass: Mass | None = setting(
        None,
        "Weighed mass of the payload.",
        caption="Mass that was weighed",
        auto="what the loaded runs say",
        example="2.8 kg",
        option="payload-kg",
    )
    block_s: Period = 2.0
    iterations: Count = 4
    """Number of passes in which the friction's load-dependent part and shapes follow the model."""


@dataclass(frozen=True)
class PairPayload:
    """The payload of one pair's loaded run: ``mass`` in kg as given, the rest as found.

    ``center_of_mass`` and ``center_of_mass_std`` (3,) in m in the flange frame, z out of it.
    """

    unloaded: str
    loaded: str
    mass: float
    center_of_mass: FloatArray
    center_of_mass_std: FloatArray


@dataclass(frozen=True)
class DriveGains:
    """The drive gains of an arm at the link side, N·m/A.

    ``drive_gain`` (n,), ``std`` (n,) and ``covariance`` (n, n) are NaN for joints whose gain
    the runs do not determine; ``joints`` holds a judgement of each. ``described_gain`` (n,) is
    the robot description's own where it has one, for comparison alone. ``residual_std`` (n,)
    in A is the standard deviation of the residual current.
    """

    settings: GainSettings
    joint_names: tuple[str, ...]
    drive_gain: FloatArray
    std: FloatArray
    covariance: FloatArray
    scatter: GainScatter
    joints: tuple[Judgement, ...]
    payloads: tuple[PairPayload, ...]
    described_gain: FloatArray | None
    residual_std: FloatArray
    judgement: Judgement
    provenance: Provenance

    @property
    def ratio(self) -> FloatArray | None:
        """Ratio of identified to described gain, (n,); None if the description has none."""
        return None if self.described_gain is None else self.drive_gain / self.described_gain

    @property
    def unknown_joints(self) -> tuple[str, ...]:
        """Joints whose gain the runs do not determine."""
        known = np.isfinite(self.drive_gain)
        return tuple(name for name, found in zip(self.joint_names, known, strict=True) if not found)
