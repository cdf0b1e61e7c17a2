"""Faults of the line: what was encoded and what arrives part ways here."""

import numpy as np

from devices.virtual.firmware.faults import FaultBoard

_BITS = 8


class LinkFaults:
    """Loses and damages frames as the faults on the board say, with a random source of its own."""

    def __init__(self, board: FaultBoard, *, seed: int) -> None:
        self._board = board
        self._random = np.random.default_rng(seed)

    @property
    def is_pulled(self) -> bool:
        """Whether the cable was pulled."""
        return self._board.find("cable-pulled") is not None

    def note_pulled(self) -> None:
        """The cable is out: it can be plugged in, and be pulled once more."""
        self._board.release("cable-pulled")

    @property
    def is_frozen(self) -> bool:
        """Whether the device says and hears nothing any more."""
        return self._board.find("frozen-peer") is not None

    def outgoing(self, frame: bytes, *, holds_samples: bool) -> bytes:
        """What becomes of an encoded frame on its way; empty when nothing arrives.

        Only frames of samples are lost and damaged by themselves; a frozen peer sends nothing at all.
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
