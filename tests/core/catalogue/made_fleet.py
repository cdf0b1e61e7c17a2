"""A made-up fleet for tests: visits with a broken file, their catalogue, and the truth about the arms."""

import pickle
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.catalogue.example import WornArm, WrongPayload, write_example
from core.catalogue.scan import scan
from core.catalogue.store import Catalogue
from core.monitor import NullMonitor
from tests.made_once import MadeOnce

ARMS, VISITS, WRONG_PAYLOADS = 24, 96, 3
BROKEN = "broken.h5"


@dataclass(frozen=True)
class MadeFleet:
    """Files that no test may change, and by serial number the arms that are not as the others."""

    visits: Path
    catalogue: Path
    truth: Mapping[str, WornArm | WrongPayload]

    @property
    def clearly_worn(self) -> dict[str, WornArm]:
        """Arms that have lost so much stiffness that no visit can miss it."""
        worn = {serial: one for serial, one in self.truth.items() if isinstance(one, WornArm)}
        return {serial: one for serial, one in worn.items() if one.stiffness_lost > 0.1}

    @property
    def wrong_payloads(self) -> dict[str, WrongPayload]:
        """Arms whose controller has another mass set."""
        return {serial: one for serial, one in self.truth.items() if isinstance(one, WrongPayload)}


def made_fleet(made_once: MadeOnce) -> MadeFleet:
    """The fleet, made once for all tests."""
    folder = made_once("fleet", _make)
    truth = pickle.loads((folder / "truth").read_bytes())
    return MadeFleet(folder / "visits", folder / "catalogue.sqlite", truth)


def _make(folder: Path) -> None:
    visits, quiet = folder / "visits", NullMonitor()
    truth = write_example(
        visits, arms=ARMS, visits=VISITS, seed=6, monitor=quiet, wrong_payloads=WRONG_PAYLOADS
    )
    (visits / BROKEN).write_bytes(b"no visit")
    (folder / "truth").write_bytes(pickle.dumps(dict(truth)))
    with Catalogue(folder / "catalogue.sqlite") as catalogue:
        scan(catalogue, [visits], monitor=quiet)
