"""What the real releases hide and show before anything is retrieved."""

import json
from pathlib import Path

import pytest

from inspector.core.errors import ReleaseThrowsError
from inspector.core.sending import ExtensionHost, Send, changed_flags, runs
from inspector.loading import open_chat
from inspector.sillytavern.chat_reader import read_chat
from inspector.sillytavern.hashing import cyrb53
from inspector.systems import SYSTEMS
from inspector.systems.openvault.auto_hide import hidden_by_14x
from inspector.tokenizer import load_tokenizer

GOLDEN = Path(__file__).parents[1] / "golden" / "auto-hide.json"
CASES = json.loads(GOLDEN.read_text("utf-8"))["cases"]


def messages_of(case):
    """A case's messages as a chat file holds them (`conventions` in the golden)."""
    for index, given in enumerate(case["chat"]):
        is_user = given.get("u") == 1
        text = given.get(
            "t", " ".join(["word"] * given["w"]) if "w" in given else f"message {index}"
        )
        message = {"name": "Nell" if is_user else "Mara", "is_user": is_user, "mes": text}
        hidden = given.get("s", False)
        message["is_system"] = True if hidden == 1 else hidden
        if "draw" in given:
            message["send_date"] = given["draw"]
        elif "d" in given:
            message["send_date"] = (
                f"2026-10-01T{10 + given['d'] // 60}:{given['d'] % 60:02}:00.000Z"
            )
        if given.get("oh"):
            message["openvault_hidden"] = True
        extra = {"type": given["x"]} if "x" in given else {}
        if "b" in given:
            displayed = {1: {"scene_break_visible": True}, "h": {"scene_break_visible": False},
                     "n": {"scene_break_visible": None}, "u": {}}[given["b"]]  # fmt: skip
            extra["auto_recap_memory"] = {"scene_break": True, **displayed}
        if "swipes" in given:
            message |= {"swipes": [text, *given["swipes"]], "swipe_id": 0}
        yield message | {"extra": extra}


def spread(ranges):
    return [index for first, last in ranges for index in range(first, last + 1)]


def vault_of(case, messages):
    data = case["data"]
    if data is None:
        return None
    if "processed_raw" in data or "processed" in data or case["releases"][0] != "openvault/26":
        memories = [{"id": f"m{location}", "summary": "x", "message_ids": spread([one])}
                    for location, one in enumerate(data.get("memory_ids", []))]  # fmt: skip
        return {
            "memories": data.get("memories_raw", memories),
            "processed_message_ids": data.get("processed_raw", spread(data.get("processed", []))),
        }
    marks = [messages[index]["send_date"] for index in spread(data.get("fps", []))]
    marks += [
        f"hash_{cyrb53(messages[index]['name'] + messages[index]['mes'])}"
        for index in spread(data.get("fps_hash", []))
    ]
    memories = [] if data.get("no_memories") else [{"id": "event_1_0", "summary": "x"}]
    return {
        "schema_version": 8,
        "memories": memories,
        "processed_message_ids": data.get("fps_raw", marks),
    }


def opened(case, folder):
    messages = list(messages_of(case))
    vault = vault_of(case, messages)
    header = {"chat_metadata": {} if vault is None else {"openvault": vault}}
    lines = [json.dumps(one) for one in (header, *messages)]
    data = "\n".join(lines).encode()
    path = folder / "chat.jsonl"
    path.write_bytes(data)
    return open_chat(path).document, messages


@pytest.mark.parametrize(
    ("case", "release"),
    [(case, release) for case in CASES if not case.get("dry_run") for release in case["releases"]],
    ids=lambda value: value if isinstance(value, str) else value["id"],
)
def test_the_same_messages_are_hidden_and_shown(case, release, tmp_path):
    document, messages = opened(case, tmp_path)
    name = release.split("/")[0]
    system = next(one for one in SYSTEMS if one.name == name)
    key = "openvault" if name == "openvault" else "auto_recap_memory"
    host = ExtensionHost(
        user="Nell",
        character="Mara",
        is_group=False,
        chat_id="chat",
        avatar="Mara.png",
        extensions={key: case["settings"]},
        disabled=frozenset(),
        tokenizer_for=load_tokenizer,
        release=release,
    )
    try:
        stage = (
            system.before_retrieval(document, host, Send())
            if name == "openvault"
            else system.on_opened(document, host)
        )
        after = stage.document.chat.hidden
    except ReleaseThrowsError:
        after = document.chat.hidden
    hidden, displayed = changed_flags(document.chat, after)
    flagged = [one for one in hidden if not messages[one].get("openvault_hidden")]
    wanted = case["output"][release]
    wanted = case["output"][wanted] if isinstance(wanted, str) else wanted
    assert [list(one) for one in runs(hidden)] == wanted["hidden"]
    assert [list(one) for one in runs(displayed)] == wanted["unhidden"]
    if release == "openvault/26":
        assert [list(one) for one in runs(flagged)] == wanted["flagged"]


@pytest.mark.parametrize(("threshold", "count"), [(float("-inf"), 6), (float("inf"), 0), (2.5, 2)])
def test_a_threshold_beyond_all_numbers_hides_all_that_is_extracted_or_nothing(threshold, count):
    """send-path.md §4.1: n = 2 * floor((V - T) / 2), which is infinite where -1e999 is stored."""
    records = [{"name": "Mara", "is_user": False, "mes": "x"} for _ in range(6)]
    lines = [json.dumps(one) for one in ({"chat_metadata": {}}, *records)]
    chat = read_chat("\n".join(lines).encode()).chat
    store = {"processed_message_ids": list(range(6))}
    assert len(hidden_by_14x(chat, (), store, {"autoHideThreshold": threshold})) == count
