"""A commissioning in plain words: how it ended, and what to do next. No Qt."""

from collections.abc import Iterable, Iterator

from app.language import translate
from app.payload_advice import advice
from app.work.commissioning import Commissioning
from core.identification.result import JointFriction
from core.payload.result import PayloadResult
from core.quality import Verdict, worst

_POOR = (Verdict.REPEAT, Verdict.NOT_MEASURABLE)


def _tr(text: str) -> str:
    return translate("Commissioning", text)


def outcome_word(done: Commissioning) -> str:
    """How it ended in two or three words, for the top of a report."""
    if done.verification is None:
        return _tr("NOT VERIFIED")
    if done.is_verified and done.verdict not in _POOR:
        return _tr("VERIFIED")
    return _tr("DO NOT USE YET")


def outcome_sentence(done: Commissioning) -> str:
    """What that means for whoever has to use the model."""
    found = done.verification
    if found is None:
        return _tr("The model was not tried on motion that it had not seen. What it is worth is not known.")
    failed = _named(found.joints, (passed is False for passed in found.joint_passed))
    if failed:
        return _tr(
            "On motion that the model had not seen these joints are beyond their limits: {joints}."
        ).format(joints=failed)
    if not found.passed:
        unjudged = _named(found.joints, (passed is None for passed in found.joint_passed))
        return _tr("These joints hardly moved in the verification and were not judged: {joints}.").format(
            joints=unjudged
        )
    if done.verdict in _POOR:
        return _tr("Every joint keeps its limits, but the model has other flaws; see the reasons.")
    return _tr("Every joint keeps its limits on motion that the model had not seen.")


def friction_verdict(friction: JointFriction) -> Verdict:
    """Of a joint's coefficients together."""
    return worst(one.judgement.verdict for one in friction.coefficients)


def next_steps(done: Commissioning) -> Iterator[str]:
    """What to do next in whole sentences, the most urgent first; never none at all."""
    yield from _about_model(done)
    yield from _about_friction(done)
    yield from _about_gears(done)
    yield from _about_payload(done)
    if done.is_verified and done.verdict not in _POOR:
        yield _tr("Export the model for the controller or the simulator that uses it.")
        yield _tr("Keep this visit: the next one is compared with it, and shows what has changed.")


def _about_model(done: Commissioning) -> Iterator[str]:
    found = done.verification
    if done.result.judgement.verdict in _POOR:
        yield _tr("Identify the model again; the reasons in this report say what the recordings lack.")
    if found is None:
        yield _tr("Verify the model on motion that it has not seen.")
        return
    if failed := _named(found.joints, (passed is False for passed in found.joint_passed)):
        words = _tr(
            "Run an excitation that moves {joints} further and faster, then identify and verify again."
        )
        yield words.format(joints=failed)
    if unjudged := _named(found.joints, (passed is None for passed in found.joint_passed)):
        yield _tr("Verify again with motions that move {joints}.").format(joints=unjudged)


def _about_friction(done: Commissioning) -> Iterator[str]:
    frictions = done.result.friction
    verdicts = [friction_verdict(one) for one in frictions]
    names = [one.joint for one in frictions]
    if poor := _named(names, (verdict in _POOR for verdict in verdicts)):
        words = _tr("Sweep {joints} for friction again: some of its parameters are not to be relied on.")
        yield words.format(joints=poor)
    if usable := _named(names, (verdict is Verdict.USABLE for verdict in verdicts)):
        words = _tr("The friction of {joints} is only usable: sweep at more speeds to know it better.")
        yield words.format(joints=usable)
    if done.friction is None:
        yield _tr("Sweep the joints for friction: so far it comes from the excitation alone.")
    elif swept := _named(
        [joint.joint for joint in done.friction.joints],
        (joint.judgement.verdict in _POOR for joint in done.friction.joints),
    ):
        yield _tr("Repeat the friction sweeps of {joints}.").format(joints=swept)


def _about_gears(done: Commissioning) -> Iterator[str]:
    found = done.elasticity
    if found is None:
        if done.can_tell_twist:
            yield _tr("Look at the twist of the gears: both encoders were recorded, nobody has asked yet.")
        return
    names = [joint.joint for joint in found.joints]
    verdicts = [joint.judgement.verdict for joint in found.joints]
    if again := _named(names, (verdict is Verdict.REPEAT for verdict in verdicts)):
        yield _tr("Repeat the load steps of {joints}: its gear could not be judged well.").format(
            joints=again
        )
    if lost := _named(names, (verdict is Verdict.NOT_MEASURABLE for verdict in verdicts)):
        words = _tr("Gravity does not load {joints} enough to judge the gear: hang a weighed load for it.")
        yield words.format(joints=lost)


def _about_payload(done: Commissioning) -> Iterator[str]:
    paper = done.payload
    if paper is None:
        yield _tr("Measure what hangs on the flange, and set it in the controller.")
        return
    found: PayloadResult = paper.found
    present = None if paper.write is None else paper.write.present
    for sentence in advice(found, present=present, tr=_tr):
        yield _tr("Payload: {sentence}").format(sentence=sentence)


def _named(names: Iterable[str], chosen: Iterable[bool]) -> str:
    return ", ".join(name for name, wanted in zip(names, chosen, strict=True) if wanted)
