"""Words for the parts of a model, for pages and reports. No Qt."""

from app.speech.language import translate
from core.friction.forms import FORMS
from core.identification.settings import EstimatorKind, FrictionKind


def _tr(text: str) -> str:
    return translate("ModelWords", text)


def friction_word(kind: FrictionKind) -> str:
    """Name of a friction model by its terms."""
    return _tr(FORMS[kind].title)


def estimator_word(kind: EstimatorKind) -> str:
    """Name of an estimator by its method."""
    return _tr(
        {
            EstimatorKind.LS: "Least squares",
            EstimatorKind.WLS: "Weighted per joint",
            EstimatorKind.WLS_FULL: "Weighted, joints together",
            EstimatorKind.ROBUST: "Robust against outliers",
            EstimatorKind.ML: "Weighted by measured noise",
        }[kind]
    )
