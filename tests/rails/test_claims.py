"""The measured figures in the help match the files of measurements."""

import json
import re

import pytest

PAGES = ("en", "zh_CN")
FOREIGN = (
    ("base parameters", "rotor inertia", "friction at steady speed"),
    ("base parameters, chosen by data", "rotor inertia, chosen by data"),
    ("base parameters, gains of the data sheet", "friction at steady speed, gains of the data sheet"),
    ("stiffness", "drive gains, 1 pair", "drive gains, 3 pairs"),
    *(
        tuple(
            f"payload {quantity}, {way}, {gains}"
            for gains in ("gains known", "gains of the data sheet")
            for quantity in ("mass", "centre")
        )
        for way in ("all together", "three steps")
    ),
)
"""Quantities in each row of the page on arms of another making."""
NEAR = tuple(
    f"payload mass, all together, {gains}{size}"
    for size in ("", ", under 1 kg")
    for gains in ("gains known", "gains of the data sheet")
)
"""Loads of which the page says how many masses were near the truth."""


def rounded(number: float, places: int = 0) -> str:
    """Round a figure as the page does."""
    return f"{number:.{places}f}"


def stated(numbers):
    """The figures of each row of the page, in the order of the row, from the numbers of all files."""
    live, hour, window = numbers["serial_live"], numbers["live_hour"], numbers["live_window_hour"]
    alone, stop, worn = numbers["recording_process"], numbers["stop_latency"], numbers["worn_gear"]
    kill, plans, rows = numbers["kill_recording"], numbers["excitation_plans"], []
    in_file, missing = alone["samples_in_the_file"], alone["samples_missing_in_the_file"]

    def row(file, *figures):
        rows.append((file, list(figures)))

    row("serial_live", rounded(live["samples_missed"]), rounded(live["frames_per_s_median"]),
        rounded(live["process_percent_of_a_core"]))  # fmt: skip
    row("live_hour", rounded(hour["frames_per_s_median"]), rounded(hour["frames_per_s_slowest_percent"]),
        rounded(hour["process_percent_of_a_core"]),
        rounded(hour["memory_mb_end"] - hour["memory_mb_second_quarter"], 1))  # fmt: skip
    row("live_window_hour", rounded(window["frames_per_s_median"], 1),
        rounded(window["arm_pictures_per_s_median"], 1), rounded(window["percent_of_a_core"]),
        rounded(window["window_growth_mb_per_hour"], 1))  # fmt: skip
    row("recording_process", rounded(alone["process_percent_of_a_core"]), rounded(missing),
        rounded(in_file + missing))  # fmt: skip
    sent = numbers["ur_stream"]
    row("ur_stream", rounded(sent["samples_sent"]), rounded(sent["sent_and_lost"]),
        rounded(sent["left_out_by_the_controller"]), rounded(sent["process_percent_of_a_core"]))  # fmt: skip
    row("hour_long", rounded(numbers["hour_long"]["streamed_extra_MB"]))
    row("kill_recording", rounded(kill["opened"]), rounded(kill["runs"]), rounded(kill["most_lost_s"], 2))
    row("kill_commissioning", rounded(numbers["kill_commissioning"]["resumed_at_the_step"]),
        rounded(numbers["kill_commissioning"]["kills"]))  # fmt: skip
    row("stop_latency", rounded(stop["stops"]), rounded(1e3 * stop["median_s"]),
        rounded(1e3 * stop["quantile_99_s"]), rounded(1e3 * stop["worst_s"]))  # fmt: skip
    for campaign in ("ur_stops", "ec_stops"):
        stopped = numbers[campaign]
        row(campaign, rounded(stopped["stops"]), rounded(1e3 * stopped["median_s"]),
            rounded(1e3 * stopped["quantile_99_s"]), rounded(1e3 * stopped["worst_s"]))  # fmt: skip
    arms, families = numbers["arms_stops"], ("moteus", "cia402", "franka")
    row("arms_stops", *(rounded(sum(arms[f"{one}: {what}"] for one in families))
                        for what in ("stops", "silences", "links_lost")),
        *(rounded(1e3 * arms[f"{one}: {what}"]) for one in families
          for what in ("median_s", "worst_s", "silence: worst_s")))  # fmt: skip
    pulled = numbers["cable_pull"]
    row("cable_pull", rounded(pulled["files_whole"]), rounded(pulled["pulls"]),
        rounded(pulled["latest_stop_begins_after_s"], 2))  # fmt: skip
    frames = numbers["damaged_frames"]
    row("damaged_frames", rounded(frames["wrongly_accepted"]), rounded(frames["damaged_or_malformed"]))
    for codec in ("rtde_streams", "ec_streams", "fci_streams", "moteus_streams", "cia402_streams"):
        streams = numbers[codec]
        row(codec, rounded(streams["cases"]), rounded(streams["memory_growth_mb"], 1))
    hostile = numbers["hostile_devices"]
    row("hostile_devices", rounded(hostile["trials"]), rounded(hostile["wrong"]))
    row("inputs", rounded(numbers["inputs"]["cases"]), str(len(numbers["inputs"]["findings"])))
    wild = [numbers["wild_robots"][form] for form in ("urdf", "mjcf")]
    far = [max(one[key] for one in wild) for key in (
        "worst_relative_difference", "worst_relative_difference_with_rounded_axes")]  # fmt: skip
    row("wild_robots", *(rounded(one[key]) for key in ("files", "accepted", "compared") for one in wild),
        rounded(1e9 * far[0], 1), rounded(1e6 * far[1], 1),
        rounded(sum(one["unexpected_errors"] for one in wild)))  # fmt: skip
    row("visits", rounded(numbers["visits"]["files"]), rounded(numbers["visits"]["failures"]))
    imported = numbers["power_and_disk"]["import"]
    wrong = sum(way["wrong"] for way in imported.values() if isinstance(way, dict))
    row("power_and_disk", str(imported["writes"]), str(wrong))
    row("monkey", rounded(numbers["monkey"]["acts"]), rounded(numbers["monkey"]["wrong"]))
    looks = numbers["layout"]
    row("layout", rounded(looks["views"]), rounded(looks["combinations"]), rounded(looks["findings"]))
    walked = numbers["journeys"]["journeys"]
    first = next(one["first_picture_s"] for one in walked if one["journey"] == "story")
    row("journeys", rounded(len(walked)), rounded(sum(one["is_whole"] for one in walked)),
        *(rounded(max(one["longest_ms"] for one in walked if (one["journey"] == "commissioning") == last))
          for last in (False, True)), rounded(first))  # fmt: skip
    told = numbers["story"]
    row("story", *(rounded(told[what]) for what in ("seeds", "ended_well", "mass_inside")),
        *(rounded(told["again"][what]) for what in ("runs", "ended_well", "equal")))  # fmt: skip
    row("frozen_build", rounded(numbers["frozen_build"]["window_again_median_s"], 1))
    medians = [
        plans[f"{arm} fourier after 10 s, median of 5 seeds"] for arm in ("generic-6r", "ec66", "ur10e")
    ]
    published = [value for what, value in plans.items() if what.startswith("published")]
    row("excitation_plans", rounded(min(medians), 1), rounded(max(medians), 1),
        rounded(plans["generic-6r fourier after 60 s, median of 5 seeds"], 1),
        rounded(min(published)), rounded(max(published)))  # fmt: skip
    clear = [value for what, value in plans.items() if "keeping clear" in what and "median" in what]
    row("excitation_plans", rounded(min(clear), 1), rounded(max(clear), 1))
    cost = numbers["gradient_cost"]
    row("gradient_cost", *(rounded(cost[f"{arm}: {what}, ms"], 1) for arm, what in (
        ("generic-6r", "value and gradient"), ("generic-6r", "value alone"))))  # fmt: skip
    value = numbers["excitation_value"]["stated standard deviations, planned over random, median"]
    row("excitation_value", rounded(value, 2))
    cover = numbers["coverage"]
    most = "all but short and data-sheet"
    row("coverage", rounded(cover[f"{most}: cases"]),
        rounded(100 * cover[f"{most}: 95 % intervals that hold the truth"], 1))  # fmt: skip
    foreign = numbers["coverage_foreign"]
    for quantities in FOREIGN:
        row("coverage_foreign", *(rounded(100 * foreign[f"{one}: 95 % intervals that hold the truth"])
                                  for one in quantities))  # fmt: skip
    row("coverage_foreign", *(rounded(100 * foreign[f"{loads}: within 2 % or 20 g"]) for loads in NEAR))
    logs = numbers["payload_from_logs"]
    row("payload_from_logs", *(rounded(100 * logs[f"{log}: mass, largest relative error"], 1)
                               for log in ("same motion", "other motion", "long log")),
        rounded(logs["other motion: share of masses within 1 %"] * logs["other motion: payloads"]),
        rounded(logs["other motion: payloads"]), "1")  # fmt: skip
    fresh = re.compile(r"[\w-]+: load-dependent, held-(excitation|tour), to .*, mean of 5")
    left = [value for what, value in numbers["three_loops"].items() if fresh.fullmatch(what)]
    row("three_loops", rounded(min(left), 2), rounded(max(left), 2))
    good = "with load steps: stiffness called good"
    row("elasticity", rounded(numbers["elasticity"][f"{good}: found"]),
        rounded(100 * numbers["elasticity"][f"{good}: worst error"], 1))  # fmt: skip
    row("worn_gear", rounded(100 * worn["worn gears told, by either"]), rounded(worn["arms"]),
        rounded(worn["unchanged: joints with any alarm"]),
        rounded(worn["unchanged: joints compared"]))  # fmt: skip
    loads = "fifteen loads, thorough: all together, exact gains: mass, kg: worst error"
    row("payload", rounded(1e3 * numbers["payload"][loads]))
    row("stiffness", rounded(100 * numbers["stiffness"]["K4: largest relative error"], 5))
    whole = numbers["ur_whole"]
    masses = [abs(value) for what, value in whole.items() if what.endswith("mass off, kg")]
    centers = [value for what, value in whole.items() if what.endswith("centre off, mm")]
    row("ur_whole", rounded(100 * whole["friction, largest error"], 1),
        rounded(100 * whole["base parameters, share within 1.96 std"]), rounded(whole["base parameters"]),
        rounded(100 * whole["verified, largest relative error"], 1), rounded(1e3 * max(masses)),
        rounded(max(centers), 1),
        rounded(whole["steps_repeated"]))  # fmt: skip
    strangers = numbers["franky_commissioning"]
    fresh_motion = [value for what, value in strangers.items() if what.startswith("fresh motion, J")]
    row("franky_commissioning", rounded(100 * strangers["fresh motion, all joints"], 1),
        rounded(100 * strangers["fresh motion, all joints, while they move"], 1),
        rounded(100 * max(fresh_motion), 1), rounded(100 * abs(strangers["mass off, share"]), 2),
        rounded(strangers["centre off, mm"], 2),
        rounded(100 * abs(strangers["by typed commands: mass off, share"]), 2),
        rounded(strangers["by typed commands: centre off, mm"], 1))  # fmt: skip
    short, makers = numbers["quick_friction"], ("ur", "elite-cs", "elite-ec")
    row("quick_friction", rounded(short["ur: asked"]),
        *(rounded(short[f"{maker}: good or usable"]) for maker in makers),
        rounded(sum(short[f"{maker}: steps repeated"] for maker in makers)))  # fmt: skip
    rows += gears_of_arms(numbers["arms_twist"])
    checked = numbers["setup_checks"]
    row("setup_checks", rounded(checked["false_alarms"]), rounded(checked["clean_runs"]))
    friction = numbers["friction_choice"]
    row("friction_choice", *(rounded(friction[f"ur10e: another day{what}, A"], 3) for what in ("", " live")),
        rounded(100 * friction["tx40: rest of the run, relative error"], 1),
        rounded(friction["double pendulum: mx_2, kg m"], 3),
        rounded(2 * friction["double pendulum: mx_2, std, kg m"], 3))  # fmt: skip
    proof, arms = numbers["export_proof"], ("ec66", "ur10e", "tx40")
    row("export_proof",
        *(rounded(100 * proof[f"{arm}, {what}: torque error, share"], 1)
          for what in ("mjcf", "urdf", "description") for arm in arms),
        *(rounded(1e3 * proof[f"{arm}, {what}: position error, rad"], 1)
          for what in ("mjcf", "description") for arm in arms),
        rounded(1e9 * max(value for what, value in proof.items() if "rigid-body" in what), 1))  # fmt: skip
    link = numbers["link_position"]
    others = sorted({what.split(":")[0] for what in link if ": called" in what} - {"measured"})
    joints = link["joints of each kind"]
    row("link_position", rounded(sum(link[f"{kind}: called measured"] for kind in others)),
        rounded(joints * len(others)), rounded(link["measured: called computed"]), rounded(joints),
        rounded(link["measured: called measured"]))  # fmt: skip
    strange = numbers["foreign"]
    row("foreign", *(rounded(strange[what]) for what in ("recordings", "robots", "silently_wrong",
                                                         "needless_questions", "said_plainly")))  # fmt: skip
    bulk, sizes = numbers["bulk_files"], list[str]()
    for name in ("csv", "csv, pandas", "bag", "bag, rosbags"):
        sizes += [rounded(bulk[f"{name}: seconds"], 1), rounded(bulk[f"{name}: peak"])]
    row("bulk_files", *sizes)
    fleet = numbers["catalogue"]
    row("catalogue", rounded(fleet["visits"]), rounded(fleet["files read per second"]),
        rounded(fleet["list of all, ms"]), rounded(fleet["first page, ms"], 1),
        rounded(fleet["search, ms"], 1), rounded(fleet["arms"]), rounded(fleet["arms sorted, s"], 1),
        rounded(fleet["peak memory, MB"]))  # fmt: skip
    care = numbers["fleet_care"]
    ways = ("usual: found at 0 false alarms", "worn", "first visit alone: found at 0 false alarms",
            "called: worn", "called: sound", "small fleets: called: clearly worn",
            "small fleets: clearly worn", "small fleets: called: sound", "small fleets: sound")  # fmt: skip
    row("fleet_care", *(rounded(care[way]) for way in ways))
    page = numbers["fleet_page"]
    row("fleet_page", rounded(page["visits"]), rounded(page["longest turn of the event loop, ms"]),
        rounded(page["first list, s"], 1), rounded(page["search, s"], 1),
        rounded(page["arm, s"], 2))  # fmt: skip
    batches, scans = numbers["batch_work"]["batches"], numbers["batch_work"]["scans"]
    counts = ("errors", "lines twice", "stored twice", "not stored", "differ from one process")
    row("batch_work", rounded(numbers["batch_work"]["visits"]),
        *(rounded(batches[name]["seconds"]) for name in ("processes-1", "processes-2", "dask-2")),
        rounded(sum(one.get(name, 0) for one in batches.values() for name in counts)),
        rounded(scans["files"]), rounded(scans["kills"]))  # fmt: skip
    now = numbers["visit_file"]
    before, full, figures = now["before"], "500 results, 100 MB of recordings", list[str]()
    for visit, what in ((full, "next result, CPU ms"), (full, "open in the window, CPU ms"),
                        ("list", "list of all, CPU ms")):  # fmt: skip
        figures += [rounded(before[visit][what]), rounded(now[visit][what])]
    written = (rounded(1e-3 * before[full]["next result, kB written"]),
               rounded(now[full]["next result, kB written"]))  # fmt: skip
    row("visit_file", *figures, *written)
    spent = numbers["identify_time"]
    row("identify_time", *(rounded(spent[f"{friction}: {what}, processor s"], 1)
                           for friction in ("load-dependent", "coulomb-viscous")
                           for what in ("before", "now")),
        rounded(spent["figaroh: processor s"], 1),
        *(rounded(100 * spent[f"{who} error on the run kept back"], 1)
          for who in ("load-dependent: now,", "coulomb-viscous: now,", "figaroh:")))  # fmt: skip
    first = numbers["first_start"]
    row("first_start", *(rounded(first[f"{what}, processor s"])
                         for what in ("set-up", "first demonstration", "second demonstration")),
        rounded(first["window, s"], 1), rounded(first["window with all pages, s"], 1))  # fmt: skip
    faults = numbers["mutants"]
    row("mutants", rounded(faults["now"]["tried"]),
        *(rounded(faults[tree]["found"]) for tree in ("before", "now")),
        *(rounded(faults[tree][f"{what}_percent"], 1)
          for what in ("lines", "branches") for tree in ("before", "now")))  # fmt: skip
    (runs,) = numbers["peers"].values()
    for found in runs["peers"].values():
        row("peers", rounded(100 * found["error"], 1), rounded(found["peak_megabytes"]),
            *(rounded(answers(found, said)) for said in ("refused", "warned")
              if found["faults"]))  # fmt: skip
    return rows


def answers(peer, wanted):
    """Number of the faults to which a peer answered so."""
    return sum(one["answer"] == wanted for one in peer["faults"].values())


def gears_of_arms(twist):
    """The rows on arms with two encoders, of which drives tell or a controller."""
    figures = [rounded(twist["moteus: ripple that is none"])]
    for drives in ("moteus", "cia402"):
        shares = ("95 % intervals that hold the truth", "stiffness: worst error")
        figures += [
            rounded(twist[f"{drives}: joints apart, ms"], 1),
            *(rounded(twist[f"{drives}: {what}"]) for what in ("stiffness: found", "95 % intervals")),
            *(rounded(100 * twist[f"{drives}: {what}"]) for what in shares),
        ]
    told = [rounded(twist[f"franka {link}: {what}"]) for link in ("computed", "measured")
            for what in ("joints", f"called {link}")]  # fmt: skip
    weighed = [
        rounded(1e3 * abs(twist["elite-ec: mass off, kg"])),
        rounded(twist["elite-ec: centre off, mm"], 1),
    ]
    return [("arms_twist", figures), ("arms_twist", [*told, *weighed])]


@pytest.fixture
def measured(repository):
    """The numbers of every measurement, by the name of its file."""
    files = sorted((repository / "resources" / "measurements").glob("*.json"))
    return {file.stem: content_of(file)["numbers"] for file in files}


def content_of(file):
    """What is in a measurement: a command writes what it measured under its name."""
    content = json.loads(file.read_text("utf-8"))
    return content.get(file.stem, content)


@pytest.mark.parametrize("language", PAGES)
def test_the_page_of_the_peers_names_day_command_and_versions(repository, language):
    measured = content_of(repository / "resources" / "measurements" / "peers.json")
    text = (repository / "resources" / "help" / "pages" / language / "measured-peers.md").read_text("utf-8")
    assert measured["command"] in text
    assert measured["measured_at"][:10] in text
    (runs,) = measured["numbers"].values()
    for name, peer in runs["peers"].items():
        assert name.startswith("Torsion") or f" {peer['version']}" in text, name


def test_other_packages_are_as_good_as_the_page_says(measured):
    (runs,) = measured["peers"].values()
    peers = runs["peers"]
    same, plain = peers["Torsion, Coulomb and viscous"], peers["least squares with Pinocchio"]
    assert abs(peers["FIGAROH"]["error"] - same["error"]) < 0.001
    assert plain["error"] - same["error"] < 0.002
    for needed in ("peak_megabytes", "processor_seconds"):
        assert plain[needed] == min(peer[needed] for peer in peers.values())


def rows_of(repository, language):
    """Rows of the three pages in a language: file and text of each row."""
    pages = repository / "resources" / "help" / "pages" / language
    names = ("measured", "measured-results", "measured-peers")
    text = "".join((pages / f"{name}.md").read_text("utf-8") for name in names)
    cells = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [(row[2], row[1]) for row in cells if re.fullmatch(r"[a-z0-9_]+", row[2])]


@pytest.mark.parametrize("language", PAGES)
def test_every_figure_of_the_page_is_that_of_its_measurement(repository, measured, language):
    there, wanted = rows_of(repository, language), stated(measured)
    assert {file for file, _ in there} - {"file"} == set(measured)
    there = [entry for entry in there if entry[0] != "file"]
    assert [file for file, _ in there] == [file for file, _ in wanted]
    for (file, text), (_, figures) in zip(there, wanted, strict=True):
        without_rates = re.sub(r"95 %|100 次中|in 99 of 100|99 次在", "", text)
        found = re.findall(r"\d+(?:\.\d+)?", without_rates)
        assert set(figures) <= set(found), (file, figures, text)
        assert len(set(found) - set(figures)) == 0, (file, set(found) - set(figures))


def test_the_readme_is_short_and_quotes_no_measurement(repository):
    text = (repository / "README.md").read_text("utf-8")
    assert text.count("\n") <= 110
    assert "resources/measurements/" not in text
