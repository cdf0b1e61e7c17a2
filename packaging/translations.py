"""Updates ``resources/translations/*.ts`` from the sentences in the source.

Sentences are literals passed to ``tr``, ``_tr`` or ``translate``, in dictionaries too, the names of steps
(``FeatureStep``), and those of errors in ``resources/words``. A new sentence is added without translation,
a removed one is dropped; existing translations are kept. Qt Linguist opens the files.
"""

import ast
import json
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

REPOSITORY = Path(__file__).resolve().parent.parent
FOLDER = REPOSITORY / "resources" / "translations"
_SAYS = {"tr", "_tr"}
_DECLARES = {"setting": 1, "required_setting": 0}
"""Functions that declare a setting, with the index of the help text among their arguments."""
_WORDS = {"caption", "auto"}
"""Other arguments with text for people; examples and options are the same in every language."""


def sources() -> dict[str, list[str]]:
    """All sentences with the files that contain them, in the order of the files."""
    found: dict[str, list[str]] = {}

    def add(sentence: str, file: str) -> None:
        files = found.setdefault(sentence, [])
        if sentence and file not in files:
            files.append(file)

    for path in sorted((REPOSITORY / "app").rglob("*.py")):
        for sentence in said_in(path.read_text("utf-8")):
            add(sentence, path.relative_to(REPOSITORY).as_posix())
    for path in sorted((REPOSITORY / "core").rglob("*.py")):
        if "setting(" in (text := path.read_text("utf-8")):
            for sentence in declared_in(ast.parse(text)):
                add(sentence, path.relative_to(REPOSITORY).as_posix())
    for sentence, file in (*_worded(), *_declared()):
        add(sentence, file)
    found.pop("", None)
    return found


def said_in(text: str) -> Iterator[str]:
    """Literals of one module that are looked up in a catalogue."""
    module = ast.parse(text)
    yield from declared_in(module)
    constants = {
        target.id: node.value
        for node in module.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(module):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in _SAYS and node.args:
                yield from _literals(node.args[0], constants)
            elif name in {"translate", "FeatureStep"} and len(node.args) > 1:
                yield from _literals(node.args[1], constants)


def declared_in(module: ast.Module) -> Iterator[str]:
    """Texts of the settings that a module declares (``core.setting``), as shown in the window.

    A setting without a caption has no field there.
    """
    for node in ast.walk(module):
        name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.Call) and name in _DECLARES:
            words = {item.arg: item.value for item in node.keywords if item.arg in _WORDS}
            if "caption" in words:
                for said in (*node.args[_DECLARES[name] :], *words.values()):
                    yield from _literals(said, {})


def _literals(node: ast.AST, constants: dict[str, ast.expr]) -> Iterator[str]:
    """The texts that an expression can evaluate to."""
    parts: list[ast.AST] = []
    match node:
        case ast.Constant(value=str() as text):
            yield text
        case ast.Dict(values=values):
            parts = list(values)
        case ast.Tuple(elts=values) | ast.List(elts=values):
            parts = list(values)
        case ast.IfExp(body=body, orelse=orelse):
            parts = [body, orelse]
        case ast.BoolOp(values=values):
            parts = list(values)
        case ast.Subscript(value=value) | ast.Attribute(value=value):
            parts = [value]
        case ast.Call(func=ast.Attribute(value=value, attr="get"), args=[_, *others]):
            parts = [value, *others]
        case ast.Name(id=name) if name in constants:
            parts = [constants[name]]
    for part in parts:
        yield from _literals(part, constants)


def _worded() -> Iterator[tuple[str, str]]:
    """Sentences of errors, reasons and problems; their short codes are the same in every language."""
    for path in sorted((REPOSITORY / "resources" / "words").glob("*.toml")):
        for table in tomllib.loads(path.read_text("utf-8")).values():
            for entry in table.values():
                for sentence in (sentence for name, sentence in entry.items() if name != "code"):
                    yield sentence, path.relative_to(REPOSITORY).as_posix()


def _declared() -> Iterator[tuple[str, str]]:
    """Texts of the tables below the window, with the file of each table."""
    sys.path.insert(0, str(REPOSITORY))
    from core.friction.models import MODELS
    from devices.families import FAMILIES

    for form in MODELS:
        yield form.title, "core/friction/models.py"
    for family in FAMILIES:
        yield family.title, "devices/families.py"


def read(path: Path) -> dict[str, str]:
    """Read the translations of a file, by source."""
    if not path.is_file():
        return {}
    return {
        message.findtext("source", ""): message.findtext("translation", "") or ""
        for message in ET.parse(path).getroot().iter("message")
    }


def write(path: Path, found: dict[str, list[str]], translated: dict[str, str]) -> None:
    """Write the sentences with their translations; contexts are the files that contain them first."""
    root = ET.Element("TS", version="2.1", language=path.stem, sourcelanguage="en")
    contexts: dict[str, ET.Element] = {}
    for sentence, files in sorted(found.items(), key=lambda entry: entry[1][0]):
        context = contexts.get(files[0])
        if context is None:
            context = contexts[files[0]] = ET.SubElement(root, "context")
            ET.SubElement(context, "name").text = files[0]
        message = ET.SubElement(context, "message")
        ET.SubElement(message, "source").text = sentence
        translation = ET.SubElement(message, "translation")
        text = translated.get(sentence, "")
        if text:
            translation.text = text
        else:
            translation.set("type", "unfinished")
    ET.indent(root)
    body = ET.tostring(root, encoding="unicode")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{body}\n', "utf-8")


def main(taken: Sequence[str]) -> int:
    """Update every file and print what is missing.

    Each file ``CODE.json`` in ``taken`` adds translations by source to ``CODE.ts``.
    """
    found = sources()
    for path in sorted(FOLDER.glob("*.ts")):
        translated = read(path)
        for name in taken:
            if Path(name).name.startswith(path.stem):
                translated |= json.loads(Path(name).read_text("utf-8"))
        write(path, found, translated)
        missing = [sentence for sentence in found if not translated.get(sentence)]
        dropped = len(set(translated) - set(found))
        print(f"{path.name}: {len(found)} sentences, {len(missing)} without translation, {dropped} dropped")
        for sentence in missing[:20]:
            print(f"  {found[sentence][0]}: {sentence}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
