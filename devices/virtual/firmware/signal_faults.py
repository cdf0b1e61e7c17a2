"""Simulated faults of the sensors: streamed values that contradict the channel table."""

from collections.abc import Mapping

import numpy as np

from core.errors import Fact
from core.recording import FloatArray, Quantity
from devices.errors import ConfigurationError
from devices.protocol_open.messages import Channel
from devices.virtual.firmware.channels import Row
from devices.virtual.firmware.faults import SIGNAL_FAULTS, ActiveFault, FaultBoard
from devices.virtual.firmware.plant import CountArray

_QUANTITIES = {
    "link": Quantity.LINK_POSITION,
    "motor": Quantity.MOTOR_POSITION,
    "position": Quantity.POSITION,
}
_PREFERRED = {"wrong-ratio": ("motor", "link", "position")}
_USUAL = ("link", "motor", "position")


class SignalFaults:
    """Changes rows according to the active faults."""

    def __init__(self, table: tuple[Channel, ...], board: FaultBoard) -> None:
        self._table, self._board = table, board
        self._revision = -1
        self._active: list[_Falsifier] = []

    def check(self, name: str, facts: Mapping[str, Fact]) -> None:
        """Refuse a fault of a channel or joint that is not streamed.

        Raises
        ------
        ConfigurationError
            ``fault-channel``.
        """
        if name in SIGNAL_FAULTS:
            self._place(name, {"joint": 0, "channel": "", **facts})

    def apply(self, row: Row, *, counter: int) -> Row:
        """Return the row, a single sample, with its faults; ``counter`` identifies the sample."""
        if self._revision != self._board.revision:
            self._revision = self._board.revision
            self._renew()
        for falsifier in self._active:
            row = falsifier.apply(row, counter=counter)
        return row

    def _renew(self) -> None:
        """Rebuild the list; a fault that is still active keeps its state, such as the stuck value."""
        known = {id(falsifier.fault): falsifier for falsifier in self._active}
        faults = [fault for name in SIGNAL_FAULTS if (fault := self._board.find(name)) is not None]
        self._active = [
            known.get(id(fault)) or _Falsifier(fault, *self._place(fault.name, fault.facts))
            for fault in faults
        ]

    def _place(self, name: str, facts: Mapping[str, Fact]) -> tuple[Quantity, int, Channel]:
        """Quantity, index of the joint among its channels, and channel of a fault."""
        wanted = facts["channel"]
        for channel in (wanted,) if wanted else _PREFERRED.get(name, _USUAL):
            quantity = _QUANTITIES.get(str(channel))
            channels = [entry for entry in self._table if entry.quantity == quantity]
            for place, entry in enumerate(channels):
                if quantity is not None and entry.joint == facts["joint"]:
                    return quantity, place, entry
        raise ConfigurationError("fault-channel", fault=name, channel=str(wanted), joint=facts["joint"])


class _Falsifier:
    """One fault of one channel, with its state."""

    def __init__(self, fault: ActiveFault, quantity: Quantity, place: int, channel: Channel) -> None:
        self.fault = fault
        self._quantity, self._place = quantity, place
        self._unit = channel.ratio / channel.scale
        self._stuck_at: float | None = None
        self._glitch_at: int | None = None

    def apply(self, row: Row, *, counter: int) -> Row:
        values: CountArray | FloatArray = row[self._quantity].copy()
        values[0, self._place] = self._false(float(values[0, self._place]), counter=counter)
        return row | {self._quantity: values}

    def _false(self, value: float, *, counter: int) -> float:
        match self.fault.name:
            case "stuck-channel":
                self._stuck_at = value if self._stuck_at is None else self._stuck_at
                return self._stuck_at
            case "swapped-sign":
                return -value
            case "wrong-ratio":
                return value * self.fault.number("size")
            case "turned-offset":
                return value + round(self.fault.number("size")) * 2.0 * np.pi * self._unit
        self._glitch_at = counter if self._glitch_at is None else self._glitch_at
        return value + (self.fault.number("size") * self._unit if counter == self._glitch_at else 0.0)
