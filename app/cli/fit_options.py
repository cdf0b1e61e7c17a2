"""The options that every fit of a model to recordings has: which friction, and which frequencies."""

import argparse

from app.cli.numbers import NumberOption
from core.bounds import CUTOFF
from core.friction.kinds import FrictionKind


def add_fit_options(parser: argparse.ArgumentParser, *, friction: FrictionKind, filter_hz: float) -> None:
    """Add ``--friction`` and ``--filter-hz`` with their defaults."""
    parser.add_argument(
        "--friction",
        choices=[kind.value for kind in FrictionKind],
        default=friction.value,
        help="default: %(default)s",
    )
    parser.add_argument(
        "--filter-hz",
        type=NumberOption(CUTOFF),
        default=filter_hz,
        metavar="F",
        help="cut-off of the zero-phase low-pass; default: %(default)s",
    )
