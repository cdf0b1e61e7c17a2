"""The payload of a visit: computed from sweeps or excitation runs, stored, and read with what is around it.

The motion of a recording decides by which method its payload is computed.

Runs in the worker process of the window, or directly for the command line.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.features.payload.recordings_and_gains import (
    ChosenReference,
    GainsInUse,
    chosen_reference,
    gains_in_use,
    known_recordings,
    loaded_recordings,
    plan_of_recordings,
    repeats_of,
)
from app.speech.units import expanded
from app.visit.payload import AskedReference
from app.visit.recordings import robot_of
from app.visit.stored_products import newest
from core.elasticity.result import ELASTICITY, Elasticity
from core.errors import BadRequest, TorsionError
from core.monitor import Cancelled, Monitor, PartOfMonitor
from core.payload.methods import Drives, MethodsCompared, MethodTried, PayloadOfLogs, ToldBy, compare_methods
from core.payload.result import PAYLOAD, PayloadResult, is_set_wrong
from core.payload.settings import (
    ComplianceKnowledge,
    KnownLoad,
    PayloadMethod,
    PayloadSettings,
)
from core.quality import Judgement
from core.recording import Recording

if TYPE_CHECKING:
    from app.features.payload.setting_tasks import PayloadWrite
    from core.robot.load_envelope import PayloadEnvelope
    from core.robot.model import RobotModel
    from core.storage.tag import VisitTag
    from core.storage.visit import Visit
    from devices.controller import PayloadSetting

_ANY_REFERENCE, _USUAL_SETTINGS = AskedReference(), PayloadSettings()
_TOLD: Mapping[ToldBy, str] = {
    ToldBy.NAMED: "as named",
    ToldBy.WEIGHED: "by their weighed mass",
    ToldBy.TORQUE: "by the torques that the arm needed",
}
_METHODS: Mapping[PayloadMethod, str] = {
    PayloadMethod.JOINT: "Sweeps of single joints",
    PayloadMethod.DYNAMIC: "The whole motion (dynamic)",
}


def analyse_payload(  # noqa: PLR0913  # independent inputs
    monitor: Monitor,
    *,
    visit: Path,
    loaded: Sequence[str] = (),
    known: Sequence[tuple[str, KnownLoad]] = (),
    reference: AskedReference = _ANY_REFERENCE,
    settings: PayloadSettings = _USUAL_SETTINGS,
    gains: str = "",
    count_replaced: bool = False,
    before_storing: Callable[[PayloadResult], object] | None = None,
) -> PayloadResult:
    """Mass and centre of mass on the flange; the result is stored in the visit.

    Parameters
    ----------
    loaded, known
        Labels of recordings with the payload, and with a load that was weighed. Without ``loaded`` the
        newest sweeps with a payload; without ``known`` those of the same plan with a known load.
    reference
        An empty one means the reference chosen for this visit, else its unloaded sweeps, else its
        newest identified model.
    gains
        ``manufacturer``, ``identified``, ``exact``, ``unknown``, or the path of a file that
        ``torsion gains --json`` wrote; empty for the best known ones.
    count_replaced
        True: a sweep with the payload counts although it was measured again, unless the settings leave it
        out. Of the other sweeps always the latest counts.
    before_storing
        Called with the result that will be stored; what it raises keeps the visit as it was.

    Raises
    ------
    BadRequest
        ``visit-without-recordings``, ``unknown-recording``, ``payload-no-loaded-recording``,
        ``payload-recording-twice``; as ``chosen_reference``, ``gains_in_use`` and
        ``identify_payload`` or ``identify_payload_dynamically``.
    BadFile
        As ``Visit.open`` and ``read_gains``.
    NotEnoughData, NotIdentifiable
        As ``identify_payload`` or ``identify_payload_dynamically``.
    Cancelled
        After a request to stop; the part that was known by then was offered to the monitor.
    """
    from core.storage.visit import Visit

    with Visit.open(visit, recover=False) as opened:
        found = payload_in(
            opened,
            monitor,
            loaded=loaded,
            known=known,
            reference=reference,
            settings=settings,
            gains=gains,
            count_replaced=count_replaced,
        )
        if before_storing is not None:
            before_storing(found)
        opened.add_result(PAYLOAD, found)
    return found


def payload_in(  # noqa: PLR0913  # independent inputs
    opened: "Visit",
    monitor: Monitor,
    *,
    loaded: Sequence[str] = (),
    known: Sequence[tuple[str, KnownLoad]] = (),
    reference: AskedReference = _ANY_REFERENCE,
    settings: PayloadSettings = _USUAL_SETTINGS,
    gains: str = "",
    count_replaced: bool = False,
    live: Recording | None = None,
) -> PayloadResult:
    """The same from an open visit, without storing it; ``live`` is a recording under way with the payload."""
    from app.visit.recordings import named_recordings

    robot = robot_of(opened)
    carrying = named_recordings(opened, tuple(loaded) or (loaded_recordings(opened) if live is None else ()))
    if live is not None:
        carrying[live.label] = live
    like = plan_of_recordings(opened, tuple(carrying))
    known = tuple(known) or known_recordings(opened, like=like)
    weighed = named_recordings(opened, [label for label, _ in known])
    loads = tuple(carrying.values())
    asked = replace(reference, like=like)
    with chosen_reference(opened, robot, asked=asked, loaded=loads, monitor=monitor) as chosen:
        _check_once(carrying, weighed, chosen)
        recordings = {**chosen.recordings, **weighed, **carrying}
        visits = (opened,) if chosen.earlier is None else (opened, chosen.earlier)
        in_use = gains_in_use(gains, robot=robot, recordings=tuple(recordings.values()), visits=visits)
        repeats = {label for one in visits for label in repeats_of(one)}
        question = _Question(
            recordings,
            robot,
            tuple(carrying),
            tuple(known),
            chosen,
            in_use,
            settings,
            repeats=frozenset(repeats - carrying.keys() if count_replaced else repeats),
        )
        answer = _of_excitation if settings.method is PayloadMethod.DYNAMIC else _of_sweeps
        return _compared(answer(question, visits, monitor), chosen, loads)


def payload_of_visit(*, path: Path, monitor: Monitor) -> PayloadResult | None:
    """The newest payload of the visit in a file; None where it has none."""
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path) as visit:
        return newest(visit, PAYLOAD, PayloadResult)


@dataclass(frozen=True, eq=False)
class _Question:
    """Everything from which a payload is computed."""

    recordings: Mapping[str, Recording]
    robot: "RobotModel"
    loaded: tuple[str, ...]
    known: tuple[tuple[str, KnownLoad], ...]
    reference: ChosenReference
    gains: GainsInUse
    settings: PayloadSettings
    repeats: frozenset[str]
    """Labels of recordings whose sweeps take the place of earlier ones."""


def _of_sweeps(question: _Question, visits: Sequence["Visit"], monitor: Monitor) -> PayloadResult:
    from core.payload.identify import identify_payload

    return identify_payload(
        question.recordings,
        question.robot,
        unloaded=tuple(question.reference.recordings),
        loaded=question.loaded,
        known=question.known,
        reference_model=question.reference.model,
        gains=question.gains.knowledge,
        compliance=known_compliance(visits),
        settings=question.settings,
        drive_gain=question.gains.drive_gain,
        repeats=question.repeats,
        monitor=monitor,
    )


def _of_excitation(question: _Question, _visits: Sequence["Visit"], monitor: Monitor) -> PayloadResult:
    from core.payload.dynamic.identify import identify_payload_dynamically

    if question.reference.model is not None:
        raise BadRequest("payload-runs-missing")
    return identify_payload_dynamically(
        question.recordings,
        question.robot,
        unloaded=tuple(question.reference.recordings),
        loaded=question.loaded,
        gains=question.gains.knowledge,
        settings=question.settings,
        drive_gain=question.gains.drive_gain,
        monitor=monitor,
    )


def _compared(found: PayloadResult, chosen: ChosenReference, loads: Sequence[Recording]) -> PayloadResult:
    """The payload with its reference, and judged with the reasons against that."""
    from core.payload.plausibility import reference_reasons

    serials = {one.origin.serial for one in (*chosen.recordings.values(), *loads)}
    against = reference_reasons(chosen.reference, arm_is_known="" not in serials)
    judged = Judgement.of((*found.judgement.reasons, *against))
    return replace(found, reference=chosen.reference, judgement=judged)


def _check_once(
    loaded: Mapping[str, Recording], known: Mapping[str, Recording], reference: ChosenReference
) -> None:
    """Refuse a payload without loaded recordings, and one recording in two roles."""
    if not loaded:
        raise BadRequest("payload-no-loaded-recording")
    twice = {*loaded} & {*known} | {*reference.recordings} & {*loaded, *known}
    if twice:
        raise BadRequest("payload-recording-twice", labels=tuple(sorted(twice)))


def known_compliance(visits: Sequence["Visit"]) -> ComplianceKnowledge | None:
    """Compliance of the gears from the first of the visits that has measured it with two encoders."""
    from core.payload.settings import compliance_of

    for visit in visits:
        elasticity = newest(visit, ELASTICITY, Elasticity)
        known = None if elasticity is None else compliance_of(elasticity)
        if known is not None:
            return known
    return None


def load_diagram(monitor: Monitor, *, path: Path) -> "PayloadEnvelope":
    """Largest mass of a load over the distance of its centre of mass from the flange."""
    from core.robot.payload_envelope import payload_envelope
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path) as visit:
        return payload_envelope(robot_of(visit))


class _NoPart(PartOfMonitor):
    """Progress of one method, whose result so far is none of the comparison."""

    def keep(self, result: object) -> None:
        """Keep nothing."""


def analyse_dynamic_payload(
    monitor: Monitor, *, visit: Path, unloaded: Sequence[str], loaded: Sequence[str]
) -> PayloadResult:
    """The payload from excitation runs, stored in the visit; errors as ``analyse_payload``."""
    return analyse_payload(
        monitor,
        visit=visit,
        loaded=loaded,
        reference=AskedReference(tuple(unloaded)),
        settings=PayloadSettings(PayloadMethod.DYNAMIC),
    )


def compare_payload_methods(
    monitor: Monitor, *, visit: Path, unloaded: Sequence[str], loaded: Sequence[str]
) -> MethodsCompared:
    """The payload by every method: three from the visit's newest sweeps, one from these excitation runs.

    Raises
    ------
    BadFile
        As ``Visit.open``.
    """
    from core.storage.visit import Visit

    results: list[PayloadResult] = []
    refused: dict[PayloadMethod, TorsionError] = {}
    with Visit.open(visit, recover=False) as opened:
        methods = _possible(opened, has_pair=bool(unloaded) and bool(loaded))
        for number, method in enumerate(methods):
            part = _NoPart(monitor, first=number / len(methods), last=(number + 1) / len(methods))
            pair = method is PayloadMethod.DYNAMIC
            try:
                found = payload_in(
                    opened,
                    part,
                    loaded=loaded if pair else (),
                    reference=AskedReference(tuple(unloaded) if pair else ()),
                    settings=PayloadSettings(method),
                )
            except Cancelled:
                raise
            except TorsionError as error:
                refused[method] = error
            else:
                results.append(found)
    return compare_methods(results, refused)


def _possible(visit: "Visit", *, has_pair: bool) -> list[PayloadMethod]:
    """Methods for which the visit has recordings."""
    swept = bool(loaded_recordings(visit))
    return [method for method in PayloadMethod if (has_pair if method is PayloadMethod.DYNAMIC else swept)]


@dataclass(frozen=True)
class Around:
    """Circumstances of a payload; None for what is not known.

    ``envelope`` has the largest loads of the arm, ``setting`` is the controller's payload setting and
    ``change`` its newest change. ``operator`` made the visit. ``is_partial`` is True while the payload
    is still being computed.
    """

    envelope: "PayloadEnvelope | None" = None
    setting: "PayloadSetting | None" = None
    change: "PayloadWrite | None" = None
    operator: str = ""
    tag: "VisitTag | None" = None
    """Customer and note of the visit."""
    is_partial: bool = False

    @property
    def present(self) -> "PayloadSetting | None":
        """Payload setting that the controller has now."""
        return self.setting if self.change is None else self.change.present

    @property
    def before(self) -> "PayloadSetting | None":
        """Payload setting that the controller had before the newest change."""
        return self.setting if self.change is None else self.change.old

    def is_set_wrong(self, found: PayloadResult) -> bool:
        """True if the controller's present setting is known, and is not the measured mass."""
        return self.present is not None and is_set_wrong(found.estimate, self.present.mass)


ALONE = Around()
"""Circumstances of which nothing is known."""


@dataclass(frozen=True, eq=False)
class StoredPayload:
    """A payload of a visit with its circumstances."""

    found: PayloadResult
    around: Around = ALONE


def stored_payload(visit: "Visit", found: PayloadResult | None = None) -> StoredPayload | None:
    """The payload ``found`` of a visit, else its newest, with its circumstances; None where it has none.

    A change of the controller's setting counts where it was made from this very payload, or from none.
    """
    from app.features.payload.setting_tasks import PAYLOAD_WRITE, PayloadWrite
    from core.robot.payload_envelope import payload_envelope
    from core.storage.tag import tag_of

    found = newest(visit, PAYLOAD, PayloadResult) if found is None else found
    if found is None:
        return None
    changes = [visit.result(entry.key, PayloadWrite) for entry in visit.results(PAYLOAD_WRITE)]
    ours = [one for one in changes if not one.measured_at or one.measured_at == found.created_at]
    around = Around(
        payload_envelope(robot_of(visit)),
        change=ours[-1] if ours else None,
        operator=visit.operator,
        tag=tag_of(visit),
    )
    return StoredPayload(found, around)


def analyse_logs(
    monitor: Monitor,
    *,
    visit: Path,
    labels: Sequence[str],
    unloaded: Sequence[str] = (),
    joints: Sequence[int] = (),
    gains: str = "",
    before_storing: Callable[[PayloadOfLogs], object] | None = None,
) -> PayloadOfLogs:
    """Mass and centre of mass on the flange from these recordings; the result is stored in the visit.

    Parameters
    ----------
    labels, unloaded
        All recordings, and those with nothing on the flange; distinguished where ``unloaded`` is empty.
    joints
        Only sweeps of these joints, from 0.
    gains
        As for ``analyse_payload``.
    before_storing
        Called with the result; what it raises keeps the visit as it was.

    Raises
    ------
    BadRequest, BadFile, NotEnoughData, NotIdentifiable, PoorExcitation
        As ``identify_payload_from_logs``, ``gains_in_use`` and ``Visit.open``.
    """
    from app.visit.recordings import named_recordings, robot_of
    from core.payload.from_logs import identify_payload_from_logs
    from core.storage.visit import Visit

    with Visit.open(visit, recover=False) as opened:
        robot = robot_of(opened)
        recordings = named_recordings(opened, tuple(dict.fromkeys((*labels, *unloaded))))
        in_use = gains_in_use(gains, robot=robot, recordings=tuple(recordings.values()), visits=(opened,))
        found = identify_payload_from_logs(
            recordings,
            robot,
            unloaded=unloaded,
            drives=Drives(in_use.knowledge, in_use.drive_gain, known_compliance((opened,))),
            joints=tuple(joints),
            monitor=monitor,
        )
        if before_storing is not None:
            before_storing(found)
        opened.add_result(PAYLOAD, found.result)
    return found


def log_lines(found: PayloadOfLogs) -> Iterator[str]:
    """Sentences for the terminal: recordings without and with payload, how distinguished, methods tried."""
    yield (
        f"Without the payload: {', '.join(found.unloaded)}. With it: {', '.join(found.loaded)}. "
        f"Told apart {_TOLD[found.told_by]}."
    )
    for one in found.tried:
        yield f"{_METHODS[one.method]}: {_outcome(one)}"


def _outcome(tried: MethodTried) -> str:
    from app.errors.text import error_text

    if tried.code:
        why = error_text(TorsionError(tried.code, **dict(tried.facts))).title
        return f"cannot serve {', '.join(tried.recordings)}. {why}"
    chosen = "; this is the result" if tried.is_chosen else ""
    return f"{tried.mass:.3f} ± {expanded(tried.mass_std):.3f} kg from {', '.join(tried.recordings)}{chosen}."
