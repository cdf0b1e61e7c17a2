"""The table of the emulated drives, as a user writes one for his own."""

from devices.emulated.cia402_arm import DrivenArm

_HEAD = """\
# Which object of which drive is what. One [[joint]] per joint, in the order of the description.
# This table is of the emulated drives; change the numbers to those of yours.
"""
_JOINT = """
[[joint]]
node = {node}
clock = "0x1013"           # µs; leave it out if the drive has no such object
homing = "{homing}"

[joint.position]           # 0x6064: the encoder by which the drive is commanded
object = "0x6064"
counts_per_turn = {counts:.0f}   # of this encoder's own shaft
gear_ratio = {ratio:g}           # turns of that shaft per turn of the joint
sign = {sign}
side = "motor"
{link}
[joint.torque]             # thousandths of the rated torque, at the motor's shaft
object = "0x6077"
rated = "0x6076"           # mN·m; rated_nm = 1.3 in its place where the drive does not tell it
gear_ratio = {ratio:g}
sign = {sign}
"""
_LINK = """
[joint.link]               # the encoder behind the gear
object = "0x60E4:1"
counts_per_turn = {counts:.0f}
gear_ratio = 1
sign = 1
side = "link"
"""


def map_text(arm: DrivenArm, *, is_homed: bool) -> str:
    """Write the table of an arm's drives."""
    pieces = [_HEAD]
    for joint, drive in enumerate(arm.drives):
        ratio = float(arm.gear_ratio[joint])
        link = _LINK.format(counts=arm.link_counts_per_turn[joint]) if arm.has_link_encoder else ""
        pieces.append(
            _JOINT.format(
                node=drive.node,
                homing="absolute" if is_homed else "required",
                counts=arm.counts_per_turn[joint],
                ratio=abs(ratio),
                sign=1 if ratio > 0.0 else -1,
                link=link,
            )
        )
    return "".join(pieces)
