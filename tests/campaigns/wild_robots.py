"""Robot descriptions of strangers: each is accepted with the torques of Pinocchio (URDF) or MuJoCo (MJCF),
or refused with its reason, and none ends in an unexpected error.

Descriptions are found below a folder, such as one of unpacked Python packages that bring models; the shipped
ones of a robot count where they are there. Joints outside the arm are held at zero in all three programs.
"""

import argparse
import sys
import traceback
from collections import Counter
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from _measurement import write_measurement

from app.errors.text import problem_text
from core.errors import BadFile
from core.robot.description import Description, DescriptionForm
from core.robot.library import read_description
from tests.core.robot.other_readers import Reading, with_mujoco, with_pinocchio, worst_difference

TOLERANCE = 1e-8
ROUNDED_TOLERANCE = 1e-5
"""For files whose axes are parallel but for rounded numbers such as 1.5708, where they count as parallel."""
NO_MASSES = frozenset({"robot-no-inertia", "robot-massless-joints"})
"""Notes of files whose masses are in other files: there is no torque to compare."""


@dataclass(frozen=True)
class Seen:
    """What became of one file; ``difference`` is relative, None where nothing could be compared."""

    path: Path
    form: str
    refused: tuple[str, ...] = ()
    sentence: str = ""
    error: str = ""
    difference: float | None = None
    is_rounded: bool = False
    read_elsewhere: bool = False
    serial_elsewhere: bool = False

    @property
    def is_wrong(self) -> bool:
        """True for an unexpected error, and for torques that differ."""
        tolerance = ROUNDED_TOLERANCE if self.is_rounded else TOLERANCE
        return bool(self.error) or (self.difference is not None and not self.difference <= tolerance)


def main() -> int:
    """Run the campaign."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, required=True, help="where the descriptions are")
    parser.add_argument("--only", default="", help="files whose path contains this")
    parser.add_argument("--each", action="store_true", help="print every refusal")
    given = parser.parse_args()
    found = [judged(path, form) for path, form in descriptions(given.folder) if given.only in str(path)]
    report(found, given.folder, each=given.each, is_whole=not given.only)
    return 1 if any(seen.is_wrong for seen in found) or not found else 0


def descriptions(folder: Path) -> list[tuple[Path, str]]:
    """Files that hold a URDF or an MJCF with a joint, each content once."""
    known, found = set(), []
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() not in {".urdf", ".xml", ".mjcf"} or not path.is_file():
            continue
        content = path.read_bytes()
        form = "urdf" if b"<robot" in content else "mjcf" if b"<mujoco" in content else ""
        digest = sha256(content).hexdigest()
        if form and digest not in known and b"<joint" in content:
            known.add(digest)
            found.append((path, form))
    return found


def judged(path: Path, form: str) -> Seen:
    """One file in the program and in the other."""
    reading = read_by_other(path, form)
    is_serial = reading is not None and reading.is_serial
    seen = Seen(path, form, read_elsewhere=reading is not None, serial_elsewhere=is_serial)
    try:
        described = read_description(path)
        is_rounded = any(note.code == "robot-parallel" for note in described.notes)
        return replace(seen, difference=difference(described, reading), is_rounded=is_rounded)
    except BadFile as error:
        codes = tuple(sorted({problem.code for problem in error.problems})) or (error.code,)
        return replace(seen, refused=codes, sentence="; ".join(map(problem_text, error.problems)))
    except Exception:  # noqa: BLE001  any other is a finding, in the comparison as well
        return replace(seen, error=traceback.format_exc(limit=-3))


def read_by_other(path: Path, form: str) -> Reading | None:
    """The file as the other program reads it; None where it does not."""
    try:
        return with_pinocchio(path) if form == "urdf" else with_mujoco(path)
    except (ValueError, RuntimeError, IndexError):
        return None


def difference(described: Description, reading: Reading | None) -> float | None:
    """The relative difference of the torques; None where there are none to compare."""
    lacks = {note.code for note in described.notes} & NO_MASSES
    unnamed = described.form is DescriptionForm.MJCF and any(
        name.startswith("joint ") for name in described.robot.joint_names
    )
    if reading is None or unnamed or (lacks and described.form is DescriptionForm.MJCF):
        return None
    if described.robot.inertial_parameters is None:
        return None
    return worst_difference(described.robot, reading)


def report(found: list[Seen], folder: Path, *, each: bool, is_whole: bool) -> None:
    """Print what came of it, and keep the numbers of a whole campaign."""
    numbers: dict[str, object] = {}
    for form in ("urdf", "mjcf"):
        files = [seen for seen in found if seen.form == form]
        compared = [seen for seen in files if seen.difference is not None]
        exact, rounded = (
            [
                seen.difference
                for seen in compared
                if seen.difference is not None and seen.is_rounded is wanted
            ]
            for wanted in (False, True)
        )
        refused = Counter("+".join(seen.refused) for seen in files if seen.refused)
        numbers[form] = {
            "files": len(files),
            "accepted": sum(not seen.refused and not seen.error for seen in files),
            "compared": len(compared),
            "worst_relative_difference": max(exact, default=None),
            "with_rounded_axes": len(rounded),
            "worst_relative_difference_with_rounded_axes": max(rounded, default=None),
            "refused": dict(refused.most_common()),
            "read_by_the_other": sum(seen.read_elsewhere for seen in files),
            "one_chain_for_the_other": sum(seen.serial_elsewhere for seen in files),
            "one_chain_for_the_other_but_refused": sum(
                bool(seen.refused) and seen.serial_elsewhere for seen in files
            ),
            "unexpected_errors": sum(bool(seen.error) for seen in files),
        }
        print(form, numbers[form])
    for seen in found:
        name = seen.path.relative_to(folder)
        if seen.is_wrong:
            print(f"WRONG {name}: {seen.difference} {seen.error}")
        elif seen.refused and seen.serial_elsewhere:
            print(f"ONE CHAIN, REFUSED {name}: {seen.sentence[:300]}")
        elif seen.refused and each:
            print(
                f"{name} ({'read' if seen.read_elsewhere else 'refused'} by the other): {seen.sentence[:300]}"
            )
    if is_whole:
        write_measurement("wild_robots", seed=0, numbers=numbers)


if __name__ == "__main__":
    sys.exit(main())
