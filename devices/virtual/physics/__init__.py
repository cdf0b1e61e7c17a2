"""The physics of the virtual arm: what would happen in metal, and what its sensors make of it.

It shares no dynamics code with ``core`` and none of the friction models that are fitted, so that an
identification on its recordings is a test and no echo. Magnitudes come from ``resources/virtual``.
"""
