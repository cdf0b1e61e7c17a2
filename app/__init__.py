"""Windows and words: the program a person sees, on screen and in a terminal."""

import os

# The factorisations here are small: threads of the linear algebra library cost more than they
# bring (five times as long on two busy cores). It reads this when NumPy is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
