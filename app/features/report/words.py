"""A commissioning in plain words: its outcome and the next steps. No Qt."""

from collections.abc import Iterable, Iterator

from app.features.payload.sentences import next_steps as payload_steps
from app.features.report.commissioning import Commissioning
from app.speech.language import tr
from core.quality import Verdict, worst

_POOR = (Verdict.REPEAT, Verdict.NOT_MEASURABLE)


def outcome_sentence(done: Commissioning) -> str:
    """Meaning of the outcome for the users of the model."""
    found = done.verification
    if found is None:
        return tr("The model was not tried on motion that it had not seen. What it is worth is not known.")
    failed = _named(found.joints, (passed is False for passed in found.joint_passed))
    if failed:
        return tr(
            "On motion that the model had not seen these joints are beyond their limits: {joints}."
        ).format(joints=failed)
    if not found.passed:
        unjudged = _named(found.joints, (passed is None for passed in found.joint_passed))
        return tr("These joints hardly moved in the verification and were not judged: {joints}.").format(
            joints=unjudged
        )
    if done.verdict in _POOR:
        return tr("Every joint keeps its limits, but the model has other flaws; see the reasons.")
    return tr("Every joint keeps its limits on motion that the model had not seen.")


def friction_verdict(done: Commissioning, joint: int) -> Verdict:
    """Verdict on a joint's friction: that of its sweeps, else that of the parameters in the fit.

    Some poor parameters beside good ones make a friction usable: their common curve is known better than
    each of them.
    """
    name = done.joints[joint]
    for swept in done.friction.joints if done.friction is not None else ():
        if swept.joint == name:
            return swept.judgement.verdict
    verdicts = {one.judgement.verdict for one in done.result.friction[joint].coefficients}
    if not verdicts & set(_POOR):
        return worst(verdicts)
    return Verdict.USABLE if verdicts - set(_POOR) else Verdict.REPEAT


def next_steps(done: Commissioning) -> Iterator[str]:
    """Next things to do in whole sentences, the most urgent first; at least one."""
    yield from _about_model(done)
    yield from _about_friction(done)
    yield from _about_gears(done)
    yield from _about_payload(done)
    if done.is_verified and done.verdict not in _POOR:
        yield tr("Export the model for the controller or the simulator that uses it.")
        yield tr("Keep this visit: the next one is compared with it, and shows what has changed.")


def _about_model(done: Commissioning) -> Iterator[str]:
    found = done.verification
    if done.result.judgement.verdict in _POOR:
        yield tr("Identify the model again; the reasons in this report say what the recordings lack.")
    if found is None:
        yield tr("Verify the model on motion that it has not seen.")
        return
    if failed := _named(found.joints, (passed is False for passed in found.joint_passed)):
        words = tr(
            "Run an excitation that moves {joints} further and faster, then identify and verify again."
        )
        yield words.format(joints=failed)
    if unjudged := _named(found.joints, (passed is None for passed in found.joint_passed)):
        yield tr("Verify again with motions that move {joints}.").format(joints=unjudged)


def _about_friction(done: Commissioning) -> Iterator[str]:
    verdicts = [friction_verdict(done, joint) for joint in range(len(done.joints))]
    if poor := _named(done.joints, (verdict in _POOR for verdict in verdicts)):
        yield tr("Measure the friction again, for: {joints}.").format(joints=poor)
    usable = _named(done.joints, (verdict is Verdict.USABLE for verdict in verdicts))
    if done.friction is None:
        yield tr("Sweep the joints for friction: so far it comes from the excitation alone.")
    elif usable:
        words = tr("The friction of {joints} is only usable: sweep at more speeds to know it better.")
        yield words.format(joints=usable)


def _about_gears(done: Commissioning) -> Iterator[str]:
    found = done.elasticity
    if found is None:
        if done.has_twist:
            yield tr("Analyse the twist of the gears: both encoders were recorded.")
        return
    names = [joint.joint for joint in found.joints]
    verdicts = [joint.judgement.verdict for joint in found.joints]
    if again := _named(names, (verdict is Verdict.REPEAT for verdict in verdicts)):
        yield tr("Load these gears again, slower or with more load: {joints}.").format(joints=again)
    if lost := _named(names, (verdict is Verdict.NOT_MEASURABLE for verdict in verdicts)):
        words = tr("To judge these gears too, load them by a weighed load on the flange: {joints}.")
        yield words.format(joints=lost)


def _about_payload(done: Commissioning) -> Iterator[str]:
    stored = done.payload
    if stored is None:
        yield tr("Measure what hangs on the flange, and set it in the controller.")
        return
    for sentence in payload_steps(stored.found, stored.around.present):
        yield tr("Payload: {sentence}").format(sentence=sentence)


def _named(names: Iterable[str], chosen: Iterable[bool]) -> str:
    return ", ".join(name for name, wanted in zip(names, chosen, strict=True) if wanted)
