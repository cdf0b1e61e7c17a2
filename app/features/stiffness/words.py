"""The stiffness of an arm in plain words: what was found, from what, and what joints alone leave. No Qt.

The window, the report and the terminal say the same. Whoever can translate hands in ``tr``.
"""

from collections.abc import Callable
from math import isfinite

from core.quality import Verdict
from core.stiffness.result import ReducedStiffness, ReductionError, Route, SpringSource

Translate = Callable[[str], str]
_MM = 1e3


def untranslated(text: str) -> str:
    """The sentence as it stands in the program."""
    return text


def route_word(route: Route, *, tr: Translate = untranslated) -> str:
    """How a reduced stiffness was found."""
    return {
        Route.ALGEBRA: tr("reckoned from the springs of joints and links"),
        Route.EXPERIMENT: tr("measured under known loads"),
    }[route]


def source_word(source: SpringSource, *, tr: Translate = untranslated) -> str:
    """Where the joints' own springs are from."""
    return {
        SpringSource.DESCRIPTION: tr("the robot description"),
        SpringSource.TWIST: tr("the twist that both encoders showed"),
        SpringSource.GIVEN: tr("numbers that were given"),
        SpringSource.UNKNOWN: tr("nowhere: nobody knows them"),
    }[source]


def headline(found: ReducedStiffness, *, tr: Translate = untranslated) -> str:
    """What this is, in one sentence."""
    told = [joint for joint in found.joints if joint.judgement.verdict is not Verdict.NOT_MEASURABLE]
    return tr("Stiffness of {robot}, {route}: {told} of {joints} joints told.").format(
        robot=found.robot, route=route_word(found.route, tr=tr), told=len(told), joints=len(found.joints)
    )


def springs_sentence(found: ReducedStiffness, *, tr: Translate = untranslated) -> str:
    """Where everything was taken from."""
    said = tr("The joints' own springs are from {source}.").format(
        source=source_word(found.spring_source, tr=tr)
    )
    if found.route is Route.EXPERIMENT:
        counted = sum(test.is_used for test in found.tests)
        tests = tr("{count} of {all} load tests of {file} counted.").format(
            count=counted, all=len(found.tests), file=found.source or "–"
        )
        return f"{tests} {said}"
    x, y, z = (f"{_MM * value:.4g}" for value in found.settings.tool)
    tool = tr("The tool point is at {x}, {y}, {z} mm in the flange frame.").format(x=x, y=y, z=z)
    return f"{said} {tool}"


def error_sentence(found: ReducedStiffness, *, tr: Translate = untranslated) -> str:
    """What joints alone leave of the shift of the tool."""
    error = found.error
    if not isfinite(error.rigid_links_mean):
        return tr(
            "In the {poses} load tests the tool moved {moved} mm on average; the joints leave {mean} mm "
            "of it (rms {rms} mm, at most {most} mm)."
        ).format(poses=error.poses, **_lengths(error))
    return tr(
        "Under {force} N the tool moves {moved} mm on average over all poses. Joints that stand for the "
        "links leave {mean} mm of it (rms {rms} mm, at most {most} mm); joints with rigid links would leave "
        "{rigid} mm."
    ).format(force=f"{error.force:.4g}", rigid=_mm(error.rigid_links_mean), **_lengths(error))


def _lengths(error: ReductionError) -> dict[str, str]:
    named = {"moved": error.mean_deflection, "mean": error.mean, "rms": error.rms, "most": error.largest}
    return {name: _mm(value) for name, value in named.items()}


def _mm(value: float) -> str:
    return f"{_MM * value:.3g}" if isfinite(value) else "–"
