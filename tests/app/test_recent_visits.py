"""Recent visits on the start screen: name and a small picture of the result, read in the worker."""

from dataclasses import replace
from math import nan
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from app.look.theme import current_theme
from app.look.tokens import ThemeName
from app.shell.glances import Glance, look_at_visits
from app.shell.start_card import StartCard
from app.shell.start_page import glance_words, paint_glance
from app.shell.window import Window
from app.visit.settings import RecentVisit
from core.elasticity.result import ELASTICITY
from core.friction.sweeps.result import FRICTION_SWEEPS
from core.monitor import NullMonitor
from core.payload.result import PAYLOAD
from core.storage.tag import TAG, VisitTag
from core.storage.visit import Visit
from tests.app import payload_examples
from tests.app.compare_examples import ARM, healthy, sweeps, write_visit
from tests.waiting import wait_until


def seen(*paths: Path) -> dict[str, Glance | None]:
    return {Path(one.path).stem: one.glance for one in look_at_visits(NullMonitor(), paths=paths)}


def test_the_newest_result_is_seen_and_a_payload_before_all_others(tmp_path: Path) -> None:
    gears = write_visit(tmp_path / "gears.h5", healthy(), friction=sweeps(1.0, 2.0, 3.0))
    friction = write_visit(tmp_path / "friction.h5", None, friction=sweeps(1.0, 2.0, 3.0))
    nothing = write_visit(tmp_path / "nothing.h5", None)
    payload = tmp_path / "payload.h5"
    found = payload_examples.payload()
    with Visit.create(payload, robot_toml=ARM) as visit:
        visit.add_result(ELASTICITY, healthy())
        visit.add_result(PAYLOAD, replace(found, estimate=replace(found.estimate, mass=1.0)))
        visit.add_result(PAYLOAD, found)
    broken = tmp_path / "broken.h5"
    broken.write_bytes(b"not a visit")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    glances = seen(gears, friction, nothing, payload, broken, tmp_path / "gone.h5")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before, "only read"
    assert glances.keys() == {"gears", "friction", "nothing", "payload"}
    assert glances["nothing"] is None
    assert glances["payload"] == Glance(PAYLOAD, (found.estimate.mass,), found.estimate.mass_std)
    stiffness = [joint.stiffness for joint in healthy().joints]
    assert glances["gears"] is not None
    assert glances["gears"].values == tuple(one.value for one in stiffness if one is not None)
    assert glances["friction"] is not None
    one, two, three = glances["friction"].values
    assert (two / one, three / one) == pytest.approx((2.0, 3.0))


@pytest.mark.parametrize("theme", list(ThemeName))
@pytest.mark.parametrize(
    "glance",
    [
        Glance(PAYLOAD, (2.41,), 0.03),
        Glance(PAYLOAD, (0.0,), nan),
        Glance(ELASTICITY, (0.0, 0.0)),
        Glance(FRICTION_SWEEPS, (1.0, 5.0, 2.0, 0.3, 0.1, 0.05, 0.2)),
    ],
)
def test_every_picture_is_drawn_within_its_place(qtbot: QtBot, glance: Glance, theme: ThemeName) -> None:
    current_theme().apply(theme)
    image = QImage(200, 80, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    paint_glance(painter, QRectF(20, 20, 160, 50), glance)
    painter.end()
    current_theme().apply(ThemeName.LIGHT)
    used = [(x, y) for x in range(200) for y in range(80) if image.pixel(x, y)]
    assert len(used) > 50
    assert min(x for x, _ in used) >= 14
    assert max(x for x, _ in used) <= 186
    assert max(y for _, y in used) <= 72


def test_a_payload_is_said_with_its_uncertainty() -> None:
    assert glance_words(Glance(PAYLOAD, (2.41,), 0.03)).replace("\u00a0", " ") == "2.41 ± 0.06 kg"


def test_the_start_screen_gets_names_and_pictures_soon(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    path = write_visit(tmp_path / "2026-11-23_10-00-00_bench.h5", healthy())
    with Visit.open(path) as visit:
        visit.put_settings(TAG, VisitTag("Line 3", "Cell 4", note="Look at joint 2."))
    settings = window._settings
    recent = RecentVisit(str(path), "bench-arm", "twist", "2026-03-01T10:42:00+00:00")
    settings.update(settings.current.with_recent(recent))
    window.guides.show_recent()
    first = window.start_page.first_card
    assert "2026-11-23_10-00-00_bench" in first.text(), "what is known at once"
    assert first.picture is None
    wait_until(lambda: window.start_page.first_card.picture is not None)
    card = window.start_page.first_card
    assert isinstance(card, StartCard)
    assert "Line 3" in card.text()
    assert card.accessibleDescription().startswith("Stiffness of the gears. ")
    assert card.accessibleDescription().endswith(" · Cell 4 · Look at joint 2.")
