"""The entry of a visit in the catalogue: what the file says, or why it cannot be read."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.catalogue.key_figures import KeyFigure, key_figures
from core.elasticity.result import ELASTICITY, Elasticity
from core.errors import BadFile, TorsionError
from core.friction.sweeps.result import FRICTION_SWEEPS, FrictionSweeps
from core.payload.result import PAYLOAD, PAYLOAD_WRITE, KeptSetting, PayloadResult
from core.quality import UNREADABLE, Verdict, worst
from core.storage.outline_reading import outline_and_results
from core.storage.visit_outline import VisitOutline

_KINDS: Mapping[str, type] = {
    ELASTICITY: Elasticity,
    FRICTION_SWEEPS: FrictionSweeps,
    PAYLOAD: PayloadResult,
    PAYLOAD_WRITE: KeptSetting,
}


@dataclass(frozen=True)
class Entry:
    """A visit file; without an outline it could not be read, and ``error`` says why."""

    path: str
    modified_ns: int
    size: int
    outline: VisitOutline | None = None
    figures: tuple[KeyFigure, ...] = ()
    error: TorsionError | None = None

    @property
    def verdict(self) -> str:
        """The worst verdict of its newest results; empty without one, ``UNREADABLE`` of a broken file."""
        if self.outline is None:
            return UNREADABLE
        verdicts = [Verdict(one.verdict) for one in self.outline.results if one.verdict]
        return worst(verdicts).value if verdicts else ""

    @property
    def verdicts(self) -> dict[str, str]:
        """Verdict of the newest result of each kind."""
        results = self.outline.results if self.outline is not None else ()
        return {one.kind: one.verdict for one in results if one.verdict}


def entry_of(path: Path, *, modified_ns: int, size: int) -> Entry:
    """Read the entry of a file; one that cannot be read has its error, whatever is wrong with it."""
    try:
        outline, results = outline_and_results(path, _KINDS)
    except TorsionError as error:
        return Entry(str(path), modified_ns, size, error=error)
    except (OSError, ValueError) as error:
        damaged = BadFile("file-damaged", file=str(path), reason=str(error))
        return Entry(str(path), modified_ns, size, error=damaged)
    elasticity, sweeps = results.get(ELASTICITY), results.get(FRICTION_SWEEPS)
    payload, setting = results.get(PAYLOAD), results.get(PAYLOAD_WRITE)
    figures = key_figures(
        elasticity if isinstance(elasticity, Elasticity) else None,
        sweeps if isinstance(sweeps, FrictionSweeps) else None,
        payload if isinstance(payload, PayloadResult) else None,
        setting if isinstance(setting, KeptSetting) else None,
    )
    return Entry(str(path), modified_ns, size, outline, figures)
