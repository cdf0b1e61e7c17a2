"""``torsion torque-kind``: what a reported torque is, from one pose held without and with a known load."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from rich.console import RenderableType

from app.errors.text import mark_text
from app.terminal.command import Context, ExitCode, be_command, present, table, write_document
from app.terminal.options import NumberOption
from core.bounds import MASS, PLACE
from core.exchange.export_procedures import torque_kind_json
from core.identification.torque_kind import LEAST_LOAD, TORQUE_KIND, TorqueKindFinding, find_torque_kind
from core.recording import TorqueKind


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion torque-kind``."""
    be_command(parser, _torque_kind)
    parser.add_argument("visit", type=Path, metavar="VISIT.h5")
    parser.add_argument(
        "--unloaded", required=True, metavar="LABEL", help="still, with nothing on the flange"
    )
    parser.add_argument(
        "--loaded",
        required=True,
        metavar="LABEL",
        help="still in the same pose, with the load; the payload set in the controller stays the same",
    )
    parser.add_argument(
        "--mass", required=True, type=NumberOption(MASS), metavar="KG", help="mass of the load"
    )
    parser.add_argument(
        "--center",
        nargs=3,
        type=NumberOption(PLACE),
        default=(0.0, 0.0, 0.0),
        metavar="M",
        help="its centre of mass in the flange frame, m; the flange itself without it",
    )


def _torque_kind(arguments: argparse.Namespace, context: Context) -> ExitCode:
    from app.visit.recordings import named_recordings, robot_of
    from core.storage.visit import Visit

    del context
    labels = (arguments.unloaded, arguments.loaded)
    with Visit.open(arguments.visit) as visit:
        robot = robot_of(visit)
        recordings = named_recordings(visit, labels)
        without, loaded = (recordings[label] for label in labels)
        without, loaded = without.block(0, without.sample_count), loaded.block(0, loaded.sample_count)
        found = find_torque_kind(without, loaded, robot, mass=arguments.mass, center=arguments.center)
        document = {**torque_kind_json(found), "result": None}
        if found.kind is not TorqueKind.UNKNOWN:
            with visit.change() as draft:  # which is dropped when the document cannot be written
                document["result"] = draft.add_result(TORQUE_KIND, found)
                write_document(arguments, document)
    present(arguments, document, *_readable(found))
    return ExitCode.NOT_TRUSTWORTHY if found.kind is TorqueKind.UNKNOWN else ExitCode.SUCCESS


def _readable(found: TorqueKindFinding) -> Iterator[RenderableType]:
    if mark := mark_text(found.mark):
        yield mark
    yield table(
        "What the load changed",
        ("joint", "its weight N·m", "reported N·m", "±", "counts"),
        [
            (each.joint, each.expected, each.found, each.noise, "yes" if each.counts else "no")
            for each in found.joints
        ],
    )
    yield _REASONS[found.reason]
    if found.kind is TorqueKind.UNKNOWN:
        return
    yield f"The torque of the arm {found.serial or 'without a serial number'} behaves like: {found.kind}."
    yield (
        f"It is stored in the visit. To record this arm with it, write torque={found.kind} behind its "
        "address, such as elite-cs:10.0.0.2?torque=…. Recordings that were made before keep their kind."
    )


_REASONS = {
    "follows-current": "The torque has the same ratio to the current without the load and with it: it is "
    "made from the current, and the friction of the gears is in it.",
    "whole-load-seen": "The torque shows the whole load and does not follow the current: it is measured "
    "behind the gears, without their friction.",
    "load-not-seen": "The current carries the load and the torque does not show it: a model computes it.",
    "not-still": "Unknown: the arm moved in one of the recordings.",
    "other-pose": "Unknown: the two recordings are of different poses.",
    "load-too-small": f"Unknown: no joint carries {LEAST_LOAD:g} N·m of the load, ten times what the torque "
    "scatters. Take a heavier load, or stretch the arm out sideways.",
    "no-current": "Unknown: the recordings have no current to compare with.",
    "friction-holds": "Unknown: neither current nor torque has changed; friction holds the load. Move a "
    "little, and come to the pose from the same side both times.",
    "unclear": "Unknown: the torque follows neither the current nor the load.",
}
