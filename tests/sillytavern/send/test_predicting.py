"""Predictions of sends that no capture shows, on the chats of those that do."""

import json
from dataclasses import dataclass, replace

import pytest
from typing_extensions import override

from inspector.core.edits import SetText
from inspector.core.sending import Send, SendKind
from inspector.core.system import MemorySystem
from inspector.loading import open_chat
from inspector.sillytavern.host.reading import read_host
from inspector.sillytavern.send.predicting import Predictor
from inspector.sillytavern.send.simulation import NobodyAnswersError
from inspector.systems import SYSTEMS, ruleset_named, with_system
from inspector.tokenizer import load_tokenizer
from tests.captured import WIRE

BOTH = "29-small-both-extensions"
GROUP = "94-group-list-order"


@pytest.fixture
def lay_out(tmp_path):
    """A captured chat laid out, with settings, messages or group changed."""
    count = iter(range(100))

    def lay(name, settings=None, chat=None, group=None):
        path = next(WIRE.laid_out(name, tmp_path / str(next(count)))).chat
        user = next(one for one in path.parents if (one / "settings.json").exists())
        if settings:
            change(user / "settings.json", settings)
        if group:
            change(next((user / "groups").iterdir()), group)
        if chat:
            lines = [json.loads(line) for line in path.read_text("utf-8").split("\n")]
            chat(lines)
            path.write_text("\n".join(json.dumps(line) for line in lines), "utf-8")
        return path

    def change(path, edit):
        value = json.loads(path.read_text("utf-8"))
        edit(value)
        path.write_text(json.dumps(value), "utf-8")

    return lay


def predicted(path, kind=SendKind.NORMAL, pending="", member=1, *, opened=True, rulesets=()):
    chat = open_chat(path)
    host = read_host(path, chat.file.metadata)
    predictor = Predictor(SYSTEMS, load_tokenizer, tuple(map(ruleset_named, rulesets)))
    return predictor.predict(chat.document, host, Send(kind, pending, member, opened))


def sources(prediction):
    return [part.source for part in prediction.request.parts()]


def bytes_below(folder):
    return {one: one.read_bytes() for one in folder.rglob("*") if one.is_file()}


def test_nothing_is_written(lay_out):
    path = lay_out(BOTH)
    before = bytes_below(path.parents[2])
    predicted(path, pending="Hello.", opened=False)
    assert bytes_below(path.parents[2]) == before


def test_an_empty_send_removes_nothing(lay_out):
    prediction = predicted(lay_out(BOTH, chat=lambda lines: lines.pop()))
    assert [one for one in sources(prediction) if one.startswith("chat:")][-1] == "chat:28"
    assert "pending" not in sources(prediction)


def test_regenerating_after_the_users_message_removes_nothing(lay_out):
    assert "chat:29" in sources(predicted(lay_out(BOTH), SendKind.REGENERATE))
    path = lay_out("51-regenerate")
    last = len(open_chat(path).document.chat) - 1
    assert f"chat:{last}" not in sources(predicted(path, SendKind.REGENERATE))


def test_without_memories_openvault_hides_but_sets_no_slot(lay_out):
    def forget(lines):
        lines[0]["chat_metadata"]["openvault"]["memories"] = []

    prediction = predicted(lay_out("61-auto-hide-openvault26-budget", chat=forget))
    assert not [one for one in sources(prediction) if one.startswith("slot:openvault")]
    assert [one.kind for one in prediction.events] == ["hide"]


def test_an_extension_that_is_switched_off_does_nothing(lay_out):
    def switch_off(settings):
        disabled = settings["extension_settings"]["disabledExtensions"]
        disabled += ["third-party/openvault", "third-party/ST-Auto-Summarize"]

    path = lay_out("63-hand-hidden-both", settings=switch_off)
    path.write_bytes(WIRE.lines("63-hand-hidden-both", "chat_before_open.jsonl"))
    prediction = predicted(path, pending="Hello.", opened=False)
    assert {one.system for one in prediction.events} <= {"sillytavern"}
    assert not [one for one in sources(prediction) if one.startswith("slot:")]
    assert {one.delivered for one in prediction.deliveries("openvault")} == {"off"}


def test_an_extension_that_is_not_there_shows_nothing_that_was_hidden_by_hand(lay_out):
    def uninstall(settings):
        del settings["extension_settings"]["auto_recap_memory"]

    def hide(lines):
        lines[0]["chat_metadata"].pop("auto_recap_running_scene_recaps")
        for line in lines[1:]:
            line.get("extra", {}).pop("auto_recap_memory", None)
        lines[21]["is_system"] = True

    path = lay_out(BOTH, settings=uninstall, chat=hide)
    prediction = predicted(path, pending="Hello.", opened=False)
    assert "chat:20" not in sources(prediction)
    assert {one.system for one in prediction.events} <= {"openvault", "sillytavern"}
    with_it = predicted(lay_out(BOTH, chat=hide), pending="Hello.", opened=False)
    assert "chat:20" in sources(with_it)


def test_auto_recap_hides_on_opening_even_if_it_is_off_for_the_chat(lay_out):
    def switch_off(settings):
        recap = settings["extension_settings"]["auto_recap_memory"]
        recap["chats_enabled"] = {"Small": False}

    path = lay_out("63-hand-hidden-both", settings=switch_off)
    path.write_bytes(WIRE.lines("63-hand-hidden-both", "chat_before_open.jsonl"))
    prediction = predicted(path, pending="Hello.", opened=False)
    assert ("auto-recap", "unhide", ((20, 21),)) in [
        (one.system, one.kind, one.messages) for one in prediction.events
    ]
    assert "slot:auto_recap_memory_scene" not in sources(prediction)


def test_what_is_set_in_the_profile_counts_and_not_the_flat_value(lay_out):
    def contradict(settings):
        recap = settings["extension_settings"]["auto_recap_memory"]
        recap["auto_hide_scene_count"] = -1
        recap["profiles"]["Quiet"] = {**recap["profiles"]["Default"], "auto_hide_scene_count": 1}
        recap["chat_profiles"] = {"Small": "Quiet"}

    prediction = predicted(lay_out(BOTH, settings=contradict), opened=False)
    assert not [one for one in prediction.events if one.system == "auto-recap"]


def test_a_running_recap_of_another_chat_is_emptied_on_opening_unless_this_is_a_branch(lay_out):
    def rename(lines):
        lines[0]["chat_metadata"]["auto_recap_running_scene_recaps"]["chat_id"] = "Old name"

    def branch(lines):
        rename(lines)
        lines[0]["chat_metadata"]["main_chat"] = "Old name"

    prediction = predicted(lay_out(BOTH, chat=rename), opened=False)
    assert ("open", "auto-recap", "reset") in [
        (one.step, one.system, one.kind) for one in prediction.events
    ]
    assert "slot:auto_recap_memory_scene" not in sources(prediction)
    prediction = predicted(lay_out(BOTH, chat=branch), opened=False)
    assert "reset" not in [one.kind for one in prediction.events]
    assert "slot:auto_recap_memory_scene" in sources(prediction)


def test_a_prompt_that_must_be_in_and_does_not_fit_ends_the_request(lay_out):
    def shrink(settings):
        settings["oai_settings"]["openai_max_context"] = 480

    found = sources(predicted(lay_out(BOTH, settings=shrink), pending="Hello."))
    assert "main" in found
    assert "nudge" not in found
    assert "pending" not in found


def test_a_muted_member_never_answers(lay_out):
    path = lay_out(GROUP, group=lambda group: group.update(disabled_members=["Mara.png"]))
    assert predicted(path, pending="Hello.").simulation.character == "Ivo"
    with pytest.raises(NobodyAnswersError):
        predicted(path, pending="Hello.", member=2)


def test_only_in_a_group_there_is_a_second_answer(lay_out):
    with pytest.raises(NobodyAnswersError):
        predicted(lay_out(BOTH), pending="Hello.", member=2)


def test_the_first_member_is_answered_with_texts_made_for_no_name(lay_out):
    path = lay_out(GROUP)
    first, second = (predicted(path, pending="Hello.", member=one) for one in (1, 2))
    assert (first.simulation.character, first.simulation.spoken_for) == ("Mara", "")
    assert (second.simulation.character, second.simulation.spoken_for) == ("Ivo", "Ivo")
    assert len(second.simulation.document.chat) == len(first.simulation.document.chat) + 2


def test_a_group_joins_the_cards_of_its_members(lay_out):
    def join(group):
        group |= {"generation_mode": 1, "generation_mode_join_prefix": "<FIELDNAME> {{char}}: "}

    texts = [one.text for one in predicted(lay_out(GROUP, group=join)).request.texts]
    (described,) = [one for one in texts if one.startswith("Description Mara: ")]
    assert "\nDescription Ivo: Ivo Brand" in described
    assert "[Mara never leaves the rock at night.]" in texts
    assert "[Ivo is left-handed.]" in texts


def test_a_design_stands_where_its_release_would(lay_out):
    prediction = predicted(lay_out(BOTH), pending="Hello.", rulesets=["openvault/temporal"])
    (delivery,) = prediction.deliveries("openvault")
    assert delivery.delivered == "exact"
    text = prediction.request.texts[delivery.message].text
    assert text == prediction.answers["openvault"].derivation.injections[0].text


def test_the_text_that_is_sent_has_its_macros_expanded(lay_out):
    prompt = predicted(lay_out("87-text-default"), pending="I am {{user}}.").request.prompt
    assert prompt.text.endswith("Nell: I am Nell.\nMara:")


def test_older_messages_keep_their_macros_in_text_completion_but_for_the_first(lay_out):
    def write(lines):
        for index in (1, 20):
            lines[index] |= {"mes": "I am {{char}}.", "is_system": False}

    prediction = predicted(lay_out("87-text-default", chat=write), pending="Hello.")
    assert "Mara: I am Mara.\n" in prediction.request.prompt.text
    assert "I am {{char}}.\n" in prediction.request.prompt.text
    assert [one.kind for one in prediction.events] == ["macro"]


@dataclass(frozen=True)
class Forgetful(MemorySystem):
    """Takes the oldest of the last messages out of every request."""

    @override
    def installed_release(self, document, extensions):
        return "forgetful/1"

    @override
    def ignored_messages(self, document, host, send):
        return frozenset({len(document.chat) - 4})


def test_a_message_that_an_extension_takes_out_still_counts_for_depth(lay_out):
    path = lay_out("87-text-default")
    with with_system(Forgetful("forgetful", "Forgetful", ())):
        less = sources(predicted(path, pending="Hello."))
    whole = sources(predicted(path, pending="Hello."))
    assert "chat:27" in whole
    assert less == [one for one in whole if one != "chat:27"]


def starting_with(words):
    return lambda settings: settings["power_user"].update(user_prompt_bias=words)


def test_a_reply_begins_with_what_the_user_wants_behind_every_prompt(lay_out):
    path = lay_out(BOTH, settings=starting_with("{{char}} nods: "))
    last = predicted(path, pending="Hello.").request.messages[-1]
    assert (last.role, last.text.text) == ("assistant", "Mara nods: ")
    for kind in (SendKind.CONTINUE, SendKind.IMPERSONATE):
        texts = [one.text for one in predicted(path, kind).request.texts]
        assert "Mara nods: " not in texts


def test_a_reply_begins_with_what_the_newest_message_of_the_user_says(lay_out):
    def say(lines):
        latest = next(line for line in reversed(lines) if line.get("is_user"))
        latest["extra"] = {"bias": " Aye."}

    path = lay_out(BOTH, settings=starting_with("No."), chat=say)
    assert predicted(path).request.texts[-1].text == " Aye."
    assert predicted(path, pending="Hello.").request.texts[-1].text == "No."


@pytest.mark.parametrize(
    ("name", "end"),
    [
        ("87-text-default", "\nMara: Aye."),
        ("91-text-instruct-chatml", "<|im_start|>assistant\nAye.\n"),
    ],
)
def test_the_last_line_of_a_prompt_goes_on_with_the_beginning_of_the_reply(name, end, lay_out):
    path = lay_out(name, settings=starting_with(" Aye."))
    assert predicted(path, pending="Hello.").request.prompt.text.endswith(end)
    assert "Aye." not in predicted(path, SendKind.IMPERSONATE).request.prompt.text


def test_tools_take_their_room_from_the_oldest_messages(lay_out):
    def shrink(settings):
        settings["oai_settings"] |= {"openai_max_context": 1700, "function_calling": True}

    path = lay_out(BOTH, settings=shrink)
    chat = open_chat(path)
    host = read_host(path, chat.file.metadata)
    predictor = Predictor(SYSTEMS, load_tokenizer)
    few = replace(host, tools=json.dumps({"tools": ["a tool that says what it does"] * 90}))
    kept = [
        sum(one.startswith("chat:") for one in sources(predictor.predict(chat.document, facts, s)))
        for facts in (host, few)
        for s in [Send(SendKind.NORMAL, "Hello.", opened=True)]
    ]
    assert kept[0] > kept[1] > 0


def test_a_reply_that_goes_on_has_the_prefill_above_it_at_the_one_source_that_takes_it(lay_out):
    def source(name):
        return lambda settings: settings["oai_settings"].update(
            chat_completion_source=name, assistant_prefill="<{{char}}>"
        )

    name = "49-continue-prefill"
    plain = predicted(lay_out(name, settings=source("custom")), SendKind.CONTINUE)
    claude = predicted(lay_out(name, settings=source("claude")), SendKind.CONTINUE)
    wording = plain.request.messages[-1].text.text
    expected = f"<Mara>\n\n{wording}" if plain.request.messages[-1].role == "assistant" else wording
    assert claude.request.messages[-1].text.text == expected


def test_a_prompt_that_goes_on_is_counted_once_more_as_a_whole(lay_out):
    def shrink(settings):
        settings |= {"max_context": 1300, "amount_gen": 300}

    path = lay_out("89-text-continue", settings=shrink)
    predictor_text = predicted(path, SendKind.CONTINUE).request.prompt.text
    count = load_tokenizer("o200k_base", "tiktoken").count
    assert count(predictor_text) <= 1000


def test_strip_patterns_in_use_are_named_for_what_they_are(lay_out):
    def strip(settings):
        recap = settings["extension_settings"]["auto_recap_memory"]
        patterns = [{"name": "x", "pattern": "x", "flags": "g", "enabled": True}]
        recap |= {
            "active_strip_pattern_set": "Status lines",
            "strip_pattern_sets": {"Status lines": {"patterns": patterns}},
        }

    problems = [one.text for one in predicted(lay_out(BOTH, settings=strip)).simulation.problems]
    assert any("Status lines" in one for one in problems)
    assert not predicted(lay_out(BOTH)).simulation.problems


def said(prediction, source="pending"):
    """What is said in the request by one source."""
    return "".join(one.text for one in prediction.request.parts() if one.source == source)


def test_macros_in_the_text_that_is_sent_see_the_chat_before_it(lay_out):
    """send-path §3, step 5: its macros are expanded, and then it becomes the last message."""
    path = lay_out(BOTH)
    records = open_chat(path).document.chat.records
    last = records[-1]["mes"]
    found = predicted(path, pending="{{lastMessageId}} {{lastMessage}} {{allChatRange}}")
    assert said(found) == f"29 {last} 0-29"
    # What stands elsewhere in the request sees it.
    whole = predicted(path, pending="Hello {{user}}.")
    assert whole.request.macros.chat[-1]["mes"] == "Hello Nell."


def test_a_variable_that_the_text_sets_is_read_behind_it(lay_out):
    def prompt(settings):
        (main,) = [
            one for one in settings["oai_settings"]["prompts"] if one["identifier"] == "main"
        ]
        main["content"] = "Tide {{getvar::tide}}."

    path = lay_out(BOTH, settings=prompt)
    found = predicted(path, pending="{{setvar::tide::ebbs}}Look.")
    assert said(found) == "Look."
    assert "Tide ebbs." in [one.text for one in found.request.texts]


def test_later_members_read_what_the_first_made_of_text_and_greeting(lay_out):
    """§3, steps 3, 5 and 6: the box is emptied by the first, the greeting is expanded for good."""

    def greet(lines):
        lines[1]["mes"] = "{{char}} waves."

    path = lay_out(GROUP, chat=greet)
    for member, name in ((1, "Mara"), (2, "Ivo")):
        found = predicted(path, pending="Hi {{char}}.", member=member)
        assert found.simulation.character == name
        assert "Hi Mara." in "\n".join(one.text for one in found.request.texts)
        (event,) = [one for one in found.events if one.kind == "macro"]
        assert event.edits == (SetText(0, "Mara waves."),)
        before = found.simulation.document.chat.records[0]["mes"]
        assert before == ("{{char}} waves." if member == 1 else "Mara waves.")


def test_scripts_that_change_the_chat_change_the_text_that_is_sent(lay_out):
    """§3, step 7, and as a message comes in: a script of neither kind runs there, at any depth."""

    def script(settings):
        one = {"findRegex": "/shall/i", "replaceString": "MUST {{char}}", "placement": [1]}
        settings["extension_settings"]["regex"] = [{**one, "minDepth": 3}]

    found = predicted(lay_out(BOTH, settings=script), pending="Shall I answer {{char}}?")
    assert said(found) == "MUST Mara I answer Mara?"


@pytest.mark.parametrize(("budget", "same"), [(150, 25), (100, 100), (0, 0)])
def test_a_budget_of_lore_beyond_all_of_the_context_becomes_the_usual_one(budget, same, lay_out):
    """world-info.md, Budget."""

    def fill(share):
        def change(settings):
            settings["world_info_settings"]["world_info_budget"] = share
            settings["oai_settings"]["openai_max_context"] = 1500

        return change

    name = "30-lore-all-positions"
    budgets = [
        predicted(lay_out(name, settings=fill(one)), pending="Hello.").lore.budget
        for one in (budget, same)
    ]
    assert budgets[0] == budgets[1]


def test_which_extensions_are_there_and_on_is_known_of_some(lay_out):
    def switch_off(settings):
        settings["extension_settings"]["disabledExtensions"] += ["vectors"]

    names = ("regex", "openvault", "third-party/OpenVault", "vectors", "elsewhere")
    wording = " ".join(f"{{{{hasExtension::{name}}}}}" for name in names)
    found = predicted(lay_out(BOTH, settings=switch_off), pending=wording)
    assert said(found) == "true true true false false"


def test_the_note_of_the_character_is_a_macro_too(lay_out):
    def note(settings):
        own = {"name": "Mara", "prompt": "She hums.", "useChara": True, "position": 1}
        settings["extension_settings"]["note"] = {"chara": [own]}

    found = predicted(lay_out(BOTH, settings=note), pending="{{charAuthorsNote}}")
    assert said(found) == "She hums."
