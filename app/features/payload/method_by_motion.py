"""A payload from any recordings of a visit: their motion decides by which method. No Qt."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from app.features.payload.recordings_and_gains import gains_in_use
from app.features.payload.tasks import known_compliance
from app.speech.units import expanded
from core.errors import TorsionError
from core.monitor import Monitor
from core.payload.methods import Drives, MethodTried, PayloadOfLogs, ToldBy
from core.payload.result import PAYLOAD
from core.payload.settings import PayloadMethod

_TOLD: Mapping[ToldBy, str] = {
    ToldBy.NAMED: "as named",
    ToldBy.WEIGHED: "by their weighed mass",
    ToldBy.TORQUE: "by the torques that the arm needed",
}
_METHODS: Mapping[PayloadMethod, str] = {
    PayloadMethod.JOINT: "Sweeps of single joints",
    PayloadMethod.DYNAMIC: "The whole motion (dynamic)",
}


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
