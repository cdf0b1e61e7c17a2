"""Simulated faults of the line: frames that are lost or damaged after encoding."""

import numpy as np

from devices.virtual.firmware.faults import FaultBoard

_BITS = 8


class LinkFaults:
    """Loses and damages frames according to the active faults, with its own random generator."""

    def __init__(self, board: FaultBoard, *, seed: int) -> None:
        self._board = board
        self._random = np.random.default_rng(seed)

    @property
    def is_pulled(self) -> bool:
        """True if the cable was pulled."""
        return self._board.find("cable-pulled") is not None

    def note_pulled(self) -> None:
        """End the fault once the cable is out, so that it can be plugged in and pulled again."""
        self._board.release("cable-pulled")

    @property
    def is_frozen(self) -> bool:
        """True if the device neither sends nor receives any more."""
        return self._board.find("frozen-peer") is not None

    def outgoing(self, frame: bytes, *, holds_samples: bool) -> bytes:
        """Apply the faults to an encoded frame; empty if nothing arrives.

        Only frames with samples are lost or damaged; a frozen device sends nothing at all.
        """
        if self.is_frozen:
            return b""
        if not holds_samples:
            return frame
        dropped, corrupted = self._board.find("dropped-frames"), self._board.find("corrupted-frames")
        if dropped is not None and self._random.random() < dropped.number("share"):
            return b""
        if corrupted is not None and self._random.random() < corrupted.number("share"):
            return self._with_flips(frame, count=int(corrupted.number("flips")))
        return frame

    def _with_flips(self, frame: bytes, *, count: int) -> bytes:
        changed = np.frombuffer(frame, np.uint8).copy()
        bits = self._random.choice(changed.size * _BITS, size=min(count, changed.size * _BITS), replace=False)
        np.bitwise_xor.at(changed, bits // _BITS, (1 << (bits % _BITS)).astype(np.uint8))
        return changed.tobytes()
