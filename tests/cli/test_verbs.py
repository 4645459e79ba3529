"""The one table of verbs."""

import pytest

from inspector.cli.command import help_text
from inspector.cli.verbs import VERBS


@pytest.mark.parametrize("verb", VERBS.values(), ids=VERBS)
def test_each_verb_has_a_parser_of_its_name(verb):
    parser = verb.parser()
    assert parser.prog == f"memory-inspector {verb.name}"
    assert parser.description


def test_the_help_names_each_verb_once_with_its_summary():
    text = help_text()
    for verb in VERBS.values():
        assert text.count(f"memory-inspector {verb.usage} ") == 1
        assert verb.summary in text


@pytest.mark.parametrize("verb", VERBS)
def test_a_refusal_names_the_verb_once(cli, verb):
    refusal = cli(verb, "--no-such-option").refusal
    assert refusal.count(f" {verb} ") == 1
