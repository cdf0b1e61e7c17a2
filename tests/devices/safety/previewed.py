"""Previews of motions of one arm, for tests."""

import numpy as np

from core.excitation.trajectories import project_boundary_conditions
from devices.safety.previewing import make_preview
from tests.devices.safety.fake_arm import HOME, capabilities, ec66

ROBOT = ec66()


def preview(plan, *, robot=ROBOT, start=HOME, proven=False, **changes):
    given_ = {"stop_count": 0, "capabilities": capabilities(), **changes}
    return make_preview(robot, plan, start=np.asarray(start, dtype=float), proven=proven, **given_)


def blocking(found):
    return {finding.code for finding in found.findings if finding.blocking}


def facts_of(found, code):
    return next(finding.facts for finding in found.findings if finding.code == code)


def fourier(start, *, seed=0, size=0.02, period_s=10.0):
    random = np.random.default_rng(seed)
    a, b = size * random.normal(size=(2, len(start), 4))
    return project_boundary_conditions(a, b, period_s=period_s, start=np.asarray(start, dtype=float))
