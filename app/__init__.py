"""Windows and words: the program a person sees, on screen and in a terminal."""
