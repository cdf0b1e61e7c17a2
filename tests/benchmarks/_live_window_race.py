"""One process, one thread: our charts, raw pyqtgraph curves, and pyqtgraph's own decimation, taking turns.

A frame is timed from the samples to the last pixel: what is new is in the ring already, the paint
events are delivered before the clock stops, and every item must have painted in every frame.
"""

import json
import sys
import time
from statistics import median, quantiles
from types import SimpleNamespace

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from app.features.live.charts import SignalChart
from app.features.live.frames import LiveFrames
from app.features.live.plots import Shown
from app.look.theme import current_theme
from app.look.tokens import ThemeName
from app.widgets.signal_units import signal_unit
from app.widgets.strip_lines import StripLines
from core.diagnostics.signals import Signal as Watched
from core.recording import Quantity
from core.robot.library import load_robot
from devices.acquisition.ring import Ring
from devices.controller import ControllerStatus, Lifecycle
from devices.samples import SampleBlock

RATE_HZ, WINDOW_S, JOINTS = 1000.0, 10.0, 6
SHOWN = (Watched.DEFLECTION, Watched.TORQUE)
NEW_ROWS = 33
WARM_UP = 10
READY_WITHIN_S = 60.0
CHART_SIZE = (860, 255)
QUANTITIES = (
    Quantity.POSITION,
    Quantity.MOTOR_POSITION,
    Quantity.LINK_POSITION,
    Quantity.VELOCITY,
    Quantity.CURRENT,
    Quantity.CURRENT_REFERENCE,
)


def stream(first, count):
    """Six joints that swing, each at its own pace, with the noise of encoders and current sensors."""
    number = np.arange(first, first + count)
    moment = number / RATE_HZ
    noise = np.random.default_rng(first)
    joint = np.arange(1, JOINTS + 1)
    angle = 0.6 * np.sin(2 * np.pi * 0.1 * joint * moment[:, np.newaxis])
    torque = 40.0 / joint * np.cos(2 * np.pi * 0.1 * joint * moment[:, np.newaxis])
    current = (torque + noise.normal(0.0, 1.0, angle.shape)) / 20.0
    twist = torque / 3.0e4 + 6e-5 * np.sin(100 * angle)
    link = angle + noise.normal(0.0, 4e-6, angle.shape)
    return SampleBlock(
        sequence=number,
        device_time=moment,
        host_time=np.full(count, time.monotonic()),
        columns={
            Quantity.POSITION: angle,
            Quantity.MOTOR_POSITION: angle + twist + noise.normal(0.0, 4e-6, angle.shape),
            Quantity.LINK_POSITION: link,
            Quantity.VELOCITY: np.gradient(angle, axis=0) * RATE_HZ,
            Quantity.CURRENT: current,
            Quantity.CURRENT_REFERENCE: torque / 20.0,
        },
    )


class Link(QObject):
    """What the feed asks of a link: a robot, its stream, and the ring."""

    closed = Signal()

    def __init__(self, robot, ring):
        super().__init__()
        told = SimpleNamespace(quantities=QUANTITIES, joint_count=JOINTS, sample_rate=RATE_HZ)
        controller = SimpleNamespace(status=ControllerStatus(Lifecycle.CONNECTED))
        self.session = SimpleNamespace(robot=robot, capabilities=told, controller=controller)
        self.identity = SimpleNamespace(
            model="arm", serial="1", power_on="1", gear_ratio=None, drive_gain=np.full(JOINTS, 20.0)
        )
        self.acquisition = SimpleNamespace(
            ring=ring, recording=None, events=(), add_watcher=lambda _watcher: None
        )


def stacked(charts):
    stack = QWidget()
    column = QVBoxLayout(stack)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    for chart in charts:
        column.addWidget(chart)
    stack.resize(CHART_SIZE[0], CHART_SIZE[1] * len(charts))
    stack.show()
    return stack


class Ours:
    """The page's charts, fed from the ring as on the page."""

    painted_by = StripLines

    def __init__(self, robot):
        self.ring = Ring(round(60.0 * RATE_HZ))
        self.ring.append(stream(0, round(WINDOW_S * RATE_HZ)))
        self.link = Link(robot, self.ring)
        self.frames = LiveFrames(self.link)
        self.charts = [SignalChart(signal) for signal in SHOWN]
        for chart, signal in zip(self.charts, SHOWN, strict=True):
            units = [signal_unit(signal, robot, joint) for joint in range(JOINTS)]
            chart.watch_signals(
                [Shown(f"{signal}_{joint}", signal, signal, unit, joint) for joint, unit in enumerate(units)]
            )
        self.frames.arrived.connect(self.show)
        self.stack = stacked(self.charts)
        self.items = len(self.charts)
        self.is_ready = False

    def show(self, frame):
        self.is_ready = True
        for chart, signal in zip(self.charts, SHOWN, strict=True):
            chart.show_points([(frame.time, frame.curves[signal][:, joint]) for joint in range(JOINTS)])

    def prepare(self, first):
        self.ring.append(stream(first, NEW_ROWS))

    def draw(self):
        self.frames._look()

    def newest(self):
        """What is on the screen at full rate, in display units: time (N,), and (N, joints) a chart."""
        shown = []
        for chart, signal in zip(self.charts, SHOWN, strict=True):
            moment, values = self.frames.values(signal)
            unit = chart.signals[0].unit
            shown.append((moment, [np.ascontiguousarray(unit.shown(each)) for each in values.T]))
        return shown


class Peer:
    """pyqtgraph's plots of the same size and ranges; its curves get every sample."""

    painted_by = pg.PlotCurveItem

    def __init__(self, ours, make_curve):
        self.charts, self.curves = [], []
        for chart, signal in zip(ours.charts, SHOWN, strict=True):
            plot = pg.PlotWidget(background=current_theme().colour("surface"))
            plot.setLabel("left", signal)
            plot.getPlotItem().getAxis("left").setWidth(80)
            plot.setXRange(-WINDOW_S, 0.0, padding=0)
            plot.setYRange(*chart.box.viewRange()[1], padding=0)
            curves = [make_curve(current_theme().joint_pen(joint)) for joint in range(JOINTS)]
            for curve in curves:
                plot.addItem(curve)
            self.charts.append(plot)
            self.curves.append(curves)
        self.charts[-1].setLabel("bottom", "s")
        self.ours, self.ready = ours, []
        self.stack = stacked(self.charts)
        self.items = len(SHOWN) * JOINTS

    def prepare(self, _first):
        self.ready = self.ours.newest()

    def draw(self):
        for curves, (moment, columns) in zip(self.curves, self.ready, strict=True):
            for curve, values in zip(curves, columns, strict=True):
                curve.setData(moment, values)


def raw_curve(pen):
    return pg.PlotCurveItem(pen=pen)


def decimated_curve(pen):
    curve = pg.PlotDataItem(pen=pen, skipFiniteCheck=True)
    curve.setDownsampling(auto=True, method="peak")
    curve.setClipToView(True)
    return curve


def count_paints(kind, counts):
    """Have an item count how often it paints."""
    paint = kind.paint

    def counted(self, *arguments):
        counts[kind] += 1
        return paint(self, *arguments)

    kind.paint = counted


def timed_frame(contender, application, counts):
    before = counts[contender.painted_by]
    began, worked = time.perf_counter(), time.process_time()
    contender.draw()
    application.sendPostedEvents()
    application.processEvents()
    took, worked = time.perf_counter() - began, time.process_time() - worked
    painted = counts[contender.painted_by] - before
    if painted < contender.items:
        raise RuntimeError(f"{painted} of {contender.items} items painted")
    return 1e3 * took, 1e3 * worked


def main(frames):
    application = QApplication([])
    current_theme().apply(ThemeName.LIGHT)
    counts = {StripLines: 0, pg.PlotCurveItem: 0}
    for kind in counts:
        count_paints(kind, counts)
    ours = Ours(load_robot("ec66"))
    deadline = time.monotonic() + READY_WITHIN_S
    while not ours.is_ready:  # a long window is filled over some looks
        if time.monotonic() > deadline:
            raise RuntimeError("no frame came")
        ours.draw()
        time.sleep(0.01)
    contenders = {"ours": ours, "raw": Peer(ours, raw_curve), "decimated": Peer(ours, decimated_curve)}
    for _ in range(WARM_UP):
        application.processEvents()
    took = {name: [] for name in contenders}
    cpu = {name: [] for name in contenders}
    for turn in range(WARM_UP + frames):
        for name, contender in contenders.items():
            contender.prepare(round(WINDOW_S * RATE_HZ) + turn * NEW_ROWS)
            spent = timed_frame(contender, application, counts)
            if turn >= WARM_UP:
                took[name].append(spent[0])
                cpu[name].append(spent[1])
    middle = {name: median(spent) for name, spent in took.items()}
    worked = {name: median(spent) for name, spent in cpu.items()}
    found = {
        "curves": len(SHOWN) * JOINTS,
        "samples a curve": round(WINDOW_S * RATE_HZ),
        "ours, ms a frame": round(middle["ours"], 2),
        "ours, 95 % of frames within ms": round(quantiles(took["ours"], n=20)[-1], 2),
        "ours, frames/s possible": round(1e3 / middle["ours"]),
        "ours, processor ms a frame": round(worked["ours"], 2),
        "processor time, ratio to PlotCurveItem": round(worked["ours"] / worked["raw"], 3),
        "processor time, ratio to PlotDataItem": round(worked["ours"] / worked["decimated"], 3),
        "PlotCurveItem, ms a frame": round(middle["raw"], 2),
        "ratio to PlotCurveItem": round(middle["ours"] / middle["raw"], 3),
        "PlotDataItem with its own decimation, ms a frame": round(middle["decimated"], 2),
        "ratio to PlotDataItem with its own decimation": round(middle["ours"] / middle["decimated"], 3),
    }
    sys.stdout.write(json.dumps(found))


main(int(sys.argv[1]))
