"""Devices that lie, flood and contradict themselves, at a real port: none moves, none is reported wrongly."""

import os
from pathlib import Path

import pytest

CAMPAIGNS = Path(__file__).resolve().parents[2] / "campaigns"

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="no pseudo-terminals"),
    pytest.mark.usefixtures("capsys"),
]


@pytest.fixture
def campaign(monkeypatch):
    monkeypatch.syspath_prepend(str(CAMPAIGNS))
    monkeypatch.setattr("devices.open_arm.controller.HELLO_ATTEMPTS", 2)
    import hostile_devices

    return hostile_devices


def test_no_device_is_asked_to_move_that_nobody_has_confirmed(campaign, tmp_path):
    numbers, wrong = campaign.run(quick=True, folder=tmp_path)
    assert not wrong
    assert numbers["devices"] == len(campaign.QUICK)
    assert numbers["asked_to_move_unconfirmed"] == 0
    assert numbers["memory_growth_mb"] <= campaign.MOST_GROWTH_MB


def test_there_are_more_than_fifty_of_them_with_names_of_their_own(campaign):
    names = [lie.name for lie in campaign.every_lie()]
    assert len(set(names)) == len(names) > 50
    assert set(campaign.QUICK) <= set(names)


def test_a_confirmed_device_that_only_says_that_it_moved_has_not(campaign, tmp_path):
    lie = campaign.CONFIRMED[0]
    trial = campaign.attempt(lie, ("record", "2"), tmp_path, confirm=campaign.SERIAL)
    assert trial.code == 1
    assert "Arm" in trial.moved, "which shows that a request to move is seen where there is one"
    assert lie.says in " ".join(trial.told.split())
