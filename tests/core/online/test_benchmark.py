"""The benchmark of the online model runs, and both sides find the same."""

import importlib.util
from pathlib import Path

import pytest

pytestmark = pytest.mark.thorough


def test_live_prediction_agrees_with_a_loop_of_numpy_and_pinocchio(repository: Path) -> None:
    path = repository / "tests" / "benchmarks" / "online.py"
    description = importlib.util.spec_from_file_location("benchmark_online", path)
    assert description is not None
    assert description.loader is not None
    benchmark = importlib.util.module_from_spec(description)
    description.loader.exec_module(benchmark)
    for found in benchmark.measure(stream_s=4.0).values():
        assert found["largest difference, N·m"] < 1e-5
