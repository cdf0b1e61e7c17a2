"""The benchmark of peers judges predictions by the run kept back, and names a package that is missing."""

import importlib.util
import json
import sys
from dataclasses import replace

import numpy as np
import pytest

pytestmark = pytest.mark.thorough
SHORT_S = 12.0


@pytest.fixture(scope="module")
def benchmark(repository):
    sys.path.append(str(repository))
    path = repository / "tests" / "benchmarks" / "peers.py"
    description = importlib.util.spec_from_file_location("benchmark_peers", path)
    module = importlib.util.module_from_spec(description)
    sys.modules["benchmark_peers"] = module
    description.loader.exec_module(module)
    yield module
    del sys.modules["benchmark_peers"]
    sys.path.remove(str(repository))


def only(benchmark, monkeypatch, name, **changes):
    """Only one peer takes part."""
    peer = next(one for one in benchmark.PEERS if one.name == name)
    monkeypatch.setattr(benchmark, "PEERS", (replace(peer, **changes),))


def test_the_error_is_that_of_the_band_without_the_ends(benchmark):
    rate = 100.0
    slow = np.sin(np.linspace(0.0, 60.0, 1500))[:, np.newaxis] * [2.0, 1.0]
    noise = 0.5 * (-1.0) ** np.arange(1500)[:, np.newaxis] * [1.0, 1.0]
    assert benchmark._error(1.1 * slow, slow + noise, rate_hz=rate) == pytest.approx(0.1, rel=0.02)
    ends = slow.copy()
    ends[:50] = ends[-50:] = 100.0
    assert benchmark._error(ends, slow, rate_hz=rate) < 0.01


@pytest.mark.skipif(sys.platform == "win32", reason="Pinocchio has no Windows wheel")
def test_plain_least_squares_predicts_and_says_nothing_of_a_fault(benchmark, monkeypatch):
    only(benchmark, monkeypatch, "least squares with Pinocchio", cutoffs_hz=(5.0, 10.0))
    found = benchmark.measure(duration_s=SHORT_S)
    (runs,) = found["numbers"].values()
    assert runs["kept_back"] == "run-3"
    (peer,) = runs["peers"].values()
    assert peer["error"] < 0.15
    exchanged = peer["faults"]["torques of joints 2 and 3 exchanged"]
    assert exchanged["answer"] == "nothing said"
    json.dumps(found)
    (title, _, rows), *_ = benchmark.tables(found)
    assert "run-3" in title
    assert f"{100.0 * peer['error']:.2f} %" in rows[0]


def test_torsion_refuses_a_torque_of_the_wrong_sign(benchmark, monkeypatch):
    only(benchmark, monkeypatch, "Torsion")
    fault = "torque of joint 2 reversed"
    monkeypatch.setattr(benchmark, "FAULTS", {fault: benchmark.FAULTS[fault]})
    (runs,) = benchmark.measure(duration_s=SHORT_S)["numbers"].values()
    (peer,) = runs["peers"].values()
    assert peer["error"] < 0.1
    assert peer["faults"][fault]["answer"] == "refused"
    assert "sign-reversed" in peer["faults"][fault]["because"]


def test_a_peer_without_its_package_is_named_with_what_to_install(benchmark, monkeypatch):
    only(benchmark, monkeypatch, "FIGAROH", needs="figaroh_that_is_not_there")
    found = benchmark.measure(duration_s=SHORT_S)
    (runs,) = found["numbers"].values()
    assert runs["peers"]["FIGAROH"]["install"] == "pip install figaroh"
    assert "pip install figaroh" in benchmark.tables(found)[0][2][0][1]
