"""The pages of a guide, their declaration, and the common parts of pages that run a motion."""
