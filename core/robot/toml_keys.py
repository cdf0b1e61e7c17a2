"""Every key of Torsion's own robot description, with the words that a file and the help give to it.

An angle ``key`` may be written in degrees as ``key_deg``. The keys are grouped by the table they are in.
"""

TOP = {
    "name": "short name, without blanks",
    "title": "name as people say it",
    "convention": '"modified" (Craig) or "standard" (Spong): frames of the rows and of the links\' numbers',
    "gravity": "m/s² in the base frame; [0, 0, -9.81] where the base stands on the floor",
    "base": "frame of the first row's parent in the base frame: 4×4, or { xyz = […], rpy_deg = […] }",
    "flange": "frame of the flange in the last link's frame: 4×4, or { xyz = […], rpy_deg = […] }",
    "coupling": "matrix n×n: motor shaft angles = coupling · joint angles, where motors move several joints",
    "motor_position_at_shaft": "true if recordings give raw motor angles, not divided by the gear ratio",
    "link_torque_sensors": "true if the controller's torque is measured behind the gears",
    "output_locked": "true for a test bench whose outputs are locked to the frame",
    "base_capsules": "body of the base: a list of capsules, in the base frame",
    "base_beams": "tubes of the base that bend, in the base frame",
    "base_springs": "springs of the base as matrices, in the base frame",
    "payload_limit": "table: what the flange may carry",
    "joints": "one table [[joints]] for each joint, from the base to the flange",
    "compensators": "tables [[compensators]]: springs or cylinders that balance gravity",
    "sources": "table: where the numbers come from, as texts",
}
JOINT = {
    "name": "the joint's name, as in recordings",
    "kind": '"revolute" (turns) or "prismatic" (slides)',
    "a": "DH length, m",
    "alpha": "DH twist, rad",
    "d": "DH distance, m",
    "offset": "added to the joint position in the row, rad",
    "lower": "lowest position, rad (m)",
    "upper": "highest position, rad (m)",
    "velocity": "largest speed, rad/s (m/s)",
    "acceleration": "largest acceleration, rad/s² (m/s²)",
    "torque": "largest torque behind the gear, N·m (N)",
    "reported_sign": "-1 where the controller counts the other way round",
    "reported_zero": "joint position at which the controller shows zero, rad (m)",
    "gear_ratio": "motor turns per turn of the joint",
    "motor_encoder": "true, false, or { resolution = … } in rad (m) of joint motion",
    "link_encoder": "encoder behind the gear: true, false, or { resolution = … }",
    "rotor_inertia": "rotor and gear, reflected to the joint, kg·m²; for all joints or none",
    "drive_gain": "joint torque per motor current, N·m/A; for all joints or none",
    "stiffness": "of gear and bearing, N·m/rad (N/m); for all joints or none",
    "mass": "of the link that the joint moves, kg; for all joints or none",
    "center_of_mass": "in the link's frame, m",
    "inertia": "xx, xy, yy, xz, yz, zz about the centre of mass, kg·m²",
    "parameters": "instead: m, m·c (3), xx, xy, yy, xz, yz, zz about the frame's origin",
    "capsules": "body of the link: a list of { start, end, radius } in m",
    "beams": "tubes of the link that bend: a list of tables",
    "springs": "springs of the link as matrices: a list of tables",
}
PAYLOAD_LIMIT = {
    "mass": "largest load, kg",
    "distance": "farthest centre of mass from the flange, m",
    "diagram": "the maker's load diagram: points [distance m, mass kg]",
}
CAPSULE = {"start": "one end, m", "end": "other end, m", "radius": "m"}
BEAM = {
    "start": "one end of the tube, m",
    "end": "other end, m",
    "outer_diameter": "m",
    "inner_diameter": "m, 0 for a solid bar",
    "youngs_modulus": "Pa",
    "poisson_ratio": "0.33 where it is left out",
    "rpy": "turn of the springs' axes, rad",
    "axes": "instead: the three axes as rows",
}
SPRING = {
    "xyz": "place of the spring, m",
    "rpy": "turn of its axes, rad",
    "axes": "instead: the three axes as rows",
    "placement": "instead of these: 4×4",
    "compliance": "6×6, shifts before turns, m/N and rad/(N·m)",
    "stiffness": "instead: 6×6, N/m and N·m/rad",
}
COMPENSATOR = {
    "kind": '"spring" or "hydraulic"',
    "joint": "name of the joint that it balances",
    "stiffness": "spring: N·m/rad",
    "rest_position": "spring: joint position without torque, rad",
    "angle_offset": "hydraulic: angle of the crank at joint position zero, rad",
    "pivot_distance": "hydraulic: from the joint's axis to the cylinder's pivot, m",
    "crank_length": "hydraulic: from the joint's axis to the rod's end, m",
    "piston_area": "hydraulic: m²",
    "gas_energy": "hydraulic: pressure times volume of the gas, J",
    "gas_volume": "hydraulic: volume of the gas at joint position zero, m³",
}
PLACEMENT = {"xyz": "shift, m", "rpy": "turns about the fixed x, then y, then z, rad"}
ENCODER = {"resolution": "smallest step, rad (m) of joint motion"}
TABLES = {
    "": TOP,
    "joints": JOINT,
    "payload_limit": PAYLOAD_LIMIT,
    "capsules": CAPSULE,
    "beams": BEAM,
    "springs": SPRING,
    "compensators": COMPENSATOR,
    "placement": PLACEMENT,
    "encoder": ENCODER,
}
"""Keys of all tables, by the table's name; ``placement`` is what base and flange take."""
