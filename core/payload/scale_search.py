"""Unknown torque scales: found with a known load, or compared between joints."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.payload.joint_estimate import JointFit
from core.payload.result import GainCheck
from core.payload.rows import RowMaker, State
from core.payload.settings import GainSource
from core.payload.sweeps import SweepGroup
from core.payload.unknowns import Beforehand, Layout
from core.recording import FloatArray

LOOSE_RATIO = 0.3
"""Prior standard deviation of an unknown ratio of gains."""


def first_scales(
    groups: Sequence[SweepGroup], maker: RowMaker, layout: Layout, state: State
) -> dict[int, float]:
    """Logarithms of the torque scales with which each joint carries the known loads as weighed."""
    found: dict[int, float] = {}
    for joint in layout.joints:
        blocks: list[tuple[FloatArray, FloatArray]] = []
        for number, group in enumerate(groups):
            if group.joint != joint or not any(sweep.load.known >= 0 for sweep in group.sweeps):
                continue
            rows = maker.group(number, group, state)
            places = [sweep.key for sweep in group.sweeps if not sweep.load.is_sought]
            chosen = np.concatenate([np.arange(rows.rows[key].start, rows.rows[key].stop) for key in places])
            weight = np.zeros(rows.target.size)
            for known in range(layout.known):
                common = rows.matrix[:, rows.local_count :][:, layout.known_load(known)]
                weight += common @ state.known[known]
            local = rows.matrix[:, : rows.local_count]
            both = np.column_stack((weight, rows.target))[chosen]
            basis, _ = np.linalg.qr(local[chosen])
            left = both - basis @ (basis.T @ both)
            blocks.append((left[:, 0], left[:, 1]))
        if blocks:
            product = sum(float(weight @ target) for weight, target in blocks)
            square = sum(float(weight @ weight) for weight, _ in blocks)
            if product > 0.0 and square > 0.0:
                found[joint] = float(np.log(square / product))
    return found


def gain_check(fit: JointFit, beforehand: Beforehand, *, source: GainSource) -> GainCheck:
    """The known gains of the swept joints, and the ratio of the last to the first found from the sweeps."""
    joints, known = fit.layout.joints, beforehand.scale_covariance
    std = np.sqrt(np.diag(known))
    if len(joints) < 2:
        return GainCheck(source, joints, std)
    ratio = np.zeros(len(joints))
    ratio[0], ratio[-1] = -1.0, 1.0
    loose = known + LOOSE_RATIO**2 * np.eye(len(joints))
    found = fit.solved(replace(beforehand, scale_covariance=loose))
    at = np.array([fit.state.scale.get(joint, 0.0) for joint in joints])
    scales = at + found.estimate[fit.layout.scales]
    spread = found.covariance[fit.layout.scales, fit.layout.scales]
    return GainCheck(
        source,
        joints,
        std,
        ratio_found=float(np.exp(ratio @ scales)),
        ratio_std=float(np.sqrt(max(float(ratio @ spread @ ratio), 0.0))),
        ratio_known_std=float(np.sqrt(ratio @ known @ ratio)),
    )
