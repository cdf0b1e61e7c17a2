"""A payload weighed on an emulated UR10e that its own lines jog: the empty arm, then a load."""

import threading

import pytest

from tests.app.cli.test_emulate import emulating
from tests.waiting import wait_until

START = ("jog 2 -61 -60 30", "jog 3 59 60 30")
SWEEPS = ("jog 2 -60 -20 8", "jog 2 -20 -60 8", "jog 3 60 100 8", "jog 3 100 60 8")
DISTURBED = ("jog 2 -60 -20 40", "jog 2 -20 -40 8", "jog 2 -40 -60 8")
"""Too fast, then stopped on the way: neither counts."""
MASS_KG = 2.4
JOGS = ("jog 5 -1 0 30", *DISTURBED, *SWEEPS, "jog 5 89 90 30", *SWEEPS)


class Somebody:
    """Writes lines to an emulator and waits for their answers."""

    def __init__(self, process):
        self._process, self._answers = process, []
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        for line in self._process.stdout:
            self._answers.append(line.strip())

    def write(self, line, *, answer):
        seen = len(self._answers)
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        wait_until(lambda: f"{answer} {line}" in self._answers[seen:], line)

    def jog(self, lines):
        for line in lines:
            self.write(line, answer="done")


def test_a_load_is_weighed_within_five_percent_and_its_interval(run_json, repository, tmp_path):
    visit = tmp_path / "visit.h5"
    with emulating(repository, "ur:ur10e", "--port", "0") as process:
        controller = process.said.split()[1]
        somebody = Somebody(process)

        def weigh(*options):
            somebody.jog(START)
            jogging = threading.Thread(target=somebody.jog, args=(JOGS,), daemon=True)
            # jogged from the first sample on: what comes too early is repeated by nobody
            recorded = threading.Thread(
                target=lambda: (wait_until(lambda: list(tmp_path.glob("*.part")), "part"), jogging.start()),
                daemon=True,
            )
            recorded.start()
            found = run_json(
                *("run", "payload", "--pendant", *options, "--controller", controller, "--robot", "ur10e"),
                *("--into", visit),
            )
            recorded.join()
            jogging.join()
            return found

        code, document, said = weigh("--empty")
        assert (code, document["error"], document["missing_samples"]) == (0, None, 0)
        assert {one["code"] for one in document["pendant"]["seen"]} >= {"too-fast", "stopped", "counted"}
        somebody.write(f"attach {MASS_KG} 0.02 -0.01 0.08", answer="ok")
        code, document, said = weigh()
        assert document["error"] is None, said
        assert document["mass"] == pytest.approx(MASS_KG, rel=0.05)
        assert abs(document["mass"] - MASS_KG) < 2.0 * document["mass_std"]
        assert document["verdict"]["mass"] == "usable"
        assert len(document["sweeps"]) == 4
