"""What the demonstration finds, a line or two for each step as it is over."""

from collections.abc import Iterator
from math import degrees
from typing import TYPE_CHECKING

from app.errors.text import error_text
from app.features.identification.sentences import headline
from app.features.payload.presentation import present, values
from app.features.verification.presentation import model_sentence
from app.presentation import value_text
from app.speech.language import told_after
from app.terminal.presentation_lines import plain
from core.elasticity.result import Elasticity
from core.identification.result import IdentificationResult
from core.identification.verification_result import Verification
from core.payload.result import PayloadResult
from core.quality import Verdict

if TYPE_CHECKING:
    from app.arm.procedure import Outcome
    from app.rehearsal.commissioning import JourneyStep

_TITLES = {
    "check": "Encoders",
    "friction": "Friction",
    "load-steps": "Load steps",
    "excitation": "Excitation",
    "identification": "Model",
    "twist": "Gears",
    "verification": "Verification",
    "payload": "Payload",
}


def step_lines(step: "JourneyStep") -> Iterator[str]:
    """Its name, how long it took here, and what it found."""
    title = f"{_TITLES[step.name]} ({step.seconds:.0f} s):"
    if step.left_out is not None:
        yield f"{title} left out. {error_text(step.left_out).one_line}"
        return
    yield f"{title} {' '.join(_found(step.found))}"


def _found(found: object) -> Iterator[str]:
    if found is None:
        yield "no joint has both encoders, so nothing can be said."
    elif isinstance(found, IdentificationResult):
        yield f"{headline(found)} Verdict {found.judgement.verdict.value}."
    elif isinstance(found, Verification):
        yield f"{model_sentence(found)} Verdict {found.judgement.verdict.value}."
    elif isinstance(found, Elasticity):
        yield from _gears(found)
    else:
        yield from _outcome(found)  # type: ignore[arg-type]  # what else a step comes to


def _gears(found: Elasticity) -> Iterator[str]:
    told = [joint for joint in found.joints if joint.judgement.verdict is not Verdict.NOT_MEASURABLE]
    yield f"{len(told)} of {len(found.joints)} gears could be judged."
    yield f"Verdict {found.judgement.verdict.value}."


def _outcome(found: "Outcome") -> Iterator[str]:
    yield f"{found.seconds:.0f} s recorded, verdict {found.verdict.value}."
    if found.check is not None:
        joints = found.check.check.joints
        good = sum(joint.judgement.verdict is Verdict.GOOD for joint in joints)
        yield f"{good} of {len(joints)} joints have encoders that agree."
    if found.friction is not None:
        joint_names = ", ".join(joint.joint for joint in found.friction.joints if joint.fit is not None)
        yield f"Friction is known for {joint_names or 'no joint'}."
    if found.load_steps is not None:
        loaded = {block.joint for block in found.load_steps.blocks}
        yield f"Gravity loaded {len(loaded)} gears."
    if found.excitation is not None:
        error = degrees(float(found.excitation.following_error.max()))
        yield f"The planned motion was followed within {error:.2g}°."
    if found.payload is not None:
        yield from _payload(found.payload)


def _payload(found: PayloadResult) -> Iterator[str]:
    if found.estimate.judgements[0].verdict is Verdict.NOT_MEASURABLE:
        yield "Its sweeps cannot measure what hangs there."
        return
    centre = (f"{row.label}: {value_text(row.value)}" for row in values(found).rows[1:])
    yield plain(told_after(present(found).headline, f"{'; '.join(centre)}."))
