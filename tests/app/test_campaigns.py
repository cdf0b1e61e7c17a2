"""The short versions of campaigns: they still work."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.thorough

LIMIT_S = 1200.0
"""Many times what the longest one takes: one that waits for ever is told, and does not hold up the others."""
FOLDER = Path(__file__).resolve().parents[1] / "campaigns"
CAMPAIGNS = (
    "batch_work",
    "bulk_files",
    "cable_pull",
    "catalogue",
    "codec_streams",
    "damaged_frames",
    "ec_stops",
    "elasticity",
    "fleet_care",
    "fleet_page",
    "gradient_cost",
    "hostile_devices",
    "kill_commissioning",
    "kill_recording",
    "link_position",
    "live_hour",
    "live_window_hour",
    "payload",
    "payload_from_logs",
    "payload_pendant",
    "prompt_work",
    "quick_friction",
    "recording_process",
    "serial_live",
    "stiffness",
    "stop_latency",
    "ur_stops",
    "ur_stream",
    "ur_whole",
    "visits",
    "window_turns",
    "worn_gear",
)


@pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has neither pseudo-terminals nor signals for another process"
)
@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_the_quick_campaign_works(campaign: str) -> None:
    asked = [sys.executable, str(FOLDER / f"{campaign}.py"), "--quick"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=LIMIT_S)
    assert done.returncode == 0, done.stdout + done.stderr


# payload, story and commissioning are played by tests/app/journeys
@pytest.mark.parametrize("journey", ["visits", "files", "planning", "comparing", "gains"])
def test_a_journey_comes_to_its_end(journey: str) -> None:
    asked = [sys.executable, str(FOLDER / "journeys.py"), journey, "--quick"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=LIMIT_S)
    assert json.loads(done.stdout.splitlines()[-1])["is_whole"], done.stdout + done.stderr
