"""The sentences about visits that are damaged, changed by other programs, or made to do harm.

V-040 to V-049, V-130 to V-169.
"""

from collections.abc import Mapping

from app.errors.sentence import Wording

VISIT_ERRORS: Mapping[str, Wording] = {
    "not-a-plain-file": Wording(
        "V-040",
        "{file} is a link that leads nowhere, a pipe or a device, not a plain file.",
        "It was not opened; nothing was read or changed.",
        "Name the file itself, or remove what is in its place.",
    ),
    "leads-elsewhere": Wording(
        "V-041",
        "{file} leads to other files or programs.",
        "Nothing outside it was read, and nothing was changed.",
        "No visit does this; ask who sent the file. What is whole in it can be rescued into a new visit "
        "(torsion rescue).",
    ),
    "visit-damaged": Wording(
        "V-042",
        "{file} is damaged in places.",
        "Nothing was changed; what is whole in it can still be read.",
        "Use a backup, or rescue what is whole into a new visit (torsion rescue).",
    ),
    "visit-read-only": Wording(
        "V-043",
        "{file} is damaged and is not written to.",
        "Nothing was changed.",
        "Rescue what is whole into a new visit (torsion rescue), and go on in that one.",
    ),
    "clock-endless": Wording(
        "V-044",
        "The clock of the recording {label} spans {seconds} s, far more than its samples do.",
        "It was not stored.",
        "Choose the rows of one run, or correct the clock.",
    ),
    "not-a-catalogue": Wording(
        "V-046",
        "{file} is no catalogue of visits.",
        "It was not changed.",
        "Name another file, or none: every user has a catalogue.",
    ),
    "catalogue-damaged": Wording(
        "V-047",
        "The catalogue {file} is damaged ({reason}).",
        "The visits themselves are not concerned.",
        "Delete the catalogue and scan the folders again.",
    ),
    "catalogue-not-usable": Wording(
        "V-048",
        "The catalogue {file} cannot be used ({reason}).",
        "The visits themselves are not concerned.",
        "Keep it on a disk of this computer with room, and wait for other scans to end.",
    ),
    "batch-no-visits": Wording(
        "V-165",
        "No visit is found for {visits}.",
        "Nothing was computed.",
        "Name a folder with visits, or words that a visit of the catalogue has; torsion fleet scan fills it.",
    ),
    "batch-nothing-to-fit": Wording(
        "V-166",
        "{file} holds no recording to identify a model from.",
        "Nothing was stored in it.",
        "It takes a run of the bare arm in which the joints move.",
    ),
    "batch-no-model": Wording(
        "V-167",
        "{file} has no model that gives the loads of the gears.",
        "Nothing was stored in it.",
        "Run torsion batch identify on the same visits first.",
    ),
    "batch-worker-died": Wording(
        "V-168",
        "The process that worked on {file} ended twice without an answer.",
        "Nothing was stored in it; the other visits are not concerned.",
        "Run the same command again; where it happens again memory may be short: take fewer processes.",
    ),
    "cluster-not-installed": Wording(
        "V-163",
        "Computing on a cluster takes a package that is not installed.",
        "Nothing was computed.",
        "Install it with pip install torsion[cluster], or compute with --on processes:N.",
    ),
    "tables-not-installed": Wording(
        "V-170",
        "Writing Parquet takes a package that is not installed.",
        "Nothing was written.",
        "Install it with pip install torsion[tables], or save as CSV or JSON.",
    ),
    "cluster-not-reached": Wording(
        "V-164",
        "No Dask scheduler answers at {address} ({reason}).",
        "Nothing was computed.",
        "Start one with dask scheduler, check the address, or compute with --on processes:N.",
    ),
    "fleet-example-counts": Wording(
        "V-169",
        "{visits} visits to {arms} arms cannot be made.",
        "Nothing was written.",
        "Ask for one arm or more, and for at least one visit to each.",
    ),
    "nothing-whole": Wording(
        "V-045",
        "Nothing in {file} is whole.",
        "No new visit was made; nothing was changed.",
        "Use a copy or a backup.",
    ),
}

VISIT_PROBLEMS: Mapping[str, tuple[str, str]] = {
    "external-link": ("a link into another file", "V-130"),
    "soft-link": ("a link in place of what was stored", "V-131"),
    "unknown-link": ("a link of an unknown kind", "V-132"),
    "external-storage": ("its values are in another file ({target})", "V-133"),
    "virtual-dataset": ("its values are put together from other files", "V-134"),
    "foreign-filter": ("it can only be read by another program (filter {number})", "V-135"),
    "foreign-type": ("values of a kind that no visit has", "V-136"),
    "linked-twice": ("it is there under two names", "V-137"),
    "nested-too-deeply": ("groups inside groups, deeper than in any visit", "V-138"),
    "unknown-object": ("neither a group nor values", "V-139"),
    "rows-not-there": ("it says that it is larger than the file can hold", "V-140"),
    "digest": ("this is not what was stored; its digest does not fit", "V-141"),
    "digest-missing": ("the digest of what was stored is gone", "V-142"),
    "seal-broken": ("the file is not as it was written; its seal does not fit", "V-143"),
    "seal-missing": ("another program has changed the file, or its end is gone", "V-144"),
    "not-listed": ("another program has put it there", "V-145"),
    "label-twice": ("two recordings are named {label}", "V-146"),
    "label-not-usable": ("this cannot name a recording", "V-147"),
    "not-a-group": ("this is no group", "V-148"),
    "not-a-dataset": ("these are no values", "V-149"),
    "not-text": ("this is no text", "V-150"),
    "unreadable": ("it cannot be read ({reason})", "V-151"),
    "outside-recording": ("it says something about samples that are not there", "V-152"),
    "no-clock-inside": ("times that do not increase, or none", "V-153"),
    "endless-clock": ("its times span {seconds} s, far more than its samples do", "V-154"),
    "no-columns-inside": ("no columns, or columns of different numbers of joints", "V-155"),
}
