"""Every page with a motion: with all findings at once, while the arm moves, and after a fault."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from app.arm.channels import LiveQuantity, live_word
from app.arm.live_feed import WINDOW_S, Snapshot
from app.arm.procedure import PlannedMotion, Prepared
from app.guide.motion_feed import Fed
from app.guide.motion_names import coming_words
from app.guide.previews import preview_motion, preview_text
from app.guide.procedure_run import ProcedureRun
from app.shell.sides import Side
from app.shell.window import Window
from app.speech.units import NEWTON_METRE
from app.visit.steps import GuideName, Step
from app.widgets.glyphs import Glyph
from core.recording import FloatArray
from core.robot.library import load_robot
from core.robot.surroundings import ClosestPair
from devices.safety.preview import Finding, Preview
from tests.app.story_examples import weighed
from tests.gallery.exhibit import Exhibit, open_step

_ROBOT = "ec66"
_DURATION_S, _FRACTION = 312.0, 0.42
_FINDINGS = (
    Finding("floor-not-given", blocking=False),
    Finding("shape-assumed", blocking=False),
    Finding("inertia-unknown", blocking=False),
    Finding("payload-distance-assumed", {"distance": 150.0}, blocking=False),
)


def of_motions(window: Window, places: tuple[tuple[GuideName, Step], ...]) -> Iterator[Exhibit]:
    """What would happen, what happens and what has happened, on each of these pages that moves the arm."""
    for guide, step in places:
        run = window.pages[step].run
        if run is None:
            continue
        for name, show in (("ready", _ready), ("moving", _moving), ("ended", _ended)):
            yield Exhibit(f"{step}-{name}", partial(_shown, window, guide, step, run, show))


def _shown(window: Window, guide: GuideName, step: Step, run: ProcedureRun, show: object) -> None:
    open_step(window, guide, step)
    assert callable(show)
    run.is_running = False
    run._end_moving()
    run._let_set(may=True)
    show(run)
    window.frame_words.show()


def _ready(run: ProcedureRun) -> None:
    """A fast motion with every finding that allows it."""
    start = run._start_words()
    text = preview_text(prepared(), robot=load_robot(_ROBOT), start_words=start)
    run.is_complete, run._prepared = False, prepared()
    run.card.show_preview(text)


def _moving(run: ProcedureRun) -> None:
    """The arm under way in the middle of the motion, its form out of the way."""
    _ready(run)
    run._let_set(may=False)
    run.is_running, run._lasts_s, run.fraction = True, _DURATION_S, _FRACTION
    run._begin_moving(replace(prepared(), motions=_named()))
    run.moving.show_doing(run._answers.doing("joint_3"))
    _show_moving(run.moving)
    run.show_reading()


def show_story_moving(window: Window) -> None:
    """The story under way: the arm, the joint that moves, what is measured so far."""
    window.sides.open(Side.STORY)
    page = window.story.page
    page.begin_stage(1)
    page.show_progress(_FRACTION)
    preview_motion(prepared(), load_robot(_ROBOT)).show_on(page.picture)
    page.show_stage(weighed(is_over=False))
    page.show_moving()
    _show_moving(page)


def _show_moving(shown: Fed) -> None:
    """The third joint under way, with its torque."""
    time = np.linspace(-WINDOW_S, 0.0, 200)
    shown.picture.show_pose(_poses()[3], joint=2, is_stale=False)
    words = live_word(LiveQuantity.TORQUE)
    shown.curve.watch(words, NEWTON_METRE, least_span=1.0, caption=f"joint_3 · {words}")
    values = 9.0 + 4.0 * np.tanh(3.0 * np.sin(time))
    shown.curve.show_snapshot(Snapshot(time, values, is_stale=False, heard_at=None, newest=float(values[-1])))
    shown.curve.show()
    named = _named()
    shown.show_coming(coming_words(named, named[1], joints=("joint_1", "joint_2", "joint_3")))


def _named() -> tuple[PlannedMotion, ...]:
    return tuple(
        replace(motion, facts={"joint": joint}) for joint, motion in enumerate(prepared().motions * 3)
    )


def _ended(run: ProcedureRun) -> None:
    """It ended with a fault."""
    _ready(run)
    words = " ".join(note.accessibleName() for note in run.card.notes[:2])
    run.card.show_result(Glyph.CROSS, run.card.hold.text(), words, again=run.card.look_button.text())


def _poses() -> FloatArray:
    turned = np.linspace(-0.9, 0.9, 8)
    return np.column_stack([turned, turned - 0.6, 0.8 * turned + 1.0, turned, turned, turned])


def prepared() -> Prepared:
    """A fast motion with findings and a clear cell to be confirmed."""
    poses = _poses()
    preview = Preview(
        plan=None,  # type: ignore[arg-type]
        start=poses[0],
        end=poses[-1],
        stop_count=0,
        duration=_DURATION_S,
        top_speed=1.234,
        needs_clear_cell=True,
        swept_low=np.array([-0.9, -0.9, -0.1]),
        swept_high=np.array([0.9, 0.9, 1.2]),
        poses=poses,
        peak_torque_fraction=np.full(poses.shape[1], 0.4),
        findings=_FINDINGS,
        closest=ClosestPair(0.043, "base", "link 5", 3),
        closest_time=100.0,
        lowest=0.032,
        floor_height=-0.4,
    )
    return Prepared("made-up", (PlannedMotion("made-up", preview),), _DURATION_S, 1, 0)
