"""The folder of ``torsion demo`` and of ``torsion story``: their files are put there together, at the end."""

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from core.errors import BadRequest, TorsionError
from core.recording import Mark

VISIT, REPORT, PLAIN = "demo.h5", "report.pdf", "report.json"


def check_earlier_demo(path: Path) -> None:
    """Refuse to replace a visit that is no earlier demo: one without recordings of a virtual robot alone.

    Raises
    ------
    BadRequest
        ``output-is-visit``, ``output-is-link``, ``output-is-folder``, ``output-is-device``.
    """
    from core.storage.visit import Visit

    if not os.path.lexists(path):
        return
    mode = path.lstat().st_mode
    for code, is_so in (
        ("output-is-link", stat.S_ISLNK(mode)),
        ("output-is-folder", stat.S_ISDIR(mode)),
        ("output-is-device", not stat.S_ISREG(mode)),
    ):
        if is_so:
            raise BadRequest(code, file=str(path))
    try:
        with Visit.open(path, recover=False) as visit:
            marks = {visit.about(label).origin.mark for label in visit.labels}
    except TorsionError as error:  # it cannot be read, so it may be anything
        raise BadRequest("output-is-visit", file=str(path)) from error
    if marks != {Mark.VIRTUAL}:
        raise BadRequest("output-is-visit", file=str(path))


@contextmanager
def made_in(folder: Path, names: Sequence[str], *, visits: Sequence[str] = (VISIT,)) -> Iterator[Path]:
    """A folder to work in; when the block ends well, its files of these names are moved to ``folder``.

    Files that the block has not made are left as they are in ``folder``. A block that ends early leaves
    nothing, and keeps the files of an earlier demo. ``visits`` are the names that other programs may lock.
    """
    from core.storage.output_writer import written_together
    from core.storage.replacement import locked, replace

    folder.mkdir(parents=True, exist_ok=True)
    workshop = Path(tempfile.mkdtemp(prefix=".torsion-", dir=folder))
    try:
        with written_together() as files:
            yield workshop
            files.commit()
        with ExitStack() as locks:
            for name in visits:
                locks.enter_context(locked(folder / name))
            for name in names:
                if (workshop / name).exists():
                    replace(folder / name, workshop / name)
    finally:
        shutil.rmtree(workshop, ignore_errors=True)
