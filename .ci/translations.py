"""Gather the texts of the window into a template, bring each catalogue up to date and compile it.

A new language begins with an empty `inspector/locale/CODE/LC_MESSAGES/inspector.po` (README).
"""

import ast
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "inspector"
TEMPLATE = PACKAGE / "locale" / "inspector.pot"
# By function, which arguments are the singular, the plural and the context.
KEYWORDS = {
    "_": (0, None, None),
    "N_": (0, None, None),
    "ngettext": (0, 1, None),
    "pgettext": (1, None, 0),
    # Of `gui/kit/text.py`.
    "counted": (1, 2, None),
}
WIDTH = 100


def template() -> Catalog:
    """All texts, in the order of files and lines, without the lines' numbers."""
    catalog = Catalog(project="Memory Inspector", fuzzy=False)
    for path in sorted(PACKAGE.rglob("*.py")):
        for singular, plural, context in messages(path.read_text("utf-8")):
            message = singular if plural is None else (singular, plural)
            known = catalog.get(singular, context)
            if known is not None and plural is not None and known.id not in (message, singular):
                sys.exit(
                    f"{path.name}: {singular!r} has the plurals {known.id[1]!r} and {plural!r}"
                )
            catalog.add(message, None, [(str(path.relative_to(ROOT)), None)], context=context)
    return catalog


def messages(source: str) -> Iterator[tuple[str, str | None, str | None]]:
    """The texts of a module: singular, plural and context of each.

    Babel's own reader would not look into f-strings on Python 3.11.
    """
    calls = [one for one in ast.walk(ast.parse(source)) if isinstance(one, ast.Call)]
    for call in sorted(calls, key=lambda one: (one.lineno, one.col_offset)):
        if isinstance(call.func, ast.Name) and call.func.id in KEYWORDS:
            places = KEYWORDS[call.func.id]
            found = [None if place is None else _literal(call, place) for place in places]
            if found[0]:
                yield found[0], found[1], found[2]


def _literal(call: ast.Call, place: int) -> str | None:
    argument = call.args[place] if place < len(call.args) else None
    literal = isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    return argument.value if literal else None


def catalogues() -> list[Path]:
    """The file of each language."""
    return sorted((PACKAGE / "locale").glob("*/LC_MESSAGES/inspector.po"))


def compiled(catalog: Catalog) -> bytes:
    """What the program reads of a language."""
    whole = Catalog(locale=catalog.locale)
    whole.mime_headers = catalog.mime_headers
    for one in catalog:
        # What is not translated yet is left out, and so stays English.
        if one.id and all(_forms(one.string)) and not one.fuzzy:
            whole.add(one.id, one.string, context=one.context)
    out = BytesIO()
    write_mo(out, whole)
    return out.getvalue()


def read(path: Path) -> Catalog:
    """One language as its file has it."""
    locale = Locale.parse(path.parent.parent.name)
    with path.open("rb") as file:
        return read_po(file, locale=locale)


def written(catalog: Catalog, *, is_template: bool = False) -> bytes:
    """A catalogue as its file has it, which depends on its texts alone."""
    out = BytesIO()
    write_po(out, catalog, width=WIDTH, omit_header=is_template, ignore_obsolete=True)
    return out.getvalue()


def main() -> int:
    """Write the template and all catalogues; answers 1 where a text is not translated yet."""
    texts = template()
    TEMPLATE.write_bytes(written(texts, is_template=True))
    missing = 0
    for path in catalogues():
        catalog = read(path)
        catalog.update(texts, no_fuzzy_matching=True, update_creation_date=False)
        path.write_bytes(written(catalog))
        path.with_suffix(".mo").write_bytes(compiled(catalog))
        left = sum(1 for one in catalog if one.id and not all(_forms(one.string)))
        print(f"{catalog.locale}: {len(catalog) - left} of {len(catalog)} texts are translated")
        missing += left
    return 1 if missing else 0


def _forms(string: str | tuple[str, ...] | None) -> tuple[str, ...]:
    return string if isinstance(string, tuple) else (string or "",)


if __name__ == "__main__":
    sys.exit(main())
