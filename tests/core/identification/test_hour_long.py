"""The short version of the campaign on long recordings: same answer in chunks, memory bounded."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.thorough

CAMPAIGN = Path(__file__).resolve().parents[2] / "campaigns" / "hour_long.py"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="peak memory is read the Linux way")
def test_the_quick_campaign_reaches_its_goals() -> None:
    asked = [sys.executable, str(CAMPAIGN), "--quick"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "largest_relative_difference" in done.stdout
