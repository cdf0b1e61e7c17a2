"""``torsion run compensate`` on a virtual robot whose gears and links give; the black box tells the truth."""

import json
from pathlib import Path

import numpy as np
import pytest

from app.__main__ import main
from core.exchange.places_file import read_places
from core.robot.library import load_robot
from core.stiffness.compensation_result import COMPENSATION, CompensationResult
from core.stiffness.result import STIFFNESS, ReducedStiffness
from core.storage.visit import Visit
from devices.acquisition import stream_checks
from tests.waiting import LIMIT_S

pytestmark = pytest.mark.thorough

ROBOT = load_robot("mikhel-6")
PLACES = ((10.0, -30.0, -10.0, -30.0, 60.0, 0.0),)
MASS, CENTER = 8.0, (0.0, 0.03, 0.1)
LOADED_FROM_MM, REMOVED = 0.4, 0.9


def standing_flanges(black_box: Path) -> list[np.ndarray]:
    """Where the flange truly stood after each motion, before the next one or a stop."""
    stood: list[np.ndarray] = []
    is_stopped = True
    for line in black_box.read_text("utf-8").splitlines():
        note = json.loads(line)
        if note["event"] == "motion-begins":
            stood.append(np.full(3, np.nan))
            is_stopped = False
        elif note["event"] == "received" and note["request"] == "Stop":
            is_stopped = True
        elif note["event"] == "flange" and not is_stopped:
            stood[-1] = np.array(note["position"])
    return stood


@pytest.fixture(scope="module")
def corrected(tmp_path_factory):
    """A place without and with a payload; made once."""
    folder = tmp_path_factory.mktemp("compensate")
    names = ("cell.h5", "said.json", "box.jsonl", "corrected.csv")
    visit, said, box, table = (folder / name for name in names)
    controller = f"virtual:mikhel-6?elastic_links=yes&pace=fast&seed=3&black_box={box}"
    arguments = ["run", "compensate", "--controller", controller, "--into", str(visit), "--load", "both"]
    for place in PLACES:
        arguments += ["--place", *map(str, place)]
    arguments += ["--virtual-payload", *map(str, (MASS, *CENTER)), "--corrected", str(table)]
    with pytest.MonkeyPatch.context() as patient:  # a busy machine may hold samples up for a second
        patient.setattr("devices.safety.safe_arm.SILENCE_S", LIMIT_S)
        patient.setattr("devices.open_arm.conversation.SILENCE_S", LIMIT_S)
        patient.setitem(stream_checks.SilenceCheck.__init__.__kwdefaults__, "limit", LIMIT_S)
        code = main([*arguments, "--json", str(said)])
    document = json.loads(said.read_text("utf-8"))
    assert document["error"] is None
    assert code == 0
    return visit, document, standing_flanges(box), table


def test_the_flange_is_truly_back(corrected) -> None:
    _, document, stood, _ = corrected
    places = document["compensation"]["places"]
    motions = iter(stood)
    begun = [event for event in document["events"] if event["code"].endswith("-begins")]
    unloaded, loaded = {}, {}
    for event in begun:
        place, where = event["facts"]["place"], next(motions)
        if event["code"] == "arrival-begins" and place not in unloaded:
            unloaded[place] = where
        elif event["code"] in {"arrival-begins", "correction-begins"}:
            loaded.setdefault(place, []).append(where)
    assert next(motions, None) is None, "every motion is an event"
    for place in places:
        number = place["number"]
        off = [1e3 * np.linalg.norm(where - unloaded[number]) for where in loaded[number]]
        assert off[0] > LOADED_FROM_MM
        assert off[-1] < (1.0 - REMOVED) * off[0], off
        assert 1e3 * place["shift_before"] == pytest.approx(off[0], rel=0.15)


def test_what_was_told_is_stored_and_written(corrected) -> None:
    visit, document, _, table = corrected
    assert document["recordings"] == ["compensate-unloaded", "compensate-loaded"]
    with Visit.open(visit) as opened:
        (entry,) = opened.results(COMPENSATION)
        found = opened.result(entry.key, CompensationResult)
        (used,) = opened.results(STIFFNESS)
        assert opened.result(used.key, ReducedStiffness).created_at == found.stiffness_created_at
        assert opened.recording("compensate-unloaded").payload_mass == 0.0
        assert opened.recording("compensate-loaded").payload_mass == MASS
    written = read_places(table, ROBOT)
    for place, told, row in zip(found.places, document["compensation"]["places"], written, strict=True):
        assert ROBOT.position_as_reported(place.corrected) == pytest.approx(told["corrected"])
        assert row == pytest.approx(told["corrected"], abs=1e-8)
        assert np.degrees(told["goal"]) == pytest.approx(PLACES[place.number - 1])
        assert np.abs(np.subtract(told["corrected"], told["goal"])).max() < np.radians(0.2)
    reference = document["compensation_reference"]
    assert reference["power_on"] == document["power_on"]
    assert len(reference["places"]) == len(PLACES)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "--place DEG"),
        (["--load", "both", "--place", "0"], "--virtual-payload"),
        (["--place", "0", "1"], "--place has 2 numbers"),
        (["--place", "0", "--places", "places.csv"], "Name one of them"),
        (["--load", "loaded"], "not measured without the load"),
        (["--tool", "0", "0", "--load", "loaded"], "--tool"),
        (["--place", *["0"] * 6, "--corrected", "out.csv"], "needs a run with the load"),
        (["--place", "0", "-30", "120", "0", "0", "0"], "beyond the limits of joint_3"),
    ],
)
def test_what_cannot_be_run_is_said_in_a_line(run, tmp_path, arguments, said) -> None:
    controller = "virtual:mikhel-6?pace=fast&seed=3"
    into = tmp_path / "cell.h5"
    code, _, err = run("run", "compensate", "--controller", controller, "--into", into, *arguments)
    assert code == 2, err
    assert said in err
    assert not into.exists()


def test_what_cannot_hang_on_the_flange_is_refused_before_anything_starts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for payload, told in (
        (("10", "0", "0", "100"), "X Y Z are in m"),
        (("0", "0", "0", "0"), "weighs nothing"),
    ):
        arguments = [
            "run",
            "compensate",
            "--controller",
            "virtual:mikhel-6",
            "--into",
            str(tmp_path / "v.h5"),
        ]
        code = main([*arguments, "--load", "both", "--virtual-payload", *payload])
        assert code == 2
        assert told in capsys.readouterr().err
    assert not (tmp_path / "v.h5").exists()
