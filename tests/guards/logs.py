"""A test fails on any log line of ours at WARNING or above that it did not expect.

Expected are the lines of a test that uses ``caplog`` (it looks at them itself) and those
that match ``@pytest.mark.expected_log(pattern)``.
"""

import logging
import re

import pytest

OURS = ("app", "core", "devices", "torsion")


class _Collector(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.split(".")[0] in OURS:
            self.records.append(record)


@pytest.fixture(autouse=True)
def guard_against_unexpected_log_lines(request: pytest.FixtureRequest):
    if "caplog" in request.fixturenames:
        yield
        return
    collector = _Collector()
    logging.getLogger().addHandler(collector)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(collector)
    patterns = [mark.args[0] for mark in request.node.iter_markers("expected_log")]
    unexpected = [
        f"{record.levelname} {record.name}: {record.getMessage()}"
        for record in collector.records
        if not any(re.search(pattern, record.getMessage()) for pattern in patterns)
    ]
    if unexpected:
        pytest.fail("unexpected log lines:\n" + "\n".join(unexpected), pytrace=False)
