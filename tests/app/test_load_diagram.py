"""The load diagram of a visit's arm, looked up in the worker."""

from pathlib import Path

import numpy as np

from app.work.load_diagram import load_diagram
from app.work.tasks import create_visit
from core.monitor import NullMonitor
from core.robot.library import load_robot
from core.robot.payload_envelope import payload_envelope
from tests.app import payload_examples


def test_of_a_visit(tmp_path: Path) -> None:
    path = tmp_path / "visit.h5"
    create_visit(path=path, robot="ec66", monitor=NullMonitor())
    told = payload_examples.estimate()
    found = load_diagram(path=path, estimate=told, monitor=NullMonitor())
    envelope = payload_envelope(load_robot("ec66"))
    assert found.source is envelope.source
    assert np.array_equal(found.distance, envelope.distance)
    assert np.array_equal(found.mass, envelope.mass)
    assert (found.payload, found.payload_std) == (told.mass, told.mass_std)
    assert found.lever == np.linalg.norm(told.center_of_mass)
    assert found.allowed is True
    assert 0.0 < found.share < 1.0
