"""`check`: captured requests of the real SillyTavern, as they were and with something changed."""

import copy
import json

import pytest

from tests.captured import WIRE

DROPPED = {"09-sample-tiny-context", "17-sample-tiny-deep-injection"}
"""Where a slot did not fit the context."""

ANSWER = "The mock answers."
"""What an earlier member of a group's turn answered: nobody can know it from the files."""

SAMPLE = "29-small-both-extensions"


@pytest.fixture
def check(cli, tmp_path):
    """Checks a body against its chat; answers the status and what was printed."""

    def run(chat, body, *more):
        path = tmp_path / "request.json"
        path.write_text(json.dumps(body, ensure_ascii=False), "utf-8")
        result = cli("check", chat, path, "--json", *more)
        assert result.status in (0, 1), result.error
        return result.status, json.loads(result.output)

    return run


def contents(body):
    if "prompt" in body:
        return [body["prompt"]]
    return [message["content"] for message in body["messages"]]


@pytest.mark.parametrize("name", list(WIRE.cases))
def test_every_capture_is_explained_whole(name, tmp_path, check):
    for captured in WIRE.laid_out(name, tmp_path):
        status, found = check(captured.chat, captured.body)
        kind = captured.arguments[1]
        if kind in ("regenerate", "swipe"):
            assert found["kind"] in ("regenerate", "swipe")
        else:
            assert found["kind"] == kind
        fine = {"exact", "inside", "macros"}
        absent = [slot for slot in found["slots"] if slot["delivered"] not in fine]
        assert all(slot["cause"] == "it did not fit the context" for slot in absent)
        assert not absent or name in DROPPED
        assert status == (1 if absent else 0)
        assert found["differences"] == []
        texts = contents(captured.body)
        for part in found["parts"]:
            if part["source"] == "unknown":
                assert ANSWER in texts[part["message"]]
        whole = sum(part["tokens"] for part in found["parts"])
        assert found["coverage"]["tokens"] == whole
        at = [0] * len(texts)
        for part in found["parts"]:
            assert part["start"] == at[part["message"]]
            at[part["message"]] = part["end"]
        assert at == [len(text) for text in texts]


@pytest.fixture
def sample(tmp_path):
    return next(iter(WIRE.laid_out(SAMPLE, tmp_path)))


@pytest.fixture
def plain(tmp_path):
    """A chat of which every message is visible, and nothing is remembered."""
    rows = [
        {"name": name, "is_user": name == "Nell", "is_system": False, "mes": f"Line {n}, said."}
        for n, name in enumerate(("Nell", "Rufus") * 80)
    ]
    path = tmp_path / "plain.jsonl"
    path.write_text("\n".join(json.dumps(one) for one in ({"chat_metadata": {}}, *rows)), "utf-8")
    return path


def place_of(body, words):
    return next(n for n, text in enumerate(contents(body)) if words in text)


def test_one_changed_word_in_a_slot_is_named_and_nothing_else(sample, check):
    body = copy.deepcopy(sample.body)
    index = place_of(body, "<scene_memory>")
    message = body["messages"][index]
    message["content"] = message["content"].replace("black hull", "white hull")
    status, found = check(sample.chat, body)
    assert status == 1
    differing = [slot for slot in found["slots"] if slot["delivered"] != "exact"]
    (slot,) = differing
    assert (slot["key"], slot["delivered"], slot["message"]) == ("openvault", "differs", index)
    assert [line[0] for line in slot["diff"]] == ["-", "+"]
    assert "white hull" in slot["diff"][1]
    assert [one["source"] for one in found["differences"]] == ["slot:openvault"]
    assert found["history"]["agrees"]


def test_one_changed_word_in_a_message_is_named_and_nothing_else(sample, check):
    body = copy.deepcopy(sample.body)
    index = place_of(body, "Let us ask Ivo")
    body["messages"][index]["content"] = '"Let us ask him."'
    status, found = check(sample.chat, body)
    assert status == 1
    assert all(slot["delivered"] == "exact" for slot in found["slots"])
    (difference,) = found["differences"]
    assert (difference["kind"], difference["message"]) == ("differs", index)
    assert difference["source"].startswith("chat:")
    assert not found["history"]["agrees"]
    assert found["coverage"]["attributed"] == found["coverage"]["tokens"]


def test_a_removed_message_is_named(sample, check):
    body = copy.deepcopy(sample.body)
    del body["messages"][place_of(body, "A raven, here?")]
    status, found = check(sample.chat, body)
    (difference,) = found["differences"]
    assert (status, difference["kind"], difference["source"]) == (1, "missing", "chat:23")


def test_a_message_from_elsewhere_is_unknown(sample, check):
    body = copy.deepcopy(sample.body)
    body["messages"].insert(3, {"role": "system", "content": "Written by another extension."})
    status, found = check(sample.chat, body)
    (difference,) = found["differences"]
    assert (status, difference["kind"], difference["source"]) == (1, "extra", "unknown")
    (part,) = [part for part in found["parts"] if part["source"] == "unknown"]
    assert part["message"] == 3
    assert found["coverage"]["tokens"] - found["coverage"]["attributed"] == part["tokens"]


def test_another_role_is_named(sample, check):
    body = copy.deepcopy(sample.body)
    index = place_of(body, "<scene_memory>")
    body["messages"][index]["role"] = "user"
    status, found = check(sample.chat, body)
    (difference,) = found["differences"]
    assert (status, difference["kind"], difference["message"]) == (1, "role", index)
    assert difference["diff"] == ["-system", "+user"]


def test_a_slot_that_is_gone_has_its_cause(sample, check):
    body = copy.deepcopy(sample.body)
    body["messages"] = [
        message
        for message in body["messages"]
        if not any(
            tag in message["content"]
            for tag in ("<scene_memory>", "<subconscious", "<world_context>", "<scene_status>")
        )
    ]
    status, found = check(sample.chat, body)
    assert status == 1
    absent = [slot for slot in found["slots"] if slot["delivered"] == "absent"]
    assert {slot["key"] for slot in absent} == {
        "openvault",
        "openvault_reflections",
        "openvault_world",
        "openvault_scene",
    }
    assert {slot["cause"] for slot in absent} == {"the extension of OpenVault was off"}


def test_a_hidden_message_that_was_sent_is_recognised(sample, check):
    lines = sample.chat.read_bytes().split(b"\n")
    hidden = json.loads(lines[3])
    assert hidden["is_system"]
    body = copy.deepcopy(sample.body)
    location = place_of(body, "The page has been cut out")
    body["messages"].insert(location, {"role": "assistant", "content": hidden["mes"]})
    _, found = check(sample.chat, body)
    (difference,) = found["differences"]
    assert (difference["kind"], difference["source"]) == ("extra", "chat:2")
    assert found["history"]["first_in"] == 2
    assert found["history"]["predicted_first_in"] == 14


def test_the_chat_can_have_been_saved_since(sample, check):
    wording = {"name": "Nell", "is_user": True, "mes": sample.arguments[-1], "extra": {}}
    answer = {"name": "Mara", "is_user": False, "mes": "Do not.", "extra": {}}
    more = "".join("\n" + json.dumps(one) for one in (wording, answer))
    sample.chat.write_bytes(sample.chat.read_bytes() + more.encode())
    status, found = check(sample.chat, sample.body)
    assert found["send"]["at"] == 29
    assert found["send"]["pending"] == sample.arguments[-1]
    assert (status, found["differences"]) == (0, [])


@pytest.mark.parametrize("at", [1, 60, 158])
@pytest.mark.parametrize("kind", ["normal", "regenerate", "swipe", "continue", "impersonate"])
def test_a_request_of_an_earlier_end_is_explained_where_that_end_is_named(
    plain, cli, check, at, kind
):
    pending = ("--pending", "Where is the key? ") if kind == "normal" else ()
    body = cli("request", plain, "--send", kind, "--at", at, *pending).json
    status, found = check(plain, body, "--at", at)
    assert (status, found["differences"]) == (0, [])
    assert cli("check", plain, "-", "--at", 9999, stdin=json.dumps(body).encode()).status == 2


@pytest.mark.parametrize(
    "typed", ["Hullo. ", " Hullo.", "Hullo.\n", "  Hullo.\n\n  and more  ", "Nell: hi ", "a\nb"]
)
def test_what_was_typed_is_found_with_all_that_stands_around_it(plain, cli, check, typed):
    body = cli("request", plain, "--send", "normal", "--pending", typed).json
    status, found = check(plain, body)
    assert (status, found["differences"], found["send"]["pending"]) == (0, [], typed)


def test_another_chats_request_is_said(sample, tmp_path, check):
    other = next(iter(WIRE.laid_out("01-sample-baseline", tmp_path / "other")))
    status, found = check(sample.chat, other.body)
    assert status == 1
    assert any("another chat" in remark for remark in found["remarks"])


def test_an_array_a_raw_prompt_and_standard_input_are_taken(sample, tmp_path, cli, check):
    status, found = check(sample.chat, sample.body["messages"])
    assert (status, found["form"]) == (0, "messages")
    text = next(iter(WIRE.laid_out("87-text-default", tmp_path / "text")))
    result = cli("check", text.chat, "-", stdin=text.body["prompt"].encode())
    assert result.status == 0
    assert "as predicted" in result.output
    assert ", all" in result.output


def test_a_folder_gives_the_chat_that_fits(sample, check):
    folder = sample.chat.parent.parent.parent
    status, _ = check(folder, sample.body)
    assert status == 0


def test_one_folder_of_files_is_enough_and_what_is_not_at_hand_is_named(sample, tmp_path, cli):
    folder = tmp_path / "lone"
    folder.mkdir()
    (folder / "Small.jsonl").write_bytes(sample.chat.read_bytes())
    path = tmp_path / "r.json"
    path.write_text(json.dumps(sample.body), "utf-8")
    result = cli("check", folder, path, "--json")
    assert result.status == 1
    found = json.loads(result.output)
    assert any("Not at hand" in remark for remark in found["remarks"])
    unknown = {one["source"] for one in found["differences"]}
    assert unknown == {"unknown", "slot:auto_recap_memory_scene"}
    assert found["history"]["agrees"]


def test_two_chats_that_fit_equally_are_asked_about(sample, tmp_path, cli):
    twin = sample.chat.with_name("Twin.jsonl")
    twin.write_bytes(sample.chat.read_bytes())
    path = tmp_path / "r.json"
    path.write_text(json.dumps(sample.body), "utf-8")
    refusal = cli("check", sample.chat.parent.parent.parent, path).refusal
    assert "2 chats fit equally" in refusal
    assert "Twin.jsonl" in refusal


@pytest.mark.parametrize("data", ['{"messages": [{"role": "us', "[]", '{"choices": []}', ""])
def test_what_is_no_request_is_refused_in_one_line(data, sample, tmp_path, cli):
    path = tmp_path / "r.json"
    path.write_text(data)
    assert "r.json: " in cli("check", sample.chat, path).refusal


def test_a_request_that_is_cut_off_is_checked_as_far_as_it_goes(sample, cli, tmp_path):
    path = tmp_path / "cut.json"
    written = json.dumps(sample.body)
    path.write_text(written[: written.index("A raven, here?")], "utf-8")
    result = cli("check", sample.chat, path, "--json")
    found = json.loads(result.output)
    assert (result.status, found["differences"], found["history"]["agrees"]) == (1, [], True)
    assert found["remarks"][0].startswith("It is cut off inside message 2")
    causes = {slot["key"]: slot["cause"] for slot in found["slots"] if slot["cause"]}
    assert causes == {"openvault_scene": "the request is cut off before it"}


def test_another_chats_request_and_another_api_are_said_first(sample, cli, tmp_path):
    path = tmp_path / "other.txt"
    path.write_text("Once upon a time.", "utf-8")
    lines = cli("check", sample.chat, path).output.splitlines()
    assert lines[0].endswith("is it another chat's?")
    assert any("the other kind of API" in line for line in lines)


@pytest.fixture
def printed(sample, cli, tmp_path):
    """Checks a body of the sample; answers what is printed for a person."""

    def run(body):
        path = tmp_path / "request.json"
        path.write_text(json.dumps(body), "utf-8")
        return cli("check", sample.chat, path).output

    return run


@pytest.mark.parametrize(
    ("index", "key", "more", "spelled"),
    [
        (0, "auto_recap_memory_scene", "\n", r"\n"),
        (3, "openvault_reflections", "  ", "␣␣"),
        (2, "openvault", " and more", " and more"),
    ],
)
def test_a_slot_with_more_around_it_is_not_exact(sample, check, printed, index, key, more, spelled):
    body = copy.deepcopy(sample.body)
    body["messages"][index]["content"] += more
    status, found = check(sample.chat, body)
    assert status == 1
    (slot,) = (slot for slot in found["slots"] if slot["delivered"] != "exact")
    assert (slot["key"], slot["delivered"], slot["message"]) == (key, "differs", index)
    (difference,) = found["differences"]
    assert difference["source"] == f"slot:{key}"
    gone, came = slot["diff"]
    assert (gone[0], came) == ("-", f"+{gone[1:]}{spelled}")
    assert slot["cause"] == "nothing that was tried on our own model explains it"
    assert came in printed(body)


def test_a_slot_that_was_sent_twice_is_exact_once_and_not_predicted_once(sample, check, printed):
    body = copy.deepcopy(sample.body)
    body["messages"].insert(3, dict(body["messages"][2]))
    status, found = check(sample.chat, body)
    slots = {slot["key"]: (slot["delivered"], slot["message"]) for slot in found["slots"]}
    assert (status, slots["openvault"]) == (1, ("exact", 2))
    (difference,) = found["differences"]
    assert (difference["kind"], difference["message"]) == ("extra", 3)
    words = "slot:openvault in message 3 was not predicted: <scene_memory>"
    assert words in printed(body)


def test_line_ends_and_white_space_at_ends_are_seen_in_a_difference(sample, check, printed):
    body = copy.deepcopy(sample.body)
    message = body["messages"][2]
    message["content"] = message["content"].replace("\n", "\r\n")
    _, found = check(sample.chat, body)
    diff = next(slot["diff"] for slot in found["slots"] if slot["key"] == "openvault")
    assert (diff[0], f"{diff[0].replace('-', '+')}\\r" in diff) == ("-<scene_memory>", True)

    body = copy.deepcopy(sample.body)
    body["messages"][20]["content"] += "\r"
    _, found = check(sample.chat, body)
    (difference,) = found["differences"]
    assert difference["diff"] == ['-"Then who?"', '+"Then who?"\\r']
    assert r'differs: -"Then who?" +"Then who?"\r' in printed(body)


@pytest.mark.parametrize("name", ["87-text-default", "91-text-instruct-chatml"])
def test_one_line_feed_behind_a_raw_prompt_is_no_difference(name, tmp_path, cli):
    text = next(iter(WIRE.laid_out(name, tmp_path)))
    prompt = text.body["prompt"]
    for more, status in (("", 0), ("\n", 0), ("\n\n", 1), (" ", 1)):
        found = cli("check", text.chat, "-", "--json", stdin=(prompt + more).encode())
        assert (more, found.status) == (more, status)
