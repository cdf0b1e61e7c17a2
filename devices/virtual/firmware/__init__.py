"""The controller inside the virtual robot, written like real firmware.

It knows the arm by its sensors and drives and the host by the messages of the open protocol. It uses
nothing of the driver on the host's side.
"""
