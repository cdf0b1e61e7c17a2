"""Starts a client that others wrote in the interpreter that has it."""

import json
import subprocess
from pathlib import Path

from tests.waiting import LIMIT_S

CLIENT = Path(__file__).with_name("_franka_client.py")


def started(python, what, address):
    return subprocess.Popen(
        [python, str(CLIENT), what, address], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def asked(python, what, address):
    """What the client found."""
    client = started(python, what, address)
    found, _ = client.communicate(timeout=LIMIT_S)
    assert client.returncode == 0, found
    return json.loads(found.splitlines()[-1])
