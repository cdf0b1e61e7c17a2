"""Words for the parts of a model and for its parameters, for pages and reports. No Qt."""

from app.speech.language import tr
from core.friction.models import FORMS
from core.identification.settings import EstimatorKind, FrictionKind

_MOTOR = "motor "


def parameter_text(expression: str) -> str:
    """Words for ``viscous of joint_2``; ``Izz_2 + 0.36·m_3`` is the same in every language."""
    name, of, where = expression.partition(" of ")
    if not of:
        return expression
    words = tr("{name} of {where}")
    if where.startswith(_MOTOR):
        own, _, other = where.removeprefix(_MOTOR).partition(" with ")
        words, where = tr("{name} of motor {where} with {other}"), own
        return words.format(name=parameter_word(name), where=where, other=other)
    return words.format(name=parameter_word(name), where=where)


def parameter_word(name: str) -> str:
    """Name of a friction or coupling parameter in words."""
    return tr(
        {
            "coulomb": "coulomb",
            "viscous": "viscous",
            "offset": "offset",
            "static": "static",
            "static to Coulomb": "static to Coulomb",
            "hump": "hump",
            "presliding": "presliding",
            "quadratic": "quadratic",
            "cubic": "cubic",
            "load-dependent": "load-dependent",
            "load squared": "load squared",
            "stirring": "stirring",
            "inertia": "inertia",
            "coulomb forward": "coulomb forward",
            "viscous forward": "viscous forward",
            "quadratic forward": "quadratic forward",
            "cubic forward": "cubic forward",
            "coulomb backward": "coulomb backward",
            "viscous backward": "viscous backward",
            "quadratic backward": "quadratic backward",
            "cubic backward": "cubic backward",
        }.get(name, name)
    )


def friction_word(kind: FrictionKind) -> str:
    """Name of a friction model by its terms."""
    return tr(FORMS[kind].title)


def estimator_word(kind: EstimatorKind) -> str:
    """Name of an estimator by its method."""
    return tr(
        {
            EstimatorKind.LS: "Least squares",
            EstimatorKind.WLS: "Weighted per joint",
            EstimatorKind.WLS_FULL: "Weighted, joints together",
            EstimatorKind.ROBUST: "Robust against outliers",
            EstimatorKind.ML: "Weighted by measured noise",
        }[kind]
    )
