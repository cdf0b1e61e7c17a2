"""The benchmark runs, and both sides of the race find the same; no time is judged."""

import importlib.util
import json

import pytest

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def benchmark(repository):
    path = repository / "tests" / "benchmarks" / "compensation.py"
    description = importlib.util.spec_from_file_location("benchmark_compensation", path)
    module = importlib.util.module_from_spec(description)
    description.loader.exec_module(module)
    return module


def test_the_race_compares_equals(benchmark):
    found = benchmark.measure_prediction((8,), (16,))
    assert len(found) == len(benchmark.DIMENSIONS)
    for race in found.values():
        assert race["largest_difference"] < 1e-10
        assert race["ratio"] == pytest.approx(race["numpy_seconds"] / race["seconds"])
        assert race["whitened_ratio"] == pytest.approx(race["whitened_seconds"] / race["seconds"])
    json.dumps(found)
