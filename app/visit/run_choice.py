"""Choice of recordings to fit a model and to validate it: the user's, and a suggestion. No Qt."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.visit.steps import revision_of
from app.visit.summaries import RecordingSummary, VisitSummary
from core.identification.result import IdentificationResult
from core.identification.settings import CHOSEN_BY_DATA, IdentificationSettings
from core.recording import TorqueKind


@dataclass(frozen=True, eq=False)
class RunChoice:
    """Labels of the recordings to fit and to validate, and the settings."""

    fit: tuple[str, ...] = ()
    validate: tuple[str, ...] = ()
    settings: IdentificationSettings = CHOSEN_BY_DATA

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RunChoice) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def revision(self) -> str:
        """Text that is the same for the same choice."""
        return revision_of(self._key)

    @property
    def _key(self) -> tuple[object, ...]:
        gain = self.settings.drive_gain  # an array, which has no single answer to ==
        bare = replace(self.settings, drive_gain=None)
        return (self.fit, self.validate, bare, None if gain is None else tuple(gain.tolist()))


def suggested_choice(recordings: Sequence[RecordingSummary]) -> RunChoice:
    """Suggest a choice: all runs of the bare arm fit, the last of several validates.

    Of a motion that was run once, the slower stages validate and full speed fits. Friction sweeps and load
    steps neither validate, because one joint moves at a time, nor fit, because minutes of slow motion would
    outweigh the rest. Recordings that ended early are chosen only if there are no complete ones.
    """
    bare = [
        recording
        for recording in recordings
        if recording.torque_kind is not TorqueKind.MODEL
        and not recording.is_check
        and not recording.payload_mass
    ]
    runs = [recording for recording in bare if recording.makes_model]
    runs = [recording for recording in runs if not recording.incomplete] or runs
    if not runs:
        return RunChoice()
    ramps = [recording for recording in runs if recording.is_ramp]
    whole = [recording for recording in runs if not recording.is_ramp]
    judging = whole if len(whole) > 1 else ramps
    judge = judging[-1:] if len(runs) > 1 else []
    return RunChoice(
        fit=tuple(recording.label for recording in runs if recording not in judge),
        validate=tuple(recording.label for recording in judge),
    )


def chosen_for(result: IdentificationResult, summary: VisitSummary) -> RunChoice:
    """The choice that a stored result was made with, as far as its recordings still exist."""
    present = {recording.label for recording in summary.recordings}
    fitted = tuple(label for label in result.provenance.recordings if label in present)
    judged = tuple(
        found.recording for found in result.validation if not found.used_in_fit and found.recording in present
    )
    return RunChoice(fit=fitted, validate=judged, settings=result.settings.with_usual)
