"""The values of macros that are the same for both engines (specs/send-path.md §8)."""

from collections.abc import Callable, Mapping

from inspector.core.decoded import is_list, is_number, members, text
from inspector.core.javascript import truthy
from inspector.sillytavern.dates import sent_at
from inspector.sillytavern.hashing import cyrb53
from inspector.sillytavern.macros.clock import formatted, humanized
from inspector.sillytavern.macros.context import MacroContext, Record

Value = Callable[[MacroContext], object]
"""Makes a macro's value; None is nothing."""


def examples(context: MacroContext) -> str:
    """The dialogue examples in blocks, as outside of instruct mode."""
    raw = context.card.examples
    if not raw or raw == "<START>":
        return ""
    whole = raw if raw.startswith("<START>") else f"<START>\n{raw.strip()}"
    separator = text(members(context.power_user.get("context")).get("example_separator"))
    is_chat = context.settings.get("main_api") == "openai"
    heading = "<START>\n" if is_chat else f"{separator}\n" if separator else ""
    return "".join(f"{heading}{block.strip()}\n" for block in whole.split("<START>")[1:])


def idle_duration(context: MacroContext) -> str:
    """How long ago the user wrote, the newest message left out."""
    visible = [one for one in context.chat if not truthy(one.get("is_system"))]
    earlier = (one for one in reversed(visible[:-1]) if truthy(one.get("is_user")))
    last = next(earlier, None)
    when = None if last is None else sent_at(last.get("send_date"))
    if when is None:
        return "just now"
    return humanized(context.now().timestamp() * 1000 - when)


def time_difference(left: str, right: str) -> str:
    """`{{timeDiff}}`: from the right to the left time, in words."""
    one, other = sent_at(left), sent_at(right)
    if one is None or other is None:
        return "Invalid date"
    return humanized(one - other, with_suffix=True)


def chat_hash(context: MacroContext) -> object:
    """What `{{pick}}` knows the chat by."""
    stored = context.metadata.get("chat_id_hash")
    if is_number(stored) and stored:
        return stored
    main = context.metadata.get("main_chat")
    return cyrb53(main if isinstance(main, str) else context.chat_id)


def _message_number(
    context: MacroContext, *, with_swiped: bool = False, user: bool | None = None
) -> int | None:
    for index in range(len(context.chat) - 1, -1, -1):
        message = context.chat[index]
        swipes = message.get("swipes")
        chosen = message.get("swipe_id")
        if not with_swiped and is_list(swipes) and is_number(chosen) and chosen >= len(swipes):
            continue
        if user is None:
            return index
        if truthy(message.get("is_user")) is user and not truthy(message.get("is_system")):
            return index
    return None


def _message(context: MacroContext, *, user: bool | None = None) -> str:
    index = _message_number(context, user=user)
    return "" if index is None else text(context.chat[index].get("mes"))


def _swipes(context: MacroContext) -> int | None:
    index = _message_number(context, with_swiped=True)
    swipes = None if index is None else context.chat[index].get("swipes")
    return len(swipes) if is_list(swipes) else None


def _swipe(context: MacroContext) -> int | None:
    index = _message_number(context, with_swiped=True)
    chosen = None if index is None else context.chat[index].get("swipe_id")
    return int(chosen) + 1 if is_number(chosen) else None


def _first_included(context: MacroContext) -> object:
    stored = context.metadata.get("lastInContextMessageId")
    return stored if is_number(stored) else None


def _chat_range(context: MacroContext) -> str:
    return f"0-{len(context.chat) - 1}" if context.chat else ""


def _instruct(*names: str) -> Value:
    """The first setting of instruct mode that is not empty; nothing while it is off."""

    def value(context: MacroContext) -> object:
        instruct = members(context.power_user.get("instruct"))
        if not truthy(instruct.get("enabled")):
            return None
        return next((instruct[name] for name in names if truthy(instruct.get(name))), None)

    return value


def _of_context(name: str) -> Value:
    return lambda context: members(context.power_user.get("context")).get(name)


def _default_system(context: MacroContext) -> object:
    prompt = members(context.power_user.get("sysprompt"))
    return prompt.get("content") if truthy(prompt.get("enabled")) else None


def _system_prompt(context: MacroContext) -> object:
    prompt = members(context.power_user.get("sysprompt"))
    if not truthy(prompt.get("enabled")):
        return None
    if truthy(context.power_user.get("prefer_character_prompt")) and context.card.prompt:
        return context.card.prompt
    return prompt.get("content")


def _note(context: MacroContext) -> object:
    """The chat's note; opening a chat that lacks one gives it the usual one (§2.2)."""
    stored = context.metadata.get("note_prompt")
    return _usual_note(context) if stored is None else stored


def _usual_note(context: MacroContext) -> object:
    return _extension(context, "note").get("default")


def _extension(context: MacroContext, name: str) -> Record:
    return members(members(context.settings.get("extension_settings")).get(name))


def _card_note(context: MacroContext) -> object:
    stored = _extension(context, "note").get("chara")
    name = context.card_file
    for one in stored if is_list(stored) else []:
        if name and members(one).get("name") == name:
            return members(one).get("prompt")
    return None


def _at(pattern: str) -> Value:
    return lambda context: formatted(context.now(), pattern)


INSTRUCT: Mapping[str, Value] = {
    "instructstorystringprefix": _instruct("story_string_prefix"),
    "instructstorystringsuffix": _instruct("story_string_suffix"),
    "instructuserprefix": _instruct("input_sequence"),
    "instructinput": _instruct("input_sequence"),
    "instructusersuffix": _instruct("input_suffix"),
    "instructassistantprefix": _instruct("output_sequence"),
    "instructoutput": _instruct("output_sequence"),
    "instructassistantsuffix": _instruct("output_suffix"),
    "instructseparator": _instruct("output_suffix"),
    "instructsystemprefix": _instruct("system_sequence"),
    "instructsystemsuffix": _instruct("system_suffix"),
    "instructfirstassistantprefix": _instruct("first_output_sequence", "output_sequence"),
    "instructfirstoutputprefix": _instruct("first_output_sequence", "output_sequence"),
    "instructlastassistantprefix": _instruct("last_output_sequence", "output_sequence"),
    "instructlastoutputprefix": _instruct("last_output_sequence", "output_sequence"),
    "instructstop": _instruct("stop_sequence"),
    "instructuserfiller": _instruct("user_alignment_message"),
    "instructsysteminstructionprefix": _instruct("last_system_sequence"),
    "instructfirstuserprefix": _instruct("first_input_sequence", "input_sequence"),
    "instructfirstinput": _instruct("first_input_sequence", "input_sequence"),
    "instructlastuserprefix": _instruct("last_input_sequence", "input_sequence"),
    "instructlastinput": _instruct("last_input_sequence", "input_sequence"),
    "defaultsystemprompt": _default_system,
    "instructsystem": _default_system,
    "instructsystemprompt": _default_system,
    "systemprompt": _system_prompt,
    "chatseparator": _of_context("example_separator"),
    "exampleseparator": _of_context("example_separator"),
    "chatstart": _of_context("chat_start"),
}
"""The macros of the text-completion templates."""

CARD: Mapping[str, Value] = {
    "charprompt": lambda context: context.card.prompt,
    "charinstruction": lambda context: context.card.instruction,
    "description": lambda context: context.card.description,
    "personality": lambda context: context.card.personality,
    "scenario": lambda context: context.card.scenario,
    "persona": lambda context: context.card.persona,
    "mesexamples": examples,
    "mesexamplesraw": lambda context: context.card.examples,
    "charversion": lambda context: context.card.version,
    "char_version": lambda context: context.card.version,
    "chardepthprompt": lambda context: context.card.depth_prompt,
    "creatornotes": lambda context: context.card.creator_notes,
}
"""The card's macros, in the order in which the pattern engine replaces them."""

NAMES: Mapping[str, Value] = {
    "user": lambda context: context.user,
    "char": lambda context: context.character,
    "group": lambda context: context.group or context.character,
    "charifnotgroup": lambda context: context.group or context.character,
    "groupnotmuted": lambda context: context.group_not_muted or context.character,
    "notchar": lambda context: context.not_char or context.user,
    "model": lambda context: context.model,
}
"""Who is there, in the order in which the pattern engine replaces them."""

CHAT: Mapping[str, Value] = {
    "maxprompt": lambda context: context.prompt_size,
    "lastmessage": _message,
    "lastmessageid": _message_number,
    "lastusermessage": lambda context: _message(context, user=True),
    "lastcharmessage": lambda context: _message(context, user=False),
    "firstincludedmessageid": _first_included,
    "firstdisplayedmessageid": lambda context: context.first_displayed,
    "lastswipeid": _swipes,
    "currentswipeid": _swipe,
}
"""The chat's macros, in the order in which the pattern engine replaces them."""

CLOCK: Mapping[str, Value] = {
    "time": _at("LT"),
    "date": _at("LL"),
    "weekday": _at("dddd"),
    "isotime": _at("HH:mm"),
    "isodate": _at("YYYY-MM-DD"),
    "idle_duration": idle_duration,
}
"""Macros of the clock, in the order in which the pattern engine replaces them."""

NESTED_ONLY: Mapping[str, Value] = {
    "chardescription": lambda context: context.card.description,
    "charpersonality": lambda context: context.card.personality,
    "charscenario": lambda context: context.card.scenario,
    "charcreatornotes": lambda context: context.card.creator_notes,
    "version": lambda context: context.card.version,
    "maxprompttokens": lambda context: context.prompt_size,
    "maxcontext": lambda context: context.context_size,
    "maxcontexttokens": lambda context: context.context_size,
    "maxresponse": lambda context: context.response_size,
    "maxresponsetokens": lambda context: context.response_size,
    "allchatrange": _chat_range,
    "idleduration": idle_duration,
    "instructconsecutiveassistantmessage": _instruct("consecutive_assistant_message"),
}
"""Macros that only the nested engine knows."""

NOTES: Mapping[str, Value] = {
    "authorsnote": _note,
    "charauthorsnote": _card_note,
    "defaultauthorsnote": _usual_note,
}
"""The macros that the author's note registers, with either engine."""

SCREEN: Mapping[str, Value] = {
    "ismobile": lambda _context: "false",
    "input": lambda _context: "",
}
"""What the screen decides: no phone, and the box is empty by then."""

STATE: Mapping[str, Value] = {"lastgenerationtype": lambda context: context.generation}

OF_THE_MOMENT = frozenset(
    {
        *CLOCK,
        *SCREEN,
        "idleduration",
        "firstincludedmessageid",
        "firstdisplayedmessageid",
        "datetimeformat",
        "random",
        "roll",
    }
)
"""Macros whose value depends on clock, chance or screen."""
