"""What a predicted request lacks is said."""

from dataclasses import replace

import pytest

from inspector.core.sending import SendKind
from inspector.sillytavern.host.facts import HostFacts
from inspector.sillytavern.host.limits import not_worked_out, tools_are_sent


def host(power_user=None, **oai):
    settings = {"main_api": "openai", "oai_settings": oai, "power_user": power_user or {}}
    return HostFacts(settings=settings)


def test_nothing_is_missing_from_a_plain_request():
    assert not_worked_out(host(chat_completion_source="custom")) == ()
    assert not_worked_out(HostFacts()) == ()


def test_what_a_source_makes_of_the_messages_is_not_known():
    (words,) = not_worked_out(host(chat_completion_source="claude"))
    assert "claude" in words


def test_tools_are_named_while_nobody_knows_which_there_are():
    named = not_worked_out(host(function_calling=True, chat_completion_source="openai"))
    assert any("tools that extensions register" in words for words in named)
    known = replace(host(function_calling=True), tools='{"tools":[]}')
    assert not any("register" in words for words in not_worked_out(known))


@pytest.mark.parametrize(
    ("kind", "processing", "sent"),
    [
        (SendKind.NORMAL, "", True),
        (SendKind.NORMAL, "merge_tools", True),
        (SendKind.NORMAL, "merge", False),
        (SendKind.CONTINUE, "", False),
        (SendKind.IMPERSONATE, "", False),
    ],
)
def test_tools_go_along_where_the_host_can_use_them(kind, processing, sent):
    facts = host(function_calling=True, custom_prompt_post_processing=processing)
    assert tools_are_sent(facts, kind) is sent
    assert not tools_are_sent(host(custom_prompt_post_processing=processing), kind)
