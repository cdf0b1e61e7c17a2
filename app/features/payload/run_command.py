"""``torsion run payload``: load on the flange, settings of the sweeps, the reference; its tables and JSON."""

import argparse
import math
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import RenderableType

from app.arm.procedure import FloorSettings
from app.errors.text import reason_text
from app.features.payload.presentation import present
from app.features.payload.sweep_run import PayloadFound
from app.guide.feature import RunProcedure
from app.speech.words import verdict_word
from app.terminal.command import WrongUse, json_on_stdout, table
from app.terminal.options import (
    BOTH,
    JointsOption,
    add_setting,
    add_settings,
    add_virtual_payload,
    check_virtual_payload,
    given,
    settings_from,
    virtual_payload,
)
from app.terminal.presentation_lines import presentation_lines
from core.bounds import COUNT
from core.exchange.export_payload import payload_json
from core.fields import to_json_value
from core.payload.plan import PayloadMode, PayloadPlanSettings
from core.payload.result import QUANTITIES
from core.payload.settings import KnownLoad
from core.setting import declared

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, Procedure
    from app.arm.session import RobotSession
    from app.features.payload.pendant import PendantFound, PendantProcedure, PreparedPendant
    from app.features.payload.procedure import PayloadPair, PayloadProcedure, PreparedPayload
    from app.visit.payload import AskedReference
    from core.monitor import Monitor
    from core.payload.plan import Coverage, PayloadSweep
    from core.payload.strokes import PayloadStroke
    from core.robot.model import RobotModel


_LOADED = "loaded"
_LOADS = ("unloaded", _LOADED, "known", BOTH)
_MODEL = "model"


def _add_options(parser: argparse.ArgumentParser) -> None:
    """Add options for the load on the flange, the sweeps, the reference and the floor."""
    _add_loads(parser)
    _add_pendant(parser)
    add_settings(parser, PayloadPlanSettings, "payload_mass", "tool_length", "speed", "width")
    add_setting(parser, PayloadPlanSettings, "mode", metavar="|".join(PayloadMode))
    parser.add_argument(
        "--reference",
        metavar="VISIT.h5|model",
        help="what the payload is compared with: an earlier visit to this arm, whose sweeps are run again, "
        "or the identified model; default: the sweeps of this visit with nothing on the flange",
    )
    parser.add_argument(
        "--sweeps",
        type=JointsOption(COUNT, several=True),
        default=(),
        metavar="N,N…",
        help="only these of the sweeps that ran before: repeats them, or completes a run that was stopped",
    )
    add_setting(parser, FloorSettings, "floor_height", metavar="HEIGHT|none")


def _add_pendant(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--pendant",
        action="store_true",
        help="only read: watch strokes that somebody jogs, tick those that count, weigh by them; goes on "
        "with a run that was stopped",
    )
    parser.add_argument(
        "--empty", action="store_true", help="with --pendant: nothing hangs on the flange, the empty arm"
    )
    parser.add_argument(
        "--anew", action="store_true", help="with --pendant: do not go on with a run that was stopped"
    )


def _check(arguments: argparse.Namespace) -> None:
    """Refuse options that do not go with the pendant, before anything is connected."""
    if not arguments.pendant:
        if arguments.empty or arguments.anew:
            raise WrongUse("--empty and --anew go with --pendant.")
        return
    driven = (
        given(arguments, PayloadPlanSettings),
        given(arguments, FloorSettings),
        given(arguments, KnownLoad),
        arguments.sweeps,
        arguments.virtual_payload,
        arguments.load != _LOADED,
    )
    if any(driven):
        raise WrongUse(
            "--pendant plans nothing and moves nothing: it goes with --empty, --anew, --reference and "
            "--label."
        )
    if arguments.empty and arguments.reference is not None:
        raise WrongUse("--empty measures what a payload is compared with; it needs no --reference.")


def _add_loads(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--load",
        choices=_LOADS,
        default=_LOADED,
        help="what hangs on the flange; both: on a virtual robot, first nothing and then the payload; "
        "default: %(default)s",
    )
    add_settings(parser, KnownLoad)
    add_virtual_payload(parser)


def _procedure(arguments: argparse.Namespace, _session: "RobotSession", _monitor: "Monitor") -> "Procedure":
    """The procedure that the arguments ask for.

    Raises
    ------
    BadRequest
        As ``PayloadPlanSettings`` and ``KnownLoad``.
    WrongUse
        Options that do not go together.
    """
    from app.features.payload.procedure import PayloadProcedure
    from app.visit.payload import PayloadRun

    if arguments.pendant:
        return _pendant(arguments)
    known = _known(arguments)
    check_virtual_payload(arguments)
    is_both = arguments.load == BOTH
    reference = arguments.reference
    sweeps = PayloadProcedure(
        settings=settings_from(arguments, PayloadPlanSettings()),
        load=PayloadRun.UNLOADED if is_both else PayloadRun(arguments.load),
        known=known,
        label=arguments.label or "",
        only=arguments.sweeps,
        reference=_reference(reference),
        **given(arguments, FloorSettings),
    )
    return _pair(arguments, sweeps) if is_both else sweeps


def _reference(named: str | None) -> "AskedReference":
    from app.visit.payload import AskedReference

    visit = None if named in {None, _MODEL} else Path(str(named))
    return AskedReference(visit=visit, use_model=named == _MODEL)


def _pendant(arguments: argparse.Namespace) -> "PendantProcedure":
    from app.features.payload.pendant import PendantProcedure, Watching
    from app.features.payload.pendant_words import watching_words
    from app.visit.payload import PayloadRun

    def tell(now: Watching) -> None:
        """Print what was seen, at once; beside the document where that has standard output."""
        out = sys.stderr if json_on_stdout(arguments) else sys.stdout
        out.write(f"{watching_words(now)}\n")
        out.flush()

    return PendantProcedure(
        load=PayloadRun.UNLOADED if arguments.empty else PayloadRun.LOADED,
        label=arguments.label or "",
        reference=_reference(arguments.reference),
        goes_on=not arguments.anew,
        tell=tell,
    )


def _pair(arguments: argparse.Namespace, sweeps: "PayloadProcedure") -> "PayloadPair":
    from app.features.payload.procedure import PayloadPair

    if sweeps.only or arguments.reference is not None:
        raise WrongUse("--load both runs all sweeps twice, and needs no --sweeps and no --reference.")
    return PayloadPair(sweeps, *virtual_payload(arguments))


def _known(arguments: argparse.Namespace) -> KnownLoad | None:
    load = given(arguments, KnownLoad)
    if arguments.load == "known" and len(load) == len(declared(KnownLoad)):
        return KnownLoad(**load)
    if arguments.load == "known" or load:
        raise WrongUse(
            "--load known, --known-kg and --known-com go together: a load that hangs and was weighed."
        )
    return None


def _plan_lines(
    prepared: "PreparedPayload | PreparedPendant", robot: "RobotModel"
) -> Iterator[RenderableType]:
    from app.features.payload.pendant import PreparedPendant

    if isinstance(prepared, PreparedPendant):
        return pendant_plan_lines(prepared)
    return payload_plan_lines(prepared, robot)


def _document(found: "PayloadFound | PendantFound", _robot: "RobotModel") -> Mapping[str, object]:
    result = found.result
    if not isinstance(found, PayloadFound):
        document = {} if result is None else payload_json(result, reason_text=reason_text)
        nested = {"payload": document} if document else {}
        return {**document, **nested, "pendant": pendant_json(found)}
    weighed = {} if result is None else {"payload": payload_json(result, reason_text=reason_text)}
    return {"payload_sweeps": payload_run_json(found), **weighed}


def _lines(
    found: "PayloadFound | PendantFound", _outcome: "Outcome", _session: "RobotSession"
) -> Iterator[RenderableType]:
    if isinstance(found, PayloadFound):
        yield from payload_run_lines(found)
    else:
        yield from pendant_lines(found)
    if found.result is not None:
        yield from presentation_lines(present(found.result))


PAYLOAD_RUN = RunProcedure["PayloadFound | PendantFound"](
    "payload",
    "Sweep two joints slowly there and back, without and with the payload, and weigh it.",
    _procedure,
    options=_add_options,
    check=_check,
    plan_lines=_plan_lines,
    document=_document,
    lines=_lines,
    only_reads=lambda arguments: bool(arguments.pendant),
)


_DEGREES = 180.0 / math.pi
_MM = 1000.0
_DECIMALS = 2
_COLUMNS = ("number", "joint", "orientation", "from ° (mm)", "to", "°/s (mm/s)", "steady s")


def payload_plan_lines(prepared: "PreparedPayload", robot: "RobotModel") -> Iterator[RenderableType]:
    """Table of the sweeps that will run."""
    sweeps = [each.sweep for each in prepared.staged.sweeps]
    yield table("Sweeps", _COLUMNS, [_row(sweep, robot) for sweep in sweeps])
    if len(sweeps) < len(prepared.plan.sweeps):
        yield f"{len(sweeps)} of the plan's {len(prepared.plan.sweeps)} sweeps."


def _row(sweep: "PayloadSweep", robot: "RobotModel") -> tuple[object, ...]:
    scale = _MM if robot.is_prismatic[sweep.joint] else _DEGREES
    return (
        sweep.number,
        robot.joint_names[sweep.joint],
        sweep.orientation,
        round(scale * sweep.places[0], _DECIMALS) + 0.0,
        round(scale * sweep.places[-1], _DECIMALS) + 0.0,
        scale * sweep.speed,
        sweep.steady_s,
    )


def payload_run_json(found: "PayloadFound") -> dict[str, object]:
    """The documented keys of ``payload_sweeps``; SI, joints from 1."""
    plan = found.plan
    return {
        "joints": [plan.joints.first + 1, plan.joints.second + 1],
        "sweeps": [_sweep_json(sweep) for sweep in plan.sweeps],
        "missing": list(found.missing_sweeps),
        "seconds": plan.seconds,
        "notes": list(plan.notes),
        "coverage": _coverage_json(found.coverage),
    }


def _sweep_json(sweep: "PayloadSweep") -> dict[str, object]:
    return {
        "number": sweep.number,
        "joint": sweep.joint + 1,
        "orientation": sweep.orientation,
        "way": sweep.way,
        "low": sweep.low,
        "high": sweep.high,
        "speed": sweep.speed,
        "steady_s": sweep.steady_s,
    }


def _coverage_json(coverage: "Coverage | None") -> dict[str, object] | None:
    if coverage is None:
        return None
    return {
        "verdicts": dict(zip(QUANTITIES, (verdict.value for verdict in coverage.verdicts), strict=True)),
        "expected": to_json_value(coverage.expected),
        "done": list(coverage.done),
        "next": list(coverage.next_sweeps),
    }


def payload_run_lines(found: "PayloadFound") -> Iterator[str]:
    """Lines about the missing sweeps, and the verdicts that the finished ones suffice for."""
    missing = found.missing_sweeps
    if missing:
        yield (
            f"{len(missing)} of {len(found.plan.sweeps)} sweeps are missing. What was recorded counts; "
            f"run the others with the same --load and --sweeps {','.join(map(str, missing))}."
        )
    if found.coverage is not None:
        pairs = zip(QUANTITIES, found.coverage.verdicts, strict=True)
        verdicts = ", ".join(f"{name} {verdict_word(verdict)}" for name, verdict in pairs)
        yield f"The sweeps that are done suffice for: {verdicts}."


_PENDANT_COLUMNS = ("joint", "from °", "to °", "all joints at the begin, °")


def pendant_plan_lines(prepared: "PreparedPendant") -> Iterator[RenderableType]:
    """What to jog: the strokes of the empty arm, or both joints twice with the wrist turned between."""
    from app.features.payload.pendant_words import SLOW_DEG_S

    first, second = prepared.before.joints.first + 1, prepared.before.joints.second + 1
    low, high = SLOW_DEG_S
    yield (
        f"Jog joint {first} and joint {second} with the pendant, one at a time, at a steady {low} to {high} "
        "°/s by 30° or more, there and back. Then turn the wrist by about 90° and do the same once more."
    )
    empty = prepared.before.empty
    if empty:
        yield table("Jogged with the empty arm: jog the same now", _PENDANT_COLUMNS, map(_pendant_row, empty))
    if prepared.before.labels:
        counted = _counted(len(prepared.before.tally.sweeps))
        yield f"Goes on with {', '.join(prepared.before.labels)}, where {counted}."


def _counted(count: int) -> str:
    return f"{count} {'sweep counts' if count == 1 else 'sweeps count'}"


def _pendant_row(stroke: "PayloadStroke") -> tuple[object, ...]:
    pose = ", ".join(f"{math.degrees(angle):.1f}" for angle in stroke.position[0])
    begin, end = (round(math.degrees(stroke.angle[row]), 1) for row in (0, -1))
    return str(stroke.joint + 1), begin, end, pose


def pendant_json(found: "PendantFound") -> Mapping[str, object]:
    """The documented keys of ``pendant``; SI, joints from 1."""
    from app.features.payload.pendant_words import notice_words

    return {
        "load": found.load.value,
        "joints": [found.joints.first + 1, found.joints.second + 1],
        "sweeps": [
            {"number": number, "joint": joint + 1, "pose": list(pose)}
            for number, (joint, pose) in enumerate(found.tally.sweeps, 1)
        ],
        "lacking": {str(joint + 1): count for joint, count in found.lacking.items()},
        "seen": [
            {"code": notice.seen.value, "joint": notice.joint + 1, "text": notice_words(notice)}
            for notice in found.notices
        ],
    }


def pendant_lines(found: "PendantFound") -> Iterator[str]:
    """How many sweeps count, and what comes next for an empty arm."""
    from app.visit.payload import PayloadRun

    yield f"{_counted(len(found.tally.sweeps))}."
    if found.load is PayloadRun.UNLOADED and not found.lacking:
        yield "The empty arm is measured. Hang the payload, and jog the same strokes with it."
