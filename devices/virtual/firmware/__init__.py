"""The controller inside the virtual robot, written as real firmware would be.

It knows the arm by its sensors and drives, the host by the messages of the open protocol, and
nothing of the driver at the other end.
"""
