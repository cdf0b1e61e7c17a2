"""The faults a virtual robot can be made to have, each with its facts and their defaults."""

from core.errors import Fact

FAULTS: dict[str, dict[str, Fact]] = {
    "emergency-stop": {"duration": 1.0},
    "protective-stop": {"duration": 0.0},
    "cable-pulled": {},
    "frozen-peer": {},
    "dropped-frames": {"share": 0.05, "duration": 0.0},
    "corrupted-frames": {"share": 0.05, "flips": 3, "duration": 0.0},
    "clock-jump": {"size": 3.0},
    "encoder-glitch": {"joint": 0, "channel": "", "size": 0.5},
    "stuck-channel": {"joint": 0, "channel": "", "duration": 0.0},
    "swapped-sign": {"joint": 0, "channel": "", "duration": 0.0},
    "wrong-ratio": {"joint": 0, "channel": "", "size": 1.1, "duration": 0.0},
    "turned-offset": {"joint": 0, "channel": "", "size": 1},
    "wrong-model": {},
}
"""Names and what can be told about each: ``joint`` counts from 0; ``duration`` in device seconds, 0 for good.

``channel`` is ``link``, ``motor``, ``position`` or ``current``; empty for the one that shows it best.
"""
