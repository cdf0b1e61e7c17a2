"""Known answers that one command each reproduces."""

import runpy

import pytest

from app.shell.commands.bench import benchmark_folder


def test_bench_reproduces_what_weighting_buys(run_json):
    code, document, _ = run_json("bench", "known_weighting")
    assert code == 0
    found = document["known_weighting"]
    assert found["parameters"] == len(found["deviation by WLS over LS"]) == 24
    assert max(found["deviation by WLS over LS"]) <= 1.0
    assert found["scatter over closed form, rms"]["LS"] == pytest.approx(1.0, abs=0.05)
    assert found["scatter over closed form, rms"]["WLS"] == pytest.approx(1.0, abs=0.05)
    assert found["as published"] is True


@pytest.mark.thorough
def test_bench_reproduces_the_published_payload(run_json):
    code, document, _ = run_json("bench", "known_payload")
    assert code == 0
    assert [way["as published"] for way in document["known_payload"].values()] == [True, True]


def test_one_seed_of_the_published_payload_is_within_its_limits():
    measure = runpy.run_path(str(benchmark_folder() / "known_payload.py"))["measure"]
    steps, joint = measure(seeds=1).values()
    assert 0.0 < steps["worst, kg"] <= 0.010
    assert 0.0 < steps["worst, mm"] <= 2.0
    assert 0.0 < joint["worst, kg"] <= 0.005
    assert 0.0 < joint["worst, mm"] <= 0.373
