"""The error sentences about a payload's reference in the window: I-112 to I-114."""

from collections.abc import Mapping

from app.errors.sentence import Wording

REFERENCE_ERRORS: Mapping[str, Wording] = {
    "earlier-visit-without-sweeps": Wording(
        "I-112",
        "{file} has no sweeps of an empty arm.",
        "There is nothing to compare a payload with. Nothing was changed.",
        "Choose another visit, or measure the empty arm now.",
    ),
    "earlier-visit-other-arm": Wording(
        "I-113",
        "The sweeps in {file} are of another arm: {serial}, not {wanted}.",
        "Two arms differ by more than a payload. Nothing was changed.",
        "Choose a visit of this arm, or measure the empty arm now.",
    ),
    "payload-without-model": Wording(
        "I-114",
        "This visit has no identified model.",
        "There is nothing that says what the empty arm takes. Nothing was changed.",
        "Measure the empty arm now, or identify a model first.",
    ),
}
