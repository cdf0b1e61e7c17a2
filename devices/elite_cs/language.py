"""Words of the script language of CS controllers, which reads like Python.

From the maker's editor extension (Elite-Robots/vscode-elitescript-extension,
``src/EliteFunctions/en``): functions, arguments and units. From the maker's development kit
(Elite-Robots/Elite_Robots_CS_SDK): ``def NAME():`` … ``end`` around the program and indentation
within (``source/Elite/EliteDriver.cpp``, ``source/resources/external_control.script``). From the
maker's driver for ROS 2 (Elite-Robots/Elite_Robots_CS_ROS2_Driver, ``eli_cs_robot_driver/doc/Usage.md``):
a program is taken in remote control and ends the running one, ``sec NAME():`` does not.
"""

from devices.universal_robots.language import Language

SET_POINT_S = 0.01
"""Time between two set-points of ``servoj``, s, when none is given; the maker asks for more than 0.008 s."""
LOOKAHEAD_S = 0.05
"""Of ``servoj``, within the maker's 0.03 to 0.2 s; its gain has no effect yet."""
PHASE_REGISTER = "output_int_register24"

ELITE_SCRIPT = Language(
    block_end="",
    halt="halt()",
    watchdog="rtsi_set_watchdog",
    beat="input_int_register24",
    servo=f"lookahead_time={LOOKAHEAD_S:g}",
)
