"""What a page is looked at in: size of the window, theme, scale and language; all combinations of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from app.look.theme import current_theme
from app.look.tokens import ThemeName
from app.shell.window import FIRST_SIZE, Window
from app.speech.language import Language

LARGE_SIZE = (1920, 1080)
SIZES = (FIRST_SIZE, LARGE_SIZE)
THEMES = (ThemeName.LIGHT, ThemeName.DARK, ThemeName.HIGH_CONTRAST)
SCALES = (0.9, 1.0, 1.5)


@dataclass(frozen=True)
class Dress:
    """One combination."""

    size: tuple[int, int]
    theme: ThemeName
    scale: float
    language: Language

    def __str__(self) -> str:
        """As it stands in the name of a picture."""
        width, height = self.size
        return f"{width}x{height}-{self.theme.value}-{round(100 * self.scale)}-{self.language.value}"

    def put_on(self, window: Window) -> None:
        """Dress a window that is open; its language is the one it was built in."""
        current_theme().apply(self.theme, scale=self.scale)
        window.resize(*self.size)


def dresses(
    language: Language,
    *,
    sizes: Sequence[tuple[int, int]] = SIZES,
    themes: Sequence[ThemeName] = THEMES,
    scales: Sequence[float] = SCALES,
) -> Iterator[Dress]:
    """All combinations in one language; what takes longest to change changes least."""
    for scale, theme, size in product(scales, themes, sizes):
        yield Dress(size, theme, scale, language)
