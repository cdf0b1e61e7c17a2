"""The short versions of campaigns: they still work."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.thorough

FOLDER = Path(__file__).resolve().parents[1] / "campaigns"


ANY_TIME = (
    "batch_work",
    "bulk_files",
    "catalogue",
    "codec_streams",
    "damaged_frames",
    "elasticity",
    "fleet_care",
    "fleet_page",
    "gradient_cost",
    "hostile_devices",
    "kill_recording",
    "link_position",
    "payload",
    "payload_from_logs",
    "stiffness",
    "visits",
    "worn_gear",
)
ALONE = (
    "cable_pull",
    "ec_stops",
    "kill_commissioning",
    "live_hour",
    "live_window_hour",
    "recording_process",
    "serial_live",
    "stop_latency",
    "ur_stops",
    "ur_stream",
    "ur_whole",
)
"""With an arm that moves or streams: on a busy computer its own watchdog would end it."""


@pytest.mark.timeout(400)
@pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has neither pseudo-terminals nor signals for another process"
)
@pytest.mark.parametrize(
    "campaign", [*ANY_TIME, *(pytest.param(name, marks=pytest.mark.alone(once=True)) for name in ALONE)]
)
def test_the_quick_campaign_works(campaign: str) -> None:
    asked = [sys.executable, str(FOLDER / f"{campaign}.py"), "--quick"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.timeout(1200)
@pytest.mark.alone
@pytest.mark.parametrize("journey", ["visits", "comparing", "gains", "payload", "story", "commissioning"])
def test_a_journey_comes_to_its_end_and_the_window_answers_all_the_time(journey: str) -> None:
    asked = [sys.executable, str(FOLDER / "journeys.py"), journey]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
