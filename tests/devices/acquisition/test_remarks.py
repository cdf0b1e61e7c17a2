"""What a controller says about its samples becomes a finding, once for each change."""

from functools import partial

import numpy as np

from devices.acquisition.channel_checks import Reporter
from devices.acquisition.stream_checks import SaidCheck
from devices.controller import remark_of
from devices.samples import SampleBlock


class Talkative:
    remark = ("", {})


def block_at(time):
    return SampleBlock(np.array([0]), np.array([time]), np.array([0.0]), {})


def test_a_remark_is_reported_when_it_begins():
    found, controller = [], Talkative()
    check = SaidCheck(Reporter(found.append), partial(remark_of, controller))
    check(block_at(0.0))
    controller.remark = ("ur-speed-scaled", {"share": 0.5})
    check(block_at(1.0))
    check(block_at(20.0))
    assert [(finding.code, finding.facts) for finding in found] == [
        ("ur-speed-scaled", {"share": 0.5, "time": 1.0})
    ]
    controller.remark = ("", {})
    check(block_at(30.0))
    controller.remark = ("ur-speed-scaled", {"share": 0.2})
    check(block_at(40.0))
    assert [finding.facts["share"] for finding in found] == [0.5, 0.2]


def test_a_controller_that_remarks_nothing_is_no_problem():
    SaidCheck(Reporter([].append), partial(remark_of, object()))(block_at(0.0))
