"""What the macros of extensions stand for in a request, by the engine that is in use."""

from dataclasses import replace

import pytest

from inspector.core.sending import Send
from inspector.loading import open_chat
from inspector.shipped import sample_chat, sample_of_tiers
from inspector.sillytavern.host.facts import HostFacts
from inspector.sillytavern.host.reading import read_host
from inspector.sillytavern.send.predicting import Predictor
from inspector.systems import SYSTEMS
from inspector.tokenizer import load_tokenizer
from tests.captured import WIRE


def sent(document, host, wording):
    send = Send(pending=wording, opened=True)
    return Predictor(SYSTEMS, load_tokenizer).predict(document, host, send).request.texts[-1].text


@pytest.mark.parametrize("nested", [True, False])
def test_a_stored_summary_stands_for_its_macro_with_both_engines(nested):
    """summarize.md §3, §6: the extension registers it with either."""
    power_user = {"experimental_macro_engine": nested}
    extensions = {"memory": {"template": "<{{summary}}>"}}
    host = HostFacts({"power_user": power_user, "extension_settings": extensions})
    document = open_chat(sample_of_tiers()).document
    held = [one["extra"]["memory"] for one in document.chat.records if "memory" in one["extra"]]
    assert sent(document, host, "[{{summary}}]") == f"[{held[-1]}]"


@pytest.mark.parametrize("nested", [True, False])
@pytest.mark.parametrize(
    ("extensions", "wording"),
    [
        ({"memory": {}}, "[]"),
        ({"note": {}}, "[]"),
        ({"memory": {}, "disabledExtensions": ["memory"]}, "[{{summary}}]"),
        ({}, "[{{summary}}]"),
    ],
)
def test_where_there_is_no_summary_its_macro_stands_for_nothing(nested, extensions, wording):
    """summarize.md §6, "else as in 2"; the macro of an extension that is off stays."""
    power_user = {"experimental_macro_engine": nested}
    host = HostFacts({"power_user": power_user, "extension_settings": extensions})
    document = open_chat(sample_chat()).document
    assert sent(document, host, "[{{summary}}]") == wording


def test_summarize_is_there_though_its_settings_are_not():
    """summarize.md §1, §5: it comes with the host, which fills its settings in at start."""
    host = HostFacts({"extension_settings": {"note": {}}})
    document = open_chat(sample_of_tiers()).document
    found = Predictor(SYSTEMS, load_tokenizer).predict(document, host, Send())
    assert [one.delivered for one in found.deliveries("summarize")] == ["exact"]


@pytest.mark.parametrize("nested", [True, False])
def test_only_the_nested_engine_knows_openvaults_macros(nested, tmp_path):
    """send-path.md §8 [R: 74]."""
    path = next(WIRE.laid_out("73-macros-in-memory", tmp_path)).chat
    chat = open_chat(path)
    host = read_host(path, chat.file.metadata)
    power_user = {**host.power_user, "experimental_macro_engine": nested}
    host = replace(host, settings={**host.settings, "power_user": power_user})
    assert (sent(chat.document, host, "[{{openvault_scene}}]")[:3] == "[{{") is not nested
