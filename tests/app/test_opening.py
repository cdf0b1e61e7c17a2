"""The picture before the window: in the chosen colours, before the heavy modules, gone with the window."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.look.theme_choice import chosen_look
from app.look.tokens import DARK, HIGH_CONTRAST, LIGHT, ThemeName, Tokens
from app.shell.opening import Opening
from tests.waiting import LIMIT_S


@pytest.mark.parametrize("tokens", [LIGHT, DARK, HIGH_CONTRAST])
@pytest.mark.parametrize("scale", [0.9, 1.6])
def test_it_wears_the_chosen_colours_and_size(qtbot: QtBot, tokens: Tokens, scale: float) -> None:
    opening = Opening(tokens, scale=scale)
    qtbot.addWidget(opening)
    picture = opening.pixmap().toImage()
    assert picture.pixelColor(8, 8).name().upper() == tokens.window.upper()
    colours = {picture.pixelColor(x, picture.height() // 2).name().upper() for x in range(picture.width())}
    assert tokens.text.upper() in colours, "the name of the program"
    assert opening.width() == pytest.approx(420 * scale, abs=1)


@pytest.mark.parametrize(
    ("stored", "look"),
    [
        (None, (ThemeName.SYSTEM, 1.0)),
        ("no JSON", (ThemeName.SYSTEM, 1.0)),
        ("[1]", (ThemeName.SYSTEM, 1.0)),
        ('{"theme": ["dark"], "scale": NaN}', (ThemeName.SYSTEM, 1.0)),
        ('{"theme": "dark", "scale": 1.5}', (ThemeName.DARK, 1.5)),
        ('{"theme": "pink", "scale": 40}', (ThemeName.SYSTEM, 1.0)),
    ],
)
def test_it_reads_the_look_from_whatever_is_in_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stored: str | None, look: tuple[ThemeName, float]
) -> None:
    monkeypatch.setattr("app.look.theme_choice.settings_path", lambda: tmp_path / "settings.json")
    if stored is not None:
        (tmp_path / "settings.json").write_text(stored, encoding="utf-8")
    assert chosen_look() == look


def test_it_needs_none_of_the_windows_modules() -> None:
    heavy = ("numpy", "pyqtgraph", "app.shell.window")
    program = f"import sys, app.shell.opening\nprint([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=LIMIT_S
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM for another process")
def test_it_goes_when_the_window_has_come(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from PySide6.QtCore import QTimer\n"
        "import app.shell.opening as opening\n"
        "from app.__main__ import main\n"
        "former = opening.open_application\n"
        "def watched(arguments):\n"
        "    application, picture = former(arguments)\n"
        "    print('shown', picture.isVisible(), flush=True)\n"
        "    picture.destroyed.connect(lambda: print('gone', flush=True))\n"
        "    QTimer.singleShot(1000, application.closeAllWindows)\n"
        "    return application, picture\n"
        "opening.open_application = watched\n"
        "if __name__ == '__main__':  # the worker process reads this file, too\n"
        "    sys.exit(main([]))\n"
    )
    script = tmp_path / "program.py"
    script.write_text(program, encoding="utf-8")
    places = {name: str(tmp_path) for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DOCUMENTS_DIR")}
    environment = os.environ | places | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run(
        [sys.executable, str(script)],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=LIMIT_S,
    )
    assert done.stdout.split() == ["shown", "True", "gone"]
