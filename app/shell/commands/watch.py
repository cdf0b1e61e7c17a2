"""``torsion watch``: records around a condition of the stream, however long it takes to come."""

import argparse
from typing import TYPE_CHECKING

from app.errors.text import error_text
from app.shell.commands.run import connect, make_visit, session_of
from app.terminal.command import (
    Context,
    ExitCode,
    VisitOption,
    WrongUse,
    be_command,
    json_on_stdout,
    present,
    say,
    table,
)
from app.terminal.options import NumberOption
from app.terminal.serving import Server, serving
from core.bounds import Bounds
from core.errors import TorsionError
from devices.family import CONSENTED

if TYPE_CHECKING:
    from app.arm.condition_watch import Watched
    from app.arm.session import RobotSession
    from core.signals.expression import Expression

BEFORE, AFTER = Bounds("s", 0.0, 60.0), Bounds("s", 0.0, 3600.0, above=True)
HOURS = Bounds("s", 0.0, 720 * 3600.0, above=True)
_HOUR_S = 3600.0


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion watch``."""
    be_command(parser, _watch)
    parser.add_argument("--controller", required=True, metavar="URI", help="it is only read; torsion ports")
    parser.add_argument("--robot", metavar="NAME|FILE", help="default: the visit's, or the controller's")
    parser.add_argument(
        "--when",
        required=True,
        metavar="EXPRESSION",
        help='such as "abs(twist_3) > 4 arcmin"; signals are named with the number of their joint, '
        "functions are abs, rate, low, min and max",
    )
    parser.add_argument(
        "--before", type=NumberOption(BEFORE), default=10.0, metavar="S", help="default: %(default)g"
    )
    parser.add_argument(
        "--after", type=NumberOption(AFTER), default=20.0, metavar="S", help="default: %(default)g"
    )
    parser.add_argument(
        "--for",
        dest="seconds",
        type=NumberOption(HOURS, si=_HOUR_S, unit="h"),
        default=8 * _HOUR_S,
        metavar="H",
        help="hours; Ctrl-C ends it earlier; default: 8",
    )
    parser.add_argument(
        "--into", required=True, action=VisitOption, metavar="VISIT.h5", help="made where it is missing"
    )


def _watch(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from devices.driving.pulse import Pulse

    if CONSENTED in arguments.controller:
        raise WrongUse(f"A watch only reads: name the controller without {CONSENTED}. Nothing was connected.")
    pulse = Pulse()
    with serving(pulse, context.monitor) as server:
        session = server.do(lambda: session_of(arguments, pulse, context))
        try:
            condition, watched, error = _watched(arguments, session, server, context)
        finally:
            server.do(session.close)
    _present(arguments, condition, watched, error, stopped_by=server.stopped_by)
    is_whole = error is None and not any(one.error for one in watched.fired)
    return ExitCode.SUCCESS if is_whole else ExitCode.NOT_TRUSTWORTHY


def _watched(
    arguments: argparse.Namespace, session: "RobotSession", server: Server, context: Context
) -> "tuple[Expression, Watched, TorsionError | None]":
    """Connect, read the condition, and watch; the error is why the watch ended early, or was blind."""
    from app.arm.condition_watch import Watch
    from core.diagnostics.named_signals import named_signals
    from core.signals.expression import read_condition

    connect(arguments, session, server, context)
    signals = named_signals(session.robot, session.capabilities.quantities)
    condition = read_condition(arguments.when, signals)
    server.do(lambda: make_visit(arguments.into, session))
    watch = Watch(session, condition, before=arguments.before, after=arguments.after)
    server.stop_arm = lambda _level: watch.stop()
    if not json_on_stdout(arguments):
        say(arguments, f"Watching {arguments.controller}; nothing is sent to it. Ctrl-C ends it.")
    try:
        server.do(lambda: watch.run(arguments.seconds, context.monitor))
    except TorsionError as error:
        return condition, watch.seen, error
    return condition, watch.seen, watch.blindness


def _present(
    arguments: argparse.Namespace,
    condition: "Expression",
    watched: "Watched",
    error: TorsionError | None,
    *,
    stopped_by: str,
) -> None:
    document = {
        "visit": str(arguments.into),
        "controller": arguments.controller,
        "when": condition.line,
        "before_s": arguments.before,
        "after_s": arguments.after,
        "watched_s": watched.seconds,
        "stopped_by": stopped_by,
        "error": "" if error is None else error.code,
        "fired": [
            {
                "at": one.at,
                "after_s": one.after_s,
                "recording": None if one.recorded is None else one.recorded.label,
                "seconds": 0.0 if one.recorded is None else one.recorded.seconds,
                "missing_samples": 0 if one.recorded is None else one.recorded.missing_samples,
                "incomplete": "" if one.recorded is None else one.recorded.incomplete,
            }
            for one in watched.fired
        ],
    }
    rows = [
        (
            one.at[:19].replace("T", " "),
            f"{one.after_s:.2f} s",
            "–" if one.recorded is None else one.recorded.label,
            "–" if one.recorded is None else f"{one.recorded.seconds:.1f} s",
        )
        for one in watched.fired
    ]
    said = f"{condition.line}: watched for {watched.seconds:.0f} s, it was so {len(rows)} times."
    shown = [table(said, ("at", "after", "recording", "length"), rows)] if rows else [said]
    errors = (*(one.error for one in watched.fired), error)
    ended = [error_text(one).one_line for one in errors if one is not None]
    present(arguments, document, *shown, *ended)
