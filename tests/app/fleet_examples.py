"""A made-up fleet as the worker tells it: arms that need care, a broken file, one arm over its visits."""

import numpy as np

from app.shell.fleet_parts import FleetPart, FollowedPart
from core.catalogue.fleet import (
    PAYLOAD_SET_WRONG,
    Care,
    DueBy,
    FleetRobot,
    FollowedArm,
    FollowedFigure,
    ListedVisit,
    NextCheck,
)
from core.catalogue.key_figures import FigureCode
from core.quality import Word
from core.robot.library import load_robot

_DATES = tuple(f"{year}-05-10T08:00:00+00:00" for year in range(2019, 2025))


def fleet_robots() -> tuple[FleetRobot, ...]:
    """Three arms, of which the first needs care, and a file that cannot be read."""
    cares = (
        Care("backlash-grown", "elbow", 2, 1.16e-4, 4e-6, 3.8e-5, 1.3e-6, 18.0, _DATES[1]),
        Care("stiffness-lost", "elbow", 2, 1.82e4, 120.0, 2.1e4, 300.0, 9.0, _DATES[1]),
        Care("friction-up", "elbow", 2, 8.7, 0.06, 7.48, 0.12, 8.0, _DATES[1]),
        Care(PAYLOAD_SET_WRONG, "", -1, 1.85, 0.02, 1.42, 0.0, 7.0, _DATES[5]),
    )
    return (
        FleetRobot(
            "Universal Robots UR10e",
            "UR10E-0030",
            6,
            _DATES[5],
            "/v/a-06.h5",
            "repeat",
            cares,
            word=Word.NEEDS_CARE,
        ),
        FleetRobot("ec66", "EC66-0001", 1200, _DATES[4], "/v/b-06.h5", "good", (), word=Word.GOOD),
        FleetRobot("ec66", "", 3, _DATES[3], "/v/c.h5", "not-measurable", ()),
        FleetRobot("", "", 1, "", "/v/broken.h5", "unreadable", (), "not-a-visit"),
    )  # fmt: skip


def fleet_part() -> FleetPart:
    """The first page of a longer list."""
    return FleetPart(fleet_robots(), 0, 3360, 412, 20160, 12)


def followed_part() -> FollowedPart:
    """The first arm over its visits."""
    value = np.array([4.3e-5, 1.07e-4, 1.18e-4, 1.11e-4, 1.25e-4, 1.2e-4])
    figure = FollowedFigure(
        FigureCode.BACKLASH, "elbow", 2, _DATES, value, np.full(6, 7e-6), np.nan, 3.8e-5, 2e-5, 5.6e-5, 13,
        8.9e-5, np.linspace(7e-5, 1.35e-4, 6),
    )  # fmt: skip
    visits = tuple(
        ListedVisit(f"/v/a-{number:02d}.h5", "ur10e", "UR10E-0030", date, "M. Keller", "", "Bakery, Ulm", "",
                    "good" if number else "usable", ("elasticity",))
        for number, date in enumerate(reversed(_DATES))
    )  # fmt: skip
    check = NextCheck(DueBy.CARE, _DATES[5], 365.0)
    arm = FollowedArm("ur10e", "UR10E-0030", visits, 260, (figure,), check)
    return FollowedPart(fleet_robots()[0], arm, load_robot("ur10e"))
