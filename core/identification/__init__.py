"""From recordings to an identified model of an arm, and its verification."""
