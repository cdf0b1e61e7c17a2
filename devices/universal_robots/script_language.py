"""In what the script languages of two makers differ, for the programs that ``script`` writes."""

from dataclasses import dataclass

from devices.universal_robots.recipe import BEAT

LOOKAHEAD_S, GAIN = 0.05, 600
"""Of ``servoj``: the arm follows this much later, within the manual's 0.03 to 0.2 s and 100 to 2000."""


@dataclass(frozen=True)
class Language:
    """Words of one maker's script language."""

    block_end: str
    """Line that ends a block inside a program; empty where its indentation ends it."""
    halt: str
    """Statement that ends the program."""
    watchdog: str
    """Function that watches an input."""
    beat: str
    """Name of the input that the heartbeat writes."""
    servo: str
    """Arguments of a call of ``servoj`` behind pose and time."""


URSCRIPT = Language(
    block_end="end",
    halt="halt",
    watchdog="rtde_set_watchdog",
    beat=BEAT,
    servo=f"lookahead_time={LOOKAHEAD_S:g}, gain={GAIN}",
)
"""Universal Robots; decision record 0036 cites the script manual."""
