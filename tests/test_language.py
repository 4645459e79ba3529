from gettext import NullTranslations

import pytest

from inspector import language
from inspector.language import N_, _, ngettext, pgettext


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
