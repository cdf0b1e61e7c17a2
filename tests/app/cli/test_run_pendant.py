"""``torsion run payload --pendant`` on replays of jogged strokes: what is said, kept, and weighed."""

from dataclasses import replace

import pytest

from core.robot.toml_writing import robot_text
from core.storage.visit import Visit
from tests.core.payload import sweep_examples
from tests.core.payload.sweep_examples import (
    EC66,
    GAO_LOAD,
    WRISTS,
    Hung,
    MadeArm,
    held,
    noisy,
    sweep,
    ways,
)
from tests.devices.emulated.controllers import emulated_ur
from tests.devices.emulated.fake_arm import SwingingArm

EMPTY, LOADED, DISTURBED, BEGUN, REST = "empty", "loaded", "disturbed", "begun", "rest"
RUN = ways(speed=6.0, width=30.0, wrists=WRISTS[:2])
REST_RUN = RUN[4:]
FAST = replace(RUN[0], speed=5.0 * RUN[0].speed)
"""A stroke too fast to count, and the way back that is good: neither makes a sweep."""


@pytest.fixture(scope="module")
def jogged(tmp_path_factory):
    """A visit that is replayed: somebody jogs without and with a payload."""
    path = tmp_path_factory.mktemp("jogged") / "jogged.h5"
    arm = MadeArm(friction=4.0)
    runs = {
        EMPTY: (RUN, Hung()),
        LOADED: (RUN, GAO_LOAD),
        DISTURBED: ((FAST, RUN[1], *RUN), GAO_LOAD),
        BEGUN: (RUN[:4], Hung()),
        REST: (REST_RUN, Hung()),
    }
    with pytest.MonkeyPatch.context() as unhurried, Visit.create(path, robot_toml=robot_text(EC66)) as made:
        unhurried.setattr(sweep_examples, "STILL_S", 0.6)
        for label, (run, load) in runs.items():
            made.add_recording(noisy(sweep(arm, (*run, held(run[-1])), label=label, load=load), seed=4))
    return path


@pytest.fixture
def pendant(run_json, jogged, tmp_path):
    """Weigh with the pendant while a label is replayed; gives exit code, document, and what was said."""

    def runner(label, *options):
        return run_json(
            *("run", "payload", "--pendant", "--controller", f"replay:{jogged}?label={label}&pace=fast"),
            *("--into", tmp_path / "visit.h5", *options),
        )

    return runner


def seen(document):
    return [(one["code"], one["joint"]) for one in document["pendant"]["seen"] if one["code"] != "placed"]


def test_a_payload_is_weighed_by_strokes_that_somebody_jogs(pendant, run_json, tmp_path):
    code, document, said = pendant(EMPTY, "--empty")
    assert (code, document["error"]) == (0, None)
    assert [sweep["joint"] for sweep in document["pendant"]["sweeps"]] == [2, 3, 2, 3]
    assert document["pendant"]["lacking"] == {}
    assert "Steady, 6.0 °/s. Keep the arrow pressed." in said
    assert "Joint 2 is there. Now back the same way." in said
    assert "✓ Sweep 4 counts: joint 3, there and back." in said
    code, document, said = pendant(LOADED)
    assert document["error"] is None
    assert document["mass"] == document["payload"]["mass"] == pytest.approx(GAO_LOAD.mass, rel=0.05)
    assert abs(document["mass"] - GAO_LOAD.mass) < 2.0 * document["mass_std"]
    assert (len(document["sweeps"]), document["refused"]) == (4, [])
    again = run_json("payload", tmp_path / "visit.h5")[1]
    assert again["mass"] == pytest.approx(document["mass"], abs=1e-6)


def test_a_stroke_that_does_not_count_is_named_and_spoils_nothing(pendant):
    pendant(EMPTY, "--empty")
    _, plain, _ = pendant(LOADED)
    _, document, said = pendant(DISTURBED, "--anew")
    assert seen(document)[:3] == [("too-fast", 2), ("steady", 2), ("there", 2)]
    assert "Too fast: 3" in said
    assert "This stroke does not count; jog at 2 to 6 °/s." in said
    assert ("no-way-back", 2) in seen(document)
    assert document["mass"] == pytest.approx(plain["mass"], abs=0.02)
    assert len(document["sweeps"]) == len(plain["sweeps"])


def test_a_run_that_ended_early_is_kept_and_the_next_one_goes_on_with_it(pendant, tmp_path):
    code, document, said = pendant(BEGUN, "--empty")
    assert (code, document["error"]["code"]) == (1, "pendant-too-few")
    assert document["pendant"]["lacking"] == {"2": 1, "3": 1}
    assert "Now turn the wrist by about 90°" in said
    code, document, said = pendant(REST, "--empty")
    assert (code, document["error"]) == (0, None), said
    assert [sweep["number"] for sweep in document["pendant"]["sweeps"]] == [1, 2, 3, 4]
    assert "Goes on with payload-unloaded, where 2 sweeps count." in said
    _, document, _ = pendant(LOADED)
    assert document["reference"]["recordings"] == ["payload-unloaded", "payload-unloaded (2)"]
    assert document["mass"] == pytest.approx(GAO_LOAD.mass, rel=0.05)
    with Visit.open(tmp_path / "visit.h5") as visit:
        assert len(visit.labels) == 3


def test_a_stroke_where_the_empty_arm_was_not_swept_is_named(pendant):
    pendant(BEGUN, "--empty")
    code, document, said = pendant(REST)
    assert code == 1
    codes = [one for one, _ in seen(document)]
    assert codes.count("not-on-empty-arm") == len(REST_RUN)
    assert not {"there", "counted"} & {*codes}
    assert "This stroke does not count: joint 6 is at 90.0°, and was at 0.0° with the empty arm." in said


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ((), "holds no sweeps of the empty arm"),
        (("--sweeps", "1"), "--pendant plans nothing and moves nothing"),
        (("--load", "known"), "--pendant plans nothing and moves nothing"),
        (("--speed", "3"), "--pendant plans nothing and moves nothing"),
        (("--empty", "--reference", "model"), "needs no --reference"),
    ],
)
def test_what_cannot_be_weighed_is_refused_before_anything_is_recorded(
    run, jogged, tmp_path, options, sentence
):
    visit = tmp_path / "visit.h5"
    code, _, err = run(
        *("run", "payload", "--pendant", "--controller", f"replay:{jogged}?label={LOADED}&pace=fast"),
        *("--into", visit, *options),
    )
    assert code == 2
    assert sentence in err
    assert not visit.exists()


def test_options_of_the_pendant_need_it(run, jogged, tmp_path):
    controller = ("--controller", f"replay:{jogged}", "--into", tmp_path / "visit.h5")
    code, _, err = run("run", "payload", "--empty", *controller)
    assert (code, "--empty and --anew go with --pendant" in err) == (2, True)


def test_nothing_is_asked_of_and_sent_to_an_arm_that_could_be_moved(run_json, tmp_path, monkeypatch):
    """The swinging arm knows no order to move: one would end the controller. It counts no stroke either."""
    monkeypatch.setattr("app.features.payload.pendant.QUIET_S", 0.5)
    arm = SwingingArm()
    with emulated_ur("5.23", arm=arm) as emulated:
        code, document, said = run_json(
            *("run", "payload", "--pendant", "--empty", "--robot", "ur10e", "--into", tmp_path / "visit.h5"),
            *("--controller", f"{emulated.uri}&motion=allowed"),
        )
        assert emulated.is_running
        programs = emulated.controller.programs
        assert (programs.taken, programs.refused) == ([], [])
    assert (code, document["error"]["code"]) == (1, "pendant-quiet")
    assert document["recordings"] == ["payload-unloaded"]
    assert "Type the serial number" not in said
    assert arm.orders == ["brakes open"]
