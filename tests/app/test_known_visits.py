"""What is remembered of visits: by the list, by a report that looks for the visit before, by both."""

import os
import shutil
from pathlib import Path

import pytest

from app.features.comparison.report import last_before
from app.shell.history import list_visits
from app.visit import known_visits
from app.visit.known_visits import looked_into, memory_of
from core.monitor import Cancelled, NullMonitor
from core.storage import outline_reading as outlines
from core.storage.visit_outline import VisitOutline
from tests.app.compare_examples import three_visits

MANY = 200
QUIET = NullMonitor()


class Looks:
    """Counts which files are opened."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._read = outlines.outline_of

    def __call__(self, path: Path) -> VisitOutline:
        self.names.append(path.name)
        return self._read(path)

    def taken(self) -> list[str]:
        """What was opened since it was asked last."""
        names, self.names = sorted(self.names), []
        return names


class MadeUp(Looks):
    """Visits to one arm, a day apart, without reading any file."""

    def __call__(self, path: Path) -> VisitOutline:
        self.names.append(path.name)
        day = int(path.stem)
        stamp = f"20{10 + day // 300:02}-{1 + day % 300 // 25:02}-{1 + day % 25:02}T10:00:00+00:00"
        return VisitOutline("ec66", "S-1", stamp, "", (), 1, (), ())


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The memory of a user of its own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return memory_of()


def use(looks: Looks, monkeypatch: pytest.MonkeyPatch) -> Looks:
    monkeypatch.setattr(outlines, "outline_of", looks)
    monkeypatch.setattr("core.storage.outline_reading.outline_of", looks)
    return looks


def test_of_many_visits_the_one_before_is_found_without_reading_them_again(
    tmp_path: Path, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "visits"
    folder.mkdir()
    for day in range(MANY):
        (folder / f"{day:03}.h5").write_bytes(b"a visit")
    looks = use(MadeUp(), monkeypatch)
    assert last_before(folder / "150.h5", QUIET) == folder / "149.h5"
    assert len(looks.taken()) == MANY
    assert last_before(folder / "150.h5", QUIET) == folder / "149.h5"
    assert looks.taken() == ["150.h5"], "only the visit itself"
    os.utime(folder / "149.h5", ns=(1, 1))
    (folder / "148.h5").unlink()
    assert last_before(folder / "150.h5", QUIET) == folder / "149.h5"
    assert looks.taken() == ["149.h5", "150.h5"]
    assert memory.is_file()


def test_the_list_and_a_report_have_one_memory(
    tmp_path: Path, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "visits"
    folder.mkdir()
    spring, autumn, winter = three_visits(folder)
    (folder / "broken.h5").write_bytes(b"not a visit")
    list_visits(QUIET, folder=folder, cache=memory)
    looks = use(Looks(), monkeypatch)
    assert last_before(winter, QUIET) == autumn
    assert last_before(autumn, QUIET) == spring
    assert last_before(spring, QUIET) is None
    assert set(looks.taken()) == {"winter.h5", "autumn.h5", "spring.h5", "broken.h5"}
    list_visits(QUIET, folder=folder, cache=memory)
    assert looks.taken() == ["broken.h5"]


def test_other_folders_stay_known_and_what_is_gone_is_forgotten(
    tmp_path: Path, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
        for day in range(4):
            (folder / f"{day}.h5").write_bytes(b"a visit")
    looks = use(MadeUp(), monkeypatch)

    def look(folder: Path) -> list[str]:
        list(looked_into(sorted(folder.glob("*.h5")), memory=memory, monitor=QUIET))
        return looks.taken()

    assert len(look(here)) == len(look(there)) == 4
    assert look(here) == look(there) == []
    (here / "3.h5").unlink()
    assert look(here) == []
    assert str(here / "3.h5") not in memory.read_text(encoding="utf-8")
    monkeypatch.setattr(known_visits, "MOST_KNOWN", 5)
    shutil.copy(there / "0.h5", there / "4.h5")
    assert look(there) == ["4.h5"]
    assert look(there) == []
    assert look(here) == ["0.h5", "1.h5", "2.h5"], "the list looked at last is what stays"


def test_looking_can_be_cancelled_and_leaves_the_memory_alone(
    tmp_path: Path, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Impatient(NullMonitor):
        def check(self) -> None:
            raise Cancelled

    (tmp_path / "1.h5").write_bytes(b"a visit")
    use(MadeUp(), monkeypatch)
    with pytest.raises(Cancelled):
        list(looked_into([tmp_path / "1.h5"], memory=memory, monitor=Impatient()))
    assert not memory.exists()
