"""The short campaign of full disks, kills, two programs and jumping clocks; it belongs to every run."""

import subprocess
import sys
from pathlib import Path

import pytest

CAMPAIGN = Path(__file__).resolve().parents[1] / "campaigns" / "power_and_disk.py"


@pytest.mark.skipif(sys.platform != "linux", reason="forks, and counts the writes by /proc")
def test_nothing_is_lost_at_a_few_writes_of_the_program() -> None:
    asked = [sys.executable, str(CAMPAIGN), "--quick"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "'holder told': True" in done.stdout
