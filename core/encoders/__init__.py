"""Check of the two encoders of each joint: sign, ratio, coupling and offset."""

from core.encoders.check import check_encoders
from core.encoders.result import FAULTS, EncoderCheck, JogSpan, JointCheck

__all__ = ["FAULTS", "EncoderCheck", "JogSpan", "JointCheck", "check_encoders"]
