"""``torsion run payload`` on virtual robots: nothing on the flange, then a payload, then what hangs there."""

import json

import numpy as np
import pytest

from app.__main__ import main
from app.visit.payload import PAYLOAD_PLAN, PayloadRun, recorded_runs
from core.payload.result import PAYLOAD, PayloadResult
from core.recording import Quantity
from core.storage.visit import Visit
from devices.acquisition import stream_checks
from devices.safety.limits import UNATTENDED_MOVE_S
from tests.waiting import LIMIT_S

pytestmark = pytest.mark.thorough

MASS, CENTER = 2.468, (0.05, 0.05, 0.05)
LITTLE = ("--mode", "quick", "--width", "10", "--speed", "9")
ABOUT = 5.0
"""Standard deviations within which a result has to be, and what friction adds to them."""
_SPEED = np.radians(9.0)


def swept(folder, kind: str, *more: str):
    """Both runs on a virtual arm; the visit, and what was said."""
    visit, said = folder / f"{kind}.h5", folder / f"{kind}.json"
    controller = f"virtual:ec66?kind={kind}&pace=fast&seed=3"
    arguments = ["run", "payload", "--controller", controller, "--into", str(visit), *LITTLE, *more]
    with pytest.MonkeyPatch.context() as patient:  # a busy machine may hold samples up for a second
        patient.setattr("devices.safety.safe_arm.SILENCE_S", LIMIT_S)
        patient.setattr("devices.open_arm.conversation.SILENCE_S", LIMIT_S)
        patient.setitem(stream_checks.SilenceCheck.__init__.__kwdefaults__, "limit", LIMIT_S)
        code = main([*arguments, "--json", str(said)])
    return code, visit, json.loads(said.read_text("utf-8"))


@pytest.fixture(scope="module", params=["closed", "open"])
def weighed(request, tmp_path_factory):
    """Nothing, then a payload, on either kind of controller; made once for each."""
    folder = tmp_path_factory.mktemp("payload")
    load = ["--load", "both", "--virtual-payload", *map(str, (MASS, *CENTER))]
    code, visit, document = swept(folder, request.param, *load)
    assert document["error"] is None
    assert code in {0, 1}
    return request.param, visit, document


def test_the_same_sweeps_run_without_and_with_the_payload(weighed):
    _, visit, document = weighed
    assert document["recordings"] == ["payload-unloaded", "payload-loaded"]
    found = document["payload_sweeps"]
    assert found["joints"] == [2, 3]
    assert found["missing"] == []
    assert {sweep["way"] for sweep in found["sweeps"]} == {1, -1}
    assert {sweep["orientation"] for sweep in found["sweeps"]} == {1, 2, 3, 4}
    assert found["coverage"]["verdicts"].keys() == {"mass", "x", "y", "z"}
    with Visit.open(visit) as opened:
        (entry,) = opened.results(PAYLOAD_PLAN)
        runs = recorded_runs(opened)
        assert opened.recording("payload-unloaded").payload_mass == 0.0
        assert opened.recording("payload-loaded").payload_mass is None
    assert [(run.load, run.plan) for run in runs] == [
        (PayloadRun.UNLOADED, entry.key),
        (PayloadRun.LOADED, entry.key),
    ]
    numbers = tuple(sweep["number"] for sweep in found["sweeps"])
    assert {run.done for run in runs} == {numbers}


def test_every_move_is_short_and_as_fast_as_was_asked(weighed):
    kind, visit, document = weighed
    joint = {sweep["number"]: sweep["joint"] - 1 for sweep in document["payload_sweeps"]["sweeps"]}
    with Visit.open(visit) as opened:
        for label in document["recordings"]:
            recording = opened.recording(label)
            time = recording.time[:]
            position = np.asarray(recording.columns[Quantity.POSITION][:])
            events = recording.events
            begins = [event for event in events if event.code == "payload-sweep-begins"]
            ends = [event for event in events if event.code == "payload-sweep-ends"]
            for begin, end in zip(begins, ends, strict=True):
                rows = (time >= begin.time) & (time <= end.time)
                went = position[rows, joint[begin.facts["number"]]]
                speed = np.abs(np.gradient(went, time[rows]))
                assert np.median(speed[speed > 0.5 * _SPEED]) == pytest.approx(_SPEED, rel=0.1)
                if kind == "closed":
                    moving = time[rows][speed > 0.02 * _SPEED]
                    assert moving[-1] - moving[0] <= UNATTENDED_MOVE_S


def test_what_hangs_on_the_flange_is_found(weighed):
    _, visit, document = weighed
    found = document["payload"]
    assert found["mass"] == pytest.approx(MASS, abs=ABOUT * found["mass_std"])
    for value, std, truth in zip(found["center_of_mass"], found["center_of_mass_std"], CENTER, strict=True):
        assert value == pytest.approx(truth, abs=ABOUT * std)
    with Visit.open(visit) as opened:
        (entry,) = opened.results(PAYLOAD)
        result = opened.result(entry.key, PayloadResult)
    assert result.recordings == ("payload-loaded",)
    assert result.reference.recordings == ("payload-unloaded",)
    assert result.estimate.mass == found["mass"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--load", "both"], "--virtual-payload"),
        (["--load", "known", "--known-kg", "1"], "--known-com"),
        (["--sweeps", "0"], "'0'"),
        (["--sweeps", "3"], "no sweeps of a payload"),
        (["--speed", "-1"], "-1"),
        (["--load", "half"], "half"),
    ],
)
def test_what_cannot_be_run_is_said_in_a_line(run, tmp_path, arguments, said):
    into = tmp_path / "cell.h5"
    controller = "virtual:ec66?kind=closed&pace=fast&seed=3"
    code, out, err = run("run", "payload", "--controller", controller, "--into", into, *arguments)
    assert code == 2, err
    assert out == ""
    assert said in err
    assert err.count("\n") == 1
    assert not into.exists()
