"""What a predicted request lacks is said."""

from inspector.sillytavern.host.facts import HostFacts
from inspector.sillytavern.host.limits import not_worked_out


def host(power_user=None, **oai):
    settings = {"main_api": "openai", "oai_settings": oai, "power_user": power_user or {}}
    return HostFacts(settings=settings)


def test_nothing_is_missing_from_a_plain_request():
    assert not_worked_out(host(chat_completion_source="custom")) == ()
    assert not_worked_out(HostFacts()) == ()


def test_what_a_source_makes_of_the_messages_is_not_known():
    (words,) = not_worked_out(host(chat_completion_source="claude"))
    assert "claude" in words


def test_a_reply_that_is_started_by_the_user_is_named():
    (words,) = not_worked_out(host({"user_prompt_bias": "*She*"}, chat_completion_source="openai"))
    assert "Start Reply With" in words
