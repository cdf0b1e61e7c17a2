"""The friction models, one file each: whatever declares a ``MODEL`` here is offered everywhere."""
