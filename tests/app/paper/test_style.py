"""Text of reports: lines break between Chinese letters, and no number lies on the words beside it."""

from io import BytesIO
from itertools import pairwise

import pypdfium2
import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from app.paper.style import BODY, paragraph

SENTENCE = "6 个减速器中可评判 4 个。发现背隙：joint_3 1.02 ± 0.06\u00a0arcmin"


@pytest.mark.parametrize("stop", ["。", "、"])
def test_a_full_stop_without_room_hangs_and_takes_none_from_the_spaces(stop: str) -> None:
    width = stringWidth(SENTENCE, BODY.fontName, BODY.fontSize) + 1.0
    stream = BytesIO()
    canvas = Canvas(stream, pagesize=(2.0 * width, 60.0))
    text = paragraph(SENTENCE + stop)
    _, height = text.wrap(width, 60.0)
    assert height == BODY.leading, "one line, as the full stop cannot begin another"
    text.drawOn(canvas, 0.0, 20.0)
    canvas.save()
    with pypdfium2.PdfDocument(stream.getvalue()) as document:
        page = document[0].get_textpage()
        boxes = [page.get_charbox(place) for place in range(page.count_chars())]
    inked = [box for box in boxes if box[2] > box[0]]
    assert len(inked) > 30
    for (_, _, end, _), (begin, _, _, _) in pairwise(inked):
        assert begin >= end - 0.5, "letters lie on each other"
