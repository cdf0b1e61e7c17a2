"""The sentences about drives of CiA 402 on a CAN bus: D-51x."""

from collections.abc import Mapping

from app.errors.sentence import NOT_CONNECTED, NOT_MOVED, STOP_SENT, Wording

CIA402_ERRORS: Mapping[str, Wording] = {
    # The table and the bus
    "cia402-map-missing": Wording(
        "D-510",
        "The table of the drives {file} cannot be read ({reason}).",
        NOT_CONNECTED,
        "Name a file that exists behind map=. The help page CiA 402 drives shows one to begin with.",
    ),
    "cia402-map-wrong": Wording(
        "D-511",
        "The table of the drives is not right at {entry}: {reason}.",
        f"A wrong entry would be a wrong angle or torque. {NOT_CONNECTED}",
        "Correct it in {file}. The help page CiA 402 drives explains each entry.",
    ),
    "cia402-no-library": Wording(
        "D-512",
        "The packages for CAN buses are not installed.",
        NOT_CONNECTED,
        "Install them where Torsion is installed: python -m pip install canopen python-can.",
    ),
    "cia402-no-bus": Wording(
        "D-513",
        "The interface {interface} could not be opened ({reason}).",
        NOT_CONNECTED,
        "Check the name, that the adapter is plugged in, that its driver runs, and that no other program "
        "holds it. Interfaces are named as python-can names them, such as slcan:/dev/ttyACM0 or "
        "socketcan:can0.",
    ),
    "cia402-drive-silent": Wording(
        "D-514",
        "The drive with the node number {node} does not answer.",
        "Nothing is recorded of one joint alone. A motion is ended, and a stop is sent to the other drives.",
        "Check its power, cable, bit rate, node number and the resistors at both ends of the bus, then "
        "connect again.",
    ),
    "cia402-object-refused": Wording(
        "D-515",
        "The drive with the node number {node} refuses its object {object} ({reason}).",
        "It has no such object, or of another kind, or not in its present state.",
        "Compare the table of the drives with the drive's manual.",
    ),
    "cia402-not-in-eds": Wording(
        "D-516",
        "The EDS file of the drive with the node number {node} does not have the object {object}.",
        NOT_CONNECTED,
        "Correct the table of the drives, or name the right EDS file in it.",
    ),
    # Moving
    "cia402-read-only": Wording(
        "D-517",
        "{controller} is only read.",
        NOT_MOVED,
        "To let Torsion move this arm, write motion=allowed behind its name, joined with &.",
    ),
    "cia402-not-homed": Wording(
        "D-518",
        "The drive of {joint:joint} does not know its zero: it was not homed since it was switched on.",
        f"A motion would begin at a wrong angle. {NOT_MOVED}",
        "Home it with the tool of its maker, then try again. Torsion homes no drive.",
    ),
    "cia402-no-watchdog": Wording(
        "D-519",
        "The drive with the node number {node} does not watch the heartbeat of this computer ({object}).",
        f"The arm would not stop when this computer fails. {NOT_MOVED}",
        "Use a drive whose firmware takes the objects 0x1016:1 and 0x6007; until then only read the arm.",
    ),
    "cia402-fault": Wording(
        "D-520",
        "The drive of {joint:joint} has a fault ({error:|its code is in 0x603F}).",
        "A motion has ended, and a stop was sent to every drive. What was recorded is kept.",
        "Look the code up in the drive's manual, remove the cause, then clear the fault.",
    ),
    "cia402-not-enabled": Wording(
        "D-521",
        "The drive of {joint:joint} is not in operation ({state:words}).",
        STOP_SENT,
        "Check the supply of the motor, the enable input and the safe torque off of the drive.",
    ),
    "cia402-start-pose": Wording(
        "D-522",
        "The arm does not stand where the motion begins: {joint:joint} is {degrees}° away.",
        NOT_MOVED,
        "Move to the start pose first, and prepare the motion again.",
    ),
    "cia402-out-of-range": Wording(
        "D-523",
        "The motion needs a position that has no number of 32 bits in a drive.",
        NOT_MOVED,
        "Check counts_per_turn and gear_ratio in the table of the drives.",
    ),
    # What is to be known about the samples
    "cia402-alignment": Wording(
        "D-524",
        "The joints of one sample were taken within ±{ms} ms of one another.",
        "Both encoders of one joint are taken together; only joints among one another differ.",
        "Nothing is to be done.",
    ),
    "cia402-alignment-unknown": Wording(
        "D-525",
        "How far apart in time the joints of a sample are is unknown.",
        "The table names no clock of the drives, so samples bear this computer's time of their SYNC.",
        'Where the drives have a clock (0x1013), add clock = "0x1013" to each joint of the table.',
    ),
}
"""Everything that can go wrong with drives on a CAN bus, by its code."""
