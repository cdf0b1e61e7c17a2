"""A monkey plays with the real window for some acts, and nothing goes wrong."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.app.monkey.acts import Act
from tests.app.monkey.pace import Pace
from tests.app.monkey.play import play, read_acts, told, write_acts
from tests.app.monkey.stubs import NOWHERE

ACTS = 30


def test_a_monkey_finds_nothing_in_a_few_acts(
    qapp: QApplication, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    played, acts = play(qapp, tmp_path, pace=Pace(ACTS), seed=11)
    assert played.wrong == [], told(played)
    assert len(acts) == ACTS
    assert acts == sorted(acts, key=lambda act: act.at_s)
    write_acts(tmp_path / "acts.json", played, acts)
    assert read_acts(tmp_path / "acts.json") == (11, acts)


def test_a_monkey_that_is_led_meets_every_page_and_what_it_did_is_played_again(
    qapp: QApplication, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pages = [Act("step", (number,), 0.0) for number in range(21)]
    played, acts = play(qapp, tmp_path, pace=Pace(), seed=5, again=pages)
    assert played.wrong == [], told(played)
    assert acts == pages


def test_a_rule_that_is_broken_is_found(
    qapp: QApplication, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    import logging

    from tests.app.monkey.acts import Hand

    monkeypatch.setattr(Hand, "_home", lambda _hand: logging.getLogger("app.somewhere").error("went wrong"))
    played, _ = play(qapp, tmp_path, pace=Pace(), seed=5, again=[Act("home")])
    assert played.wrong == ["ERROR app.somewhere: went wrong"]


def test_only_what_is_in_this_computer_can_be_connected(monkeypatch: pytest.MonkeyPatch) -> None:
    from app.arm.thread import Place
    from tests.app.monkey import stubs

    seen: list[str] = []
    monkeypatch.setattr(stubs, "make_session", lambda place, *_rest: seen.append(place.uri))
    for uri in ("virtual:ec66", "serial:/dev/ttyUSB0", "tcp:10.0.0.1:4000", "replay:/x.h5"):
        stubs._caged_session(Place(uri, Path("x")))
    assert seen == ["virtual:ec66", NOWHERE, NOWHERE, "replay:/x.h5"]
