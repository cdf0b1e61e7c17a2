"""The guided procedures as data: steps, what each needs, what a redo makes out of date."""
