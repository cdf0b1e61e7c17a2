"""The benchmark of the dynamics runs, and both sides of each race find the same; no time is judged."""

import importlib.util
import json
import sys

import pytest

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def benchmark(repository):
    path = repository / "tests" / "benchmarks" / "dynamics.py"
    description = importlib.util.spec_from_file_location("benchmark_dynamics", path)
    module = importlib.util.module_from_spec(description)
    description.loader.exec_module(module)
    return module


@pytest.mark.skipif(sys.platform == "win32", reason="Pinocchio has no Windows wheel")
def test_the_regressor_race_compares_equals(benchmark):
    result = benchmark.measure_regressor(sample_counts=(50,))["50"]
    assert result["largest_difference"] < 1e-12
    assert result["ratio"] == pytest.approx(result["pinocchio_seconds"] / result["seconds"])
    json.dumps(result)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_the_fit_race_compares_equals(benchmark):
    result = benchmark.measure_fit(samples=6000, repetitions=1)
    assert (result["rows"], result["columns"]) == (36_000, 76)
    # the dense side is given the true weights, the streamed one finds them
    assert result["largest_difference_in_std"] < 0.2
    assert result["dense_extra_megabytes"] > 36_000 * 76 * 8 / 1e6
    assert 0.0 < result["memory_share"] < 1.0
    json.dumps(result)
