"""Work on a Dask cluster of two workers, started here: as on one process, also when a worker is killed."""

import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from core.batch.engines import Cluster
from core.batch.run import Journal, run_batch
from core.batch.work import attempt
from core.monitor import NullMonitor
from core.storage.visit import Visit
from tests.core.batch.works import KIND, Note, deadly_once, noted

ROOT = Path(__file__).resolve().parents[3]
_CLUSTER = """
import sys
from distributed import LocalCluster

if __name__ == "__main__":
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1")
    print(cluster.scheduler_address, flush=True)
    sys.stdin.read()
    cluster.close()
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """Address of the scheduler of a cluster with two workers, in processes of its own."""
    pytest.importorskip("distributed")
    script = tmp_path_factory.mktemp("cluster") / "cluster.py"
    script.write_text(_CLUSTER)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [sys.executable, str(script)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment, cwd=script.parent,
    )  # fmt: skip
    line = process.stdout.readline().strip()
    assert re.fullmatch(r"tcp://127\.0\.0\.1:\d+", line), line
    yield line
    process.stdin.close()
    process.wait()
    process.stdout.close()


@pytest.fixture
def visits(tmp_path):
    folder = tmp_path / "visits"
    folder.mkdir()
    paths = [folder / f"v{number}.h5" for number in range(8)]
    for path in paths:
        Visit.create(path, robot_toml='name = "arm"').close()
    return paths


def found_on(address, work, visits, journal):
    lines = list(run_batch(work, visits, engine=Cluster(address), journal=journal, monitor=NullMonitor()))
    assert [line.error for line in lines] == [None] * len(visits)
    found = []
    for path in visits:
        with Visit.open(path) as visit:
            found.append([visit.result(entry.key, Note).value for entry in visit.results(KIND)])
    return found


def test_a_cluster_stores_what_one_process_stores(address, visits, tmp_path):
    found = found_on(address, noted, visits, Journal(tmp_path / "batch.jsonl"))
    assert found == [[attempt(noted, path).made.result.value] for path in visits]


def test_a_worker_that_is_killed_costs_nothing(address, visits, tmp_path):
    work = partial(deadly_once, killer="v3.h5", mark=str(tmp_path / "mark"))
    found = found_on(address, work, visits, Journal(tmp_path / "batch.jsonl"))
    assert (tmp_path / "mark").exists()
    assert found == [[attempt(noted, path).made.result.value] for path in visits]
