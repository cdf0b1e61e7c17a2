"""Windows and words: the program a person sees, on screen and in a terminal."""

import os

from app.errors.handed_in import ErrorTables, hand_in

# The factorisations here are small: threads of the linear algebra library cost more than they
# bring (five times as long on two busy cores). It reads this when NumPy is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def _of_features() -> list[ErrorTables]:
    from app.features import FEATURES

    return [feature.error_tables() for feature in FEATURES]


hand_in(_of_features)
