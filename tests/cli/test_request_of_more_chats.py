"""`request` on captures whose chats are not this project's to carry, where they lie beside it."""

import importlib.util
import json
from pathlib import Path

import pytest

WIRE = Path(__file__).parents[2].parent / "shared" / "goldens" / "wire"
AFTERWARDS = "the state afterwards"
"""Said of a capture whose chat was saved only after the answer."""


def captures():
    if not (WIRE / "lay_out.py").is_file():
        return []
    folders = sorted(one.parent for one in WIRE.glob("*cafe*/case.json"))
    return [one for one in folders if AFTERWARDS not in (one / "case.json").read_text("utf-8")]


@pytest.mark.skipif(not captures(), reason="there are no further captures beside the project")
@pytest.mark.parametrize("case", captures(), ids=lambda case: case.name)
def test_the_predicted_request_is_the_captured_one(case, tmp_path, cli):
    spec = importlib.util.spec_from_file_location("lay_out", WIRE / "lay_out.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    path, sends = module.lay_out(case, tmp_path / "laid-out")
    for number, arguments in enumerate(sends, start=1):
        name = "request.json" if number == 1 else f"request_{number}.json"
        wanted = json.loads((case / name).read_text("utf-8"))
        body = cli("request", path, *arguments).json
        keys = ("role", "content", "name")
        assert body["messages"] == [
            {key: one[key] for key in keys if key in one} for one in wanted["messages"]
        ]
