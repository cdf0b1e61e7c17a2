"""Names of parameters: friction and coupling in words, inertial parameters unchanged."""

from app.speech.language import translate

_MOTOR = "motor "


def _tr(text: str) -> str:
    return translate("Parameters", text)


def parameter_text(expression: str) -> str:
    """Words for ``viscous of joint_2``; ``Izz_2 + 0.36·m_3`` is the same in every language."""
    name, of, where = expression.partition(" of ")
    if not of:
        return expression
    words = _tr("{name} of {where}")
    if where.startswith(_MOTOR):
        own, _, other = where.removeprefix(_MOTOR).partition(" with ")
        words, where = _tr("{name} of motor {where} with {other}"), own
        return words.format(name=parameter_word(name), where=where, other=other)
    return words.format(name=parameter_word(name), where=where)


def parameter_word(name: str) -> str:
    """Name of a friction or coupling parameter in words."""
    return _tr(
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
