"""One process: Torsion identifies an arm from runs as recorded, and predicts one that was kept back.

The settings are those of ``torsion identify`` without options, or of the friction that is named: model and
cut-off are chosen from the fitted runs alone.
"""

import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np

from core.identification.identify import identify
from core.identification.model import predict
from core.identification.settings import CHOSEN_BY_DATA, FrictionKind
from core.quality import Verdict
from tests.benchmarks._peer_process import run


def fit(problem, runs, kept_back):
    """Fit the runs, predict the one that is kept back."""
    # written by the benchmark that started this process
    robot, recordings = pickle.loads(Path(problem["recordings"]).read_bytes())
    *fitted, held = recordings
    settings = CHOSEN_BY_DATA
    if problem["friction"]:
        settings = replace(settings, auto_friction=False, friction=FrictionKind(problem["friction"]))
    result = identify(recordings, robot, fit=fitted, validate=[held], settings=settings)
    # the cut-off of a fit does not limit what its parameters predict
    judged = replace(result, settings=replace(result.settings, filter_hz=problem["judged_hz"]))
    found = predict(judged, robot, recordings[held])
    clock = kept_back["time"] - kept_back["time"][0]
    predicted = np.column_stack([np.interp(clock, found.time, column) for column in found.modelled.T])
    reasons = sorted({reason.code for reason in result.judgement.reasons})
    facts = {
        "uncertainty": "blocks of time and systematic errors",
        "verdict": result.judgement.verdict.value,
        "friction": result.settings.friction.value,
        "cutoff_hz": result.settings.filter_hz,
    }
    if result.judgement.verdict in {Verdict.GOOD, Verdict.USABLE}:
        return predicted, {**facts, "warned": reasons}
    return predicted, {**facts, "refused": f"{result.judgement.verdict.value}: {', '.join(reasons)}"}


if __name__ == "__main__":
    run(fit)
