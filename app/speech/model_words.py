"""Words for what a model is made of, for pages and for papers. No Qt."""

from app.speech.language import translate
from core.friction.forms import FORMS
from core.identification.settings import EstimatorKind, FrictionKind


def _tr(text: str) -> str:
    return translate("ModelWords", text)


def friction_word(kind: FrictionKind) -> str:
    """A friction model by what it contains."""
    return _tr(FORMS[kind].title)


def estimator_word(kind: EstimatorKind) -> str:
    """An estimator by what it does."""
    return _tr(
        {
            EstimatorKind.LS: "Least squares",
            EstimatorKind.WLS: "Weighted per joint",
            EstimatorKind.WLS_FULL: "Weighted, joints together",
            EstimatorKind.ROBUST: "Robust against outliers",
            EstimatorKind.ML: "Weighted by measured noise",
        }[kind]
    )
