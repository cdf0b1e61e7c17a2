"""Real recordings through the real window: a description and two files in, a model out."""

from pathlib import Path

import pytest

from app.shell.window import Window
from app.visit.steps import Step
from core.quality import Verdict
from tests.waiting import wait_until

pytestmark = pytest.mark.thorough


def test_files_and_a_description_become_a_model(window: Window, shared_data: Path) -> None:
    folder = shared_data / "lwr4"
    page = window.guides.recordings_page
    window.start_page.files_button.click()
    assert window.step is Step.RECORDINGS
    window.visit.describe_robot(folder / "kuka_lwr4.urdf")
    wait_until(lambda: str(page.robot.value).endswith("kuka_lwr4.urdf"))
    page.add_files([folder / "lwr4_3.npz", folder / "lwr4_1.npz", folder / "README.md"])
    assert not page.primary_enabled, "the files are still looked at"
    wait_until(lambda: page.primary_enabled)
    window.footer.primary_button.click()
    wait_until(lambda: len(window.visit.recordings) == 2 and not window.visit.is_busy)
    assert [entry.path.name for entry in page.model.waiting] == ["README.md"], "what failed keeps waiting"
    assert not window.banner.isHidden()
    assert [found.sample_count for found in window.visit.recordings] == [5027, 5027]
    window.open_step(Step.CHOOSE)
    assert window.visit.choice.fit == ("lwr4_3",)
    assert window.visit.choice.validate == ("lwr4_1",)
    window.open_step(Step.IDENTIFY)
    window.footer.primary_button.click()
    wait_until(lambda: window.step is Step.RESULTS and not window.visit.is_busy)
    result = window.visit.result
    assert result is not None
    assert len(result.friction) == 7
    assert result.judgement.verdict in set(Verdict)
    judged = {found.recording: found for found in result.validation}
    assert judged["lwr4_1"].total_relative_error < 0.12
    assert not window.top_bar.is_striped
