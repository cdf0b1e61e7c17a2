"""Arms of Elite's CS series: the driver of Universal Robots in the dialect of another maker."""
