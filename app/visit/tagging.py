"""The tag of a visit in the window: shown, stored, changed and changed back."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.jobs.task import Task
from app.speech.language import translate
from app.visit.visit_jobs import WRITE_GRACE_S, VisitJobs
from core.monitor import Monitor
from core.storage.tag import TAG, VisitTag

if TYPE_CHECKING:
    from app.visit.undoing import Undoing


def change_words(before: VisitTag, now: VisitTag) -> str:
    """Name of a change of a tag, for the message that it was undone."""
    if before.note != now.note:
        return translate("VisitTags", "note of the visit")
    if before.name != now.name:
        return translate("VisitTags", "name of the visit")
    return translate("VisitTags", "particulars of the visit")


def keep_tag(monitor: Monitor, *, path: Path, tag: VisitTag) -> VisitTag:
    """Store a tag in a visit."""
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path) as visit:
        visit.put_settings(TAG, tag)
    return tag


class OpenTag:
    """The tag of the open visit; before there is a visit, that of the one to come."""

    def __init__(self, visit: VisitJobs, undoing: "Undoing") -> None:
        self._visit, self._undoing = visit, undoing
        self.to_come = VisitTag()
        """Tag of the visit that is made next."""

    @property
    def now(self) -> VisitTag:
        """The present tag."""
        summary = self._visit.summary
        return self.to_come if summary is None else summary.tag

    def change(self, tag: VisitTag) -> None:
        """Use another tag from now on; it can be undone."""
        before, now = self.now, tag.cleaned
        if now != before:
            self._undoing.did(
                change_words(before, now), undo=lambda: self._put(before), redo=lambda: self._put(now)
            )
            self._put(now)

    def _put(self, tag: VisitTag) -> None:
        visit = self._visit
        if visit.summary is None:
            self.to_come = tag
        else:
            visit.summary = replace(visit.summary, tag=tag)
            visit.look_beside(Task(keep_tag, path=visit.path, tag=tag), grace_s=WRITE_GRACE_S)
        visit.changed.emit()
