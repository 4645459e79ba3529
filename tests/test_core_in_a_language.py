"""Every sentence of the core that the window shows is one message in the language in use."""

import re
from gettext import NullTranslations
from pathlib import Path

import pytest

from inspector import language
from inspector.analysis.lint import block_problems, lint
from inspector.analysis.smallest_change import changes, changes_for, explanation
from inspector.core.deadline import Deadline
from inspector.core.explanation import Explains
from inspector.core.message_derivation import MessageDerivation
from inspector.core.moment import Moment
from inspector.core.query import Query
from inspector.core.request import RequestDerivation
from inspector.core.sources import Sources
from inspector.files import read
from inspector.loading import open_chat
from inspector.shipped import (
    sample_card,
    sample_chat,
    sample_chronicle,
    sample_lorebook,
    sample_of_tiers,
)
from inspector.sillytavern.card import read_card
from inspector.sillytavern.chronicle_file import read_chronicle
from inspector.systems import RULESETS, gate_words, system_of, with_sources
from inspector.systems.scribe.answers import read_any_lorebook
from inspector.tokenizer import load_tokenizer

GOLDEN = sorted((Path(__file__).parent / "golden" / "chats").glob("*.jsonl"))
CHATS = [sample_chat(), sample_of_tiers(), *GOLDEN]
MOST = 12
"""So many memories and messages of a chat are asked about."""


class _Marked(NullTranslations):
    """Puts every message in brackets, so that one sees where it begins and ends."""

    def gettext(self, message):
        assert message, "an empty text stands for a catalogue's header"
        return f"⟦{message}⟧"

    def ngettext(self, msgid1, msgid2, n):
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context, message):
        return self.gettext(message)


@pytest.fixture
def marked():
    language.use(_Marked())
    yield
    language.use(NullTranslations())


def outside(text):
    """What of a text stands in no message."""
    before = None
    while before != text:
        before, text = text, re.sub(r"⟦[^⟦⟧]*⟧", "", text)
    return text


def sentences(path, ruleset):
    """What is said of a chat by a ruleset: of the whole, of memories, messages and items."""
    rules = RULESETS[ruleset]
    sources = Sources(
        lorebook=read_any_lorebook(read(sample_lorebook())[0]).lorebook,
        chronicle=read_chronicle(read(sample_chronicle())[0]).chronicle,
        card=read_card(read(sample_card())[0]),
    )
    document = with_sources(open_chat(path).document, sources)
    query = Query(rules, document, Moment(), load_tokenizer(rules.encoding, rules.dialect))
    derivation = query.derivation
    problems = [*document.problems, *lint(document, document), *derivation.warnings]
    for one in (*problems, *block_problems(query, Deadline(1))):
        yield one.text
        yield one.fix_title
    for verdict in derivation.verdicts[:MOST]:
        yield verdict.reason
        yield from (step.detail for step in derivation.steps_for(verdict.memory))
    left_out = [one.memory for one in derivation.verdicts if not one.in_block][:2]
    for memory in (*left_out, *sorted(derivation.in_block)[:1]):
        for change in changes(query, memory, Deadline(1)):
            yield from (change.title, change.detail)
    if isinstance(derivation, MessageDerivation):
        for verdict in derivation.messages[:MOST]:
            yield verdict.reason
            yield derivation.fate(verdict.message)
            yield verdict.mark.word if verdict.mark else ""
        yield derivation.in_words
        yield from (lane.meaning for lane in derivation.lanes)
    if isinstance(derivation, RequestDerivation):
        yield from (derivation.in_words, derivation.limit_name)
        yield from (budget.title for budget in derivation.movable)
    if isinstance(rules, Explains):
        for name in (*derivation.ids[:MOST], *derivation.ids[-MOST:]):
            yield from (step.detail for step in explanation(query, name).gates)
            yield from (
                text
                for change in changes_for(query, name, Deadline(0.2))
                for text in (change.title, change.detail)
            )


@pytest.mark.usefixtures("marked")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_ruleset_says_everything_in_the_language_in_use(ruleset):
    found = {text for path in CHATS for text in sentences(path, ruleset)}
    assert [text for text in found if re.search(r"\w", outside(text))] == []
    assert any("⟦" in text for text in found)


@pytest.mark.usefixtures("marked")
def test_gates_settings_and_fields_are_called_so_in_the_language_in_use():
    for ruleset in RULESETS.values():
        system = system_of(ruleset.name)
        for gate in system.gates:
            words = gate_words(gate.name)
            called = (words.short, words.word, words.reason, words.passed, words.failed)
            assert not any(outside(one) for one in called)
        for words in system.setting_words.values():
            spoken = words.spoken
            assert not any(map(outside, (spoken.title, spoken.group, *spoken.values.values())))
        for spec in ruleset.settings:
            assert not outside(spec.in_words).strip()


def test_without_a_language_nothing_is_marked():
    texts = set(sentences(sample_chat(), "openvault/terse"))
    assert any(text.startswith("It is archived") or "room for it" in text for text in texts)
    assert not any("⟦" in text for text in texts)
