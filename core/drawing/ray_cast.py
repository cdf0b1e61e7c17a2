"""Draws an arm by casting its capsules and drums ray by ray on the processor; arrays in, a picture out.

What depends on the view alone is kept: the floor with its boxes, and the swept volume as glass. A frame then
casts the arm and its shadow and paints only where they are. The kernels are compiled at the first picture.
"""

import math

import numpy as np
import numpy.typing as npt

from core.drawing import _cast_kernels, _layer_kernels, _paint_kernels
from core.drawing.arm_scene import ArmBody
from core.drawing.orthographic import box_normals
from core.drawing.picture_scene import ArmParts, Eye, Ground, Look, Motion, PictureScene, Rgb, above_foot
from core.drawing.swept_volume import path_between
from core.recording import FloatArray

Picture = npt.NDArray[np.uint8]
"""Pixels (height, width, 4): blue, green, red, opacity; premultiplied."""
_Single = npt.NDArray[np.float32]

_PIXELS_A_CELL, _PIXELS_A_COARSE_CELL, _SMOOTHING = 2, 4, 3
"""Size of the cells in which a volume is cast, fine and while the view is turned."""
_NO_BACK = np.float32(1e9)
_SHADOW_CELL_M, _PRINT_CELL_M, _AROUND_M, _SOFTER = 0.02, 0.03, 0.25, 0.30
_MOST_PRINTED = 600
"""Tubes of a motion whose shadow is worked out; more would not change it."""
_BEVEL, _BEVEL_HALF = 0.22, 0.8
"""Width of the bevel over radius and over half length of a drum, the smaller of both."""
_EDGE_ON = 12.0
"""Slope of the strength of a floor that is seen nearly edge on."""
_SAME_M, _MOST_SWEPT, _COARSER = 0.02, 6000, 1.4
"""Tubes at two poses with their ends in one cell of this size are cast once; more than the limit make it
larger by the factor."""
_STANDS_M = 0.02
_BOX_AMBIENT, _BOX_KEY = 0.62, 0.46
_GLASS_M, _TINTS_M = 0.30, 0.22
"""Thickness of glass at which most of its tint is reached, and depth at which it tints an arm fully."""
_BEFORE, _VEIL = 0.45, 0.55
_PATH_PX, _HALO_PX, _PIECE_PX, _PATH_HIDDEN, _HALO_HIDDEN = 1.8, 3.4, 4.0, 0.3, 0.1
_FULL = 255.0
_NOTHING = 1e-9


class Caster:
    """Draws one view again and again; a change of size, ground, motion or view is noticed."""

    def __init__(self) -> None:
        self._eye: Eye | None = None
        self._swept = Swept.nothing()
        self._kept: tuple[object, ...] = ()
        self._is_fine = False

    def draw(self, scene: PictureScene, swept: "Swept | None", out: Picture, *, fine: bool = True) -> bool:
        """Draw a scene into ``out``; returns True if its volume is as fine as it gets.

        ``swept`` is the volume of the scene's motion; None shows none. A new view of it is worked out in
        coarse cells unless ``fine`` is set.

        Raises
        ------
        ValueError
            If the picture has not the size of the scene.
        """
        eye = scene.eye
        if out.shape != (eye.height, eye.width, 4):
            raise ValueError(f"a picture of {out.shape} is not {eye.height} by {eye.width} pixels")
        self._swept = swept or Swept.nothing()
        self._prepare(eye, scene.look, scene.ground, fine=fine)
        self._paint_arm(scene)
        out[:] = self._out
        return self._is_fine

    def _prepare(self, eye: Eye, look: Look, ground: Ground, *, fine: bool) -> None:
        """Draw what is kept again, as far as it has changed."""
        key = (eye, look, ground, self._swept.number)
        if key == self._kept and (self._is_fine or not fine):
            return
        if self._eye is None or (eye.width, eye.height) != (self._eye.width, self._eye.height):
            self._allocate(eye)
        self._eye, self._look = eye, _look_numbers(look, eye)
        if key != self._kept:
            self._base_depth.fill(_cast_kernels.NOTHING)
            self._paint_ground(eye, look, ground)
        self._is_fine = fine or not len(self._swept.tubes)
        self._paint_volume(eye, look, _PIXELS_A_CELL if self._is_fine else _PIXELS_A_COARSE_CELL)
        _layer_kernels.still(self._base, self._glass, self._still)
        self._kept = key
        self._dirty = (0, 0, eye.width, eye.height)

    def _allocate(self, eye: Eye) -> None:
        size = (eye.height, eye.width)
        self._base, self._base_depth = np.zeros((*size, 4), np.float32), np.zeros(size, np.float32)
        self._glass, self._glass_depth = np.zeros((*size, 4), np.uint8), np.zeros(size, np.float32)
        self._depth, self._which = np.zeros(size, np.float32), np.zeros(size, np.int16)
        self._still, self._out = np.zeros((*size, 4), np.uint8), np.zeros((*size, 4), np.uint8)

    def _paint_ground(self, eye: Eye, look: Look, ground: Ground) -> None:
        floor = np.zeros(14)
        onto, floor[_layer_kernels.STRENGTH] = onto_plane(eye, ground)
        floor[:6] = onto.reshape(-1)
        floor[_layer_kernels.STEP], floor[_layer_kernels.REACH] = ground.step, ground.reach
        floor[_layer_kernels.SURFACE] = look.surface if ground.is_floor else 0.0
        grid = np.zeros((1, 1), np.float32)
        if ground.is_floor and ground.is_level and len(self._swept.tubes):
            grid, left, low = self._swept.shadow_on(ground.middle[2])
            floor[_layer_kernels.PRINT : _layer_kernels.PRINT_CELL + 1] = (
                look.print_,
                left,
                low,
                _PRINT_CELL_M,
            )
        else:
            floor[_layer_kernels.PRINT_CELL] = 1.0
        boxes = [np.array(corners) for corners in ground.boxes]
        standing = [_stand(box) for box in boxes if abs(box[:, 2].min() - ground.middle[2]) < _STANDS_M]
        colours = np.array([_bgr(look.floor), _bgr(look.line), _bgr(look.volume)])
        places = np.array(standing).reshape(-1, 4)
        _layer_kernels.floor(self._base, floor, places, grid, colours)
        for corners in boxes:
            middle, faces = _box_faces(eye, corners, look.box)
            _layer_kernels.box(self._base, self._base_depth, middle, faces, _bgr(look.edge))

    def _paint_volume(self, eye: Eye, look: Look, cell: int) -> None:
        """Cast the swept volume on cells of so many pixels."""
        if not len(self._swept.tubes):
            self._glass.fill(0)
            self._glass_depth.fill(_cast_kernels.NOTHING)
            return
        size = (-(-eye.height // cell), -(-eye.width // cell))
        front, back = np.full(size, _cast_kernels.NOTHING), np.full(size, _NO_BACK)
        every = slice(None, None, 1 if cell == _PIXELS_A_CELL else 2)
        parts = capsules(eye, self._swept.tubes[every], self._swept.radius[every])
        _cast_kernels.front_and_back(parts, front, back, np.float32(cell))
        cover, near, thick = _layer_kernels.smoothed(front, back, _SMOOTHING)
        facing, grazing, deep, outline, white = look.glass
        glass = np.array([facing, grazing, deep, _GLASS_M * eye.per_metre, outline, white])
        tint = _bgr(look.volume)
        colour = _layer_kernels.tinted(cover, near, thick, float(cell), tint, glass)
        ring, kept = np.append(tint, outline), (self._base_depth, self._glass, self._glass_depth)
        _layer_kernels.glass(cover, near, colour, 1.0 / cell, ring, *kept)

    def _paint_arm(self, scene: PictureScene) -> None:
        eye, arm = scene.eye, scene.arm
        left, top, right, bottom = self._dirty
        self._out[top:bottom, left:right] = self._still[top:bottom, left:right]
        self._depth[top:bottom, left:right] = _cast_kernels.NOTHING
        self._which[top:bottom, left:right] = -1
        parts = parts_of(eye, arm)
        _cast_kernels.cast(parts, self._depth, self._which)
        shadow, reach = self._shadow(eye, scene.ground, arm)
        ends = np.concatenate([parts[:, 1:3], parts[:, 1:3] + parts[:, 7:8] * parts[:, 4:6]])
        around = np.tile(parts[:, 8:9], (2, 1)) + 2.0
        box = _box_around(eye, np.concatenate([ends - around, ends + around, reach]))
        self._look[_paint_kernels.SOLID] = _VEIL if scene.look.is_veiled else 1.0
        kept = (self._base, self._base_depth, self._glass, self._glass_depth)
        cast = (parts, len(arm.tubes), _colours(arm), self._depth, self._which)
        _paint_kernels.paint(self._out, kept, cast, shadow, np.array(box), self._look)
        self._dirty = box
        if len(self._swept.path) > 1:
            self._paint_path(eye, scene.look, self._swept.path)

    def _paint_path(self, eye: Eye, look: Look, path: FloatArray) -> None:
        points, depths, scale = on_page(eye, path), (self._depth, self._base_depth), eye.pixel
        way = np.append(0.0, np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1)))
        chosen = np.searchsorted(way, np.arange(0.0, float(way[-1]), _PIECE_PX * scale))
        points = points[np.unique(np.append(chosen, len(points) - 1))]
        for colour, width, hidden in (
            (look.halo, _HALO_PX, _HALO_HIDDEN),
            (look.path, _PATH_PX, _PATH_HIDDEN),
        ):
            _layer_kernels.line(self._out, points, _bgr(colour), width * scale, depths, hidden)
        wide = _HALO_PX * scale + 1.0
        low, high = points[:, :2].min(axis=0) - wide, points[:, :2].max(axis=0) + wide
        self._dirty = _box_around(eye, np.array([self._dirty[:2], self._dirty[2:], low, high]))

    def _shadow(self, eye: Eye, ground: Ground, arm: ArmParts) -> tuple[tuple[_Single, _Single], FloatArray]:
        """The arm's shadow on a level ground as a grid with its place on the page, and its corners there."""
        onto, strength = onto_plane(eye, ground)
        if not ground.is_level or strength <= 0.0 or not len(arm.tubes):
            return (np.zeros((1, 1), np.float32), np.zeros(6, np.float32)), np.empty((0, 2))
        level = ground.middle[2]
        tubes = arm.tubes - [0.0, 0.0, level]
        reach = float(arm.tube_radius.max()) + 0.03 + _SOFTER * max(float(tubes[..., 2].max()), 0.0)
        grid, left, low = _shadow_grid(tubes, arm.tube_radius, reach, _SHADOW_CELL_M)
        place = (onto - np.array([[left, 0.0, 0.0], [low, 0.0, 0.0]])) / _SHADOW_CELL_M
        rows, columns = np.array(grid.shape) * _SHADOW_CELL_M
        corners = [[x, y, level] for x in (left, left + columns) for y in (low, low + rows)]
        return (grid, place.reshape(-1).astype(np.float32)), on_page(eye, np.array(corners))[:, :2]


class Swept:
    """Tubes (K, 2, 3) with radii (K,) at all poses of a motion, those at one place once; tool path (M, 3)."""

    def __init__(self, number: int, tubes: FloatArray, radius: FloatArray, path: FloatArray) -> None:
        self.number, self.tubes, self.radius, self.path = number, tubes, radius, path
        self._shadow: tuple[float, tuple[_Single, float, float]] | None = None

    @classmethod
    def nothing(cls) -> "Swept":
        """No motion."""
        return cls(0, np.empty((0, 2, 3)), np.empty(0), np.empty((0, 3)))

    @classmethod
    def of(cls, motion: Motion) -> "Swept":
        """The volume of a motion."""
        body = ArmBody(motion.robot)
        tubes, path = body.along(path_between(body, motion.poses))
        tubes = above_foot(body, tubes)
        cell, count = _SAME_M, tubes.shape[1]
        kept = [_apart(tubes[:, tube], cell) for tube in range(count)]
        while sum(map(len, kept)) > _MOST_SWEPT:
            cell *= _COARSER
            kept = [_apart(tubes[:, tube], cell) for tube in range(count)]
        radius = np.repeat(body.tube_radius, [len(found) for found in kept])
        return cls(motion.number, np.concatenate(kept), radius, path)

    def shadow_on(self, level: float) -> tuple[_Single, float, float]:
        """The shadow on the floor at ``level``, with its lowest place along both axes, m."""
        if self._shadow is None or self._shadow[0] != level:
            every = -(-len(self.tubes) // _MOST_PRINTED)
            tubes = self.tubes[::every] - [0.0, 0.0, level]
            self._shadow = level, _shadow_grid(tubes, self.radius[::every], _AROUND_M, _PRINT_CELL_M)
        return self._shadow[1]


def _apart(tube: FloatArray, cell: float) -> FloatArray:
    """A tube (K, 2, 3) at some of its places: one of those whose ends are in the same cells."""
    cells = np.round(tube.reshape(-1, 6) / cell).astype(np.int64)
    first = np.unique(cells, axis=0, return_index=True)[1]
    return np.asarray(tube[np.sort(first)])


def on_page(eye: Eye, points: FloatArray) -> FloatArray:
    """Points (..., 3) m in pixels: right, down, towards the viewer."""
    seen = eye.per_metre * (points @ eye.matrix.T) * [1.0, -1.0, 1.0]
    x, y = eye.foot
    return np.asarray(seen + np.array([x, y, 0.0]))


def capsules(eye: Eye, ends: FloatArray, radius: FloatArray) -> _Single:
    """Rows for the kernels of capsules with both ends (T, 2, 3) and radii (T,) in m."""
    start, end = on_page(eye, ends[:, 0]), on_page(eye, ends[:, 1])
    length = np.linalg.norm(end - start, axis=1)
    unit = (end - start) / np.maximum(length, _NOTHING)[:, np.newaxis]
    none = np.zeros(len(length))
    return np.column_stack([none, start, unit, length, radius * eye.per_metre, none + 1.0]).astype(np.float32)


def parts_of(eye: Eye, arm: ArmParts) -> _Single:
    """Rows for the kernels of an arm: its tubes, then its drums."""
    middle = on_page(eye, arm.drums[:, 0])
    unit = (arm.drums[:, 1] @ eye.matrix.T) * [1.0, -1.0, 1.0]
    radius, half = eye.per_metre * arm.drum_radius, eye.per_metre * arm.drum_half_length
    start = middle - unit * half[:, np.newaxis]
    bevel = np.minimum(_BEVEL * radius, _BEVEL_HALF * half)
    drums = np.column_stack([np.ones(len(half)), start, unit, 2.0 * half, radius, bevel]).astype(np.float32)
    return np.concatenate([capsules(eye, arm.tubes, arm.tube_radius), drums])


def onto_plane(eye: Eye, ground: Ground) -> tuple[FloatArray, float]:
    """Map (2, 3) from 1, x and y in pixels to m on the ground, and from 0 to 1 how much of it is seen."""
    axes, matrix = np.array(ground.axes), eye.matrix
    facing = float(matrix[2] @ np.cross(*axes))
    strength = min(max(_EDGE_ON * abs(facing), 0.0), 1.0)
    if strength < _NOTHING:
        return np.zeros((2, 3)), 0.0
    back = np.linalg.inv(matrix[:2] @ axes.T)
    (x, y), scale = eye.foot, eye.per_metre
    to_metres = np.array([[-x / scale, 1.0 / scale, 0.0], [y / scale, 0.0, -1.0 / scale]])
    to_metres[:, 0] -= matrix[:2] @ np.array(ground.middle)
    return np.asarray(back @ to_metres), strength


def _look_numbers(look: Look, eye: Eye) -> _Single:
    numbers = np.zeros(_paint_kernels.LOOK_SIZE, np.float32)
    numbers[: len(look.light)] = look.light
    numbers[_paint_kernels.SHADOW], numbers[_paint_kernels.OUTLINE] = look.shadow, look.outline
    numbers[_paint_kernels.BEFORE] = _BEFORE
    numbers[_paint_kernels.DEEP] = _TINTS_M * eye.per_metre
    numbers[_paint_kernels.UP : _paint_kernels.UP + 3] = eye.matrix[:, 2] * [1.0, -1.0, 1.0]
    numbers[_paint_kernels.INK : _paint_kernels.INK + 3] = _bgr(look.ink)
    return numbers


def _bgr(colour: Rgb) -> FloatArray:
    return _FULL * np.array(colour[::-1])


def _colours(arm: ArmParts) -> _Single:
    """Colour of each part, and its change at either end, (P, 9)."""
    colours = np.zeros((len(arm.colours), 3, 3))
    colours[:, 0] = arm.colours
    colours[: len(arm.tubes), 1:] = arm.glow
    return (_FULL * colours[..., ::-1]).reshape(-1, 9).astype(np.float32)


def _stand(corners: FloatArray) -> FloatArray:
    return np.concatenate([corners[:, :2].min(axis=0), corners[:, :2].max(axis=0)])


def _box_faces(eye: Eye, corners: FloatArray, colour: Rgb) -> tuple[FloatArray, FloatArray]:
    """Middle of a box on the page, and for each pair of its sides normal, half size and colour (3, 7)."""
    size = np.linalg.norm(corners[[4, 2, 1]] - corners[0], axis=1)
    unit = (box_normals(corners)[1::2] @ eye.matrix.T) * [1.0, -1.0, 1.0]
    out = np.where(unit[:, 2:] < 0.0, -unit, unit)
    key = np.array([_paint_kernels.LX, _paint_kernels.LY, _paint_kernels.LZ])
    light = _BOX_AMBIENT + _BOX_KEY * np.maximum(out @ key, 0.0)
    colours = np.minimum(light[:, np.newaxis] * _bgr(colour), _FULL)
    faces = np.column_stack([unit, 0.5 * eye.per_metre * size, colours])
    return on_page(eye, corners.mean(axis=0)), faces


def _shadow_grid(
    tubes: FloatArray, radius: FloatArray, around: float, cell: float
) -> tuple[_Single, float, float]:
    """Shadow of tubes above a floor at height 0, with the lowest place of its grid along both axes."""
    places = tubes[..., :2].reshape(-1, 2)
    low, high = places.min(axis=0) - around, places.max(axis=0) + around
    columns, rows = (math.ceil(side) + 1 for side in ((high - low) / cell).tolist())
    grid = np.zeros((rows, columns), np.float32)
    left, bottom = float(low[0]), float(low[1])
    _cast_kernels.floor_shadow(tubes.astype(np.float32), radius.astype(np.float32), grid, left, bottom, cell)
    return grid, left, bottom


def _box_around(eye: Eye, points: FloatArray) -> tuple[int, int, int, int]:
    """Left, top, right and bottom (exclusive) of points (P, 2) within the picture."""
    size = np.array([eye.width, eye.height])
    low = np.clip(np.floor(points.min(axis=0)), 0, size)
    high = np.clip(np.ceil(points.max(axis=0)) + 1, 0, size)
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])
