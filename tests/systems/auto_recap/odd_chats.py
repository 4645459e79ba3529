"""Random chats whose recaps are as damaged as specs/auto-recap.md §9 describes, and more."""

from tests.systems.auto_recap.chats import RUNNING

TEXTS = (
    "",
    " ",
    "r",
    "one\ntwo",
    "$& $$ $`",
    "{{running_recap}}",
    '{"stage3":{"open":["o"]}}',
    "[1,",
)
ODD = (
    None, True, False, 0, 1, -1, 2.5, 1e300, 10**400, float("nan"), "0", "", "x", [], [None], [[]],
    {}, {"toString": 1}, {"a": {"b": []}}, [{"toString": None}],
)  # fmt: skip
MESSAGE_KEYS = (
    "memory", "include", "exclude", "error", "prefill", "reasoning", "edited", "scene_break",
    "scene_break_visible", "scene_break_name", "scene_break_recap", "scene_recap_memory",
    "scene_recap_versions", "scene_recap_current_index", "scene_recap_metadata",
    "is_auto_recap_system_memory", "auto_scene_break_checked",
)  # fmt: skip
VERSION_KEYS = (
    "version", "timestamp", "content", "scene_count", "excluded_count", "exclude_count",
    "prev_scene_index", "new_scene_index", "event_keys",
)  # fmt: skip
NAMES = ("auto_recap_memory", "auto_recap", "auto_summarize_memory")
SETTINGS = (
    "running_scene_recap_template", "running_scene_recap_position", "running_scene_recap_depth",
    "running_scene_recap_role", "running_scene_recap_scan", "auto_hide_scene_count",
    "scene_recap_history_count", "running_scene_recap_exclude_latest", "default_chat_enabled",
    "use_global_toggle_state", "global_toggle_state", "chats_enabled", "show_prefill",
)  # fmt: skip
OLD_SETTINGS = (
    "message_recap_context_limit", "message_recap_context_type", "context_size",
    "include_user_messages", "include_system_messages", "include_narrator_messages",
    "message_length_threshold", "disabled_group_characters",
)  # fmt: skip


def value(chance):
    """Something that may stand anywhere: nearly always what belongs nowhere."""
    return chance.choice(TEXTS) if chance.random() < 0.4 else chance.choice(ODD)


def kept(chance):
    """What stands with one message."""
    if chance.random() < 0.1:
        return value(chance)
    record = {key: value(chance) for key in MESSAGE_KEYS if chance.random() < 0.25}
    if chance.random() < 0.5:
        record["memory"] = chance.choice(TEXTS)
    if chance.random() < 0.3:
        record["scene_break"] = True
    return record


def message(chance, location):
    made = {
        "name": chance.choice(("Alice", "Bob")),
        "is_user": chance.random() < 0.3,
        "is_system": chance.choice((False, True, False, None)),
        "mes": chance.choice((*TEXTS, "some words of a story")),
        "send_date": chance.choice(
            (1000 * location, f"2025-01-{location + 1:02}T10:00:00Z", None, "x")
        ),
    }
    if chance.random() < 0.8:
        made["extra"] = {name: kept(chance) for name in NAMES if chance.random() < 0.6}
    if chance.random() < 0.1:
        made["extra"] = value(chance)
    if chance.random() < 0.2:
        made["is_thoughts"] = value(chance)
        made["original_avatar"] = value(chance)
    if chance.random() < 0.2:
        made["swipe_id"] = chance.choice((0, 1, 5, "1", None))
        made["swipe_info"] = chance.choice(([], [{}, {"extra": {NAMES[0]: kept(chance)}}], None))
    return made


def version(chance, location):
    if chance.random() < 0.15:
        return value(chance)
    record = {"version": location, "content": chance.choice(TEXTS), "timestamp": 1000 * location}
    record |= {key: value(chance) for key in VERSION_KEYS if chance.random() < 0.15}
    if chance.random() < 0.6:
        record["new_scene_index"] = chance.randrange(12)
    return record


def store(chance):
    """A running recap."""
    if chance.random() < 0.1:
        return value(chance)
    held = {
        "chat_id": chance.choice(("chat-A", "chat-B")),
        "current_version": chance.randrange(3),
        "versions": [version(chance, index) for index in range(chance.randrange(4))],
    }
    return held | {key: value(chance) for key in held if chance.random() < 0.1}


def odd_chat(chance):
    """Messages and metadata."""
    messages = [message(chance, index) for index in range(chance.randrange(10))]
    metadata = {}
    for name in (RUNNING, "auto_summarize_running_scene_summaries"):
        if chance.random() < 0.7:
            metadata[name] = store(chance)
    if chance.random() < 0.3:
        metadata["main_chat"] = value(chance)
    if chance.random() < 0.3:
        metadata["world_info"] = value(chance)
    return messages, metadata


def odd_settings(chance, names):
    return {name: value(chance) for name in names if chance.random() < 0.2}
