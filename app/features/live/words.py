"""Sentences of the live page: state of the stream, search for the robot, twist, lag, pushes, model."""

from collections.abc import Sequence
from datetime import datetime

import numpy as np

from app.arm.link import RobotLink
from app.features.live.frames import LiveFrame
from app.features.live.model import PredictionState
from app.speech.language import tr
from app.speech.units import MILLIMETRE, MILLISECOND, beside, number, other_text, with_std
from app.widgets.glyphs import Glyph
from app.widgets.signal_units import signal_unit
from core.diagnostics.channel_lag import LagSource, ShownLag
from core.diagnostics.signals import MODEL_SIGNALS, Signal
from core.robot.model import RobotModel
from core.stiffness.live_correction import LiveCorrection, ZeroState
from core.storage.unpacked import Unpacked

_WHOLE_FROM = 10.0
"""N·m (N) from which a torque from outside is shown without a decimal: it is an estimate."""


def stream_words(
    frame: LiveFrame | None, *, paused_at: datetime | None, is_recording: bool
) -> tuple[Glyph, str]:
    """State of the stream, or of the held picture of it: a sign and a sentence."""
    if paused_at is not None:
        words = tr("Paused at {time}. The stream goes on.")
        if is_recording:
            words = tr("Paused at {time}. Recording goes on.")
        return Glyph.NOTE, words.format(time=f"{paused_at:%H:%M:%S}")
    if frame is None or frame.heard_at is None:
        return Glyph.EMPTY, tr("No data yet")
    if frame.is_stale:
        return Glyph.WARNING, tr("No data since {time}").format(time=f"{frame.heard_at:%H:%M:%S}")
    return Glyph.MOVING, tr("Live")


def looking_at_words(made: Unpacked) -> tuple[Glyph, str]:
    """State of the page that shows a recording: a sign and a sentence."""
    if not made.label:
        return Glyph.NOTE, tr("The last minutes of the stream")
    if made.incomplete:
        return Glyph.WARNING, tr("Recording {label}, which ended early").format(label=made.label)
    return Glyph.NOTE, tr("Recording {label}").format(label=made.label)


def looking_words(link: RobotLink) -> str:
    """Progress of the search for a lost robot, in one line."""
    if link.is_giving_up:
        return tr("Looking for the robot ends with this try …")
    if link.tries:
        return tr("Looking for the robot … Try {number}.").format(number=link.tries)
    return tr("Looking for the robot …")


def shift_words(frame: LiveFrame | None) -> str:
    """Shift of the tool by the twist of all gears; empty for a silent stream."""
    if frame is None or frame.is_stale:
        return ""
    if frame.correction is not None and np.isfinite(frame.correction.whole_size):
        return _shift_with_links(frame.correction)
    shift_mm = round(MILLIMETRE.shown(frame.tool_shift), 2)
    return tr("All twist together moves the tool by {shift} mm.").format(shift=number(shift_mm, decimals=2))


def _shift_with_links(found: LiveCorrection) -> str:
    words = tr("Twist moves the tool by {gears} mm, with the links {whole} mm.")
    if not found.counted.all():
        words = tr("Tool off by {gears} mm, with links {whole} mm ({known} of {all} joints).")
    return words.format(
        gears=_millimetres(found.gears_size),
        whole=_millimetres(found.whole_size),
        known=int(found.counted.sum()),
        all=found.counted.size,
    )


def _millimetres(size: float) -> str:
    return number(round(MILLIMETRE.shown(size), 2) + 0.0, decimals=2)


def corrected_words(found: LiveCorrection) -> str:
    """Use of the corrected angles, that they move nothing, and their zero."""
    use = tr("Command these to undo the load.\nOnly shown: they move nothing.")
    return "\n".join(filter(None, (use, _zero_words(found.zero))))


def _zero_words(zero: ZeroState) -> str:
    return {
        ZeroState.NONE: tr("Zero here without the load first."),
        ZeroState.BY_ITSELF: tr("Zero here without the load first."),
        ZeroState.MOVING: tr("Zero again: the arm moved."),
        ZeroState.ELSEWHERE: tr("Zero was taken in another pose."),
        ZeroState.HERE: "",
    }[zero]


def correction_more_words(found: LiveCorrection) -> str:
    """Limits of the corrected angles: control loop, zero, joints that are left out."""
    sentences = [
        tr("For a controller that closes its loops on the motor encoders, and an arm that stands still."),
        _more_about_zero(found.zero),
    ]
    unseen = [joint for joint in range(found.counted.size) if not found.counted[joint]]
    if unseen:
        words = tr("Nothing is known of joints without a link encoder ({joints}): they are left out.")
        sentences.append(words.format(joints=_numbers(unseen)))
    if found.own_spring_alone:
        words = tr("No links are counted behind these joints: {joints}.")
        sentences.append(words.format(joints=_numbers(found.own_spring_alone)))
    return " ".join(filter(None, sentences))


def _more_about_zero(zero: ZeroState) -> str:
    return {
        ZeroState.BY_ITSELF: tr("Zero was taken when the stream began, whatever hung on the arm then."),
        ZeroState.ELSEWHERE: tr("Zero was taken in another pose: what the arm's own weight bends is in it."),
        ZeroState.NONE: tr("Without a zero the twist has the encoders' own zeros in it."),
    }.get(zero, "")


def _numbers(joints: Sequence[int]) -> str:
    return ", ".join(str(joint + 1) for joint in joints)


def shift_axes_words(frame: LiveFrame | None) -> str:
    """The same shift axis by axis; empty where it is unknown."""
    if frame is None:
        return ""
    words = tr(
        "{axes} along the axes of the base: where the link encoders put the tool, less where the motors do"
    )
    found, ways = frame.correction, frame.tool_axes
    if found is not None and np.isfinite(found.whole_size):
        words = tr("{axes} along the axes of the base, with the links behind the twisted joints counted")
        ways = found.whole
    if ways is None or not np.isfinite(ways).all():
        return ""
    axes = [
        f"{name} {number(MILLIMETRE.shown(float(way)), decimals=2)} mm"
        for name, way in zip("xyz", ways, strict=True)
    ]
    return words.format(axes=", ".join(axes))


def lag_words(lag: ShownLag | None) -> str:
    """Lag of one encoder's channel behind the other, left in or taken out, in two short lines."""
    if lag is None:
        return tr("Channel lag: known\nonce joints have moved")
    words = tr("Channel lag, left in\n{lag} ms")
    if lag.is_taken_out:
        words = tr("Channel lag, taken out\n{lag} ms")
    return words.format(lag=with_std(MILLISECOND.shown(lag.value), MILLISECOND.shown(lag.std)))


def lag_source_words(lag: ShownLag | None) -> str:
    """Source of the lag, and its meaning."""
    if lag is None:
        return ""
    if lag.source is LagSource.VISIT:
        return tr(
            "Link encoders say where the arm was so long ago; "
            "as the analysis of the twist in this visit found it, joint by joint"
        )
    return tr("Link encoders say where the arm was so long ago, by the motion of the last seconds")


def push_words(frame: LiveFrame | None, robot: RobotModel | None) -> str:
    """Sentence on the hardest push on the arm, with joint and torque; empty without one."""
    if frame is None or frame.is_stale or frame.model is None or robot is None or not frame.model.pushes:
        return ""
    hardest, *others = frame.model.pushes
    unit = signal_unit(Signal.EXTERNAL_TORQUE, robot, hardest.joint)
    torque = abs(unit.shown(hardest.torque))
    about = number(torque, decimals=0 if torque >= _WHOLE_FROM else 1)
    sentence = tr("Something pushes on joint {joint}, about {torque} {unit}.")
    if others:
        sentence = tr("Something pushes on {count} joints, hardest on joint {joint}: about {torque} {unit}.")
    other = other_text(unit.symbol, torque, 0.0, write=lambda shown, _std: number(shown, digits=2))
    units = beside(unit.symbol, other)
    return sentence.format(joint=hardest.joint + 1, torque=about, unit=units, count=len(others) + 1)


def model_words(
    state: PredictionState | None,
    frame: LiveFrame | None,
    *,
    signals: Sequence[Signal],
    joints: Sequence[int],
) -> str:
    """Reason why a chart of the model is empty; empty where no chart waits for it."""
    if not set(signals) & set(MODEL_SIGNALS):
        return ""
    if state is PredictionState.ENDED:
        return tr("Nothing is expected any more: the model cannot be used here. All else goes on.")
    if state is PredictionState.STARTING:
        return tr("The model is being made ready.")
    return _waiting_words(frame, joints)


def _waiting_words(frame: LiveFrame | None, joints: Sequence[int]) -> str:
    if frame is None or frame.is_stale or frame.model is None or not frame.model.time.size:
        return ""
    newest = frame.model.curves[Signal.EXPECTED_TORQUE][-1]
    unknown = [joint for joint in joints if np.isnan(newest[joint])]
    if not unknown:
        return ""
    if len(unknown) > 1:
        return tr("Nothing is expected of {count} joints until they have moved.").format(count=len(unknown))
    return tr("Nothing is expected of joint {joint} until it has moved.").format(joint=unknown[0] + 1)
