"""A real arm without link encoders: learning from the state, judged on a trajectory kept back."""

from pathlib import Path

import numpy as np
import pytest

from core.exchange.import_recording import import_recording
from core.friction.models import FORMS
from core.identification.chunks import ChunkStream, Conditioning
from core.identification.identify import identify
from core.identification.model import FittedModel
from core.identification.regression_rows import RegressionRows
from core.identification.residual_rows import residual_samples
from core.identification.settings import FrictionKind, IdentificationSettings
from core.learning.kinds import FeatureKind, ResidualKind
from core.learning.learn import learn_residual
from core.monitor import NullMonitor
from core.recording import Quantity
from core.robot.library import load_robot

ROWS = {
    "20_02_10-30sec_12harm": (635, 3510),
    "20_02_12-40sec_12harm": (500, 4460),
    "20_02_12-50sec_12harm": (355, 5090),
    "20_02_05-20sec_8harm": (320, 2310),
    "20_02_19_14harm50sec": (195, 4966),
}
FITTED, HELD_OUT = tuple(ROWS)[:4], tuple(ROWS)[4]
MOST_HARM = 1.02


@pytest.fixture(scope="module")
def recordings(shared_data: Path):
    folder = shared_data / "ur10e"
    return {
        label: import_recording(folder / f"{label}.csv", layout="ur10e-31", rows=rows)
        for label, rows in ROWS.items()
    }


@pytest.fixture(scope="module", params=[FrictionKind.COULOMB_VISCOUS, FrictionKind.LOAD_DEPENDENT])
def left(recordings, request):
    """The friction model, and what the fit leaves on the runs it saw and on the one it did not."""
    robot = load_robot("ur10e")
    settings = IdentificationSettings(friction=request.param)
    result = identify(recordings, robot, fit=FITTED, settings=settings)
    model = FittedModel.of(result, robot)
    conditioning = Conditioning(settings.filter_hz, result.drive_gain, Quantity.CURRENT)

    def samples(labels, *, moving_only):
        streams = tuple(ChunkStream(recordings[label], robot, conditioning) for label in labels)
        rows = RegressionRows(streams, model.plan, block_s=2.0, moving_only=moving_only)
        return residual_samples(rows, result.estimate, monitor=NullMonitor())

    moving_only = not FORMS[request.param].uses_presliding
    fitted = samples(FITTED, moving_only=moving_only)
    return request.param, fitted, samples([HELD_OUT], moving_only=False)[HELD_OUT]


@pytest.mark.parametrize("kind", [ResidualKind.RBF, ResidualKind.GMM])
def test_learning_is_never_worse_on_a_held_out_trajectory(left, kind):
    friction, fitted, held_out = left
    names = load_robot("ur10e").joint_names
    model = learn_residual(fitted, kind=kind, features=FeatureKind.STATE, joint_names=names)
    torque = model.torque(held_out.inputs)
    without = np.sqrt(np.mean(held_out.residual**2, axis=0))
    ratio = np.sqrt(np.mean((held_out.residual - torque) ** 2, axis=0)) / without
    assert np.all(ratio <= MOST_HARM), ratio
    active = [joint.active for joint in model.joints]
    if friction is FrictionKind.COULOMB_VISCOUS:
        # a poor friction model leaves the shoulder (and for mixtures the base) something to learn
        assert active[1]
        assert not any(active[2:])
        assert np.all(ratio[active] < 0.9)
    else:
        assert not any(active)
        np.testing.assert_array_equal(ratio, 1.0)
