"""The kind that a torque behaves like as a JSON document: the one place that fixes its keys."""

from core.exchange.export_json import Document
from core.fields import to_json_value
from core.identification.torque_kind import TorqueKindFinding


def torque_kind_json(found: TorqueKindFinding) -> Document:
    """Everything about the finding, in SI units."""
    document: Document = {
        "kind": found.kind,
        "reason": found.reason,
        "serial": found.serial,
        "mark": found.mark,
        "without": found.recordings[0],
        "loaded": found.recordings[1],
        "mass": found.mass,
        "joints": [
            {
                "joint": joint.joint,
                "expected": joint.expected,
                "found": joint.found,
                "std": joint.noise,
                "counts": joint.counts,
            }
            for joint in found.joints
        ],
    }
    ready: Document = to_json_value(document)
    return ready
