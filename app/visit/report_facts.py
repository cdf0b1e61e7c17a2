"""Facts about a visit for a report: arm, operator, times, payloads. No Qt."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from app.health.about import software_commit
from core.recording import Event, Mark, Recording
from core.stamp import software_name, time_stamp
from core.storage.tag import VisitTag, tag_of

if TYPE_CHECKING:
    from core.storage.visit import Visit

T = TypeVar("T")


@dataclass(frozen=True)
class ControllerFacts:
    """A controller as it identified itself; ``uri`` is its address."""

    uri: str
    model: str = ""
    firmware: str = ""


@dataclass(frozen=True)
class RunFacts:
    """One recording of the visit; ``seconds`` and ``samples`` long, ``payload_mass`` kg as entered."""

    label: str
    seconds: float
    samples: int
    recorded_at: str = ""
    payload_mass: float | None = None
    missing: int = 0
    incomplete: str = ""
    events: tuple[Event, ...] = ()
    """What happened meanwhile; times from its first sample, s."""


@dataclass(frozen=True)
class VisitFacts:
    """Facts about one visit to one arm."""

    file: str = ""
    operator: str = ""
    serials: tuple[str, ...] = ()
    controllers: tuple[ControllerFacts, ...] = ()
    began_at: str = ""
    """Time at which the visit was created."""
    runs: tuple[RunFacts, ...] = ()
    written_at: str = field(default_factory=time_stamp)
    software: str = field(default_factory=software_name)
    commit: str = field(default_factory=software_commit)
    marks: tuple[Mark, ...] = ()
    tag: VisitTag = field(default_factory=VisitTag)
    """Name, customer and note that a person gave to the visit."""

    @property
    def recorded(self) -> tuple[str, str]:
        """Times of the first and the last recording; empty where unknown."""
        stamps = sorted(run.recorded_at for run in self.runs if run.recorded_at)
        return (stamps[0], stamps[-1]) if stamps else ("", "")

    @property
    def payload_masses(self) -> tuple[float, ...]:
        """Payloads on the flange as the user entered them, kg, each once."""
        return tuple(sorted(_once(run.payload_mass for run in self.runs if run.payload_mass is not None)))

    @property
    def unweighed(self) -> tuple[str, ...]:
        """Labels of the recordings with an unknown payload."""
        return tuple(run.label for run in self.runs if run.payload_mass is None)


def visit_facts(visit: "Visit") -> VisitFacts:
    """Facts from the file, with the version of the software that writes the report."""
    recordings = [visit.recording(label) for label in visit.labels]
    origins = [one.origin for one in recordings]
    return VisitFacts(
        file=visit.path.name,
        operator=visit.operator,
        serials=_once(origin.serial for origin in origins if origin.serial),
        controllers=_once(
            ControllerFacts(origin.device, origin.model, origin.firmware)
            for origin in origins
            if origin.device
        ),
        began_at=visit.created_at,
        runs=tuple(_run(one) for one in recordings),
        marks=_once(origin.mark for origin in origins if origin.mark is not Mark.NONE),
        tag=tag_of(visit),
    )


def _run(one: Recording) -> RunFacts:
    began = float(one.time[0]) if one.sample_count else 0.0
    return RunFacts(
        label=one.label,
        seconds=one.duration,
        samples=one.sample_count,
        recorded_at=one.origin.recorded_at,
        payload_mass=one.payload_mass,
        missing=sum(hole.missing for hole in one.missing),
        incomplete=one.incomplete,
        events=tuple(replace(event, time=event.time - began) for event in one.events),
    )


def _once(found: Iterable[T]) -> tuple[T, ...]:
    """The values without repetitions, in their order."""
    return tuple(dict.fromkeys(found))
