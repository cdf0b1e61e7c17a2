"""The guided procedures as data: steps, their requirements, and the products that a redo outdates."""

from core.workflow.guide import AddedStep, Capability, Chapter, Guide, GuideStep, Outside, Product
from core.workflow.guides import (
    COMPARE,
    FROM_FILES,
    GUIDES,
    LIVE,
    ON_ROBOT,
    PAYLOAD,
    guide_named,
    guide_with,
    hand_in_steps,
)
from core.workflow.journey import Blocking, Journey, ResumePoint, Situation, StepState
from core.workflow.progress import SETTINGS_NAME, Made, Place, Progress
from core.workflow.unattended import COMMISSIONING, LeftOut, Unattended, unattended

__all__ = [
    "COMMISSIONING",
    "COMPARE",
    "FROM_FILES",
    "GUIDES",
    "LIVE",
    "ON_ROBOT",
    "PAYLOAD",
    "SETTINGS_NAME",
    "AddedStep",
    "Blocking",
    "Capability",
    "Chapter",
    "Guide",
    "GuideStep",
    "Journey",
    "LeftOut",
    "Made",
    "Outside",
    "Place",
    "Product",
    "Progress",
    "ResumePoint",
    "Situation",
    "StepState",
    "Unattended",
    "guide_named",
    "guide_with",
    "hand_in_steps",
    "unattended",
]
