"""What a page of a guide is, and what pages around a motion share."""
