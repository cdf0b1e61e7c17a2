"""The upload of a trajectory: bytes in order, acknowledged up to where they are complete, then a token.

What arrives twice is taken once; what arrives after a hole waits for the host to send the
hole. An upload that begins again with the same size and checksum goes on where it was.
"""

import zlib

from devices.errors import MotionRejected
from devices.protocol_open.messages import TrajectoryBegin, TrajectoryChunk
from devices.virtual.firmware.joints import Joints
from devices.virtual.firmware.trajectories import UploadedPath, check_trajectory, read_trajectory

LARGEST_UPLOAD_BYTES = 32 * 1024 * 1024


class Upload:
    """The trajectory in the device's memory: growing, or whole, checked and named by a token."""

    def __init__(self, joints: Joints) -> None:
        self._joints = joints
        self._begun: TrajectoryBegin | None = None
        self._content = bytearray()
        self._path: UploadedPath | None = None
        self._token = 0

    @property
    def received(self) -> int:
        """Bytes that are here without a hole."""
        return len(self._content)

    def begin(self, request: TrajectoryBegin) -> None:
        """Start an upload, or go on with the same one; what was committed before is gone.

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
        """Take the part of a chunk that continues what is here.

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
        """Check the whole and name it; the token, the same one when asked again.

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
        """The committed path.

        Raises
        ------
        MotionRejected
            ``trajectory-unknown`` for any token but that of the last commit.
        """
        if self._path is None or token != self._token:
            raise MotionRejected("trajectory-unknown", token=token)
        return self._path

    def discard(self) -> None:
        """Forget everything: after a stop no old plan may be run."""
        self._begun, self._path = None, None
        self._content.clear()

    def _checked(self, begun: TrajectoryBegin, content: bytes) -> UploadedPath:
        if zlib.crc32(content) != begun.crc:
            self._content.clear()
            raise MotionRejected("trajectory-damaged", size=begun.size)
        path = read_trajectory(begun.kind, content, joint_count=self._joints.count)
        check_trajectory(path, self._joints)
        return path
