"""The short versions of campaigns and benchmarks: they still work."""

import importlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

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


BENCHMARKS: dict[str, dict[str, Any]] = {
    "arm_view": {"frames": 3},
    "compensation": {"sizes": (2,), "sample_counts": (10,)},
    "dynamics": {"sample_counts": (20,), "fit_samples": 500, "repetitions": 1},
    "excitation": {"seeds": (0,), "short_s": 0.5, "long_s": 1.0},
    "known_payload": {"seeds": 2},
    "known_weighting": {"experiments": 20},
    "live_window": {"frames": 3},
    "online": {"stream_s": 4.0},
    "peers": {"duration_s": 5.0, "with_faults": False},
    "recorded_scrub": {"seconds": 20.0, "places": 2},
    "stiffness": {"robots": ("mikhel-3",), "cold_runs": 1},
    "three_loops": {"duration_s": 2.0},
    "virtual_robot": {"robots": ("ur10e",), "seconds": 0.2},
}


@pytest.mark.parametrize(
    "name", sorted(path.stem for path in (FOLDER.parent / "benchmarks").glob("[!_]*.py"))
)
def test_a_small_benchmark_works(name: str) -> None:
    assert importlib.import_module(f"tests.benchmarks.{name}").measure(**BENCHMARKS[name])


def test_every_benchmark_is_tried() -> None:
    assert {path.stem for path in (FOLDER.parent / "benchmarks").glob("[!_]*.py")} == set(BENCHMARKS)
