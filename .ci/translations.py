"""Gather the texts of the window into a template, bring each catalogue up to date and compile it.

A new language begins with an empty `inspector/locale/CODE/LC_MESSAGES/inspector.po` (README).
"""

import sys
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "inspector"
TEMPLATE = PACKAGE / "locale" / "inspector.pot"
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
COMMENTS = ("Translators:",)
WIDTH = 100


def template() -> Catalog:
    """All texts, in the order of files and lines, without the lines' numbers."""
    catalog = Catalog(project="Memory Inspector", fuzzy=False)
    found = extract_from_dir(
        PACKAGE,
        [("**.py", "python")],
        keywords=KEYWORDS,
        comment_tags=COMMENTS,
        strip_comment_tags=False,
    )
    for name, _line, message, comments, context in sorted(found, key=lambda one: (one[0], one[1])):
        place = (f"inspector/{Path(name).as_posix()}", None)
        catalog.add(message, None, [place], auto_comments=comments, context=context)
    return catalog


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


def _forms(string: str | tuple[str, ...]) -> tuple[str, ...]:
    return (string,) if isinstance(string, str) else string


if __name__ == "__main__":
    sys.exit(main())
