"""Any message that fits the wire."""

from hypothesis import strategies as st

from devices.protocol_open import messages as m

u8, u16, u32 = (st.integers(0, 2**bits - 1) for bits in (8, 16, 32))
numbers = st.floats(allow_nan=False, allow_infinity=False)
words = st.text(max_size=12)
names = words.filter(lambda text: text.isprintable() and text == text.strip())
facts = st.dictionaries(
    words,
    st.one_of(
        words,
        st.integers(-(2**40), 2**40),
        numbers,
        st.lists(words, max_size=3).map(tuple),
        st.lists(st.integers(-(2**40), 2**40), min_size=1, max_size=3).map(tuple),
        st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=3).map(tuple),
    ),
    max_size=3,
)


@st.composite
def samples(draw):
    count = draw(st.integers(1, 12))
    width = 4 * draw(st.integers(1, 30))
    rows = draw(
        st.one_of(st.binary(min_size=count * width, max_size=count * width), st.just(bytes(count * width)))
    )
    return m.Samples(
        first=draw(u16), time_us=tuple(draw(st.lists(u32, min_size=count, max_size=count))), rows=rows
    )


rates = st.floats(10.0, 1e4)
bounded = st.floats(-1e6, 1e6)
positive = st.floats(1e-3, 1e6)
scales = st.floats(1e-9, 1e3).flatmap(lambda size: st.sampled_from([size, -size]))
ratios = st.floats(1e-3, 1e6).flatmap(lambda size: st.sampled_from([size, -size]))


@st.composite
def announcements(draw):
    n = draw(st.integers(1, 3))
    sample_rate = draw(rates)
    lower = draw(st.tuples(*[st.none() | bounded.filter(lambda value: value < 1e5)] * n))
    above = draw(st.tuples(*[st.none() | st.floats(1.0, 1e5)] * n))
    upper = tuple(
        None if more is None or low is None else low + more for low, more in zip(lower, above, strict=True)
    )
    channels = tuple(
        m.Channel(
            name=draw(names),
            quantity=quantity,
            joint=joint,
            unit=draw(names),
            kind=draw(st.sampled_from(["i4", "f4"])),
            scale=draw(scales),
            sign=draw(st.sampled_from([-1, 1])),
            offset=draw(bounded),
            ratio=draw(ratios),
            counts_per_turn=draw(u32),
            rate=draw(rates) if joint or quantity == "current" else sample_rate,
        )
        for quantity in ("position", "current")
        for joint in range(n)
    )
    return m.Announcement(
        version=m.PROTOCOL_VERSION,
        model=draw(names.filter(bool)),
        serial=draw(names),
        firmware=draw(names),
        power_on=draw(names),
        kind=draw(st.sampled_from(["open", "closed", "read-only"])),
        joint_names=tuple(draw(st.lists(names, min_size=n, max_size=n))),
        lower=lower,
        upper=upper,
        velocity=draw(st.tuples(*[st.none() | positive] * n)),
        gear_ratio=draw(st.tuples(*[ratios] * n)),
        channels=channels,
        sample_rate=sample_rate,
        torque_kind="motor-current",
        stops_when_host_silent=draw(st.booleans()),
        drive_gain=draw(st.none() | st.tuples(*[positive] * n)),
        mark=draw(names),
        simulation=draw(st.booleans()),
        acceleration=draw(st.none() | st.tuples(*[st.none() | positive] * n)),
    )


centers = st.none() | st.tuples(numbers, numbers, numbers)
single = st.floats(width=32, allow_nan=False, allow_infinity=False)
messages = st.one_of(
    st.builds(m.Hello, u16),
    st.builds(m.StreamOn, u16),
    st.sampled_from(
        [
            m.StreamOff(),
            m.Heartbeat(),
            m.Arm(),
            m.Disarm(),
            m.TrajectoryCommit(),
            m.Clear(),
            m.AskStatus(),
            m.AskPayload(),
        ]
    ),
    st.builds(m.PointToPoint, st.lists(numbers, max_size=8).map(tuple), numbers),
    st.builds(m.JogJoint, u16, numbers, numbers),
    st.builds(m.TrajectoryBegin, st.sampled_from(m.TrajectoryKind), u32, u32),
    st.builds(m.TrajectoryChunk, u32, st.binary(max_size=1024)),
    st.builds(m.TrajectoryRun, u32),
    st.builds(m.Stop, st.booleans()),
    st.builds(m.Simulate, words, facts),
    st.builds(m.SetPayload, numbers, centers),
    st.builds(m.PayloadTold, u16, numbers, centers),
    st.builds(m.Ack, u16),
    st.builds(m.Reject, u16, words, facts),
    st.builds(m.TrajectoryAck, u32),
    st.builds(m.Committed, u16, u32),
    st.builds(
        m.Status,
        state=st.sampled_from(m.DeviceState),
        flags=st.integers(0, 31).map(m.StatusFlag),
        motion=u32,
        progress=single,
        outcome=st.sampled_from(["", "finished", "stopped", "failed"]),
        fault=words,
        facts=facts,
        payload_mass=st.none() | numbers,
    ),
    samples(),
    st.builds(
        m.SlowSamples, u32, st.integers(1, 30).flatmap(lambda n: st.binary(min_size=4 * n, max_size=4 * n))
    ),
    announcements(),
)
