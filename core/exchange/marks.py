"""What exported files say of a model that was not identified from a real arm."""

from core.identification.result import Provenance
from core.recording import Mark

_REMARKS = {
    Mark.NONE: "",
    Mark.SYNTHETIC: "SYNTHETIC: identified from computed recordings, not from measured ones",
    Mark.VIRTUAL: "VIRTUAL: identified from recordings of a simulated robot, not of a real one",
    Mark.REPLAY: "REPLAY: identified from recordings that were played back",
}


def mark_remark(provenance: Provenance) -> str:
    """The remark without a full stop; empty for a real arm."""
    return _REMARKS[provenance.shown_mark]
