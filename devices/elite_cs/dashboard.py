"""Asks the dashboard server of a CS controller which arm it is; its answers end in CR LF.

Commands from the maker's development kit (``source/Dashboard/DashboardClient.cpp``), which does not
state the form of the answers to these two.
"""

from devices.universal_robots.dashboard import answers_of_dashboard

SERIAL_NUMBER, ROBOT_TYPE = "robot -s", "robot -t"


def identity_by_dashboard(address: str, port: int) -> tuple[str, str]:
    """Ask for the serial number and the type, such as ``CS66``; empty where it does not tell them.

    Raises
    ------
    TransportError
        If the dashboard cannot be reached or stops answering.
    """
    serial, model = answers_of_dashboard(address, port, SERIAL_NUMBER, ROBOT_TYPE)
    return _value_in(serial), _value_in(model)


def _value_in(answer: str) -> str:
    """The word behind the last colon; a sentence, such as a refusal, is no value."""
    value = answer.rpartition(":")[2].strip()
    return "" if " " in value else value
