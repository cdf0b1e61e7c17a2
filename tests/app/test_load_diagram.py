"""What the arm of a visit may carry, looked up in the worker."""

from pathlib import Path

import numpy as np

from app.features.payload.tasks import load_diagram
from app.visit.tasks import create_visit
from core.monitor import NullMonitor
from core.robot.library import load_robot
from core.robot.payload_envelope import payload_envelope


def test_of_a_visit(tmp_path: Path) -> None:
    path = tmp_path / "visit.h5"
    create_visit(path=path, robot="ec66", monitor=NullMonitor())
    found = load_diagram(path=path, monitor=NullMonitor())
    envelope = payload_envelope(load_robot("ec66"))
    assert found.source is envelope.source
    assert np.array_equal(found.distance, envelope.distance)
    assert np.array_equal(found.mass, envelope.mass)
