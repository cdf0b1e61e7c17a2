"""Two encoders of one joint: whether they agree in sign, ratio, coupling, offset."""

from core.encoders.check import check_encoders
from core.encoders.result import FAULTS, EncoderCheck, JogSpan, JointCheck

__all__ = ["FAULTS", "EncoderCheck", "JogSpan", "JointCheck", "check_encoders"]
