"""Every page and every view of it, one after the other, in a window that has something to show.

A room is what can be seen without another visit or robot: the start screen with what is beside it,
and a visit with its robot.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from app.features.comparison.page import CHANGES, JOINTS, PAYLOAD, TREND, ComparePage
from app.features.identification.results_page import ResultsPage
from app.features.live.lower import LOOPS, STATISTICS
from app.features.live.page import LivePage
from app.features.stiffness.page import StiffnessPage
from app.features.twist.page import TwistPage
from app.rehearsal.recorded_visit import FIT_RUNS
from app.rehearsal.story import Stage
from app.shell.sides import Side
from app.shell.window import Window
from app.visit.settings import RecentVisit
from app.visit.steps import GuideName, Step
from core.recording import Event
from tests.app.fleet_examples import fleet_part, followed_part
from tests.app.story_examples import checked, gears, reported, weighed
from tests.gallery.beside_the_way import BESIDE_THE_WAY, of_the_steps_beside
from tests.gallery.exhibit import Exhibit, open_step, tabs_of
from tests.gallery.moving import of_motions, show_story_moving
from tests.gallery.panels import of_panels
from tests.waiting import wait_until

_IN_THE_GUIDES = (
    (GuideName.ON_ROBOT, Step.CONNECT),
    (GuideName.ON_ROBOT, Step.CHECK),
    (GuideName.ON_ROBOT, Step.FRICTION),
    (GuideName.ON_ROBOT, Step.LOAD_STEPS),
    (GuideName.ON_ROBOT, Step.PLAN),
    (GuideName.ON_ROBOT, Step.EXCITE),
    (GuideName.ON_ROBOT, Step.RECORD),
    (GuideName.FROM_FILES, Step.RECORDINGS),
    (GuideName.ON_ROBOT, Step.CHOOSE),
    (GuideName.ON_ROBOT, Step.IDENTIFY),
    (GuideName.ON_ROBOT, Step.RESULTS),
    (GuideName.ON_ROBOT, Step.TWIST),
    (GuideName.ON_ROBOT, Step.VERIFY),
    (GuideName.ON_ROBOT, Step.REPORT),
    (GuideName.PAYLOAD, Step.PAYLOAD_REFERENCE),
    (GuideName.PAYLOAD, Step.PAYLOAD_SWEEPS),
    (GuideName.PAYLOAD, Step.PAYLOAD),
    (GuideName.PAYLOAD, Step.PAYLOAD_REPORT),
    (GuideName.LIVE, Step.LIVE),
)
_OF_AN_ELASTIC_ARM = ((GuideName.ON_ROBOT, Step.STIFFNESS), (GuideName.ON_ROBOT, Step.COMPENSATE))
_KEPT_S = 10.0
_HAPPENED: tuple[tuple[str, dict[str, float | str]], ...] = (
    ("program-started", {}),
    ("payload-set", {"mass": 1.0}),
    ("program-over", {}),
)
_SERIAL, _NETWORK, _VIRTUAL = 0, 1, 2
"""Places of the families of controllers."""


def beside_the_guides(window: Window, recent: Sequence[RecentVisit]) -> Iterator[Exhibit]:
    """The start screen and what needs no visit."""
    start, connect = window.start_page, window.on_robot.connect_page

    def shown_start(visits: Sequence[RecentVisit]) -> None:
        window.sides.forget()
        window.frame.show_start()
        start.show_recent(visits)
        start.first_card.setFocus()

    def shown_connect(family: int) -> None:
        window.guide = GuideName.ON_ROBOT
        window.open_step(Step.CONNECT)
        connect.choice.family.press(family)

    def shown_help(topic: str) -> None:
        window.sides.forget()  # on the page of the help this would close it
        window.open_help()
        window.beside.help.show_topic(topic)

    def shown_visits() -> None:
        window.guide = GuideName.COMPARE
        window.guides.list_visits([Path(visit.path) for visit in recent])

    def shown_story(number: int, stage: Stage) -> None:
        window.sides.open(Side.STORY)
        window.story.page.begin_stage(number)
        window.story.page.show_stage(stage)

    yield Exhibit("start", lambda: shown_start(()))
    yield from of_a_fleet(window)
    yield Exhibit("start-recent", lambda: shown_start(recent))
    for number, stage in enumerate((checked(), weighed(), gears(), reported(Path("visits")))):
        yield Exhibit(f"story-{number + 1}", partial(shown_story, number, stage))
    yield Exhibit("story-end", partial(shown_end, window))
    yield Exhibit("story-moving", partial(show_story_moving, window))
    yield Exhibit("settings", window.open_settings)
    yield Exhibit("help", lambda: shown_help("start"))
    for side, page in window.sides.pages.items():
        if page not in (window.beside.settings, window.beside.help):
            yield Exhibit(str(side), partial(_open_side, window, side))
    yield Exhibit("connect-choose", lambda: shown_connect(_VIRTUAL))
    yield Exhibit("connect-serial", lambda: shown_connect(_SERIAL))
    yield Exhibit("connect-network", lambda: shown_connect(_NETWORK))
    yield Exhibit("recordings-new", lambda: open_step(window, GuideName.FROM_FILES, Step.RECORDINGS))
    yield Exhibit("compare-none", lambda: open_step(window, GuideName.COMPARE, Step.COMPARE))
    yield Exhibit("visits", shown_visits)


def shown_end(window: Window) -> None:
    """What the story found, side by side."""
    window.sides.open(Side.STORY)
    page = window.story.page
    for number, stage in enumerate(stages := (checked(), weighed(), gears(), reported(Path("visits")))):
        page.begin_stage(number)
        page.show_stage(stage)
    page.show_end(stages)


def of_a_fleet(window: Window) -> Iterator[Exhibit]:
    """A fleet with arms that need care, the first of them chosen."""
    page = window.beside.fleet

    def show() -> None:
        window.sides.open(Side.FLEET)
        if page._job is not None:
            page._job.cancel()  # no catalogue of this computer is shown
        wait_until(lambda: page._job is None, "the end of the listing")
        page.show_part(fleet_part())
        page._chosen.stop()  # the arm is no file's
        page.show_followed(followed_part())

    yield Exhibit("fleet-arms", show)


Wants = Callable[[Step], bool]
"""Whether a step is to be shown."""


def _all(_step: Step) -> bool:
    return True


def of_a_visit(window: Window, wants: Wants = _all) -> Iterator[Exhibit]:
    """The steps of all guides, each in every view it has once a person has looked at it."""
    yield from _pages(window, _IN_THE_GUIDES, wants)
    yield Exhibit("state-measured", window.show_state)


def of_motions_of_a_visit(window: Window) -> Iterator[Exhibit]:
    """The steps that move the arm, before, during and after the motion; without a robot."""
    yield from of_motions(window, (*_IN_THE_GUIDES, *_OF_AN_ELASTIC_ARM, *BESIDE_THE_WAY))
    yield from of_the_steps_beside(window)
    yield from of_panels(window)


def of_an_elastic_arm(window: Window, wants: Wants = _all) -> Iterator[Exhibit]:
    """The steps that show most for an arm whose links give."""
    yield from _pages(window, _OF_AN_ELASTIC_ARM, wants)


def _pages(window: Window, places: Sequence[tuple[GuideName, Step]], wants: Wants) -> Iterator[Exhibit]:
    for guide, step in places:
        if not wants(step):
            continue
        yield from _views(window, guide, step)
        page = window.pages[step]
        if isinstance(page, TwistPage | StiffnessPage) and page.shows_result:
            yield Exhibit(f"{step}-setup", partial(_turned, window, page, guide, step))


def of_looking_back(window: Window, visit: Path, earlier: Path) -> Iterator[Exhibit]:
    """The live page with the last minutes of a stream and their events, and with two recordings."""
    page = window.pages[Step.LIVE]
    assert isinstance(page, LivePage)
    frames = page.view.frames

    def show_last_minutes() -> None:
        open_step(window, GuideName.LIVE, Step.LIVE)
        page.shelf.go_to_now()
        acquisition = window.link.acquisition
        assert acquisition is not None
        wait_until(lambda: frames.keeping.kept is not None and frames.keeping.kept.seconds > _KEPT_S)
        acquisition.events = ()
        frames._noted.clear()
        newest = float(acquisition.ring.newest(0.0)[0][-1])
        for before, (code, facts) in zip((9.0, 6.5, 2.5), _HAPPENED, strict=True):
            acquisition.remember(Event(newest - before, code, dict(facts)))
        frames.mark("oil changed")
        page.shelf.look_back()
        wait_until(lambda: frames.recorded is not None)
        page.view.below.show_tab(STATISTICS)
        page.tools.cursors.setChecked(True)
        page.view.charts.cursors.move(-7.2, -3.4)

    def show_compared() -> None:
        open_step(window, GuideName.LIVE, Step.LIVE)
        page.shelf.look_at(visit, FIT_RUNS[0])
        wait_until(lambda: frames.recorded is not None and frames.recorded.about.label == FIT_RUNS[0])
        page.shelf.compare_with(earlier, FIT_RUNS[0])
        wait_until(lambda: frames.earlier is not None)
        page.view.show_plots([["twist_2", "twist_3"], ["torque_2", "model_2"]])
        page.view.below.show_tab(LOOPS)

    yield Exhibit("live-last-minutes", show_last_minutes)
    yield Exhibit("live-compare", show_compared)


def of_a_comparison(window: Window) -> Iterator[Exhibit]:
    """What changed between visits."""
    page = window.pages[Step.COMPARE]
    assert isinstance(page, ComparePage)

    def show(view: int, picture: int = 0) -> None:
        open_step(window, GuideName.COMPARE, Step.COMPARE)
        page.show_view(view)
        page.joints.picture.press(picture)

    yield Exhibit("compare-changes", partial(show, CHANGES))
    for picture, name in enumerate(("numbers", "loop", "friction")):
        yield Exhibit(f"compare-{name}", partial(show, JOINTS, picture))
    yield Exhibit("compare-payload", partial(show, PAYLOAD))
    yield Exhibit("compare-trend", partial(show, TREND))


def waits_for_a_look(window: Window) -> bool:
    """Whether the page in front is about to work out what would happen."""
    page = window.pages[window.step] if window.step is not None else None
    if page is None or page.run is None or not page.run.wants_look or not window.link.is_connected:
        return False
    return page.run.make_procedure() is not None  # else it waits for a person to fill in a field


def _views(window: Window, guide: GuideName, step: Step) -> Iterator[Exhibit]:
    yield Exhibit(str(step), lambda: open_step(window, guide, step))
    page = window.pages[step]
    tabs = tabs_of(page)
    for index in range(1, tabs.count if tabs is not None else 1):
        yield Exhibit(f"{step}-{index + 1}", partial(open_step, window, guide, step, view=index))
    if isinstance(page, ResultsPage):
        for index, parts in enumerate(page._views):
            for part in range(1, len(parts)):
                yield Exhibit(
                    f"{step}-{index + 1}-{part + 1}",
                    partial(_shown_part, window, page, guide, view=index, part=part),
                )


def _shown_part(window: Window, page: ResultsPage, guide: GuideName, *, view: int, part: int) -> None:
    open_step(window, guide, Step.RESULTS, view=view)
    page.part.setCurrentIndex(part)
    page.part.picked.emit()


def _turned(window: Window, page: TwistPage | StiffnessPage, guide: GuideName, step: Step) -> None:
    open_step(window, guide, step)
    page.calculation.button.click()


def _open_side(window: Window, side: Side) -> None:
    window.sides.open(side)
    if side is Side.PROBLEM:  # its parts are gathered in a thread
        wait_until(lambda: window.beside.problem.primary_enabled, "the parts of the problem report")
