"""The readiness list and the first trial in words.

A line of the list has a sign, its state, its reason, and a remedy. The trial has its network, its stages,
what a person does, and what is asked afterwards.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.arm.trial_stage import TrialStage
from app.errors.text import readiness_text, reason_text
from app.speech.language import joined_sentences, tr
from app.speech.units import number
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph
from app.widgets.readiness_list import ReadinessRow
from core.quality import Verdict
from devices.safety.first_trial import TrialStep
from devices.safety.readiness import ReadinessLine, ReadinessState

if TYPE_CHECKING:
    from devices.safety.network_quality import NetworkQuality

_MS_PER_S = 1e3
_GLYPHS = {
    ReadinessState.READY: Glyph.CHECK,
    ReadinessState.LIMITED: Glyph.WARNING,
    ReadinessState.NOT_READY: Glyph.CROSS,
}


def stage_words(stage: TrialStage) -> str:
    """Meaning of a stage in words; empty for an arm without a trial."""
    return {
        TrialStage.NONE: "",
        TrialStage.READ_ONLY: tr("Torsion only reads arms of this maker; it has no motion for them."),
        TrialStage.NO_SERIAL: tr(
            "Without a serial number the arm is only read: a person confirms by it which arm is meant."
        ),
        TrialStage.TO_BEGIN: tr(
            "The arm is only read. Before Torsion moves it, it passes a first trial: about ten minutes "
            "beside it, with turns of 2°."
        ),
        TrialStage.TO_ALLOW: tr(
            "The arm has passed its first trial. It is only read until you allow motion."
        ),
        TrialStage.REFUSED: tr(
            "Motion is allowed, and the controller takes none. The readiness list says what it lacks."
        ),
        TrialStage.UNDER_WAY: tr(
            "Stand beside the arm, clear of it, with the emergency stop within reach. Each step is held to "
            "start."
        ),
        TrialStage.ALLOWED: tr("The arm has passed its first trial, and motion is allowed."),
    }[stage]


def button_words(stage: TrialStage) -> str:
    """Caption of the button that goes on from a stage; empty where there is none."""
    return {
        TrialStage.TO_BEGIN: tr("Begin the first trial"),
        TrialStage.TO_ALLOW: tr("Allow motion"),
    }.get(stage, "")


def step_word(step: TrialStep) -> str:
    """Name of a step in the checklist."""
    return {
        TrialStep.JOG: tr("Jog"),
        TrialStep.STOP: tr("STOP"),
        TrialStep.CABLE: tr("Cable"),
        TrialStep.WATCHDOG: tr("Watchdog"),
        TrialStep.PAYLOAD: tr("Payload"),
    }[step]


def instruction(step: TrialStep) -> str:
    """Instruction of a step: its trial, and the task of the person."""
    return {
        TrialStep.JOG: tr("The last joint turns by 2° and back. Watch that only this joint turns."),
        TrialStep.STOP: tr("The last joint turns to and fro. Press STOP while it turns."),
        TrialStep.CABLE: tr(
            "The last joint turns to and fro. Pull the network cable while it turns, and plug it in again "
            "afterwards."
        ),
        TrialStep.WATCHDOG: tr(
            "The last joint turns, and Torsion sends no heartbeat, as if this computer had failed. Do "
            "nothing."
        ),
        TrialStep.PAYLOAD: tr(
            "The payload that is set in the controller is written again and read back. Nothing moves or "
            "changes."
        ),
    }[step]


def question(step: TrialStep) -> str:
    """Question to the person who watched a step; empty for a step without motion."""
    return {
        TrialStep.JOG: tr("Did only the last joint turn, by about 2° and back?"),
        TrialStep.STOP: tr("Did the arm stop at once when you pressed STOP?"),
        TrialStep.CABLE: tr("Did the arm stop by itself when you pulled the cable?"),
        TrialStep.WATCHDOG: tr("Did the arm stop by itself before the end of its turn?"),
        TrialStep.PAYLOAD: "",
    }[step]


def shortcoming_words(code: str) -> str:
    """Reason, in words, for which a step does not count yet."""
    return {
        "trial-not-finished": tr("The motion did not come to its end."),
        "trial-went-on": tr("The motion came to its end, which it should not have."),
        "trial-stopped-otherwise": tr("The motion was ended by something else than what is tried here."),
    }[code]


def failed_words() -> str:
    """Said when the arm did not do what it should."""
    return tr(
        "The first trial is not passed. Do not move this arm from Torsion; it can still be read and recorded."
    )


def network_line(found: "NetworkQuality") -> tuple[Glyph, str]:
    """The measured values and the verdict, with the reasons where it is not good."""
    verdict = found.judgement.verdict
    if verdict is Verdict.NOT_MEASURABLE:
        return VERDICT_GLYPHS[verdict], joined_sentences(*map(reason_text, found.judgement.reasons))
    values = tr("Network: round trip {trip} ms, at most {worst} ms; packets up to {delay} ms late.").format(
        trip=_ms(found.round_trip), worst=_ms(found.worst_round_trip), delay=_ms(found.worst_delay)
    )
    said = [*map(reason_text, found.judgement.reasons)] or [_good(found)]
    return VERDICT_GLYPHS[verdict], joined_sentences(values, *said)


def _good(found: "NetworkQuality") -> str:
    if not found.needs_cycle:
        return tr("Good for motion.")
    return tr("Good for reading. Whether it is even enough for motion is measured when the arm is prepared.")


def _ms(seconds: float) -> str:
    return number(seconds * _MS_PER_S, digits=2)


def state_words(state: ReadinessState) -> str:
    """State of a readiness line in words."""
    return {
        ReadinessState.READY: tr("Ready"),
        ReadinessState.LIMITED: tr("Ready with limits"),
        ReadinessState.NOT_READY: tr("Not ready"),
    }[state]


def _fix_words(fix: str) -> str:
    """Caption of the button for a remedy; empty for one that can only be done at the robot."""
    return {
        "clear-fault": tr("Clear the fault"),
        "reconnect": tr("Reconnect"),
        "check-encoders": tr("Go to the check"),
    }.get(fix, "")


def _reason(line: ReadinessLine) -> str:
    """The sentence of a line; with its short code only if a user may want to quote it."""
    sentence = readiness_text(line)
    return sentence.rpartition(" (")[0] if line.state is ReadinessState.READY else sentence


def readiness_rows(lines: Sequence[ReadinessLine]) -> tuple[ReadinessRow, ...]:
    """The readiness list as rows for the page."""
    return tuple(
        ReadinessRow(
            code=line.code,
            glyph=_GLYPHS[line.state],
            word=state_words(line.state),
            reason=_reason(line),
            fix=line.fix,
            fix_words=_fix_words(line.fix),
        )
        for line in lines
    )
