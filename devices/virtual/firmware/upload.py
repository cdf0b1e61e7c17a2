"""Receives the upload of a trajectory: contiguous bytes, cumulative acknowledgement, a token at the end.

Repeated bytes are taken once. Bytes behind a gap are ignored until the host sends the gap. An upload
that begins again with the same size and checksum is continued.
"""

import zlib

from devices.errors import MotionRejected
from devices.protocol_open.messages import TrajectoryBegin, TrajectoryChunk
from devices.virtual.firmware.joints import Joints
from devices.virtual.firmware.trajectories import UploadedPath, check_trajectory, read_trajectory

LARGEST_UPLOAD_BYTES = 32 * 1024 * 1024


class Upload:
    """The trajectory in the device's memory: incomplete, or complete, checked and with a token."""

    def __init__(self, joints: Joints) -> None:
        self._joints = joints
        self._begun: TrajectoryBegin | None = None
        self._content = bytearray()
        self._path: UploadedPath | None = None
        self._token = 0

    @property
    def received(self) -> int:
        """Number of bytes received without a gap."""
        return len(self._content)

    def begin(self, request: TrajectoryBegin) -> None:
        """Start an upload or continue the same one; a committed trajectory is discarded.

        Raises
        ------
        MotionRejected
            ``trajectory-too-large``.
        """
        if request.size > LARGEST_UPLOAD_BYTES:
            raise MotionRejected("trajectory-too-large", size=request.size, largest=LARGEST_UPLOAD_BYTES)
        if self._begun != request or self._path is not None:
            self._content.clear()
        self._begun, self._path = request, None

    def add(self, chunk: TrajectoryChunk) -> None:
        """Append the part of a chunk that continues the received bytes.

        Raises
        ------
        MotionRejected
            ``trajectory-unknown``, ``trajectory-too-large``.
        """
        if self._begun is None:
            raise MotionRejected("trajectory-unknown")
        if chunk.offset + len(chunk.content) > self._begun.size:
            raise MotionRejected(
                "trajectory-too-large", size=chunk.offset + len(chunk.content), largest=self._begun.size
            )
        if chunk.offset <= self.received and self._path is None:
            self._content += chunk.content[self.received - chunk.offset :]

    def commit(self) -> int:
        """Check the complete upload and return its token; the same token if asked again.

        Raises
        ------
        MotionRejected
            ``trajectory-unknown``, ``trajectory-incomplete``, ``trajectory-damaged``, and what
            :func:`read_trajectory` and :func:`check_trajectory` raise.
        """
        if self._begun is None:
            raise MotionRejected("trajectory-unknown")
        if self._path is None:
            if self.received < self._begun.size:
                raise MotionRejected("trajectory-incomplete", received=self.received, size=self._begun.size)
            self._path = self._checked(self._begun, bytes(self._content))
            self._token += 1
        return self._token

    def take(self, token: int) -> UploadedPath:
        """Return the committed path.

        Raises
        ------
        MotionRejected
            ``trajectory-unknown`` for any token other than that of the last commit.
        """
        if self._path is None or token != self._token:
            raise MotionRejected("trajectory-unknown", token=token)
        return self._path

    def discard(self) -> None:
        """Discard upload and path: after a stop no old plan may run."""
        self._begun, self._path = None, None
        self._content.clear()

    def _checked(self, begun: TrajectoryBegin, content: bytes) -> UploadedPath:
        if zlib.crc32(content) != begun.crc:
            # damaged although each frame had a valid checksum: the host must send all of it again
            self._content.clear()
            raise MotionRejected("trajectory-damaged", size=begun.size)
        path = read_trajectory(begun.kind, content, joint_count=self._joints.count)
        check_trajectory(path, self._joints)
        return path
