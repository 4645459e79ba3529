"""Squashing, and the server's merging (specs/send-path.md §6.8)."""

import pytest

from inspector.core.sending import SendKind
from inspector.sillytavern.completion.ledger import Entry
from inspector.sillytavern.completion.material import Material
from inspector.sillytavern.completion.post_processing import post_processed, squashed
from inspector.sillytavern.completion.sourced import sourced
from inspector.sillytavern.host.facts import HostFacts


def entry(role, text, **more):
    return Entry(role, sourced(text, text), **more)


def processed(mode, *entries, source="custom", placeholder="(go on)"):
    settings = {"custom_prompt_post_processing": mode, "chat_completion_source": source}
    host = HostFacts(settings={"oai_settings": settings}, placeholder=placeholder)
    material = Material(host, SendKind.NORMAL, "normal", user="Robin", character="Mira")
    return [(one.role, one.text.text) for one in post_processed(entries, material)]


def test_neighbouring_system_messages_are_squashed_but_those_with_a_name_or_a_kind_of_their_own():
    entries = [
        entry("system", "a"),
        entry("system", "b"),
        entry("system", "start", kind="newMainChat"),
        entry("system", "c", name="example_user"),
        entry("system", "d"),
        entry("user", "e"),
    ]
    found = [one.text.text for one in squashed(entries, ("newMainChat",))]
    assert found == ["a\nb", "start", "c", "d", "e"]


def test_merging_turns_names_into_prefixes_and_joins_equal_roles():
    found = processed(
        "merge",
        entry("system", "a"),
        entry("system", "Hi.", name="example_user"),
        entry("system", "Ho.", name="example_assistant"),
        entry("user", "Robin: there"),
        entry("user", "again", name="Robin"),
    )
    assert found == [
        ("system", "a\n\nRobin: Hi.\n\nMira: Ho."),
        ("user", "Robin: there\n\nRobin: again"),
    ]


def test_semi_leaves_one_system_message_at_the_top():
    found = processed("semi", entry("system", "a"), entry("assistant", "b"), entry("system", "c"))
    assert found == [("system", "a"), ("assistant", "b"), ("user", "c")]


@pytest.mark.parametrize("mode", ["strict", "strict_tools"])
def test_strict_puts_a_user_between_the_system_start_and_a_reply(mode):
    found = processed(mode, entry("system", "a"), entry("assistant", "b"))
    assert found == [("system", "a"), ("user", "(go on)"), ("assistant", "b")]
    assert processed(mode, entry("assistant", "b")) == [("user", "(go on)"), ("assistant", "b")]
    assert processed(mode, entry("system", "a"), entry("user", "b"))[1] == ("user", "b")


def test_single_is_one_message_of_the_user_with_names():
    found = processed("single", entry("system", "a"), entry("assistant", "b"), entry("user", "c"))
    assert found == [("user", "a\n\nMira: b\n\nRobin: c")]


@pytest.mark.parametrize("source", ["openai", "openrouter"])
def test_the_server_does_so_before_it_looks_at_the_source(source):
    assert processed("single", entry("system", "a"), source=source) == [("user", "a")]
    assert processed("", entry("system", "a"), source=source) == [("system", "a")]


def test_sources_of_parts_survive():
    settings = {"custom_prompt_post_processing": "merge", "chat_completion_source": "custom"}
    host = HostFacts(settings={"oai_settings": settings})
    material = Material(host, SendKind.NORMAL, "normal", user="Robin", character="Mira")
    (one,) = post_processed([entry("user", "a"), entry("user", "b")], material)
    assert [piece.source for piece in one.text.pieces] == ["a", "b"]
