"""Contents of a picture of an arm: view, colours, ground, arm and motion; plain values, quick to send."""

from dataclasses import dataclass, replace

import numpy as np

from core.drawing.arm_scene import ArmBody, ArmScene
from core.drawing.orthographic import Orthographic
from core.recording import FloatArray
from core.robot.model import RobotModel

Rgb = tuple[float, float, float]
"""Red, green and blue, 0 to 1."""
Vector = tuple[float, float, float]
MOST_PIXELS = 8192
"""Largest width and height of a picture."""
_LEVEL = 1e-6
_JOINT_WIDER, _JOINT_LONGER = 1.04, 1.18
"""Size of a joint over that of the simple drawing, so that it stands out of the round ends of the tubes."""


@dataclass(frozen=True)
class Eye:
    """A view onto the arm, in pixels of a picture: pixels per metre and place of the arm's foot.

    Raises
    ------
    ValueError
        For a picture without pixels, or a larger one than ``MOST_PIXELS``.
    """

    azimuth: float
    elevation: float
    per_metre: float
    foot: tuple[float, float]
    width: int
    height: int
    pixel: float = 1.0
    """Pixels of the picture per pixel of the design, in which the width of lines is given."""

    def __post_init__(self) -> None:
        """Refuse sizes for which there is no memory."""
        if not (0 < self.width <= MOST_PIXELS and 0 < self.height <= MOST_PIXELS):
            raise ValueError(f"no picture has {self.width} by {self.height} pixels")

    @property
    def matrix(self) -> FloatArray:
        """Rotation (3, 3) to right, up and towards the viewer."""
        return Orthographic(azimuth=self.azimuth, elevation=self.elevation).matrix

    def scaled(self, factor: float) -> "Eye":
        """The same view in a picture of another size."""
        x, y = self.foot
        return replace(
            self,
            per_metre=factor * self.per_metre,
            foot=(factor * x, factor * y),
            width=max(round(factor * self.width), 1),
            height=max(round(factor * self.height), 1),
            pixel=factor * self.pixel,
        )


@dataclass(frozen=True)
class Look:
    """Colours of a picture, and how strong its light, lines and glass are."""

    floor: Rgb
    line: Rgb
    box: Rgb
    edge: Rgb
    volume: Rgb
    path: Rgb
    halo: Rgb
    ink: Rgb
    """Colour of the lines where one part ends before another."""
    light: tuple[float, ...]
    """Strength of ambient light, sky, fill light, key light, highlight, rim and contact shadow."""
    shadow: float
    outline: float
    """Strength of the lines, from 0 to 1."""
    glass: tuple[float, float, float, float, float]
    """Opacity of the volume facing the viewer, more of it at grazing angles and where it is thick, opacity of
    its outline, and white in the light."""
    print_: float
    """Opacity of the volume's shadow on the floor."""
    surface: float
    """Opacity of the floor."""
    is_veiled: bool = False
    """True for an arm that may be elsewhere by now: it is seen through."""


@dataclass(frozen=True)
class Ground:
    """A plane with a grid, and the boxes around the arm.

    ``axes`` are two directions along it, ``middle`` is a point of it, ``reach`` its size and ``step`` the
    distance of its lines, m; ``boxes`` are the eight corners of each.
    """

    axes: tuple[Vector, Vector]
    middle: Vector
    reach: float
    step: float
    is_floor: bool
    """True for the floor itself, which has a surface; False for the mounting surface of the arm."""
    boxes: tuple[tuple[Vector, ...], ...] = ()

    @property
    def is_level(self) -> bool:
        """True if light from above falls straight onto it."""
        return abs(self.axes[0][2]) + abs(self.axes[1][2]) < _LEVEL


@dataclass(frozen=True, eq=False)
class ArmParts:
    """An arm at one pose, as T tubes and D drums; lengths in m."""

    tubes: FloatArray
    """Both ends, (T, 2, 3)."""
    tube_radius: FloatArray
    drums: FloatArray
    """Middle and axis, (D, 2, 3)."""
    drum_radius: FloatArray
    drum_half_length: FloatArray
    colours: FloatArray
    """Red, green, blue (T + D, 3), 0 to 1."""
    glow: FloatArray
    """Change of the colour of each tube at both ends, (T, 2, 3)."""

    @property
    def key(self) -> tuple[bytes, bytes]:
        """Key of the arm at this pose and with these colours, to tell it from others."""
        return self.tubes.tobytes(), self.colours.tobytes()


@dataclass(frozen=True, eq=False)
class Motion:
    """A motion through poses (K, n), whose swept volume is drawn; its number tells it from others."""

    number: int
    robot: RobotModel
    poses: FloatArray


@dataclass(frozen=True, eq=False)
class PictureScene:
    """All that one picture shows."""

    eye: Eye
    look: Look
    ground: Ground
    arm: ArmParts
    motion: int = 0
    """Number of the motion whose volume and tool path are shown; 0 for none."""


def axes_of(directions: FloatArray) -> tuple[Vector, Vector]:
    """Two directions (2, 3) as they are kept in a ``Ground``."""
    one, other = directions.tolist()
    return (one[0], one[1], one[2]), (other[0], other[1], other[2])


def corners_of(box: FloatArray) -> tuple[Vector, ...]:
    """Eight corners (8, 3) of a box as they are kept in a ``Ground``."""
    return tuple((x, y, z) for x, y, z in box.tolist())


def above_foot(body: ArmBody, tubes: FloatArray) -> FloatArray:
    """Tubes (..., T, 2, 3) m shortened so that their round ends do not show below the foot."""
    height = tubes @ body.foot_axis
    lack, rise = body.tube_radius[:, np.newaxis] - height, height[..., ::-1] - height
    is_low = (lack > 0.0) & (rise > lack) & (np.abs(height) < body.tube_radius[:, np.newaxis])
    share = np.where(is_low, lack / np.where(is_low, rise, 1.0), 0.0)[..., np.newaxis]
    return np.asarray(tubes + share * (tubes[..., ::-1, :] - tubes))


def arm_parts(
    body: ArmBody, scene: ArmScene, *, tints: FloatArray, glow: FloatArray, ground: Rgb, plate: Rgb
) -> ArmParts:
    """The parts of an arm whose joints have the colours ``tints`` (n, 3).

    ``ground`` is the colour of the tubes, which take the share ``glow`` (n,) of the tint of a joint beside
    them; ``plate`` is that of foot, socket and flange.
    """
    places, axes = scene.drums
    n, tubes = len(scene.joints), len(scene.tubes)
    own, near = np.array(ground), body.joint_near_end
    share = np.where(near >= 0, glow[near], 0.0)[:, np.newaxis]
    return ArmParts(
        tubes=above_foot(body, scene.tubes),
        tube_radius=body.tube_radius,
        drums=np.stack([places, axes], axis=1),
        drum_radius=np.append(np.full(n, _JOINT_WIDER), np.ones(3)) * body.drum_radius,
        drum_half_length=np.append(np.full(n, _JOINT_LONGER), np.ones(3)) * body.drum_half_length,
        colours=np.concatenate([np.tile(own, (tubes, 1)), tints, np.tile(plate, (3, 1))]),
        glow=(share * (tints[near] - own)).reshape(tubes, 2, 3),
    )
