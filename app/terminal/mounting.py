"""The option ``--mounting``: how the base of the arm is mounted."""

import argparse

from core.errors import BadRequest
from core.robot.mounting import mounting_angles

HELP = "how the base stands: degrees about x, y, z of the room; wall: the base's x points down"


def add_mounting(parser: argparse.ArgumentParser, *, help_text: str = HELP) -> None:
    """Add ``--mounting`` to a command."""
    parser.add_argument("--mounting", type=_mounting, metavar="table|wall|ceiling|R,P,Y", help=help_text)


def _mounting(text: str) -> str:
    try:
        mounting_angles(text)
    except BadRequest:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no mounting; write table, wall, ceiling, or three angles in degrees such as 0,30,0 "
            "(--mounting=-90,0,0 where the first one is negative)"
        ) from None
    return text
