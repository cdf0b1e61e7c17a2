"""The name of a controller that the program emulates itself: ``emulated:FAMILY:ROBOT``."""

from dataclasses import dataclass

SCHEME = "emulated"


@dataclass(frozen=True)
class EmulatedSettings:
    """Argument of ``torsion emulate``: the name of the emulated controller with its options."""

    name: str

    @property
    def uri(self) -> str:
        """The name of the arm; ``parse_emulated`` converts it back."""
        return f"{SCHEME}:{self.name}"

    @property
    def robot(self) -> str:
        """The robot that it emulates."""
        return self.name.partition(":")[2].partition("?")[0]
