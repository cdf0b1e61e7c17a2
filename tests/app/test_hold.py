"""The decision of a hold, on a clock of the test's own: against a model that keeps a list of looks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.arm.hold import HOLD_TIME_S, LONGEST_GAP_S, Hold, HoldState, Moment

TICK_S = 1 / 32
"""Steps that a float holds exactly."""


class Clock:
    """Both clocks, set by hand."""

    def __init__(self) -> None:
        self.steady_s, self.wall_s = 100.0, 5000.0

    def __call__(self) -> Moment:
        return Moment(self.steady_s, self.wall_s)

    def go_on(self, steady_s: float, wall_s: float | None = None) -> None:
        self.steady_s += steady_s
        self.wall_s += steady_s if wall_s is None else wall_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


def _looks(hold: Hold, clock: Clock, count: int) -> list[HoldState]:
    found = []
    for _ in range(count):
        clock.go_on(TICK_S)
        found.append(hold.look(in_order=True))
    return found


def test_a_whole_second_is_due_and_not_a_look_earlier(clock: Clock) -> None:
    hold = Hold(clock=clock)
    hold.begin()
    assert _looks(hold, clock, 31) == [HoldState.COUNTING] * 31
    assert hold.fraction == pytest.approx(31 / 32)
    assert _looks(hold, clock, 1) == [HoldState.DUE]
    assert hold.finish(in_order=True)
    assert not hold.is_under_way


def test_a_release_keeps_nothing_for_the_next_hold(clock: Clock) -> None:
    hold = Hold(clock=clock)
    hold.begin()
    _looks(hold, clock, 31)
    assert hold.release()
    assert not hold.release()
    assert hold.fraction == 0.0
    hold.begin()
    assert _looks(hold, clock, 31)[-1] is HoldState.COUNTING


def test_a_release_between_due_and_the_finish_wins(clock: Clock) -> None:
    hold = Hold(clock=clock)
    hold.begin()
    assert _looks(hold, clock, 32)[-1] is HoldState.DUE
    hold.release()
    assert not hold.finish(in_order=True)


@pytest.mark.parametrize(
    ("steady_s", "wall_s", "in_order"),
    [
        (LONGEST_GAP_S, LONGEST_GAP_S, True),
        (3600.0, 3600.0, True),
        (TICK_S, 3600.0, True),
        (TICK_S, -3600.0, True),
        (-TICK_S, TICK_S, True),
        (TICK_S, TICK_S, False),
    ],
    ids=[
        "late by a little",
        "late by an hour",
        "slept",
        "set back",
        "steady clock goes back",
        "not in order",
    ],
)
def test_one_bad_look_ends_the_hold(clock: Clock, steady_s: float, wall_s: float, in_order: bool) -> None:  # noqa: FBT001
    for looks_before in (0, 20, 32):
        hold = Hold(clock=clock)
        hold.begin()
        _looks(hold, clock, looks_before)
        clock.go_on(steady_s, wall_s)
        assert hold.look(in_order=in_order) is HoldState.NONE
        assert not hold.is_under_way
        assert _looks(hold, clock, 40) == [HoldState.NONE] * 40


GAPS = st.sampled_from((1 / 64, 1 / 32, 1 / 16, 9 / 64, 10 / 64, 1.0, 60.0))
STEPS = st.one_of(
    st.tuples(st.just("begin")),
    st.tuples(st.just("release")),
    st.tuples(st.just("look"), GAPS, st.sampled_from((0.0,) * 9 + (0.125, 0.25, -0.25)), st.booleans()),
    st.tuples(st.just("looks"), st.integers(1, 40)),
    st.tuples(st.just("finish")),
)


@given(st.lists(STEPS, max_size=60))
def test_it_is_enough_only_after_an_unbroken_second(steps: list[tuple[object, ...]]) -> None:
    clock = Clock()
    hold = Hold(clock=clock)
    unbroken: float | None = None
    for step in steps:
        match step:
            case ("begin",):
                hold.begin()
                unbroken = 0.0
            case ("release",):
                assert hold.release() == (unbroken is not None)
                unbroken = None
            case ("look", float(gap), float(jump), bool(in_order)):
                clock.go_on(gap, gap + jump)
                state = hold.look(in_order=in_order)
                if not in_order or gap >= LONGEST_GAP_S or abs(jump) >= LONGEST_GAP_S:
                    unbroken = None
                elif unbroken is not None:
                    unbroken += gap
                _agree(state, unbroken)
            case ("looks", int(count)):
                for _ in range(count):
                    clock.go_on(TICK_S)
                    unbroken = None if unbroken is None else unbroken + TICK_S
                    _agree(hold.look(in_order=True), unbroken)
            case ("finish",):
                assert hold.finish(in_order=True) == (unbroken is not None and unbroken >= HOLD_TIME_S)
                unbroken = None
        assert hold.is_under_way == (unbroken is not None)


def _agree(state: HoldState, unbroken: float | None) -> None:
    if unbroken is None:
        assert state is HoldState.NONE
    else:
        assert (state is HoldState.DUE) == (unbroken >= HOLD_TIME_S)
