"""One process, one thread: seconds to learn the residual of six joints, scikit-learn loaded before."""

import json
import sys
import time

import sklearn.mixture  # noqa: F401  # a program that learns has it loaded

from core.learning.kinds import FeatureKind, ResidualKind
from core.learning.learn import learn_residual
from tests.core.learning.residuals import joint_names, samples_along


def seconds_to_learn(kind, features):
    samples = {"excitation": samples_along(1, learnable=(0, 2, 4))}
    wall, busy = time.perf_counter(), time.process_time()
    model = learn_residual(samples, kind=kind, features=features, joint_names=joint_names())
    return {
        "seconds": time.perf_counter() - wall,
        "processor_seconds": time.process_time() - busy,
        "active_joints": sum(joint.active for joint in model.joints),
    }


if __name__ == "__main__":
    found = {
        f"{kind.value}, {features.value}": seconds_to_learn(kind, features)
        for kind in (ResidualKind.RBF, ResidualKind.GMM)
        for features in FeatureKind
    }
    sys.stdout.write(json.dumps(found))
