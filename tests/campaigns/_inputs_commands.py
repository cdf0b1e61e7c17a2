"""A command line of each command, to be spoilt by campaigns."""

_COMMON = ("--controller", "virtual:arm.toml?pace=fast", "--into", "new.h5")
BASES: dict[str, tuple[str, ...]] = {
    "demo": ("demo", "--out", "out", "--robot", "nope"),
    "robots": ("robots", "arm.toml"),
    "ports": ("ports",),
    "emulate": ("emulate", "virtual:nope", "--link", "link"),
    "import": ("import", "run.csv", "--robot", "arm.toml", "--into", "new.h5", "--layout", "layout.toml"),
    "info": ("info", "visit.h5"),
    "state": ("state", "visit.h5"),
    "watch": (
        *("watch", "--controller", "virtual:arm.toml?pace=fast", "--when", "position_1 > 100 rad"),
        *("--for", "0.0001", "--into", "new.h5"),
    ),
    "excite": ("excite", "--robot", "arm.toml", "--evaluations", "3", "--seconds", "1", "--period", "5"),
    "identify": ("identify", "visit.h5", "--fit", "fit-1", "--friction", "coulomb-viscous"),
    "rescue": ("rescue", "visit.h5", "--into", "rescued.h5"),
    "verify": ("verify", "visit.h5", "--recordings", "check"),
    "gains": ("gains", "visit.h5", "--unloaded", "fit-1", "--loaded", "loaded"),
    "payload": ("payload", "visit.h5", "--reference", "fit-1", "--sweeps", "loaded"),
    "torque-kind": ("torque-kind", "visit.h5", "--unloaded", "fit-1", "--loaded", "loaded", "--mass", "1"),
    "show": ("show", "run.csv"),
    "layouts": ("layouts",),
    "story": ("story", "--out", "out"),
    "friction": ("friction", "visit.h5", "--recordings", "fit-1"),
    "deflection": ("deflection", "visit.h5", "--recordings", "fit-1"),
    "stiffness": ("stiffness", "--robot", "mikhel-3"),
    "compare": ("compare", "visit.h5", "visit.h5"),
    "report": ("report", "visit.h5", "--out", "report.pdf"),
    "export": ("export", "visit.h5", "--to", "csv", "--out", "out.csv"),
    "fleet scan": ("fleet", "scan", ".", "--catalogue", "catalogue.sqlite"),
    "fleet list": ("fleet", "list", "--catalogue", "catalogue.sqlite"),
    "fleet robots": ("fleet", "robots", "--catalogue", "catalogue.sqlite"),
    "fleet example": ("fleet", "example", "--arms", "1", "--visits", "1", "--into", "made"),
    **{
        f"batch {work}": ("batch", work, "--visits", "visit.h5", "--dry-run")
        for work in ("identify", "deflection", "payload")
    },
    "bench": ("bench", "nope"),
    "self-test": ("self-test", "nope"),
    **{
        f"run {name}": ("run", name, *more, *_COMMON)
        for name, more in {
            "check": (),
            "record": ("0.2",),
            "excite": ("--evaluations", "3"),
            "verify": (),
            "friction": ("--quick",),
            "load-steps": (),
            "torque-ramps": (),
            "payload": (),
            "compensate": ("--place", "10", "20"),
        }.items()
    },
}
"""A command line of each command that is not refused by its parser."""
RUNS_LONG = {
    "demo",
    "story",
    "self-test",
    "bench",
    "emulate",
    *(name for name in BASES if name.startswith("run ")),
}
"""Never run to their end here; only what ends at once."""
