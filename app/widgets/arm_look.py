"""The colours of a drawn arm and its surroundings, from the tokens of the present theme."""

import math
from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtGui import QColor

from app.look.theme import current_theme
from app.widgets.painting import mixed, rgb
from core.drawing.arm_scene import ArmBody, ArmScene
from core.drawing.picture_scene import ArmParts, Look, Rgb, arm_parts
from core.recording import FloatArray

_DARK_BELOW = 0.5
_GLOW = 0.55
"""Share of a joint's tint on the tubes beside it."""
_LIGHT = (0.30, 0.36, 0.20, 0.42, 0.45, -0.45, 0.42)
_LIGHT_IN_DARK = (0.24, 0.36, 0.16, 0.48, 0.35, 0.30, 0.42)
"""Ambient light, sky, fill, key, highlight, rim and contact shadow."""


@dataclass(frozen=True)
class ArmColours:
    """The colours of a plain arm, its grid and its scale in the present theme."""

    body: Rgb
    outline: QColor
    positive: Rgb
    negative: Rgb
    stale: Rgb
    grid: QColor

    @classmethod
    def of_theme(cls) -> "ArmColours":
        """Make the colours from the tokens."""
        theme = current_theme()
        surface, text = theme.colour("surface"), theme.colour("text")
        dark = surface.lightnessF() < _DARK_BELOW
        contrast = theme.tokens.hairline == theme.tokens.text
        return cls(
            body=rgb(mixed(surface, text, 0.50 if dark else 0.13)),
            outline=text if contrast else mixed(surface, text, 0.02 if dark else 0.50),
            positive=rgb(theme.colour("accent")),
            negative=rgb(theme.colour("model")),
            stale=rgb(mixed(surface, text, 0.34 if dark else 0.10)),
            grid=mixed(surface, text, 0.30 if contrast else 0.13 if dark else 0.09),
        )

    def of_joint(self, share: float, *, is_stale: bool) -> Rgb:
        """Colour of a joint; ``share`` is its deflection over the full scale, NaN for the body's colour."""
        ground = self.stale if is_stale else self.body
        if is_stale or not math.isfinite(share):
            return ground
        strength = min(abs(share), 1.0)
        aim = self.positive if share > 0.0 else self.negative
        red, green, blue = (a + strength * (b - a) for a, b in zip(ground, aim, strict=True))
        return red, green, blue


@dataclass(frozen=True)
class ArmLook:
    """The look of a picture, and the colours of the arm's parts before light falls on them."""

    look: Look
    body: Rgb
    joint: Rgb
    plate: Rgb
    positive: Rgb
    negative: Rgb
    stale_body: Rgb
    stale_joint: Rgb

    @classmethod
    def of_theme(cls) -> "ArmLook":
        """Make the colours from the tokens."""
        theme = current_theme()
        surface, text = theme.colour("surface"), theme.colour("text")
        dark, contrast = surface.lightnessF() < _DARK_BELOW, theme.tokens.hairline == theme.tokens.text

        def mix(light: float, in_dark: float, in_contrast: float | None = None) -> Rgb:
            share = in_contrast if contrast and in_contrast is not None else in_dark if dark else light
            return rgb(mixed(surface, text, share))

        def token(name: str) -> Rgb:
            return rgb(theme.colour(name))

        look = Look(
            floor=mix(0.06, 0.08, 0.0),
            line=mix(0.15, 0.20, 0.45),
            box=mix(0.17, 0.42, 0.30),
            edge=mix(0.45, 0.62, 1.0),
            volume=token("accent"),
            path=token("model"),
            halo=rgb(surface),
            ink=rgb(text) if contrast else rgb(QColor("black")) if dark else rgb(text),
            light=_LIGHT_IN_DARK if dark else _LIGHT,
            shadow=0.55 if dark else 0.42,
            outline=0.85 if contrast else 0.30 if dark else 0.38,
            glass=(0.05, 0.50, 0.14, 0.55, 0.25) if dark else (0.05, 0.55, 0.20, 0.60, 0.90),
            print_=0.16 if dark else 0.26,
            surface=1.0,
        )
        return cls(
            look=look,
            body=mix(0.10, 0.72, 0.62),
            joint=mix(0.44, 0.42, 0.30),
            plate=mix(0.30, 0.50, 0.40),
            positive=token("accent"),
            negative=token("model"),
            stale_body=mix(0.22, 0.50),
            stale_joint=mix(0.34, 0.40),
        )

    def of(self, *, is_stale: bool) -> Look:
        """The look of a picture; an arm of which nothing new is known is veiled."""
        return replace(self.look, is_veiled=True) if is_stale else self.look

    def parts(self, body: ArmBody, scene: ArmScene, shares: FloatArray, *, is_stale: bool) -> ArmParts:
        """The parts of an arm with their colours; ``shares`` (n,) are deflections over the full scale."""
        own, joint, plate = self.body, self.joint, self.plate
        if is_stale:
            own, joint, plate = self.stale_body, self.stale_joint, self.stale_joint
        strength = np.zeros(len(shares)) if is_stale else np.minimum(np.abs(np.nan_to_num(shares)), 1.0)
        aim = np.where(shares[:, np.newaxis] > 0.0, self.positive, self.negative)
        tints = np.array(joint) + strength[:, np.newaxis] * (aim - np.array(joint))
        return arm_parts(body, scene, tints=tints, glow=_GLOW * strength, ground=own, plate=plate)
