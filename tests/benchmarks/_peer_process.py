"""What every peer's script does around its own fit: read the problem, fit once, write what was found.

The problem arrives as JSON on standard input: files of the fitted runs and of the one that is kept back
(uniform clock; ``position``, ``velocity``, ``torque`` of shape (N, n)), the arm as rows of modified
Denavit-Hartenberg parameters, and the cut-off to use. The prediction goes to a file, the rest leaves as
JSON: processor time of the fit, memory of the process, what the peer states about its uncertainty, what it
warned of, or why it refused.
"""

import json
import logging
import sys
import time
import warnings
from contextlib import redirect_stdout

import numpy as np
from scipy.signal import butter, sosfiltfilt

ORDER = 4


def low_pass(signal, *, cutoff_hz, rate_hz):
    """A zero-phase low-pass along the samples; unchanged where the clock is too slow for the cut-off."""
    if cutoff_hz >= 0.45 * rate_hz:
        return signal
    return sosfiltfilt(butter(ORDER, cutoff_hz, fs=rate_hz, output="sos"), signal, axis=0)


def conditioned(run, *, cutoff_hz, rate_hz):
    """Position, velocity, acceleration and torque of a run in one band, (N, n) each."""
    position, torque = (
        low_pass(run[name], cutoff_hz=cutoff_hz, rate_hz=rate_hz) for name in ("position", "torque")
    )
    velocity = np.gradient(position, 1.0 / rate_hz, axis=0)
    return position, velocity, np.gradient(velocity, 1.0 / rate_hz, axis=0), torque


def peak_megabytes():
    """Highest resident size of this process, MB; None where the system does not say."""
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e6 if sys.platform == "darwin" else 1e3)


class _Warned(logging.Handler):
    """Notes each kind of warning once."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.texts = []

    def emit(self, record):
        self.note(record.getMessage())

    def note(self, text):
        line = text.strip().partition("\n")[0]
        if line and line not in self.texts:
            self.texts.append(line)


def run(fit):
    """Call ``fit(problem, runs, kept_back)`` once; it returns the predicted torque (N, n) and facts."""
    problem = json.load(sys.stdin)
    runs, kept_back = [dict(np.load(path)) for path in problem["fit"]], dict(np.load(problem["kept_back"]))
    warned = _Warned()
    logging.getLogger().addHandler(warned)
    found = {}
    began = time.process_time()
    with redirect_stdout(sys.stderr), warnings.catch_warnings(record=True) as raised:
        warnings.simplefilter("default")
        try:
            predicted, facts = fit(problem, runs, kept_back)
        except Exception as error:  # noqa: BLE001  # whatever a package raises is its refusal
            found["refused"] = f"{type(error).__name__}: {error}".partition("\n")[0]
        else:
            np.save(problem["predicted"], predicted)
            found |= facts
    found["processor_seconds"] = time.process_time() - began
    for one in raised:
        warned.note(str(one.message))
    found |= {"peak_megabytes": peak_megabytes(), "warned": [*warned.texts, *found.get("warned", ())]}
    sys.stdout.write(json.dumps(found))
