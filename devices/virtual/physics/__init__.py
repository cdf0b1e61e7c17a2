"""The physics of the virtual arm: its true behaviour and what its sensors measure.

It shares no dynamics code with ``core`` and none of the friction models that are fitted there, so an
identification on its recordings is a real test. Magnitudes come from ``resources/virtual``.
"""
