"""The messages of chat completion, put together from material at hand (specs/send-path.md §6)."""

import pytest

from inspector.core.sending import SendKind
from inspector.sillytavern.completion.chat_request import chat_request
from inspector.sillytavern.completion.examples import ExampleBlock
from inspector.sillytavern.completion.expansion import Macros
from inspector.sillytavern.completion.history import Line, field_name
from inspector.sillytavern.completion.material import Material
from inspector.sillytavern.host.facts import HostFacts
from inspector.sillytavern.macros.context import MacroContext


def texts(**power_user):
    oai = {"new_chat_prompt": "[New]", "new_example_chat_prompt": "[Example]"}
    material = Material(
        HostFacts({"main_api": "openai", "oai_settings": oai, "power_user": power_user}),
        SendKind.NORMAL,
        "normal",
        "Nell",
        "Mara",
        lines=(Line("Nell", "Well?", "chat:0", is_user=True),),
        examples=(ExampleBlock("Nell: Hi.", "lore:W:1"), ExampleBlock("Mara: Ho.", "example")),
    )
    found = chat_request(material, Macros(MacroContext(user="Nell", character="Mara")), len)
    return [one.text for one in found.texts]


def test_examples_can_be_left_out():
    """§6.6, `power_user.strip_examples`; the blocks of lorebooks go with the card's."""
    assert texts() == ["[Example]", "Hi.", "[Example]", "Ho.", "[New]", "Well?"]
    assert texts(strip_examples=True) == ["[New]", "Well?"]
    assert texts(strip_examples=True, pin_examples=True) == ["[New]", "Well?"]


@pytest.mark.parametrize(
    ("name", "sent"),
    [("Mara", "Mara"), ("A😀Bé", "A__B_"), ("小雨", "__"), ("😀" * 40, "_" * 64)],
)
def test_a_name_in_its_field_is_replaced_by_utf_16_units_as_javascript_counts(name, sent):
    assert field_name(name) == sent
