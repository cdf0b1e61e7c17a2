"""How each family is opened on its emulator, what can be done to it there, and what only some can promise."""

import contextlib
import importlib.util
import json
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from core.processes import Child
from core.robot.library import load_robot
from devices.connection import open_controller
from devices.controller import Lifecycle
from devices.emulated.cia402 import EmulatedCia402, EmulatedCia402Settings
from devices.emulated.franka_controller import urdf_of
from devices.moteus.moving import STILL_RAD_S as STILL_WITH_ELASTIC_GEARS_RAD_S
from devices.motion import MoveTo
from devices.open_arm.link import Link
from devices.protocol_moteus.registers import Mode
from devices.protocol_open import messages as m
from devices.virtual.emulated_arm import EmulatedArm
from devices.virtual.settings import parse_virtual
from tests.devices.emulated.commanded_arm import SPEED, CommandedArm
from tests.devices.emulated.controllers import emulated_cs, emulated_ec, emulated_ur
from tests.devices.franka.rig import emulated_franka
from tests.devices.moteus.rig import emulated_moteus
from tests.devices.promised import patient
from tests.devices.promised.bench import OTHER_KG, PATIENT_S, Bench, SteadyPulse
from tests.devices.universal_robots.moved import patience

STILL_RAD_S = 0.01
ALLOWED = "motion=allowed"


@contextlib.contextmanager
def patched(**values):
    """Constants by place and name, with ``__`` for a dot, as long as this lasts."""
    with pytest.MonkeyPatch.context() as patch:
        for module, name in patient.CHANGED:
            patch.setattr(module, name, getattr(module, name))
        for place, value in values.items():
            patch.setattr(place.replace("__", "."), value)
        yield patch


@contextlib.contextmanager
def _by_default(function, **values):
    """Values of parameters that a call leaves out, as long as this lasts."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in values.items():
            patch.setitem(function.__kwdefaults__, name, value)
        yield


def _unhurried_ends():
    """Processes beside are given all the time to end by themselves."""
    return _by_default(Child.end, within_s=PATIENT_S)


def _driver(uri, robot, *, consent=True):
    sign = "&" if "?" in uri else "?"
    pulse = SteadyPulse()
    return open_controller(f"{uri}{sign}{ALLOWED}" if consent else uri, robot=robot, pulse=pulse), pulse


# The virtual arm, by its own link and at a serial line


class _OfBlackBox(Bench):
    """The virtual arm's firmware; the file in which it notes what happens to it is the witness."""

    fault_code, after_silence_code = "protective-stop", "fault-latched"
    witness_stays = False

    def __init__(self, arm, robot, pulse, *, box):
        super().__init__(arm, robot, pulse)
        self._box = box

    def noted(self, *events):
        """What the firmware noted of these events, the newest last."""
        lines = self._box.read_text("utf-8").splitlines(keepends=True) if self._box.exists() else []
        entries = (json.loads(line) for line in lines if line.endswith("\n"))
        return [entry for entry in entries if entry["event"] in events]

    def pose(self):
        return self.reported()

    def stands(self):
        noted = self.noted("motion-begins", "motion-ends")
        return not noted or noted[-1]["event"] == "motion-ends"

    def simulate(self, name, **facts):
        """Let the device have one of its faults, whoever opened it."""
        self.arm._conversation.link.ask(m.Simulate("fault", {"name": name, **facts}))

    def raise_fault(self):
        self.simulate("protective-stop")

    def fall_silent(self):
        self.simulate("silent-host")

    def keep_another_payload(self):
        self.simulate("payload-rounded", step=0.5)

    def left(self):
        if self.arm.status.lifecycle is not Lifecycle.DISCONNECTED:
            return {"payload": self.arm.read_payload()}
        self.arm.connect()
        found = self.left()
        self.arm.disconnect()
        return found


class Virtual(_OfBlackBox):
    """The program's own virtual robot."""

    def pull(self):
        # no answer comes from behind a cable that is pulled
        self.arm._conversation.link.put(m.Simulate("fault", {"name": "cable-pulled"}))


class Serial(_OfBlackBox):
    """The same firmware behind a pseudo-terminal, in real time: the open protocol on a line."""

    breaks_when_exchanged = True

    def __init__(self, arm, robot, pulse, *, box, emulated, another):
        super().__init__(arm, robot, pulse, box=box)
        self._emulated, self._another = emulated, another

    def pull(self):
        self._emulated.pull()

    def exchange(self):
        self._emulated.pull()
        self._another()


@contextlib.contextmanager
def open_virtual(folder, *, consent=True):
    box, robot = folder / "box.jsonl", load_robot("ec66")
    uri = f"virtual:ec66?seed=3&black_box={box}"
    del consent  # it takes none
    pulse = SteadyPulse()
    with patched(devices__open_arm__conversation__LEAVE_TIMEOUT_S=PATIENT_S):
        yield Virtual(open_controller(uri, robot=robot, pulse=pulse), robot, pulse, box=box)


@contextlib.contextmanager
def open_serial(folder, *, consent=True):
    box, robot, pulse = folder / "box.jsonl", load_robot("ec66"), SteadyPulse()
    del consent  # it takes none
    with (
        patched(
            devices__virtual__emulated_arm__be_emulated_arm=patient.be_patient_arm,
            devices__virtual__emulated_arm__ANSWER_TIMEOUT_S=PATIENT_S,
            devices__open_arm__conversation__SILENCE_S=PATIENT_S,
            devices__open_arm__conversation__LEAVE_TIMEOUT_S=PATIENT_S,
            devices__open_arm__controller__BRAKE_TIMEOUT_S=PATIENT_S,
        ),
        _by_default(Link.ask, timeout_s=patient.ANSWERED_S),
        _by_default(Link.wait_for, timeout_s=patient.ANSWERED_S),
        contextlib.ExitStack() as started,
    ):

        def start(seed):
            settings = parse_virtual(f"virtual:ec66?seed={seed}&black_box={box}")
            return started.enter_context(EmulatedArm.start(settings, link=folder / "port"))

        emulated = start(3)
        arm = open_controller(f"serial:{emulated.port}", robot=robot, pulse=pulse)
        yield Serial(arm, robot, pulse, box=box, emulated=emulated, another=lambda: start(4))


# Controllers in a network


class _Commanded(Bench):
    """A controller in front of an arm without physics, which is where it was told to be."""

    def __init__(self, arm, robot, pulse, *, emulated, body):
        super().__init__(arm, robot, pulse)
        self.emulated, self._body = emulated, body

    def pose(self):
        return self._body.row().position

    def stands(self):
        return not self._body.is_commanded

    def raise_fault(self):
        self.emulated.make_happen(self._fault)

    def pull(self):
        self.patch.setattr("devices.driving.stream_link.SILENT_S", 0.3)  # an unplugged cable closes no socket
        self.emulated.pull()


class UniversalRobots(_Commanded):
    """A controller of Universal Robots, or of Elite's CS series: one driver, two dialects."""

    fault_code = _fault = "protective-stop"

    def stands(self):
        return super().stands() and not self.emulated.controller.programs.is_under_way

    def fall_silent(self):
        self.patch.setattr("devices.universal_robots.heartbeat.RegisterBeat.__call__", lambda _self: None)

    def exchange(self):
        controller = self.emulated.controller
        self.emulated.do(lambda: setattr(controller, "settings", replace(controller.settings, seed=5)))

    def keep_another_payload(self):
        self.emulated.spoil({"payload": OTHER_KG})
        self.reads_back_until_told("universal_robots.payload")

    def left(self):
        controller = self.emulated.controller
        beat = self.arm.dialect.language.beat
        return {
            "payload": controller.values["payload"],
            "inertia": controller.values.get("payload_inertia"),
            "speed": controller.values["target_speed_fraction"],
            "register": controller.owner_of(beat),
            "program": controller.programs.is_under_way,
        }


class EliteEc(_Commanded):
    """A controller of Elite's EC series; it finishes a move by itself."""

    fault_code, _fault = "protective-stop", "collision"
    move_s = 4.0

    def little(self):
        turn = np.radians(1.0) * np.eye(self.robot.joint_count)[-1]
        return MoveTo(self.here() + turn, np.radians(1.5) / self.robot.velocity_limit[-1])

    def keep_another_payload(self):
        payloads = self.emulated.controller.payloads

        class Stubborn(dict):
            def __setitem__(self, tool, asked):
                super().__setitem__(tool, (OTHER_KG, asked[1]))

        self.emulated.do(lambda: setattr(self.emulated.controller, "payloads", Stubborn(payloads)))
        self.reads_back_until_told("elite_ec.payload")

    def left(self):
        controller = self.emulated.controller
        return {
            "payload": dict(controller.payloads),
            "speed": controller.speed_percent,
            "servo": controller.servo,
        }


@contextlib.contextmanager
def _commanded(kind, emulated, robot, body, *, consent):
    with (
        patience(),
        patched(
            devices__driving__pulse__LATE_S=PATIENT_S,
            devices__driving__followed__LEAVE_TIMEOUT_S=PATIENT_S,
            devices__driving__followed__STOPPED_TIMEOUT_S=PATIENT_S,
        ),
        emulated as found,
    ):
        arm, pulse = _driver(found.uri, robot, consent=consent)
        yield kind(arm, robot, pulse, emulated=found, body=body)


def open_ur(_folder, *, consent=True):
    body = CommandedArm()
    emulated = emulated_ur("5.11", arm=body, payload=1.0)
    return _commanded(UniversalRobots, emulated, load_robot("ur10e"), body, consent=consent)


def open_cs(_folder, *, consent=True):
    body, robot = CommandedArm(), load_robot("cs66")
    # the shipped description states no speeds
    joints = tuple(replace(joint, velocity=each) for joint, each in zip(robot.joints, SPEED, strict=True))
    robot = replace(robot, joints=joints)
    return _commanded(UniversalRobots, emulated_cs(arm=body, payload=1.0), robot, body, consent=consent)


def open_ec(_folder, *, consent=True):
    body = CommandedArm()
    return _commanded(EliteEc, emulated_ec(arm=body, payload=1.0), load_robot("ec66"), body, consent=consent)


# Drivers in a process of their own


class _Halting(Bench):
    """An arm whose process beside can be halted, as a computer that hangs."""

    _halted = None

    def process(self):
        raise NotImplementedError

    def fall_silent(self):
        self._halted = self.process()
        os.kill(self._halted, signal.SIGSTOP)

    def speak_again(self):
        if self._halted is not None:
            os.kill(self._halted, signal.SIGCONT)
            self._halted = None


class Franka(_Halting):
    """A Franka controller; the maker's client moves it."""

    fault_code = "franka-motion-ended"
    breaks_when_exchanged = True

    def __init__(self, arm, robot, pulse, *, emulated):
        super().__init__(arm, robot, pulse)
        self.emulated = emulated

    def process(self):
        return self.arm._side._process.pid

    def pose(self):
        return self.emulated.controller.arm.joint

    def stands(self):
        return not self.emulated.controller.is_moved and self.emulated.controller.arm.is_still

    def pull(self):
        self.emulated.pull()

    def raise_fault(self):
        self.emulated.make_happen("reflex")

    def exchange(self):
        controller = self.emulated.controller
        urdf = urdf_of(self.robot, serial="TFE-0000009")
        self.emulated.do(lambda: setattr(controller, "urdf", urdf))
        self.emulated.power_cycle()

    def keep_another_payload(self):
        self.emulated.spoil({"m_load": OTHER_KG})
        self.reads_back_until_told("franka.controller")

    def left(self):
        return {"load": self.emulated.controller.load, "moved": self.emulated.controller.is_moved}


@contextlib.contextmanager
def open_franka(_folder, *, consent=True):
    robot = load_robot("fr3")
    with (
        patched(
            devices__franka__controller__FrankaArm=patient.patient_franka,
            devices__driving__arm_in_process__ANSWER_TIMEOUT_S=PATIENT_S,
        )
        if consent
        else contextlib.nullcontext(),
        _unhurried_ends(),
        emulated_franka("franka:fr3?payload=1&patience=2000") as emulated,
    ):
        arm, pulse = _driver(emulated.uri, robot, consent=consent)
        yield Franka(arm, robot, pulse, emulated=emulated)


class Moteus(_Halting):
    """moteus drives behind an adapter on a pseudo-terminal."""

    keeps_its_rate = False

    fault_code = "moteus-fault"
    breaks_when_exchanged = True

    def __init__(self, arm, robot, pulse, *, emulated):
        super().__init__(arm, robot, pulse)
        self.emulated = emulated

    def process(self):
        return self.arm._side._process.pid

    def connect(self):
        super().connect()
        # what the driver read is a watchdog that it takes; a busy computer needs a slower one
        for drive in self.emulated.bus.drives.values():
            self.emulated.do(
                lambda drive=drive: drive.settings.update({"servo.default_timeout_s": patient.HEARD_S})
            )

    def pose(self):
        return self.emulated.bus.arm.position

    def stands(self):
        # the gears swing on below the speed at which the driver calls the arm standing
        return bool(np.abs(self.emulated.bus.arm.velocity).max() < STILL_WITH_ELASTIC_GEARS_RAD_S)

    def has_given_up(self):
        return all(drive.mode is Mode.TIMED_OUT for drive in self.emulated.bus.drives.values())

    def pull(self):
        self.emulated.pull()

    def raise_fault(self):
        self.emulated.fail(3, 35)

    def exchange(self):
        for drive in self.emulated.bus.drives.values():
            self.emulated.do(lambda drive=drive: setattr(drive, "_serial", (*drive._serial[:2], 77)))
            self.emulated.restart(drive._place + 1)

    def left(self):
        settings = {number: dict(drive.settings) for number, drive in self.emulated.bus.drives.items()}
        for each in settings.values():
            del each["servo.default_timeout_s"]  # which ``connect`` changed
        return settings


@contextlib.contextmanager
def open_moteus(_folder, *, consent=True):
    robot = load_robot("moteus-6")
    with (
        patched(
            devices__moteus__controller__MoteusArm=patient.patient_moteus,
            devices__driving__arm_in_process__ANSWER_TIMEOUT_S=PATIENT_S,
        ),
        _unhurried_ends(),
        emulated_moteus("?watchdog=0.25") as emulated,
    ):
        arm, pulse = _driver(emulated.uri, robot, consent=consent)
        yield Moteus(arm, robot, pulse, emulated=emulated)


class Cia402(_Halting):
    """CiA 402 drives on a bus."""

    keeps_its_rate = False

    fault_code = "cia402-fault"

    def __init__(self, arm, robot, pulse, *, emulated):
        super().__init__(arm, robot, pulse)
        self.emulated = emulated

    def process(self):
        return self.arm._bus.master._process.pid

    def pose(self):
        return self.emulated.arm.row().position

    def stands(self):
        arm = self.emulated.arm
        is_still = np.abs(arm.row().velocity).max() < STILL_RAD_S
        return is_still and not any(drive.is_powered for drive in arm.drives)

    def pull(self):
        self.emulated._cable.pull()  # of the adapter; a bus without drives would only be silent

    def raise_fault(self):
        self.emulated.fail(2)

    def exchange(self):
        entry = self.emulated.arm.drives[0].objects[0x1018, 4]
        self.emulated.do(lambda: entry.write((402000099).to_bytes(4, "little")))

    def left(self):
        places = (
            *((0x1016, 1), (0x6007, 0), (0x6060, 0), (0x6081, 0), (0x6083, 0), (0x6084, 0)),
            *((0x60C2, 1), (0x60C2, 2), (0x1400, 1), (0x1401, 1), (0x1800, 1), (0x1801, 1)),
        )
        return [
            {place: drive.objects.value(*place) for place in places} for drive in self.emulated.arm.drives
        ]


@contextlib.contextmanager
def open_cia402(_folder, *, consent=True):
    robot = load_robot("ec66")
    with (
        patched(
            devices__cia402__master_process__be_master=patient.be_patient_master,
            devices__cia402__master_process___ANSWER_TIMEOUT_S=PATIENT_S,
            devices__cia402__link__SILENT_S=PATIENT_S,
            devices__cia402__link__LATE_S=1.0,
            devices__cia402__moving__LIMIT_MS=round(1e3 * patient.HEARD_S),
            devices__cia402__moving__LEAVE_TIMEOUT_S=PATIENT_S,
            devices__cia402__moving__ENABLE_TIMEOUT_S=PATIENT_S,
            devices__driving__pulse__LATE_S=PATIENT_S,
        ),
        _unhurried_ends(),
        contextlib.closing(EmulatedCia402(EmulatedCia402Settings(robot.name))) as emulated,
    ):
        arm, pulse = _driver(emulated.uri, robot, consent=consent)
        yield Cia402(arm, robot, pulse, emulated=emulated)


# The table


@dataclass(frozen=True)
class PromisedFamily:
    """A family; ``opened`` is a context with its ``Bench``, not connected yet."""

    scheme: str
    opened: Callable
    package: str = ""
    """Without this optional package the arm is only read."""
    needs_posix: bool = False
    instead: dict[str, str] = field(default_factory=dict)
    """Promises that it cannot give, by their names, and what is there in place of each."""


FAMILIES = {
    each.scheme: each
    for each in (
        PromisedFamily("virtual", open_virtual),
        PromisedFamily("serial", open_serial, needs_posix=True),
        PromisedFamily("ur", open_ur),
        PromisedFamily("elite-cs", open_cs),
        PromisedFamily("elite-ec", open_ec),
        PromisedFamily("franka", open_franka, package="pylibfranka", needs_posix=True),
        PromisedFamily("moteus", open_moteus, needs_posix=True),
        PromisedFamily("cia402", open_cia402, package="canopen", needs_posix=True),
    )
}


def is_there(package):
    """True if an optional package is installed, or none is needed."""
    return not package or importlib.util.find_spec(package) is not None
