"""Real recordings through the real window: a description and two files in, a model out."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.shell.window import Window
from app.visit.steps import Step
from core.quality import Verdict

pytestmark = pytest.mark.thorough

LONG_MS = 90_000


def test_files_and_a_description_become_a_model(window: Window, qtbot: QtBot, shared_data: Path) -> None:
    folder = shared_data / "lwr4"
    page = window.beginnings.recordings_page
    window.start_page.new_card.click()
    assert window.step is Step.RECORDINGS
    window.visit.describe_robot(folder / "kuka_lwr4.urdf")
    qtbot.waitUntil(lambda: str(page.robot.value).endswith("kuka_lwr4.urdf"), timeout=LONG_MS)
    page.add_files([folder / "lwr4_3.npz", folder / "lwr4_1.npz", folder / "README.md"])
    window.footer.primary_button.click()
    qtbot.waitUntil(lambda: len(window.visit.recordings) == 2 and not window.visit.is_busy, timeout=LONG_MS)
    assert [entry.path.name for entry in page.model.waiting] == ["README.md"], "what failed keeps waiting"
    assert not window.banner.isHidden()
    assert [found.sample_count for found in window.visit.recordings] == [5027, 5027]
    window.open_step(Step.CHOOSE)
    assert window.visit.choice.fit == ("lwr4_3",)
    assert window.visit.choice.validate == ("lwr4_1",)
    window.open_step(Step.IDENTIFY)
    window.footer.primary_button.click()
    qtbot.waitUntil(lambda: window.step is Step.RESULTS and not window.visit.is_busy, timeout=LONG_MS)
    result = window.visit.result
    assert result is not None
    assert len(result.friction) == 7
    assert result.judgement.verdict in set(Verdict)
    judged = {found.recording: found for found in result.validation}
    assert judged["lwr4_1"].total_relative_error < 0.12
    assert not window.top_bar.is_striped
