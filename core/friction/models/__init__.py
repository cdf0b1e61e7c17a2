"""The friction models, one file each: every module that declares a ``MODEL`` is offered everywhere."""
