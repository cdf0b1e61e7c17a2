"""One thing at a time, each as often as it may."""

from collections import Counter

from app.features.live.view import Turns

FRAME_S = 1.0 / 30.0


class Clock:
    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def test_never_two_at_a_time_and_none_goes_without() -> None:
    clock, shown = Clock(), Counter[str]()
    turns = Turns(now=clock)
    for name, interval_s in (("joints", 0.1), ("loops", 0.2), ("spectra", 0.5)):
        turns.add(lambda name=name: shown.update([name]), interval_s=interval_s)
    for frame in range(300):
        clock.now_s = frame * FRAME_S
        before = shown.total()
        turns.take_one()
        assert shown.total() <= before + 1
    assert shown["joints"] <= 100
    assert shown["joints"] > shown["loops"] > 2 * shown["spectra"] > 20


def test_what_is_not_wanted_takes_no_turn() -> None:
    clock, shown = Clock(), []
    turns = Turns(now=clock)
    turns.add(lambda: shown.append("hidden"), interval_s=0.1, is_wanted=lambda: False)
    turns.take_one()
    turns.add(lambda: shown.append("seen"), interval_s=0.1)
    turns.take_one()
    turns.take_one()
    assert shown == ["seen"]
    turns.hurry()
    turns.take_one()
    assert shown == ["seen", "seen"]
    clock.now_s = 0.2
    turns.take_one()
    assert shown == ["seen"] * 3
