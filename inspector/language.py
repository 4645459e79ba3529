"""The language in which the window speaks: every text that a person reads there goes through here.

English is the message itself; a catalogue (`locale/`) holds the other languages, by gettext. Where
nobody calls `use`, as on the command line, everything stays English.

How to write a text:

* A text is `_("Nothing to undo")`. Between the brackets stands one literal, since `make
  translations` reads it from the source; adjacent literals are one.
* What varies has a name: `_("{name} saves {tokens} tokens").format(name=name, tokens=tokens)`, and
  never an f-string. The braces hold plain names and format codes, such as `{tokens:,}`. Braces that
  shall be seen are doubled where `format` follows, and only there.
* A number of things is `ngettext("{n} memory", "{n} memories", n).format(n=n)`; languages differ in
  their plurals.
* A sentence is one message. Parts of sentences are never joined: word order differs, and a word on
  its own has no gender or case. Whole sentences, or a head and a list, may be.
* A word with two senses says which: `pgettext("of a memory", "archived")`.
* What is made when a module is imported, as a constant of a table, is `N_("Old")` there and
  `_(word)` where it is put on the screen: the core is imported before the language is known. In
  `inspector.gui`, which is imported after `use`, `_` will do in constants too.
* A number outside of such a text is `numeral(1234)`, or `plain` where it may be no whole one.
  Within a text the codes of `format` do it; its separators are the language's, of which the
  catalogue has an example (`use`). How many has its thousands parted, `{tokens:,}`; what a number
  only names, as message 12345, line or version, stands as it is typed into filters and options.
* `_` must not also be the name of what is thrown away in the same function: name that
  `_index` or `_rest`.

What stays English, and so is not marked: all that the command line prints; all bytes of blocks,
requests and prompts that go to a model; what is written to files; keys, codes, names of rulesets,
gates, filters and settings as they are typed; JSON; log lines and text for a bug report.
"""

import math
import re
from collections.abc import Mapping
from enum import Enum
from functools import cache
from gettext import NullTranslations
from numbers import Real
from typing import cast

from typing_extensions import override

_current = NullTranslations()
_ENGLISH = (",", ".")
_marks = _ENGLISH
"""What parts thousands, and what parts decimals, in the language in use."""
_texts: dict[str, str] = {}
_MOST_TEXTS = 1 << 13
"""More than there are: what is looked up once is kept, since a frame has a hundred of them."""


def use(translations: NullTranslations) -> None:
    """Have all texts from now on in a language; called once, before the window is imported."""
    global _current, _marks  # noqa: PLW0603 - a process speaks one language
    _current = translations
    _messages.cache_clear()
    _texts.clear()
    found = re.search(r"1(\D?)234(\D)5", pgettext("how numbers are written", "1,234.5"))
    _marks = (found[1], found[2]) if found else _ENGLISH


def code() -> str:
    """The ISO 639 code of the language in use."""
    return _current.info().get("language", "en")


def _(message: str) -> str:
    """A text in the language in use."""
    text = _texts.get(message)
    if text is None:
        text = _localized(_current.gettext(message))
        if len(_texts) < _MOST_TEXTS:
            _texts[message] = text
    return text


def message_of(text: str) -> str:
    """The message whose text this is in the language in use; the text itself where it is none's.

    What is kept by it is found again in another language. `_` has the same text for it, whichever
    of several messages it may be.
    """
    return _messages().get(text, text)


@cache
def _messages() -> Mapping[str, str]:
    found = cast("Mapping[object, str]", getattr(_current, "_catalog", {}))
    pairs = ((message, text) for message, text in found.items() if isinstance(message, str))
    return {text: message for message, text in sorted(pairs, reverse=True) if message}


def ngettext(singular: str, plural: str, n: int) -> str:
    """A text of a number of things in the language in use; `n` chooses the form."""
    return _localized(_current.ngettext(singular, plural, n))


def pgettext(context: str, message: str) -> str:
    """A text that has several senses, in the language in use; `context` says which is meant."""
    return _localized(_current.pgettext(context, message))


def numeral(value: float | Real, code: str = ",") -> str:
    """A number as the language in use writes it: `1,420`, `1.420`.

    Args:
        value: an int, a float, or one of numpy's.
        code: a format code as `format` knows it, such as `,` or `.1%`.
    """
    written = format(value, code)
    if _marks == _ENGLISH:
        return written
    thousands, point = _marks
    return written.translate({ord(","): thousands, ord("."): point})


def percent(share: float, decimals: int = 0) -> str:
    """A share as the language in use writes it: `12 %` of 0.12, `12.5 %` with a decimal.

    Nothing less than the whole is written as the whole: `99 %` of 0.998.

    Args:
        share: 1 is the whole.
        decimals: how many digits stand behind the point.
    """
    hundredths = 100 * share
    if share < 1:
        hundredths = min(hundredths, 100 - 10**-decimals)
    return f"{numeral(hundredths, f',.{decimals}f')} %"


def plain(number: float) -> str:
    """A number with thousands parted and no digit that says nothing: `1,420`, `3.5`, `∞`."""
    if not math.isfinite(number):
        return "–" if math.isnan(number) else "∞" if number > 0 else "−∞"
    return numeral(number, ",.0f" if number == round(number) else ",g")


def without_marks(written: str, *, is_whole: bool) -> str:
    """A number that a person wrote in the way of the language in use, as Python reads it.

    Args:
        written: such as `1.234,5`. What parts thousands is taken for a decimal point where no
            three digits follow: some write `0.5` in every language.
        is_whole: whether it has no decimals, so that there are thousands to part only.
    """
    thousands, point = map(re.escape, _marks)
    if is_whole:
        return re.sub(thousands, "", written) if thousands else written
    groups = re.sub(rf"{thousands}(?=\d\d\d(?!\d))", "", written) if thousands else written
    return re.sub(rf"{thousands}|{point}" if thousands else point, ".", groups)


class _Number:
    """A number that a text fills in, which has the separators of the language in use."""

    def __init__(self, value: Real) -> None:
        self._value = value

    @override
    def __format__(self, code: str) -> str:
        return numeral(self._value, code)

    @override
    def __str__(self) -> str:
        return numeral(self._value, "")

    @override
    def __repr__(self) -> str:
        return repr(self._value)


class _LocalizedText(str):
    """A text that writes its numbers as the language in use does."""

    __slots__ = ()

    @override
    def format(self, *fields: object, **named: object) -> str:
        return super().format(
            *map(_as_filled_in, fields),
            **{name: _as_filled_in(value) for name, value in named.items()},
        )


def _as_filled_in(value: object) -> object:
    return _Number(value) if isinstance(value, Real) and not isinstance(value, Enum) else value


def _localized(message: str) -> str:
    return message if _marks == _ENGLISH else _LocalizedText(message)


def within(title: str) -> str:
    """A title as it stands within a sentence of the language in use: only English lowers it."""
    return title.lower() if code() == "en" else title


def N_(message: str) -> str:  # noqa: N802 - as xgettext knows it
    """The text itself, marked to be extracted: `_` translates it where it is shown."""
    return message
