import math
import re
from gettext import NullTranslations
from pathlib import Path
from string import Formatter
from typing import get_args, get_type_hints

import pytest
from babel import Locale
from babel.messages.pofile import read_po

from inspector import language
from inspector.core.errors import SettingError
from inspector.core.settings import SettingKind, SettingSpec
from inspector.gui.window.languages import LANGUAGES, SYSTEM, catalogue
from inspector.language import (
    N_,
    _,
    ngettext,
    numeral,
    percent,
    pgettext,
    plain,
    within,
    without_marks,
)
from inspector.preferences import Preferences
from inspector.systems import RULESETS


class _Shouted(NullTranslations):
    def gettext(self, message):
        return message.upper()

    def ngettext(self, msgid1, msgid2, n):
        return (msgid1 if n == 1 else msgid2).upper()

    def pgettext(self, context, message):
        return f"{context}: {message.upper()}"


@pytest.fixture
def shouted():
    language.use(_Shouted())
    yield
    language.use(NullTranslations())


def test_without_a_language_a_text_is_english():
    assert _("Save") == N_("Save") == pgettext("a file", "Save") == "Save"
    assert ngettext("{n} memory", "{n} memories", 1).format(n=1) == "1 memory"
    assert ngettext("{n} memory", "{n} memories", 0).format(n=0) == "0 memories"


@pytest.mark.usefixtures("shouted")
def test_a_language_that_is_in_use_says_every_text():
    assert _("Save") == "SAVE"
    assert ngettext("one memory", "more memories", 2) == "MORE MEMORIES"
    assert pgettext("a file", "Save") == "a file: SAVE"


@pytest.mark.usefixtures("shouted")
def test_a_constant_is_translated_where_it_is_shown_and_not_where_it_is_made():
    word = N_("Old")
    assert word == "Old"
    assert _(word) == "OLD"


def test_only_english_lowers_a_title_within_a_sentence():
    assert within("Known events") == "known events"
    language.use(catalogue("de"))
    try:
        assert within(_("Memories")) == "Erinnerungen"
    finally:
        language.use(NullTranslations())


@pytest.fixture
def german():
    language.use(catalogue("de"))
    yield
    language.use(NullTranslations())


@pytest.mark.usefixtures("german")
def test_a_text_writes_its_numbers_as_its_language_does():
    assert ngettext("{n:,} memory", "{n:,} memories", 2).format(n=1234) == "1.234 Erinnerungen"
    assert _("{tokens:,} tokens").format(tokens=1234.5) == "1.234,5 Tokens"
    assert _("Open {words}…").format(words="v1.44, the 2nd") == "v1.44, the 2nd öffnen …"
    assert (numeral(1234), numeral(0.125, ".1%")) == ("1.234", "12,5%")


@pytest.mark.usefixtures("german")
def test_a_number_that_a_person_typed_stands_as_it_was_typed_where_it_is_quoted():
    refused = _("{ruleset} has no setting {name!r}; it has none.")
    assert "4.5" in refused.format(ruleset="r", name=4.5)


def test_a_quantity_has_no_digit_that_says_nothing():
    written = [plain(one) for one in (1234.0, 1_234_567, 3.5, math.inf, math.nan)]
    assert written == ["1,234", "1,234,567", "3.5", "∞", "–"]


def test_a_setting_out_of_range_is_told_with_its_thousands_parted():
    budget = SettingSpec("budget", SettingKind.WHOLE, 1, "", least=1, greatest=1_000_000)
    with pytest.raises(SettingError, match=r"at most 1,000,000, not 2,000,000\."):
        budget.checked(2_000_000)


def test_a_number_alone_is_written_as_the_language_does():
    assert (numeral(1234567), numeral(0.125, ".1%")) == ("1,234,567", "12.5%")


@pytest.mark.parametrize(
    ("written", "is_whole", "expected"),
    [
        ("1,234", True, "1234"),
        ("1,2", True, "12"),
        ("1,234.5", False, "1234.5"),
        ("0,5", False, "0.5"),
        ("-1,234,567", False, "-1234567"),
    ],
)
def test_a_written_number_is_read_in_the_way_of_the_language(written, is_whole, expected):
    other_way = written.translate({ord(","): ".", ord("."): ","})
    assert without_marks(written, is_whole=is_whole) == expected
    language.use(catalogue("de"))
    try:
        assert without_marks(other_way, is_whole=is_whole) == expected
    finally:
        language.use(NullTranslations())


CATALOGUES = Path(__file__).parent.parent / "inspector" / "locale"
LOCALES = sorted(path.name for path in CATALOGUES.iterdir() if path.is_dir())


def read(code):
    with (CATALOGUES / code / "LC_MESSAGES" / "inspector.po").open("rb") as file:
        return read_po(file, locale=Locale.parse(code))


def texts(message):
    return [message] if isinstance(message, str) else list(message)


def test_the_words_and_the_unit_of_every_setting_can_be_translated():
    known = {text for one in read(LOCALES[0]) if one.id for text in texts(one.id)}
    specs = [spec for ruleset in RULESETS.values() for spec in ruleset.settings]
    words = {text for spec in specs for text in (spec.meaning, spec.note, spec.unit) if text}
    assert words - known == set()


def fields(text):
    """What a text has filled in, each with its format code; a date may be written otherwise."""
    parsed = [(name, code or "") for _text, name, code, _rest in Formatter().parse(text) if name]
    return {(name, "" if "%" in code[:-1] else code) for name, code in parsed}


def test_every_language_of_the_window_has_a_catalogue():
    assert set(LOCALES) | {"en"} == set(LANGUAGES)
    assert get_args(get_type_hints(Preferences)["language"]) == (SYSTEM, *LANGUAGES)


@pytest.mark.parametrize("locale", LOCALES)
def test_what_is_compiled_is_what_was_translated(locale):
    """`make translations` compiles it again."""
    compiled = catalogue(locale)
    assert compiled.info()["language"] == locale
    for message in read(locale):
        if message.id and message.context:
            assert compiled.pgettext(message.context, message.id) == message.string
        elif message.id and isinstance(message.id, str):
            assert compiled.gettext(message.id) == message.string
        elif message.id:
            forms = {compiled.ngettext(*message.id, n) for n in range(200)}
            assert forms == set(message.string)


@pytest.mark.parametrize("locale", LOCALES)
def test_every_text_is_translated(locale):
    with (CATALOGUES / "inspector.pot").open("rb") as file:
        template = read_po(file)
    catalog = read(locale)
    assert {(one.context, one.id) for one in template} == {(one.context, one.id) for one in catalog}
    assert not [one.id for one in catalog if one.fuzzy or not all(texts(one.string))]


@pytest.mark.parametrize("locale", LOCALES)
def test_a_translation_fills_in_what_its_text_does(locale):
    for message in read(locale):
        known = set().union(*map(fields, texts(message.id)))
        assert set().union(*map(fields, texts(message.string))) == known, message.id


COUNTED = re.compile(
    r"(?<!\bof )(?<!\bbest )(?<!\bmost )(?<!\bto )\{\w+:,\} (?:more )?(?:characters|edits|entries"
    r"|events|files|items|keywords|lines|matches|memories|messages|recaps|reflections"
    r"|requests|scenes|scores|settings|slots|turns|values|vectors|versions|words)\b"
)
OF_SEVERAL = {
    "{n:,} files given; the first is open.",
    "{count:,} matches",
    "Lore, {n:,} entries",
    "{count:,} slots {place_in_words}",
    "{shared:,} memories share these messages; which of them each tells is unknown",
    "{n:,} messages",
    "{moving:,} more memories come or go",
    "{n:,} slots",
    "Let the threshold be {count:,} messages",
    "{label} has {count:,} characters: it is split between two of them.",
    "{count:,} memories merged",
    "{n:,} items",
    "{name}: {length:,} characters of text are more than any model reads.",
}
"""Said of two and more; of one something else is said."""


def test_what_is_counted_has_a_text_for_one_of_it():
    with (CATALOGUES / "inspector.pot").open("rb") as file:
        single = {one.id for one in read_po(file) if isinstance(one.id, str)}
    assert {text for text in single if COUNTED.search(text)} == OF_SEVERAL


@pytest.mark.parametrize(
    ("share", "decimals", "written"),
    [
        (0.9949, 0, "99 %"),
        (0.9999, 0, "99 %"),
        (1.0, 0, "100 %"),
        (1.204, 0, "120 %"),
        (0.99999, 1, "99.9 %"),
        (1, 1, "100.0 %"),
        (0, 0, "0 %"),
    ],
)
def test_a_part_is_never_written_as_the_whole(share, decimals, written):
    assert percent(share, decimals) == written
