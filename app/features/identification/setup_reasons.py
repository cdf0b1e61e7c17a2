"""The sentences about a set-up that the recordings contradict."""

SETUP_REASONS: dict[str, tuple[str, str]] = {
    "channels-exchanged": (
        "The torque channels of {joints} are exchanged: put right, they fit the motion. Check the cables "
        "and the order of the columns, then import again.",
        "Q-320",
    ),
    "sign-reversed": (
        "The torque of {joints} has the opposite sign of its position: friction would drive the joint. "
        "Check the signs of both channels, then import again.",
        "Q-321",
    ),
    "mounting": (
        "The torques show gravity {angle:deg} ± {std:deg}° away from the robot description: the base leans "
        "towards {towards}. Check how the arm is mounted, or correct it and identify again.",
        "Q-322",
    ),
    "channel-late": (
        "The torque of {joints} is late against the position, by up to {lag_s:ms} ± {std_s:ms} ms. Check "
        "the filters of the recorder, or correct it and identify again.",
        "Q-323",
    ),
    "scale-off": (
        "The drive gains of {joints} do not fit those of the other joints: the torque is off by "
        "{error:%} ± {std:%}. Identify the drive gains with a known payload.",
        "Q-324",
    ),
    "not-physical": (
        "Real bodies cannot move like this: the nearest ones raise the error by {cost:%}. Check the "
        "mounting, and the order and signs of the channels.",
        "Q-325",
    ),
}
