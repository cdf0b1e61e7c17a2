"""Lets a monkey play with the real window for a while, and says what went against the rules."""

import gc
import json
import logging
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.arm.link_state import LinkState
from app.health.memory import set_aside_what_stays
from app.look.theme import current_theme
from app.look.tokens import ThemeName
from app.shell.gui import Program
from app.visit.settings import SettingsStore
from tests.app.monkey.acts import Act, Hand, choose_act
from tests.app.monkey.pace import Pace
from tests.app.monkey.stubs import CagedDialog, NoOtherProgram, caged, furnish
from tests.app.monkey.watch import (
    Findings,
    LogCatcher,
    Watcher,
    left_behind,
    present,
    resident_mb,
    say,
    threads,
)
from tests.waiting import wait_until

STOP_EVERY_S = 20.0
MOST_GROWTH_MB = 250.0
LEAST_SHARE = 0.999
_DRESSING = {"theme", "language", "resize", "minimise"}
_LONGEST_PAUSE_S = 0.12
_SETTLING_S = 120.0
"""Until then every page is opened for the first time."""
_EXPECTED_LOG = ("This plugin does not support", "Mouse event at")
"""The offscreen platform says what it cannot do, and Qt's own hand where it missed the window."""


@dataclass
class Played:
    """What came of it."""

    seed: int
    seconds: float = 0.0
    acts: Counter[str] = field(default_factory=Counter)
    pages: Counter[str] = field(default_factory=Counter)
    beats: int = 0
    blocks: list[tuple[float, float, str]] = field(default_factory=list)
    """When, how long, and what was done just before."""
    stops: list[float] = field(default_factory=list)
    """Seconds from a press of STOP until the arm stood."""
    motions: int = 0
    whole_holds: int = 0
    broken_holds: int = 0
    dialogs: int = 0
    first_mb: float = 0.0
    last_mb: float = 0.0
    wrong: list[str] = field(default_factory=list)

    @property
    def share_in_time(self) -> float:
        """Of all beats of the event loop."""
        return 1.0 - len(self.blocks) / max(self.beats, 1)


def play(
    application: QApplication, folder: Path, *, pace: Pace, seed: int, again: Sequence[Act] = ()
) -> tuple[Played, list[Act]]:
    """Play, or play ``again`` what was played before; what came of it, and the acts."""
    return _Play(application, folder, pace=pace, seed=seed, again=again).run()


class _Play:
    def __init__(
        self, application: QApplication, folder: Path, *, pace: Pace, seed: int, again: Sequence[Act]
    ) -> None:
        self._application, self._folder, self._pace, self._again = application, folder, pace, list(again)
        self._random = random.Random(seed)
        self._played, self._acts, self._findings = Played(seed), list[Act](), Findings()
        self._log = LogCatcher()

    def run(self) -> tuple[Played, list[Act]]:
        """Play, and look for what is left behind."""
        before, threads_before = present(), threads()
        logging.getLogger().addHandler(self._log)
        try:
            with caged(self._folder, seed=self._played.seed):
                self._in_the_cage()
        finally:
            logging.getLogger().removeHandler(self._log)
            current_theme().apply(ThemeName.LIGHT)
        self._look_for_what_is_left(before, threads_before)
        played = self._played
        played.wrong = [*self._findings.wrong, *played.wrong, *self._unexpected_lines()]
        return played, self._acts

    def _in_the_cage(self) -> None:
        from tests.app.monkey.visit import write_small_visit

        visits = furnish(self._folder / "visits", make_visit=write_small_visit)
        settings = SettingsStore(self._folder / "settings.json")
        self._program = Program(self._application, settings, folder=self._folder / "visits")
        set_aside_what_stays()
        self._program.window.show()
        hand = Hand(self._program, self._findings, self._pace, visits)
        watcher = Watcher(self._findings, self._pace)
        with self._pace.watched():
            self._began = self._pace.now()
            try:
                self._monkey(hand, watcher)
            finally:
                self._played.seconds = self._pace.now() - self._began
                self._played.last_mb = resident_mb()
        self._take_blocks()
        played = self._played
        played.motions, played.dialogs = self._findings.motions, CagedDialog.shown
        played.whole_holds, played.broken_holds = hand.whole_holds, hand.broken_holds
        self._leave()
        self._played.acts["other-programs"] = len(NoOtherProgram.opened)

    def _monkey(self, hand: Hand, watcher: Watcher) -> None:
        next_stop = self._pace.now() + STOP_EVERY_S / 4
        while (act := self._next_act(hand)) is not None:
            watcher.listen(self._program)
            self._acts.append(act)
            self._played.acts[act.name] += 1
            self._played.pages[act.where] += 1
            hand.do(act)
            self._pace.spin(self._random.uniform(0.0, _LONGEST_PAUSE_S))
            if self._program.link.state is LinkState.MOVING and self._pace.now() > next_stop:
                self._stop()
                next_stop = self._pace.now() + STOP_EVERY_S
            if not self._played.first_mb and self._pace.now() - self._began > _SETTLING_S:
                self._played.first_mb = resident_mb()

    def _next_act(self, hand: Hand) -> Act | None:
        at_s = self._pace.now() - self._began
        if self._again:
            following = self._again.pop(0)
            self._pace.spin(max(following.at_s - at_s, 0.0))
            return following
        if not self._pace.goes_on(len(self._acts), at_s) or self._findings.wrong:
            return None
        with self._pace.left_out():
            act = choose_act(self._random, hand)
        window = self._program.window
        where = str(window.sides.current or window.step or "start")
        return Act(act.name, act.numbers, round(at_s, 3), where)

    def _stop(self) -> None:
        """Press STOP by one of its ways; the arm must stand soon."""
        window, link = self._program.window, self._program.link
        handle, stop = window.windowHandle(), window.top_bar.stop
        way = self._random.choice(("button", "Esc", "Pause"))
        session = link.session
        before = session.safe.stop_count if session is not None else 0
        pressed, within_s = self._pace.now(), self._pace.stops_within_s
        if way == "button":
            place = stop.mapTo(window, stop.rect().center())
            QTest.mouseClick(handle, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(place))
        else:
            key = Qt.Key.Key_Escape if way == "Esc" else Qt.Key.Key_Pause
            QTest.keyClick(QApplication.focusWindow() or handle, key)
        if session is not None and session.safe.stop_count == before:
            self._findings.note(f"STOP by {way} did not reach the robot")
        while link.may_move and self._pace.now() - pressed < within_s:
            self._pace.spin(0.005)
        if link.may_move:
            self._findings.note(f"{within_s} s after STOP by {way} the arm is still {link.state}")
        self._played.stops.append(self._pace.now() - pressed)

    def _take_blocks(self) -> None:
        self._played.beats = self._pace.beats
        began = self._acts[0].at_s if self._acts else 0.0
        for block_s, own_s in self._pace.blocks:
            done = [act for act in self._acts if act.at_s - began <= block_s]
            words = f"{done[-1].name} {done[-1].numbers} on {done[-1].where}" if done else ""
            self._played.blocks.append((block_s, own_s, words))

    def _leave(self) -> None:
        link, runner = self._program.link, self._program.runner
        link.disconnect_robot()
        self._program.window.visit.cancel()
        wait_until(lambda: link.session is None and not runner.is_busy, "the robot and the worker to rest")
        self._program.window.close()
        self._program.leave()
        window, self._program = self._program.window, None  # type: ignore[assignment]
        window.deleteLater()
        for popup in (QApplication.activePopupWidget(), QApplication.activeModalWidget()):
            if popup is not None:
                popup.close()
        del window
        for _ in range(3):
            self._pace.spin(0.1)
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
            gc.unfreeze()
            gc.collect()

    def _look_for_what_is_left(self, before: set[int], threads_before: set[str]) -> None:
        self._played.wrong += left_behind(before)
        self._played.wrong += [f"thread {name}" for name in sorted(threads() - threads_before)]
        growth = self._played.last_mb - (self._played.first_mb or self._played.last_mb)
        if growth > MOST_GROWTH_MB:
            self._played.wrong.append(f"memory grew by {growth:.0f} MB")

    def _unexpected_lines(self) -> list[str]:
        return [line for line in self._log.lines if not any(words in line for words in _EXPECTED_LOG)]


def write_acts(path: Path, played: Played, acts: Sequence[Act]) -> None:
    """Keep what was played, to be played again with ``--again``."""
    path.write_text(
        json.dumps(
            {"seed": played.seed, "wrong": played.wrong, "acts": [asdict(act) for act in acts]}, indent=1
        ),
        encoding="utf-8",
    )


def read_acts(path: Path) -> tuple[int, list[Act]]:
    """Read what ``write_acts`` kept: the seed and the acts."""
    stored = json.loads(path.read_text(encoding="utf-8"))
    return stored["seed"], [Act(**{**act, "numbers": tuple(act["numbers"])}) for act in stored["acts"]]


def told(played: Played) -> str:
    """Return what came of it in a few lines."""
    worst = sorted(played.blocks, key=lambda block: -block[1])[:8]
    lines = [
        f"seed {played.seed}: {sum(played.acts.values())} acts in {played.seconds:.0f} s on"
        f" {len(played.pages)} pages, {played.motions} motions after {played.whole_holds} holds,"
        f" {played.broken_holds} broken holds, {len(played.stops)} stops (slowest"
        f" {max(played.stops, default=0.0):.2f} s), {len(played.blocks)} blocks of {played.beats} beats",
        *(f"  {1e3 * length:.0f} ms at {at:.1f} s: {words}" for at, length, words in worst),
        *(f"  WRONG {words}" for words in played.wrong),
    ]
    return "\n".join(lines)


def blocks_beside_dressing(played: Played) -> int:
    """Count the blocks that no new theme, size or language explains."""
    return sum(words.split(" ")[0] not in _DRESSING for *_, words in played.blocks)


__all__ = [
    "LEAST_SHARE",
    "Played",
    "blocks_beside_dressing",
    "play",
    "read_acts",
    "say",
    "told",
]
