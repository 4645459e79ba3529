"""What people capture is read, or it is said what it is instead."""

import json

import pytest

from inspector.proof.captured import NotARequestError, read_captured

MESSAGES = [{"role": "system", "content": "Be."}, {"role": "user", "content": "Hi", "name": "N"}]


def read(value):
    return read_captured(json.dumps(value).encode())


def test_a_body_an_array_and_a_prompt_are_read():
    body = read({"model": "gpt-4o", "messages": MESSAGES, "stream": True})
    assert (body.form, body.model) == ("body", "gpt-4o")
    assert [(one.role, one.content, one.name) for one in body.messages] == [
        ("system", "Be.", ""),
        ("user", "Hi", "N"),
    ]
    array = read(MESSAGES)
    assert (array.form, array.messages) == ("messages", body.messages)
    assert read({"prompt": "Once"}).prompt == "Once"
    raw = read_captured(b"{{user}} said:\n[x]")
    assert (raw.form, raw.prompt) == ("prompt", "{{user}} said:\n[x]")
    assert read_captured(b"\xef\xbb\xbf[Scene] dark").prompt == "[Scene] dark"


def test_contents_in_parts_are_joined_and_pictures_and_tools_remarked():
    captured = read(
        {
            "system": [{"type": "text", "text": "Sys"}],
            "messages": [
                {
                    "role": "user",
                    "content": [
                        {"type": "text", "text": "Look"},
                        {"type": "image_url", "image_url": {"url": "data:..."}},
                        {"type": "text", "text": "here"},
                    ],
                },
                {"role": "assistant", "content": None, "tool_calls": [{"id": "1"}]},
            ],
        }
    )
    assert captured.contents == ("Sys", "Look\n\nhere", "")
    assert captured.remarks == (
        "Message 1 also holds a picture: only its text is compared.",
        "Message 2 also holds 1 tool call: only its text is compared.",
    )


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "it is empty"),
        (b"  \n", "it is empty"),
        (b"[]", "holds no messages"),
        (b'{"messages": []}', "holds no messages"),
        (b'{"messages": [{"role": "user", "content": "a"', "cut off"),
        (b"{", "cut off after 1 character."),
        (b" [ ", "cut off"),
        (b"[1, 2]", "message 0 is no JSON object"),
        (b"null", "`null` is no request"),
        (b"5", "`5` is no request"),
        (b'{"messages": [{"role": "user", "content": "a b c', "cut off"),
        (b'{"messages" [1]}', "this is no JSON"),
        (b'{"choices": [], "usage": {}}', "a model's answer"),
        (b'{"id": 1}', "neither `messages` nor `prompt`"),
        (b'{"messages": null}', "`messages` is `null` and no list"),
        (b'{"messages": {}}', "`messages` is an object and no list"),
        (b'{"messages": 9007199254740993}', "`messages` is `9007199254740993` and no list"),
        (b'{"messages": "Hi"}', "`messages` is a text and no list"),
        (b'{"prompt": null}', "`prompt` is `null` and no list"),
        (b"[{}]", "these are no messages"),
        (b'[{"role": "user", "content": "a"}, 5]', "message 1 is no JSON object"),
        (b"PK\x03\x04\0\0", "no text"),
        (b"\xff\xfe{\0}\0", "this is UTF-16 text"),
        (b"\xfe\xff\0{\0}", "this is UTF-16 text"),
        (b"\xff and more", "no text in UTF-8"),
        (b'[{"a":' * 60_000, "nested too deep"),
    ],
)
def test_what_is_no_request_is_explained_in_one_line(data, words):
    with pytest.raises(NotARequestError) as refusal:
        read_captured(data, "r.json")
    assert words in str(refusal.value)
    assert str(refusal.value).startswith("r.json: ")
    assert "\n" not in str(refusal.value)


def test_fifty_megabytes_of_text_are_refused_and_of_pictures_are_not():
    with pytest.raises(NotARequestError, match="more than any model reads"):
        read({"prompt": "x" * (50 << 20)})
    picture = {"type": "image_url", "image_url": {"url": "x" * (50 << 20)}}
    captured = read({"messages": [{"role": "user", "content": [picture]}]})
    assert captured.contents == ("",)
    assert captured.remarks


def test_of_a_request_that_is_cut_off_the_messages_before_are_read():
    written = json.dumps({"model": "m", "messages": MESSAGES})
    captured = read_captured(written[: written.index("Hi") + 1].encode())
    assert captured.is_cut
    assert [one.content for one in captured.messages] == ["Be."]
    assert captured.remarks == ("It is cut off inside message 1: the one before it is checked.",)
    array = json.dumps(MESSAGES)
    assert len(read_captured(array[:-1].encode()).messages) == len(MESSAGES)


def test_tools_are_kept_as_the_host_spells_them():
    body = {"messages": MESSAGES, "tools": [{"type": "function"}], "tool_choice": "auto"}
    assert read(body).tools == '{"tools":[{"type":"function"}],"tool_choice":"auto"}'
    assert read(MESSAGES).tools == ""
