"""The text of a PDF made by a report, as a reader copies it out: by the fonts' own tables to Unicode."""

import re
import zlib
from base64 import a85decode
from dataclasses import dataclass
from pathlib import Path

_OBJECT = re.compile(rb"(?:^|\n)(\d+) 0 obj\r?\n(.*?)endobj", re.DOTALL)
_STREAM = re.compile(rb"stream\r?\n")
_LENGTH = re.compile(rb"/Length (\d+)")
_FONT = re.compile(rb"/([A-Za-z0-9+]+) (\d+) 0 R")
_TO_UNICODE = re.compile(rb"/ToUnicode (\d+) 0 R")
_ENTRY = re.compile(rb"\n<([0-9A-Fa-f]{2})> <([0-9A-Fa-f]{4})>")
_SHOWN = re.compile(rb"/(\S+) [\d.]+ Tf|\(((?:\\.|[^\\()])*)\) Tj", re.DOTALL)
_ESCAPED = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)


@dataclass(frozen=True)
class PdfText:
    """Pages of pieces, in the order in which they were drawn."""

    pages: list[list[str]]

    @property
    def words(self) -> str:
        """All of it, with single spaces."""
        return " ".join(" ".join(" ".join(page) for page in self.pages).replace("\u00a0", " ").split())

    @property
    def letters(self) -> set[str]:
        """Every character that is shown."""
        return {letter for page in self.pages for piece in page for letter in piece}


def read_pdf(path: Path) -> PdfText:
    """Every piece of text of every page."""
    fonts, pages = fonts_and_pages(path)
    return PdfText([_pieces(page, fonts) for page in pages])


def fonts_and_pages(path: Path) -> tuple[dict[bytes, dict[int, str]], list[bytes]]:
    """Table from code to letter of each font by its name, and the drawing instructions of each page."""
    objects = {int(number): body for number, body in _OBJECT.findall(path.read_bytes())}
    fonts: dict[bytes, dict[int, str]] = {}
    for body in objects.values():
        for name, number in _FONT.findall(body):
            table = _TO_UNICODE.search(objects.get(int(number), b""))
            if table is not None:
                fonts[name] = _letters(_plain(objects[int(table[1])]))
    plain = (_plain(each) for each in objects.values() if b"stream" in each)
    return fonts, [body for body in plain if b" Tf" in body]


def bold_fonts(path: Path) -> set[bytes]:
    """Names of the fonts with bold letters."""
    objects = dict(_OBJECT.findall(path.read_bytes()))
    every = (pair for body in objects.values() for pair in _FONT.findall(body))
    return {name for name, number in every if b"-Bold" in objects.get(number, b"")}


def decoded(raw: bytes, font: dict[int, str] | None) -> str:
    """Letters of a string as it is written in a page."""
    codes = _ESCAPED.sub(_unescaped, raw)
    return codes.decode("cp1252") if font is None else "".join(font[code] for code in codes)


def page_texts(path: Path) -> list[list[str]]:
    """Page by page what is written there."""
    return read_pdf(path).pages


def words(path: Path) -> str:
    """All that is written, with single spaces."""
    return read_pdf(path).words


def _plain(body: bytes) -> bytes:
    found, length = _STREAM.search(body), _LENGTH.search(body)
    if found is None or length is None:
        return b""
    content = body[found.end() : found.end() + int(length[1])]
    if b"/ASCII85Decode" in body:
        content = a85decode(content[:-2] if content.endswith(b"~>") else content)
    return zlib.decompress(content) if b"/FlateDecode" in body else content


def _letters(table: bytes) -> dict[int, str]:
    return {int(code, 16): chr(int(letter, 16)) for code, letter in _ENTRY.findall(table)}


def _pieces(page: bytes, fonts: dict[bytes, dict[int, str]]) -> list[str]:
    font: dict[int, str] | None = None
    pieces = []
    for name, text in _SHOWN.findall(page):
        if name:
            font = fonts.get(name)
            continue
        pieces.append(decoded(text, font))
    return pieces


def _unescaped(found: "re.Match[bytes]") -> bytes:
    escaped = found[1]
    if len(escaped) == 3:
        return bytes([int(escaped, 8)])
    return {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}.get(escaped, escaped)
