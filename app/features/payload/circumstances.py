"""A payload with its circumstances: the arm's load limits, the controller's setting, the operator."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.features.payload.setting_tasks import PayloadWrite
    from core.payload.result import PayloadResult
    from core.robot.load_envelope import PayloadEnvelope
    from core.storage.tag import VisitTag
    from core.storage.visit import Visit
    from devices.controller import PayloadSetting


@dataclass(frozen=True)
class Around:
    """Circumstances of a payload; None for what is not known.

    ``envelope`` has the largest loads of the arm, ``setting`` is the controller's payload setting and
    ``change`` its newest change. ``operator`` made the visit. ``is_partial`` is True while the payload
    is still being computed.
    """

    envelope: "PayloadEnvelope | None" = None
    setting: "PayloadSetting | None" = None
    change: "PayloadWrite | None" = None
    operator: str = ""
    tag: "VisitTag | None" = None
    """Customer and note of the visit."""
    is_partial: bool = False

    @property
    def present(self) -> "PayloadSetting | None":
        """Payload setting that the controller has now."""
        return self.setting if self.change is None else self.change.present

    @property
    def before(self) -> "PayloadSetting | None":
        """Payload setting that the controller had before the newest change."""
        return self.setting if self.change is None else self.change.old

    def is_set_wrong(self, found: "PayloadResult") -> bool:
        """True if the controller's present setting is known, and is not the measured mass."""
        from core.payload.controller_setting import is_set_wrong

        return self.present is not None and is_set_wrong(found.estimate, self.present.mass)


ALONE = Around()
"""Circumstances of which nothing is known."""


@dataclass(frozen=True, eq=False)
class StoredPayload:
    """A payload of a visit with its circumstances."""

    found: "PayloadResult"
    around: Around = ALONE


def stored_payload(visit: "Visit", found: "PayloadResult | None" = None) -> StoredPayload | None:
    """The payload ``found`` of a visit, else its newest, with its circumstances; None where it has none.

    A change of the controller's setting counts where it was made from this very payload, or from none.
    """
    from app.features.payload.setting_tasks import PAYLOAD_WRITE, PayloadWrite
    from app.visit.recordings import robot_of
    from app.visit.stored_products import newest
    from core.payload.result import PAYLOAD, PayloadResult
    from core.robot.payload_envelope import payload_envelope
    from core.storage.tag import tag_of

    found = newest(visit, PAYLOAD, PayloadResult) if found is None else found
    if found is None:
        return None
    changes = [visit.result(entry.key, PayloadWrite) for entry in visit.results(PAYLOAD_WRITE)]
    ours = [one for one in changes if not one.measured_at or one.measured_at == found.created_at]
    around = Around(
        payload_envelope(robot_of(visit)),
        change=ours[-1] if ours else None,
        operator=visit.operator,
        tag=tag_of(visit),
    )
    return StoredPayload(found, around)
