"""A document as JSON text."""

import json
from collections.abc import Mapping, Sequence

from core.fields import to_json_value


def json_text(document: Mapping[str, object] | Sequence[Mapping[str, object]]) -> str:
    """The document as text that any JSON reader accepts (no NaN, no Infinity)."""
    return json.dumps(to_json_value(document), indent=2, ensure_ascii=False, allow_nan=False) + "\n"
