"""The analysis of the twist of every gear from a visit's recordings, and its stored result. No Qt.

Runs in the worker process of the window, or directly for the command line.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from app.visit.stored_products import (
    has_twist,
    keep_link_position,
    known_link_position,
    new_link_position,
    newest,
)
from core.elasticity.result import ELASTICITY, Elasticity
from core.elasticity.settings import ElasticitySettings
from core.errors import BadRequest
from core.identification.result import IDENTIFICATION, IdentificationResult
from core.monitor import Cancelled, Monitor, PartOfMonitor
from core.recording import BOTH_ENCODERS, FloatArray, Recording, columns_missing

if TYPE_CHECKING:
    from core.elasticity.tool_shift import ToolShift
    from core.encoders.result import LinkPositionFinding
    from core.storage.visit import Visit

_MODEL_SHARE = 0.5
"""Share of the progress for a model, where one has to be made first."""


def analyse_twist(
    monitor: Monitor,
    *,
    visit: Path,
    fit: Sequence[str],
    validate: Sequence[str] = (),
    model: str = "",
    settings: ElasticitySettings | None = None,
    before_storing: Callable[[Elasticity], object] | None = None,
) -> Elasticity:
    """Stiffness, backlash, hysteresis and ripple of every gear; the result is stored in the visit.

    Parameters
    ----------
    fit, validate
        Labels of the recordings whose deflection is fitted, and of those that check the fit.
    model
        Key of the identification that gives the loads; the visit's newest without one. A visit that
        has none gets one first, from all these recordings with the default settings; it is stored
        together with the result.
    before_storing
        Called with the result before it is stored; if it raises, the visit stays as it was.

    Raises
    ------
    BadRequest
        ``visit-without-recordings``, ``unknown-recording``, ``no-recording-with-both-encoders``,
        ``recordings-without-twist``, ``unknown-result`` for the model's key, ``locked-output-alone``
        where there is something beside the recordings of a locked output; as
        ``identify_elasticity`` or ``identify_locked_output`` and, where a model has to be made,
        as ``identify``.
    Cancelled
        When the monitor is cancelled; a model that was finished by then is in the visit.
    """
    from app.visit.recordings import robot_of
    from core.elasticity.identify import identify_elasticity
    from core.elasticity.locked_output import identify_locked_output
    from core.storage.visit import Visit

    with Visit.open(visit, recover=False) as opened:
        recordings = _chosen(opened, (*fit, *validate))
        robot = robot_of(opened)
        if robot.output_locked:
            _refuse_on_a_bench(validate, model)
            found = identify_locked_output(
                recordings, robot, fit=tuple(fit), settings=settings, monitor=monitor
            )
            return _store(opened, found, None, before_storing)
        loads = _model_of(opened, tuple(recordings), model, monitor)
        new = new_link_position(opened, tuple(recordings.values()), robot)
        with _kept_when_stopped(opened, loads):
            found = identify_elasticity(
                recordings,
                robot,
                loads.result,
                fit=tuple(fit),
                validate=tuple(validate),
                settings=settings,
                link=new or known_link_position(opened, _serial(recordings)),
                monitor=loads.monitor,
            )
        return _store(opened, found, loads, before_storing, new)


def twist_again_in(
    visit: "Visit", *, fit: Sequence[str], validate: Sequence[str], settings: ElasticitySettings
) -> Elasticity:
    """The same from an open visit with its newest model, without storing it.

    Raises
    ------
    BadRequest
        ``batch-no-model``; as ``analyse_twist``.
    """
    from app.visit.recordings import robot_of
    from core.elasticity.identify import identify_elasticity
    from core.elasticity.locked_output import identify_locked_output

    recordings, robot = _chosen(visit, (*fit, *validate)), robot_of(visit)
    if robot.output_locked:
        return identify_locked_output(recordings, robot, fit=tuple(fit), settings=settings)
    models = visit.results(IDENTIFICATION)
    if not models:
        raise BadRequest("batch-no-model", file=str(visit.path))
    model = visit.result(models[-1].key, IdentificationResult)
    found = identify_elasticity(
        recordings,
        robot,
        model,
        fit=tuple(fit),
        validate=tuple(validate),
        settings=settings,
        link=known_link_position(visit, _serial(recordings)),
    )
    return found.with_model(models[-1].key)


def _serial(recordings: Mapping[str, Recording]) -> str:
    return next(iter(recordings.values())).origin.serial


@dataclass(frozen=True, eq=False)
class _Loads:
    """Model that gives the loads, its key (empty where the visit lacks it), and the monitor of the rest."""

    result: IdentificationResult
    key: str
    monitor: Monitor


@contextmanager
def _kept_when_stopped(visit: "Visit", loads: _Loads) -> Iterator[None]:
    """Store the model, which took minutes to make, when the rest is stopped."""
    try:
        yield
    except Cancelled:
        if not loads.key:
            visit.add_result(IDENTIFICATION, loads.result)
        raise


def _store(
    visit: "Visit",
    found: Elasticity,
    loads: _Loads | None,
    before_storing: Callable[[Elasticity], object] | None,
    link: "LinkPositionFinding | None" = None,
) -> Elasticity:
    """Store the result, and in the same change the model that was made for it and what is new of the arm."""
    with visit.change() as draft:
        if loads is not None:
            found = replace(found, model=loads.key or draft.add_result(IDENTIFICATION, loads.result))
        draft.add_result(ELASTICITY, found)
        keep_link_position(draft, link)
        if before_storing is not None:
            before_storing(found)
    return found


def tool_shifts(
    *, path: Path, elasticity: Elasticity, labels: Sequence[str], monitor: Monitor
) -> dict[str, "ToolShift"]:
    """Shift of the tool by the twist of all gears, for each recording by its label; empty for a bench."""
    from app.visit.recordings import robot_of
    from core.elasticity.tool_shift import tool_shift
    from core.storage.visit import Visit

    with Visit.open(path) as visit:
        robot = robot_of(visit)
        if robot.output_locked:
            return {}
        return {
            label: tool_shift(visit.recording(label), robot, elasticity, monitor=monitor) for label in labels
        }


def newest_elasticity(visit: "Visit") -> Elasticity | None:
    """Newest analysis of the twist in a visit; None where there is none."""
    return newest(visit, ELASTICITY, Elasticity)


def elasticity_of_visit(monitor: Monitor, *, path: Path) -> Elasticity | None:
    """Newest analysis of the twist in a visit file; None where there is none."""
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path) as visit:
        return newest_elasticity(visit)


def channel_lags_of_visit(monitor: Monitor, *, path: Path) -> tuple[FloatArray, float] | None:
    """Lags (n,) in s between the channels of the encoders by the newest analysis, and their median std.

    None where no analysis measured a lag.
    """
    from core.elasticity.tool_shift import channel_lags

    found = elasticity_of_visit(path=path, monitor=monitor)
    stds = [joint.lag.std for joint in found.joints if joint.lag is not None] if found is not None else []
    return (channel_lags(found), float(np.median(stds))) if found is not None and stds else None


def twist_recordings(visit: "Visit") -> tuple[str, ...]:
    """Labels of the recordings whose twist can be analysed: some joint has both encoders.

    Where the gears' outputs are locked, the motor's encoder with torque or current is enough.
    """
    from app.visit.recordings import robot_of

    is_locked = robot_of(visit).output_locked
    return tuple(
        label for label in visit.labels if has_twist(visit.recording(label), output_locked=is_locked)
    )


class _ModelMonitor(PartOfMonitor):
    """Progress of a model that is made first; the model is no partial result of the analysis."""

    def keep(self, result: object) -> None:
        """Keep nothing of the model for a stopped analysis."""


def _chosen(visit: "Visit", labels: Sequence[str]) -> dict[str, Recording]:
    """Recordings of these labels; refuses labels that cannot be analysed, and names those that can."""
    if not visit.labels:
        raise BadRequest("visit-without-recordings", file=str(visit.path))
    unknown = tuple(label for label in labels if label not in visit.labels)
    if unknown:
        raise BadRequest("unknown-recording", labels=unknown, known=visit.labels)
    known = twist_recordings(visit)
    without = tuple(label for label in labels if label not in known)
    if without and not known:
        columns = (name for label in without for name in visit.recording(label).columns)
        has = dict.fromkeys(columns)
        named = ", ".join(without)
        raise columns_missing("no-recording-with-both-encoders", named, has=has, needed=BOTH_ENCODERS)
    if without:
        raise BadRequest("recordings-without-twist", labels=without, known=known)
    return {label: visit.recording(label) for label in labels}


def _refuse_on_a_bench(validate: Sequence[str], model: str) -> None:
    """Refuse a model and recordings to check with: a locked output carries no load of the arm."""
    if validate or model:
        raise BadRequest("locked-output-alone")


def _model_of(visit: "Visit", labels: Sequence[str], model: str, monitor: Monitor) -> _Loads:
    """Model that gives the loads: that of the visit, or one made now and not stored yet."""
    known = tuple(entry.key for entry in visit.results(IDENTIFICATION))
    if model and model not in known:
        raise BadRequest("unknown-result", key=model, keys=known)
    if known:
        key = model or known[-1]
        return _Loads(visit.result(key, IdentificationResult), key, monitor)
    made = _made_model(visit, labels, _ModelMonitor(monitor, first=0.0, last=_MODEL_SHARE))
    return _Loads(made, "", PartOfMonitor(monitor, first=_MODEL_SHARE, last=1.0))


def _made_model(visit: "Visit", labels: Sequence[str], monitor: Monitor) -> IdentificationResult:
    """Identify a model from all these recordings."""
    from app.visit.recordings import robot_of
    from core.identification.identify import identify

    recordings = {label: visit.recording(label) for label in labels}
    return identify(recordings, robot_of(visit), fit=tuple(labels), monitor=monitor)
