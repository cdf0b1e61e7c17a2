"""Rows of text tables in which only delimiters part cells: without quotes, lists of numbers taken apart."""

import re

WHITESPACE = "whitespace"
"""Delimiter of tables whose cells are parted by runs of blanks."""
INSIDE = b"\x1f"
"""In place of a delimiter inside quotes, which parts no cells."""
_LIST = re.compile(rb"\[([^\[\]\n]*)\]")
_ROUND_LIST = re.compile(rb"\((\s*[-+.\d][^()\n]*,[^()\n]*)\)")
"""A list in round brackets, as Python writes a tuple."""
_BETWEEN = re.compile(rb"[,;\s]+")


def plain_rows(content: bytes, delimiter: str) -> bytes:
    r"""Whole lines, ready to be cut at their delimiters.

    >>> plain_rows(b'0,"1,234.5","[1.0, 2.0]"\n', ",")
    b'0,1\x1f234.5,1.0,2.0\n'
    """
    sign = b" " if delimiter == WHITESPACE else delimiter.encode()
    if b'"' in content:
        content = _unquoted(content, sign)
    if b"(" in content:
        content = _ROUND_LIST.sub(rb"[\1]", content)
    if b"[" in content:
        content = _LIST.sub(lambda found: _BETWEEN.sub(sign, found[1].strip()), content)
    return content


def name_cells(line: str, delimiter: str) -> list[str]:
    """The cells of a line of names, in which brackets hold units and numbers."""
    if delimiter == WHITESPACE:
        return line.replace('"', "").split()
    plain = _unquoted(line.encode(), delimiter.encode()).decode()
    cells = (cell.replace(INSIDE.decode(), delimiter) for cell in plain.split(delimiter))
    return [cell.strip().strip("'").strip() for cell in cells]


def _unquoted(content: bytes, sign: bytes) -> bytes:
    parts = content.split(b'"')
    is_damaged = len(parts) % 2 == 0 or any(b"\n" in part for part in parts[1::2])
    if is_damaged and content.count(b"\n") > 1:  # quotes must not reach beyond a damaged row
        return b"".join(_unquoted(line, sign) for line in content.splitlines(keepends=True))
    for place in range(1, len(parts), 2):
        if sign in parts[place] and not parts[place].lstrip().startswith((b"[", b"(")):
            parts[place] = parts[place].replace(sign, INSIDE)
    return b"".join(parts)
