"""Drive gains and a payload from virtual runs without and with a mass, clicked through in the real window."""

from pathlib import Path

import numpy as np
import pytest

from app.shell.window import Window
from app.visit.steps import Step
from core.identification.gains.result import DRIVE_GAINS
from core.identification.settings import GainSource
from core.payload.result import PAYLOAD
from core.payload.settings import PayloadMethod
from core.robot.library import load_robot
from core.storage.visit import Visit
from core.workflow import StepState
from devices.virtual.physics.truth import true_arm
from tests.app.journeys.hand import Hand
from tests.app.journeys.played import gains_and_payload
from tests.app.journeys.weighed import CENTER, MASS, ROBOT, SEED, weighed_visit
from tests.waiting import wait_until

LARGEST_ERROR = 0.08
FARTHEST_STDS = 3.5
CLICKS = 7
"""*More*; for each page its step in the list and the work; the use of the gains, and the comparison."""


@pytest.mark.thorough
def test_gains_and_a_payload_are_found_from_two_runs(window: Window, tmp_path: Path) -> None:

    hand, visit = Hand(window), weighed_visit(tmp_path)
    window.visit.open(visit)
    wait_until(lambda: window.visit.summary is not None and not window.visit.is_busy)
    found, told = gains_and_payload(hand)
    truth = true_arm(load_robot(ROBOT), SEED).drive.gain
    assert np.max(np.abs(found.drive_gain / truth - 1.0)) < LARGEST_ERROR
    assert window.visit.choice.settings.drive_gain_source is GainSource.IDENTIFIED
    assert abs(told.mass - MASS) <= FARTHEST_STDS * told.mass_std
    assert np.all(np.abs(told.center_of_mass - CENTER) <= FARTHEST_STDS * told.center_of_mass_std)
    assert window.pages[Step.PAYLOAD_METHODS].result.words.startswith("Fewer than two methods"), "no sweeps"
    assert (hand.counted.clicks, hand.counted.typed) == (CLICKS, 0)
    assert window.journey.state(Step.GAINS) is StepState.DONE
    with Visit.open(visit) as stored:
        assert len(stored.results(DRIVE_GAINS)) == len(stored.results(PAYLOAD)) == 1
    assert window.visit.payload is not None
    assert window.visit.payload.method is PayloadMethod.DYNAMIC
    window.show_start()
    wait_until(lambda: not window._runner.is_busy)
