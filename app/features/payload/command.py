"""``torsion payload``: mass and centre of mass on the flange, from slow sweeps or excitation runs."""

import argparse
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from app.guide.feature import BatchWork
from app.terminal.command import Context, ExitCode, WrongUse, be_command, exit_code, present, write_document
from app.terminal.options import JointsOption, add_settings, given
from core.bounds import JOINT
from core.monitor import Cancelled
from core.payload.result import PAYLOAD, PayloadResult
from core.payload.settings import (
    Directions,
    GainSource,
    KnownLoad,
    PayloadMethod,
    PayloadSettings,
    SweepKey,
)
from core.setting import declared

if TYPE_CHECKING:
    from core.batch.work import Made, VisitWork


_SWEEP = re.compile(r"(?P<recording>.+?):(?P<joint>\d+):(?P<orientation>\d+)(?::(?P<round>\d+))?")
_SOURCES = tuple(source.value for source in GainSource)


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion payload``."""
    be_command(parser, _payload)
    parser.add_argument("visit", type=Path, metavar="VISIT.h5")
    parser.add_argument(
        "--method",
        choices=[method.value for method in PayloadMethod],
        help="three steps one after the other, all sweeps in one fit, the twist of the gears alone, or a "
        "pair of excitation runs; default: joint",
    )
    _add_recordings(parser)
    parser.add_argument(
        "--joints",
        metavar="N,N…",
        type=JointsOption(JOINT, first=1, several=True),
        default=(),
        help="only sweeps of these joints, numbered from 1; default: all that were swept",
    )
    _add_known_load(parser)
    parser.add_argument(
        "--gains",
        default="",
        metavar="|".join((*_SOURCES, "FILE")),
        help="drive gains: a file is what `torsion gains --json` wrote; default: identified ones where a "
        "visit has them, else the manufacturer's; of a torque sensor exact",
    )
    parser.add_argument(
        "--leave-out",
        nargs="+",
        default=[],
        type=_sweep_key,
        metavar="LABEL:JOINT:ORIENTATION[:ROUND]",
        help="sweeps that do not count, as the table of sweeps names them; where one was measured again, "
        "leaving out the later one lets the earlier one count",
    )
    parser.add_argument(
        "--count-replaced",
        action="store_true",
        help="sweeps that were measured again count as well; default: of each the latest alone",
    )
    parser.add_argument(
        "--one-direction",
        action="store_true",
        help="the way there alone: friction that grows with the load stays in the result",
    )


def _add_recordings(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--from",
        dest="logs",
        nargs="+",
        default=[],
        metavar="LABEL",
        help="any recordings without and with the payload: their motion decides by which method; those "
        "without are told by --reference, their weighed mass, or the torques",
    )
    parser.add_argument(
        "--reference",
        "--unloaded",
        dest="unloaded",
        nargs="+",
        default=[],
        metavar="LABEL",
        help="recordings with nothing on the flange; default: the visit's own unloaded sweeps, else its "
        "newest model",
    )
    parser.add_argument(
        "--sweeps",
        "--loaded",
        dest="loaded",
        nargs="+",
        default=[],
        metavar="LABEL",
        help="recordings with the payload; default: the newest sweeps with one",
    )
    parser.add_argument(
        "--earlier",
        type=Path,
        metavar="VISIT.h5",
        help="an earlier visit of the same arm that holds the unloaded recordings; it is only read",
    )
    parser.add_argument(
        "--model",
        nargs="?",
        const="",
        metavar="KEY",
        help="compare with an identified model instead of unloaded sweeps; the last one without a KEY",
    )


def _add_known_load(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--known",
        nargs="+",
        default=[],
        metavar="LABEL",
        help="recordings of the same sweeps with a load that was weighed; it gives the scale of the drives "
        "and the stiffness of the gears",
    )
    add_settings(parser, KnownLoad)


def _payload(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from app.errors.text import reason_text
    from app.features.payload.presentation import present as present_payload
    from app.features.payload.setting_tasks import PayloadWrite, payload_writes
    from app.features.payload.tasks import Around
    from app.terminal.presentation_lines import presentation_lines
    from core.exchange.export_payload import payload_json

    _check(arguments)
    if arguments.logs:
        return _payload_of_logs(arguments, context)

    def document(found: PayloadResult, *, finished: bool) -> dict[str, object]:
        return {**payload_json(found, reason_text=reason_text), "finished": finished}

    writes: list[PayloadWrite] = []

    def prepare(found: PayloadResult) -> None:
        writes.extend(payload_writes(visit=arguments.visit, monitor=context.monitor))
        write_document(arguments, document(found, finished=True))

    found, finished = _found(arguments, prepare, context)
    setting = writes[-1].present if writes else None
    shown = present_payload(found, Around(setting=setting))
    present(arguments, document(found, finished=finished), *presentation_lines(shown))
    return exit_code(found.judgement.verdict) if finished else ExitCode.NOT_TRUSTWORTHY


def _payload_of_logs(arguments: argparse.Namespace, context: Context) -> ExitCode:
    """The same from any recordings, by the method that their motion allows."""
    from app.errors.text import reason_text
    from app.features.payload.presentation import present as present_payload
    from app.features.payload.tasks import analyse_logs, log_lines
    from app.terminal.presentation_lines import presentation_lines
    from core.exchange.export_payload import logs_json

    found = analyse_logs(
        context.monitor,
        visit=arguments.visit,
        labels=arguments.logs,
        unloaded=arguments.unloaded,
        joints=arguments.joints,
        gains=arguments.gains,
        before_storing=lambda found: write_document(arguments, logs_json(found, reason_text=reason_text)),
    )
    document = {**logs_json(found, reason_text=reason_text), "finished": True}
    present(arguments, document, *log_lines(found), *presentation_lines(present_payload(found.result)))
    return exit_code(found.result.judgement.verdict)


def _check(arguments: argparse.Namespace) -> None:
    """Refuse options that contradict each other, before any file is read."""
    others = (arguments.loaded, arguments.known, arguments.earlier, arguments.leave_out)
    if arguments.logs and (
        any(others)
        or arguments.model is not None
        or arguments.one_direction
        or arguments.count_replaced
        or arguments.method
    ):
        raise WrongUse("--from goes with --reference, --joints and --gains alone; it chooses the method.")
    if arguments.model is not None and (arguments.unloaded or arguments.earlier is not None):
        raise WrongUse("--model takes the place of unloaded recordings. Name the one or the others.")
    if arguments.method == PayloadMethod.DYNAMIC and not (arguments.unloaded and arguments.loaded):
        raise WrongUse("--method dynamic needs a pair of excitation runs: name --unloaded and --loaded.")
    if arguments.method == PayloadMethod.DYNAMIC and (
        arguments.leave_out or arguments.one_direction or arguments.count_replaced or arguments.joints
    ):
        raise WrongUse(
            "--method dynamic knows no sweeps. Leave --leave-out, --one-direction, --count-replaced and "
            "--joints away."
        )
    if arguments.gains and arguments.gains not in _SOURCES and not Path(arguments.gains).is_file():
        raise WrongUse(f"--gains {arguments.gains} is no file, and not one of {', '.join(_SOURCES)}.")


def _known(arguments: argparse.Namespace) -> tuple[tuple[str, KnownLoad], ...]:
    """The recordings with a known load, each with that load."""
    load = given(arguments, KnownLoad)
    are_given = (bool(arguments.known), *(name in load for name in declared(KnownLoad)))
    if any(are_given) and not all(are_given):
        raise WrongUse("--known, --known-kg and --known-com go together: which runs, what mass, what centre.")
    return tuple((label, KnownLoad(**load)) for label in arguments.known)


def _found(
    arguments: argparse.Namespace, prepare: Callable[[PayloadResult], None], context: Context
) -> tuple[PayloadResult, bool]:
    """The payload and ``True``; after a stop, the payload as far as it was known and ``False``."""
    from app.features.payload.tasks import analyse_payload
    from app.visit.payload import AskedReference

    try:
        found = analyse_payload(
            visit=arguments.visit,
            loaded=arguments.loaded,
            known=_known(arguments),
            reference=AskedReference(
                tuple(arguments.unloaded),
                arguments.earlier,
                use_model=arguments.model is not None,
                model=arguments.model or "",
            ),
            settings=PayloadSettings(
                PayloadMethod(arguments.method or PayloadMethod.JOINT),
                Directions.FORWARD if arguments.one_direction else Directions.BOTH,
                tuple(arguments.leave_out),
                tuple(arguments.joints),
            ),
            gains=arguments.gains,
            count_replaced=arguments.count_replaced,
            before_storing=prepare,
            monitor=context.monitor,
        )
    except Cancelled:
        if isinstance(context.monitor.best, PayloadResult):
            return context.monitor.best, False
        raise
    return found, True


def _sweep_key(text: str) -> SweepKey:
    """Sweep named by ``recording:joint:orientation[:round]`` with its joint counted from 1."""
    found = _SWEEP.fullmatch(text)
    if found is None or int(found["joint"]) < 1:
        raise argparse.ArgumentTypeError(f"{text} names no sweep; a sweep is LABEL:JOINT:ORIENTATION[:ROUND]")
    return SweepKey(
        found["recording"], int(found["joint"]) - 1, int(found["orientation"]), int(found["round"] or 1)
    )


def payload_batch() -> BatchWork:
    """The work of this feature on many visits."""
    return BatchWork("payload", "Compute the payloads again, from the same sweeps.", _add_options, _work)


def _add_options(_parser: argparse.ArgumentParser) -> None:
    """There are none: the recordings and the method are those of the newest payload."""


def _work(_arguments: argparse.Namespace) -> "VisitWork":
    return payload_again


def payload_again(path: Path) -> "Made":
    """The payload from the recordings and by the method of the newest one, or from the newest sweeps.

    Raises
    ------
    BadRequest, NotEnoughData, NotIdentifiable
        As ``payload_in``.
    """
    from app.features.payload.tasks import payload_in
    from app.visit.stored_products import newest
    from core.batch.work import Made
    from core.monitor import NullMonitor
    from core.storage.visit import Visit

    with Visit.open(path, recover=False) as visit:
        before = newest(visit, PAYLOAD, PayloadResult)
        settings = PayloadSettings() if before is None else before.settings
        loaded = () if before is None else tuple(one for one in before.recordings if one in visit.labels)
        found = payload_in(visit, NullMonitor(), loaded=loaded, settings=settings)
    return Made(PAYLOAD, found, found.judgement.verdict)
