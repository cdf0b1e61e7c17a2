"""The sentences about running an excitation trajectory: D-34x, Q-13x."""

from collections.abc import Mapping

from app.errors.sentence import Wording

_NOTHING_MOVED = "Nothing has moved."

EXCITE_ERRORS: Mapping[str, Wording] = {
    "controller-runs-no-trajectory": Wording(
        "D-340",
        "{controller} runs no trajectories.",
        "An excitation moves all joints at once along a path in time, which this controller does not offer. "
        "Nothing has moved.",
        "Record poses instead, or export the plan as a program for the robot.",
    ),
    "free-series-real-arm": Wording(
        "D-341",
        "A free Fourier series runs on the virtual robot alone.",
        "It does not begin and end at rest by itself; it serves comparisons. Nothing has moved.",
        "Plan a motion of another kind for this arm.",
    ),
    "no-visit-for-plan": Wording(
        "D-342",
        "There is no visit to take the plan {key} from.",
        _NOTHING_MOVED,
        "Open the visit that holds it, or plan again.",
    ),
    "no-run-recorded": Wording(
        "D-343",
        "The recording {recording} notes no run at full speed.",
        "There is nothing to average.",
        "Run the excitation again.",
    ),
    "position-not-recorded": Wording(
        "D-344",
        "The recording {recording} holds no joint positions.",
        "Where the run began cannot be found without them.",
        "Let the controller stream the joint or motor positions and run it again.",
    ),
    "periods-not-covered": Wording(
        "D-345",
        "The {samples} samples do not cover the {cycles} periods of the run.",
        "The mean of the periods was not made. The recording is kept.",
        "Run the excitation again.",
    ),
    "no-period-left": Wording(
        "D-346",
        "No period is left to average: {left_out} of {cycles} were left out.",
        "The mean of the periods was not made.",
        "Run more periods.",
    ),
}

EXCITE_REASONS: Mapping[str, tuple[str, str]] = {
    "single-period": (
        "A single period was run, so the noise is not known. Run five.",
        "Q-130",
    ),
    "first-period-left-out": (
        "The first period took another torque than the others, as friction does that comes from standstill, "
        "and was left out; {periods} are used.",
        "Q-131",
    ),
    "periods-still-drift": (
        "The torque of {joint} still changed from period to period by more than its noise. "
        "Warm the arm up and run it again.",
        "Q-132",
    ),
    "run-misses-samples": (
        "{share:%} of the samples of the run are missing. Check the cable and the load of this computer.",
        "Q-133",
    ),
    "torque-not-recorded": (
        "Neither torque nor current was recorded; nothing can be identified from this run.",
        "Q-134",
    ),
    "limit-passed-while-running": (
        "With its following error {joint} used {share:%} of its {limit} limit. "
        "Plan with a smaller share of the limits.",
        "Q-135",
    ),
    "large-following-error": (
        "{joint} was up to {error} {unit} from the trajectory. Check the payload set in the controller, "
        "and the drive.",
        "Q-136",
    ),
    "torque-above-rating": (
        "{joint} took {share:%} of its rated torque. Plan a slower motion.",
        "Q-137",
    ),
}
