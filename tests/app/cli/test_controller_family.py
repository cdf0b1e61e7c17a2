"""A family of controllers is one entry of the table and a folder of its own; nothing else names it."""

import json
import sys
from pathlib import Path

import pytest

from app.__main__ import main
from core.storage.visit import Visit
from devices import families

FAMILY = """
from enum import StrEnum

from core.recording import Mark
from devices.capabilities import ControllerKind
from devices.family import Family, NotAllowed, Option, one_of, read_name


class Motion(StrEnum):
    ALLOWED = "allowed"


def rate(text):
    if not text.isdigit():
        raise NotAllowed("a whole number of Hz")
    return int(text)


OPTIONS = (
    Option("motion", "whether it may be moved", one_of(Motion)),
    Option("rate", "samples in a second", rate),
)


def parse(uri):
    name, given = read_name(uri, scheme="made-up", subject="ADDRESS", options=OPTIONS)
    return uri, given


def open_arm(settings, robot, pulse):
    from tests.app.procedures.fake_arm import FakeArm

    uri, given = settings
    kind = ControllerKind.OPEN if "motion" in given else ControllerKind.READ_ONLY
    return FakeArm(uri, kind=kind, mark=Mark.VIRTUAL)


MADE_UP = Family(
    scheme="made-up",
    subject="ADDRESS",
    title="Made-up arm",
    example="made-up:10.0.0.2?motion=allowed",
    parse=parse,
    open=open_arm,
    options=OPTIONS,
)
"""


@pytest.fixture
def made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "made_up_arm"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "family.py").write_text(FAMILY)
    monkeypatch.syspath_prepend(str(tmp_path))
    from made_up_arm.family import MADE_UP

    monkeypatch.setattr(families, "FAMILIES", (*families.FAMILIES, MADE_UP))
    yield
    for name in ("made_up_arm.family", "made_up_arm"):
        sys.modules.pop(name, None)


@pytest.mark.usefixtures("made_up")
def test_a_new_family_is_connected_by_its_name(tmp_path, capsys):
    visit = tmp_path / "visit.h5"
    named = ["--controller", "made-up:10.0.0.2", "--robot", "szabo-3r", "--into", str(visit)]
    assert main(["run", "record", "1", *named]) == 0, capsys.readouterr().err
    with Visit.open(visit) as opened:
        recording = opened.recording("record")
        assert recording.sample_count > 100
        assert recording.origin.device == "made-up:10.0.0.2"


@pytest.mark.usefixtures("made_up")
def test_a_new_family_is_listed_wherever_controllers_are(capsys):
    assert main(["run", "record", "--help"]) == 0
    assert "made-up:ADDRESS" in "".join(capsys.readouterr().out.split())
    assert main(["ports", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)["controllers"]
    assert listed[-1] == {
        "name": "made-up:ADDRESS",
        "example": "made-up:10.0.0.2?motion=allowed",
        "options": {"motion": "whether it may be moved", "rate": "samples in a second"},
    }


@pytest.mark.usefixtures("made_up")
@pytest.mark.parametrize(
    ("uri", "said"),
    [
        (
            "made-down:x",
            "Understood are: serial:PORT, ur:ADDRESS, elite-cs:ADDRESS, elite-ec:ADDRESS, franka:ADDRESS, "
            "cia402:INTERFACE, moteus:INTERFACE, virtual:NAME, emulated:FAMILY:ROBOT, replay:FILE, "
            "made-up:ADDRESS.",
        ),
        ("made-up:", "Understood are: made-up:ADDRESS."),
        ("made-up:x?sped=3", "made-up: has no setting sped. It has: motion, rate."),
        ("made-up:x?motion=perhaps", "motion cannot be perhaps. Possible are: allowed."),
        ("made-up:x?rate=fast", "rate cannot be fast. Possible are: a whole number of Hz."),
    ],
)
def test_a_wrong_name_is_refused_with_what_is_right(tmp_path, capsys, uri, said):
    arguments = ["--controller", uri, "--robot", "szabo-3r", "--into", str(tmp_path / "visit.h5")]
    assert main(["run", "record", "1", *arguments]) != 0
    assert said in " ".join(capsys.readouterr().err.split())


@pytest.mark.usefixtures("made_up")
def test_a_robot_that_no_name_implies_is_asked_for(tmp_path, capsys):
    assert main(["run", "record", "1", "--controller", "made-up:x", "--into", str(tmp_path / "v.h5")]) != 0
    assert "D-324" in capsys.readouterr().err
