"""The benchmark of the online model runs, both sides find the same, and the promise is kept."""

import importlib.util
from pathlib import Path

import pytest

pytestmark = pytest.mark.thorough


@pytest.mark.alone
def test_live_prediction_takes_less_than_a_hundredth_of_a_core(repository: Path) -> None:
    path = repository / "tests" / "benchmarks" / "online.py"
    description = importlib.util.spec_from_file_location("benchmark_online", path)
    assert description is not None
    assert description.loader is not None
    benchmark = importlib.util.module_from_spec(description)
    description.loader.exec_module(benchmark)
    for found in benchmark.measure(stream_s=4.0).values():
        assert found["largest difference, N·m"] < 1e-5
        assert found["share of a core, %"] <= 1.0
        assert found["ratio"] > 5.0
