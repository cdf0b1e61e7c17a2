"""What Torsion measures and tells, one room for each: its procedure, tasks, words, page and command."""
