"""With which vocabulary a request is counted (specs/sillytavern.md §6)."""

import pytest

from inspector.sillytavern.host.counting import counting_of
from inspector.sillytavern.host.facts import HostFacts


def host(model=None, **settings):
    oai = {"chat_completion_source": "custom", "custom_model": model}
    return HostFacts(settings={"main_api": "openai", "oai_settings": oai, **settings})


@pytest.mark.parametrize(
    ("model", "encoding", "is_estimate"),
    [
        ("gpt-4o", "o200k_base", False),
        ("gpt-4.1-mini", "o200k_base", False),
        ("gpt-4-turbo", "cl100k_base", False),
        ("my-own", "cl100k_base", False),
        ("claude-sonnet", "o200k_base", True),
        ("deepseek-chat", "o200k_base", True),
    ],
)
def test_the_model_decides_in_chat_completion(model, encoding, is_estimate):
    found = counting_of(host(model))
    assert (found.encoding, found.is_estimate) == (encoding, is_estimate)


def test_text_completion_estimates_as_the_host_does_or_says_so():
    without = host(main_api="textgenerationwebui", power_user={"tokenizer": 0})
    assert counting_of(without).encoding == "bytes/3.35"
    assert counting_of(host(main_api="textgenerationwebui")).is_estimate


def test_without_settings_it_is_an_estimate():
    assert counting_of(HostFacts()).is_estimate
