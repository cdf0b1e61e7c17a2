"""The short versions of campaigns: they still work."""

import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[1] / "campaigns"


@pytest.mark.alone
@pytest.mark.timeout(400)
@pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has neither SIGINT nor SIGKILL for another process"
)
@pytest.mark.parametrize(
    "campaign", ["cable_pull", "damaged_frames", "kill_recording", "live_hour", "serial_live", "stop_latency"]
)
def test_the_quick_campaign_works(campaign: str) -> None:
    asked = [sys.executable, str(FOLDER / f"{campaign}.py"), "--quick"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
