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
* `_` must not also be the name of what is thrown away in the same function: name that
  `_index` or `_rest`.

What stays English, and so is not marked: all that the command line prints; all bytes of blocks,
requests and prompts that go to a model; what is written to files; keys, codes, names of rulesets,
gates, filters and settings as they are typed; JSON; log lines and text for a bug report.
"""

from gettext import NullTranslations

_current = NullTranslations()


def use(translations: NullTranslations) -> None:
    """Have all texts from now on in a language; called once, before the window is imported."""
    global _current  # noqa: PLW0603 - a process speaks one language
    _current = translations


def code() -> str:
    """The ISO 639 code of the language in use."""
    return _current.info().get("language", "en")


def _(message: str) -> str:
    """A text in the language in use."""
    return _current.gettext(message)


def ngettext(singular: str, plural: str, n: int) -> str:
    """A text of a number of things in the language in use; `n` chooses the form."""
    return _current.ngettext(singular, plural, n)


def pgettext(context: str, message: str) -> str:
    """A text that has several senses, in the language in use; `context` says which is meant."""
    return _current.pgettext(context, message)


def within(title: str) -> str:
    """A title as it stands within a sentence of the language in use: only English lowers it."""
    return title.lower() if code() == "en" else title


def N_(message: str) -> str:  # noqa: N802 - as xgettext knows it
    """The text itself, marked to be extracted: `_` translates it where it is shown."""
    return message
