"""The optimisers: one paper, one file."""
