"""The small process that runs an identified model beside a live stream. No Qt in here.

Takes chunks of samples and gives torques back, as plain tuples of arrays: the window unpacks them
without loading anything that is compiled. A process whose window has gone ends itself.
"""

import os
import pickle
import signal
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from app.jobs.priority import lower_priority
from core.errors import TorsionError

if TYPE_CHECKING:
    from core.online.online_model import OnlineModel

READY, FAILED = "ready", "failed"
_WARM_UP_SAMPLES = 3


def serve(connection: Connection) -> None:
    """Take the model, say that it is ready, then answer every chunk with its torques."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the window to handle
    lower_priority()
    try:
        _serve(connection)
    except (EOFError, OSError):  # the window is gone: nobody wants the rest
        os._exit(0)


def _serve(connection: Connection) -> None:
    result, robot, rate_hz, quantities = pickle.loads(connection.recv_bytes())
    try:
        _warm_up(result, robot, rate_hz, quantities)
        model = _model(result, robot, rate_hz)
    except (TorsionError, ValueError, IndexError) as error:  # the boundary: a model of another arm or stream
        _send(connection, (FAILED, f"{type(error).__name__}: {error}"))
        return
    _send(connection, (READY, model.delay_s, model.settle_s))
    while True:
        sequence, time, columns = pickle.loads(connection.recv_bytes())
        found = model.feed(sequence, time, columns)
        _send(
            connection,
            (found.sequence, found.time, found.measured, found.modelled, found.external, found.threshold),
        )


def _model(result: Any, robot: Any, rate_hz: float) -> "OnlineModel":
    from core.online.online_model import OnlineModel

    return OnlineModel.of(result, robot, rate_hz=rate_hz)


def _warm_up(result: Any, robot: Any, rate_hz: float, quantities: Any) -> None:
    """Have everything compiled, or loaded, before the first sample waits for it."""
    import numpy as np

    still = {quantity: np.zeros((_WARM_UP_SAMPLES, robot.joint_count)) for quantity in quantities}
    number = np.arange(_WARM_UP_SAMPLES)
    _model(result, robot, rate_hz).feed(number, number / rate_hz, still)


def _send(connection: Connection, message: object) -> None:
    connection.send_bytes(pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL))
