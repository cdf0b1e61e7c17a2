"""Keeps collections of garbage short: what stays as long as the program is not looked at again."""

import gc


def collect_nothing_yet() -> None:
    """Collect no garbage while modules are loaded and the window is built: a sixth of the start.

    ``set_aside_what_stays`` ends it.
    """
    gc.disable()


def set_aside_what_stays() -> None:
    """Take all that modules and windows hold now out of every later collection, and collect from now on.

    A collection looks at every object there is, which takes up to half a second, and nothing
    else happens meanwhile: no frame, no heartbeat.
    """
    gc.collect()
    gc.freeze()
    gc.enable()
