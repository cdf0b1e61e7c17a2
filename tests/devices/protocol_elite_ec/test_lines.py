"""Objects of port 8055 are found however the stream is cut, and answers are matched by their number."""

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.errors import ProtocolError
from devices.protocol_elite_ec.lines import (
    LONGEST_BYTES,
    Answer,
    Objects,
    Request,
    answer_line,
    read_answer,
    read_request,
    request_line,
)
from tests.devices.protocol_elite_ec.mutated import VALUES, check_case

answers = st.builds(Answer, st.integers(0, 2**31), st.sampled_from(VALUES), st.none() | st.text(max_size=30))


def same(one, other):
    assert (one.number, one.refusal) == (other.number, other.refusal)
    assert one.refusal is not None or one.value == other.value


@given(st.lists(answers, min_size=1, max_size=5), st.lists(st.integers(0, 3000), max_size=12), st.booleans())
def test_answers_are_found_however_the_stream_is_cut(sent, cuts, with_ends):
    content = b"".join(answer_line(each) if with_ends else answer_line(each).rstrip() for each in sent)
    edges = sorted({0, len(content), *(cut % (len(content) + 1) for cut in cuts)})
    objects = Objects()
    found = [read_answer(told) for a, b in pairwise(edges) for told in objects.feed(content[a:b])]
    assert len(found) == len(sent)
    for one, other in zip(found, sent, strict=True):
        same(one, other)
    assert (objects.damaged, objects.bytes_pending) == (0, 0)


def test_a_request_is_one_line_of_json_as_the_maker_s_package_writes_it():
    line = request_line(Request("moveByJoint", {"targetPos": [0.0] * 8, "speed": 5}, 7))
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    told = json.loads(line)
    assert told == {
        "method": "moveByJoint",
        "params": {"targetPos": [0.0] * 8, "speed": 5},
        "jsonrpc": "2.0",
        "id": 7,
    }
    assert read_request(told) == Request("moveByJoint", {"targetPos": [0.0] * 8, "speed": 5}, 7)


def test_the_result_is_json_within_a_text():
    assert json.loads(answer_line(Answer(3, [1.5, 2.0]))) == {
        "jsonrpc": "2.0",
        "id": 3,
        "result": "[1.5,2.0]",
    }
    assert read_answer({"id": 1, "result": "no json"}).value == "no json"
    assert read_answer({"id": 1, "result": 4}).value == 4
    assert read_answer({"id": True, "error": "words"}) == Answer(None, refusal="words")
    assert json.loads(answer_line(Answer(3, refusal="no"), code=-32601))["error"]["code"] == -32601


def test_what_is_no_object_is_thrown_away_and_counted():
    objects = Objects()
    good = answer_line(Answer(5, 0))
    found = objects.feed(b"hello\n" + good + b'{"id": 1, broken}\n' + good + b"12\n" + good)
    assert [each["id"] for each in found] == [5, 5, 5]
    assert objects.damaged == 3


def test_an_endless_object_keeps_no_more_than_the_longest():
    objects = Objects()
    objects.feed(b'{"result": "')
    for _ in range(50):
        objects.feed(b"x" * 4000)
        assert objects.bytes_pending <= LONGEST_BYTES
    assert objects.damaged >= 1
    assert [each["id"] for each in objects.feed(b"\n" + answer_line(Answer(5, 0)))] == [5]


@pytest.mark.parametrize("told", [{}, {"id": 3}, {"method": 4}])
def test_an_object_of_another_kind_is_refused(told):
    for read in (read_answer, read_request):
        with pytest.raises(ProtocolError) as raised:
            read(told)
        assert raised.value.code == "ec-answer"


def test_damaged_streams_raise_nothing_but_protocol_errors():
    assert sum(map(check_case, range(300))) > 50_000
