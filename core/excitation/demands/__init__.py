"""Whether what is asked for can be met at all, and where a search can begin."""
