"""Reports as pictures for the help: ``python -m tests.gallery.pictures_report OUT_DIR REPORT.pdf …``.

The first page of each report and that of its first subject lie beside each other. Needs ``pdftoppm``.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

_RESOLUTION, _PAGES, _COLOURS = 72, 2, 64
_GAP, _GROUND = 12, (213, 218, 224)


def main(arguments: list[str]) -> int:
    """Write a picture of each report into the folder that is named; returns an exit code."""
    if len(arguments) < 2:
        print("Usage: python -m tests.gallery.pictures_report OUT_DIR REPORT.pdf …", file=sys.stderr)  # noqa: T201
        return 2
    out = Path(arguments[0])
    out.mkdir(parents=True, exist_ok=True)
    for name in arguments[1:]:
        picture = _side_by_side(_pages(Path(name)))
        picture.quantize(_COLOURS).save(out / f"report-{Path(name).stem}.png", optimize=True)
    return 0


def _pages(report: Path) -> list[Image.Image]:
    with tempfile.TemporaryDirectory() as folder:
        begin = str(Path(folder) / "page")
        options = ["-r", str(_RESOLUTION), "-l", str(_PAGES), "-png"]
        subprocess.run(["pdftoppm", *options, str(report), begin], check=True)
        return [Image.open(page).convert("RGB") for page in sorted(Path(folder).iterdir())]


def _side_by_side(pages: list[Image.Image]) -> Image.Image:
    wide, high = pages[0].size
    sheet = Image.new("RGB", (len(pages) * (wide + _GAP) - _GAP, high), _GROUND)
    for number, page in enumerate(pages):
        sheet.paste(page, (number * (wide + _GAP), 0))
    return sheet


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
