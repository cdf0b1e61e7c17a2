"""``torsion layouts``: the shipped layouts of files, and how a layout of one's own is written."""

import argparse

from app.terminal.command import Context, ExitCode, be_command, present, table

FORMAT = """A layout is a small TOML file that says which column is which quantity:

  kind = "csv"                # csv, npz, mat, or table for every other container
  delimiter = ";"             # csv: "," when left out, "whitespace" for runs of blanks
  decimal = ","               # csv: "." when left out
  encoding = "cp1252"         # csv: "utf-8" when left out
  header_lines = 1            # csv: 0 when left out
  torque_kind = "link-sensor" # motor-current, motor-torque, link-sensor, model, unknown

  [[variant]]
  columns = 13                # csv: chosen by the number of columns
  time = { columns = 1, unit = "ms" }          # or: rate = { value = 500, unit = "Hz" }

  [variant.quantities]
  position = { columns = "2-7", unit = "deg" } # or names: ["q1", "q2", ...]
  current = { columns = "8-13", unit = "A" }

Quantities: position, velocity, acceleration, motor_position, motor_velocity, link_position, current,
motor_torque, torque, current_reference, torque_reference, temperature.
In npz and mat files: position = { names = ["q", "q_meas"], unit = "rad" }.
torsion show FILE --layout-out my.toml writes the layout of a file as it was understood; with
torsion import FILE --layout my.toml it is used again."""


def fill(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of ``torsion layouts``."""
    be_command(parser, _layouts)
    parser.add_argument("name", nargs="?", metavar="NAME", help="print one shipped layout")


def _layouts(arguments: argparse.Namespace, _context: Context) -> ExitCode:
    import resources
    from core.exchange.layout import layout_names, load_layout

    if arguments.name is not None:
        layout = load_layout(arguments.name)
        shipped = resources.path(f"layouts/{layout.name}.toml")
        text = shipped.read_text("utf-8") if shipped.is_file() else ""
        present(arguments, {"name": layout.name, "kind": layout.kind.value, "toml": text}, text.rstrip())
        return ExitCode.SUCCESS
    found = []
    for name in layout_names():
        layout = load_layout(name)
        quantities = [quantity.value for quantity in layout.variants[0].quantities]
        found.append({"name": name, "kind": layout.kind.value, "quantities": quantities})
    rows = [(one["name"], one["kind"], ", ".join(one["quantities"])) for one in found]
    shown = table("Shipped layouts", ("layout", "files", "quantities"), rows)
    present(arguments, {"layouts": found, "format": FORMAT}, shown, FORMAT)
    return ExitCode.SUCCESS
