"""The sentences about payloads that cannot be worked out: I-08x, I-09x, F-096, F-097."""

from collections.abc import Mapping

from app.errors.sentence import Wording

_NOTHING = "Nothing was worked out."

PAYLOAD_ERRORS: Mapping[str, Wording] = {
    "payload-no-loaded-recording": Wording(
        "I-080",
        "No recording of sweeps with a payload was named, and the visit has none.",
        _NOTHING,
        "Run the payload sweeps, or name their recordings.",
    ),
    "payload-recording-twice": Wording(
        "I-081",
        "{labels} is named for two different loads.",
        "A recording has one load: the payload, a known one, or none. " + _NOTHING,
        "Name each recording once.",
    ),
    "payload-reference-missing": Wording(
        "I-082",
        "{file} has no sweeps of the arm without payload and no identified model.",
        "A payload is what an arm carries more than without it, so there is nothing to compare with.",
        "Run the sweeps with nothing on the flange, name an earlier visit of this arm, or identify a model.",
    ),
    "payload-reference-other-arm": Wording(
        "I-083",
        "The unloaded sweeps in {file} are of another arm: {reference}, not {arm}.",
        "Two arms differ by more than a payload. " + _NOTHING,
        "Name a visit of this arm, or run its own unloaded sweeps.",
    ),
    "payload-gains-not-identified": Wording(
        "I-084",
        "No visit that was named holds identified drive gains.",
        _NOTHING,
        "Find them first (torsion gains), or choose the manufacturer's.",
    ),
    "payload-runs-missing": Wording(
        "I-085",
        "The dynamic method compares runs without and with the payload; a model takes no part in it.",
        _NOTHING,
        "Name the unloaded run, or choose another method.",
    ),
    "payload-not-measured": Wording(
        "I-086",
        "No payload was measured in {file} yet.",
        "There is nothing to report.",
        "Run the payload sweeps, or torsion payload on recordings.",
    ),
    "payload-incomplete": Wording(
        "I-117",
        "The payload lacks {missing}.",
        "A robot takes a payload with its mass and all three coordinates of its centre.",
        "Measure the sweeps that are missing, and work the payload out again.",
    ),
    "payload-is-dynamic": Wording(
        "I-087",
        "Sweeps were asked for all ten parameters of the payload.",
        "Only excitation runs show its inertia. " + _NOTHING,
        "Choose another method, or name a pair of excitation runs.",
    ),
    "payload-no-sweeps": Wording(
        "I-088",
        "In {recording} no joint moves alone at a steady speed.",
        "Only there the weight of a payload shows without friction's jumps. " + _NOTHING,
        "Run the payload sweeps, or record such motion.",
    ),
    "payload-too-few-samples": Wording(
        "I-089",
        "Every sweep in {recording} has fewer than {fewest} samples at a steady speed.",
        "Ripple and friction cannot be separated from weight with so few. " + _NOTHING,
        "Sweep slower, or wider.",
    ),
    "payload-torque-stuck": Wording(
        "I-090",
        "The current or torque of {joint} does not change at all in {recording}.",
        "Its channel is stuck, so it says nothing of a load. " + _NOTHING,
        "Check the controller's signal, and record again.",
    ),
    "payload-one-way": Wording(
        "I-091",
        "None of the {joints} sweeps goes there and back.",
        "One way alone mixes friction into the weight. " + _NOTHING,
        "Record both ways, or accept one direction (--one-direction).",
    ),
    "payload-sweeps-do-not-match": Wording(
        "I-092",
        "No sweep of {loaded} passes where one of {unloaded} did.",
        "The arm was moved or other sweeps were run, so there is nothing to compare. " + _NOTHING,
        "Run the same sweeps with and without the load.",
    ),
    "payload-not-parallel": Wording(
        "I-093",
        "{robot} has no two parallel joints that were swept with the flange held alike.",
        "Three steps need them; all sweeps together do not.",
        "Choose the method joint.",
    ),
    "payload-no-twist": Wording(
        "I-094",
        "The swept joints of {robot} do not show how far their gears twist.",
        "That takes an encoder on both sides of the gear. " + _NOTHING,
        "Choose a method that uses the drives' torque.",
    ),
    "payload-run-not-loaded": Wording(
        "I-095",
        "The recording {recording} says that it carried nothing.",
        "It was named as one with the payload. " + _NOTHING,
        "Name the loaded run.",
    ),
    "payload-loads-alike": Wording(
        "I-118",
        "The recordings {labels} cannot be told apart by their load.",
        "Their largest step in mass is {step} ± {std} kg, and does not part them in two groups. " + _NOTHING,
        "Name those with nothing on the flange (--reference).",
    ),
    "payload-runs-of-other-arms": Wording(
        "I-096",
        "The loaded runs are of several arms: {arms}.",
        "Arms differ by more than a payload. " + _NOTHING,
        "Name runs of one arm.",
    ),
    "payload-motions-differ": Wording(
        "I-097",
        "No unloaded run moved as {recording} did.",
        "Differences along a motion need the same motion twice. " + _NOTHING,
        "Name the unloaded run of that motion.",
    ),
    "gains-file-unreadable": Wording(
        "F-096",
        "{file} has no drive gains.",
        "It needs a JSON object with drive_gain, a list with one positive number per joint in N·m/A.",
        "Name a file that torsion gains --json wrote.",
    ),
    "gains-file-size": Wording(
        "F-097",
        "{file} has {found} drive gains; the arm has {wanted} joints.",
        _NOTHING,
        "Name the file of this arm.",
    ),
}
