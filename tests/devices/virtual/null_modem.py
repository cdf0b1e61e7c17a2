"""Two ports with a wire between them, made of two pseudo-terminals and a thread."""

import contextlib
import os
import select
import threading


@contextlib.contextmanager
def null_modem():
    """Connect two pseudo-terminals and return their names."""
    import tty  # Windows has none

    pairs = [os.openpty() for _ in range(2)]
    masters = [master for master, _ in pairs]
    for _, slave in pairs:
        tty.setraw(slave)
    ended = threading.Event()

    def carry():
        while not ended.is_set():
            for master in select.select(masters, [], [], 0.02)[0]:
                os.write(masters[1 - masters.index(master)], os.read(master, 1024))

    wire = threading.Thread(target=carry, name="test-wire")
    wire.start()
    try:
        yield tuple(os.ttyname(slave) for _, slave in pairs)
    finally:
        ended.set()
        wire.join()
        for master, slave in pairs:
            os.close(master)
            os.close(slave)
