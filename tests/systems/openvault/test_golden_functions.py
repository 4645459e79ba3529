"""Single functions of the real releases."""

import json
from pathlib import Path

import pytest

from inspector.core.chat import Chat
from inspector.systems.openvault.position import release_position
from inspector.systems.openvault.scene import current_scene, scene_depth, scene_text
from inspector.systems.openvault.world import Query, World, world_text
from inspector.tokenizer import load_tokenizer

GOLDEN = Path(__file__).parents[2] / "golden" / "openvault-functions.jsonl"
CASES = [json.loads(line) for line in GOLDEN.read_text("utf-8").split("\n") if line]


def cases(*functions):
    chosen = [case for case in CASES if case["function"] in functions]
    return pytest.mark.parametrize("case", chosen, ids=[case["id"] for case in chosen])


def chat_of(messages):
    return Chat(
        names=[message.get("name", "") for message in messages],
        from_user=bytes(len(messages)),
        hidden=bytes(len(messages)),
        send_dates=[message.get("send_date") for message in messages],
        sizes=[0] * len(messages),
        records=messages,
    )


@cases("getMemoryPosition")
def test_position(case):
    assert release_position(case["input"]["memory"]) == case["output"]


@cases("countTokens", "estimateTokens")
def test_tokens(case):
    is_count = case["function"] == "countTokens"
    counter = load_tokenizer(*(("o200k_base", "gpt-tokenizer") if is_count else ("chars/3.5",)))
    assert counter.count(case["input"]["text"]) == case["output"]


@cases("formatSceneStateForInjection")
def test_scene_text(case):
    assert scene_text(case["input"]["sceneState"]) == case["output"]


@cases("findCurrentSceneState")
def test_current_scene(case):
    chat = chat_of(case["input"]["chat"])
    assert current_scene(chat, case["input"]["sceneStates"], len(chat)) == case["output"]


@cases("computeDynamicDepth")
def test_scene_depth(case):
    length = case["input"]["chatLength"]
    messages = [{} for _ in range(length)]
    for mark, index in case["input"]["chatFingerprintMap"]:
        messages[index] = {"send_date": mark}
    assert scene_depth(chat_of(messages), case["input"]["state"], length) == case["output"]


@cases("retrieveWorldContext")
def test_world(case):
    requested = case["input"]
    text = world_text(
        World(requested["graph"]),
        requested["globalState"],
        Query(requested["userMessages"]),
        requested["tokenBudget"],
        load_tokenizer("o200k_base", "gpt-tokenizer"),
    )
    assert text == case["output"]["text"]
