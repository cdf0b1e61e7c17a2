"""Elasticity of a link: six virtual springs at one place of it, from beam data or a given matrix."""

from dataclasses import dataclass

import numpy as np

from core.errors import BadRequest
from core.recording import FloatArray
from core.robot.beam import Beam
from core.robot.placement import is_rigid

_ASYMMETRY = 1e-6
"""Largest asymmetry that counts as rounding, relative to the root of the two diagonal elements' product."""


@dataclass(frozen=True, eq=False)
class LinkSpring:
    """Compliance of a link at one place; the part of the link before that place is rigid.

    Attributes
    ----------
    link
        From 0; ``core.robot.model.BASE_LINK`` for the arm's foundation.
    placement
        (4, 4) of the springs in the link's frame (the base frame for the base).
    compliance
        (6, 6) along the placement's axes at its origin: shifts in m and turns in rad under
        forces in N and moments in N·m. Symmetric and positive semidefinite.
    beam
        The beam from which ``compliance`` was computed, or None.

    Raises
    ------
    BadRequest
        ``link-spring-shape``, ``link-spring-placement`` or ``link-spring-compliance``.
    """

    link: int
    placement: FloatArray
    compliance: FloatArray
    beam: Beam | None = None

    def __post_init__(self) -> None:
        """Check, and make both arrays read-only copies."""
        for name, shape in (("placement", (4, 4)), ("compliance", (6, 6))):
            array = np.array(getattr(self, name), dtype=np.float64)
            if array.shape != shape or not np.all(np.isfinite(array)):
                raise BadRequest("link-spring-shape", field=name, expected=shape, found=array.shape)
            array.setflags(write=False)
            object.__setattr__(self, name, array)
        if not is_rigid(self.placement):
            raise BadRequest("link-spring-placement", link=self.link)
        if not is_compliance(self.compliance):
            raise BadRequest("link-spring-compliance", link=self.link)

    @classmethod
    def of_beam(cls, link: int, beam: Beam, *, axes: FloatArray | None = None) -> "LinkSpring":
        """The springs at the end of a beam, along ``axes`` (3, 3) in the link's frame, or the beam's own."""
        placement = np.eye(4)
        placement[:3, :3] = beam.own_axes if axes is None else axes
        placement[:3, 3] = beam.end
        return cls(link, placement, beam.compliance(placement[:3, :3]), beam)

    @property
    def exact_beam(self) -> Beam | None:
        """The beam, if the stored compliance is still the one computed from it, else None."""
        if self.beam is None or not np.array_equal(self.placement[:3, 3], self.beam.end):
            return None
        same = np.array_equal(self.compliance, self.beam.compliance(self.placement[:3, :3]))
        return self.beam if same else None


def is_compliance(matrix: FloatArray) -> bool:
    """True if a (6, 6) is symmetric positive semidefinite but for rounding.

    The matrix is first scaled to ones on its diagonal, so that metres and radians count alike.
    """
    size = np.sqrt(np.abs(np.diag(matrix)))
    if np.any(np.diag(matrix) < 0.0):
        return False
    scale = np.outer(size, size)
    if np.any(np.abs(matrix - matrix.T) > _ASYMMETRY * scale):
        return False
    scaled = np.divide(matrix, scale, out=np.zeros_like(scale), where=scale > 0.0)
    return bool(np.linalg.eigvalsh(0.5 * (scaled + scaled.T)).min() >= -_ASYMMETRY) and not np.any(
        (scale == 0.0) & (matrix != 0.0)
    )
