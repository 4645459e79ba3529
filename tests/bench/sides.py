"""What is measured, each side in a process of its own: `python -m tests.bench.sides NAME …`.

Prints one JSON object with seconds, bytes or milliseconds.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path


def now():
    return time.perf_counter()


def orjson_loads(path):
    """Every line of the file decoded, results kept, collector as it is by default."""
    import orjson  # noqa: PLC0415 - each side imports what it needs

    start = now()
    kept = [orjson.loads(line) for line in Path(path).read_bytes().split(b"\n")]
    return {"seconds": now() - start, "lines": len(kept)}


def open_to_block(path):
    """From the file to the first block, the vocabulary being loaded."""
    from inspector.core.moment import Moment  # noqa: PLC0415
    from inspector.loading import open_chat  # noqa: PLC0415
    from inspector.systems import ruleset_named  # noqa: PLC0415
    from inspector.tokenizer import load_tokenizer  # noqa: PLC0415

    ruleset = ruleset_named("openvault/temporal")
    tokenizer = load_tokenizer(ruleset.encoding, ruleset.dialect)
    start = now()
    chat = open_chat(Path(path))
    opened = now()
    derivation = ruleset.inject(chat.document, Moment(), tokenizer)
    end = now()
    assert derivation.injections[0].text
    return {"seconds": end - start, "open": opened - start, "block": end - opened}


def first_block(path, name):
    """The first block of a release in a process, selection included, the vocabulary being loaded.

    Seconds of the processor's time, which other programs do not lengthen.
    """
    from inspector.core.moment import Moment  # noqa: PLC0415
    from inspector.loading import open_chat  # noqa: PLC0415
    from inspector.systems import ruleset_named  # noqa: PLC0415
    from inspector.tokenizer import load_tokenizer  # noqa: PLC0415

    document = open_chat(Path(path)).document
    ruleset = ruleset_named(name)
    tokenizer = load_tokenizer(ruleset.encoding, ruleset.dialect)
    start = time.process_time()
    derivation = ruleset.inject(document, Moment(), tokenizer)
    end = time.process_time()
    assert derivation.injections[0].text
    return {"seconds": end - start}


def edit_to_block(path):
    """One edit to the new block, warm, for every ruleset of OpenVault."""
    from inspector.core.edits import SetField, apply  # noqa: PLC0415
    from inspector.core.moment import Moment  # noqa: PLC0415
    from inspector.loading import open_chat  # noqa: PLC0415
    from inspector.systems import RULESETS  # noqa: PLC0415
    from inspector.tokenizer import load_tokenizer  # noqa: PLC0415

    document = open_chat(Path(path)).document
    found = {}
    for name, ruleset in RULESETS.items():
        if not name.startswith("openvault/"):
            continue
        tokenizer = load_tokenizer(ruleset.encoding, ruleset.dialect)
        ruleset.inject(document, Moment(), tokenizer)
        times = []
        for step in range(15):
            memory = len(document.memories) * step // 15
            other = 1 + document.memories[memory].importance % 5
            start = now()
            document = apply(document, SetField((memory,), "importance", other))
            ruleset.inject(document, Moment(), tokenizer)
            times.append(now() - start)
        found[name] = statistics.median(times) * 1000
    return found


def formatters(path, script):
    """All memories formatted by 1.41 and 1.44, warm, and by the same formatters in Node.

    Both are given the same decoded JSON each time, and keep nothing from one time to the next.
    Medians in milliseconds of the processor's time, which other programs do not lengthen.
    """
    from inspector.systems import ruleset_named  # noqa: PLC0415
    from inspector.tokenizer import load_tokenizer  # noqa: PLC0415

    with Path(path).open("rb") as file:
        memories = json.loads(file.readline())["chat_metadata"]["openvault"]["memories"]
    case = {"memories": memories, "chat_length": 100_000, "budget": 10**9}
    written = Path(path).with_name("case.json")
    written.write_text(json.dumps(case), encoding="utf-8")
    command = ["node", script, str(written)]
    other = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    found = {}
    for version in ("1.41", "1.44"):
        ruleset = ruleset_named(f"openvault/{version}")
        tokenizer = load_tokenizer(ruleset.encoding, ruleset.dialect)
        times = []
        for _ in range(60):
            start = time.thread_time()
            text = ruleset.format(case, tokenizer)["text"]
            times.append((time.thread_time() - start) * 1000)
        assert text == other[version]["text"]
        found[f"{version} ours"] = statistics.median(times[20:])
        found[f"{version} node"] = other[version]["warm"]
    return found


def touch_memory(megabytes=600):
    """Let what comes next find memory that this computer has.

    What a virtual machine gave back to its host takes ten times as long to fill; else whichever
    side comes after the one that frees most would be the faster.
    """
    memory = bytearray(megabytes << 20)
    for page in range(0, len(memory), 4096):
        memory[page] = 1


def save_one_edit(path):
    """Saving with one edit, beside a copy of the file with fsync on the same disk.

    A window keeps an edit on the disk as soon as it is made, with a copy of what the file holds,
    and its save has that copy for its backup: `ahead` is the time of the one, `save` of the other.
    `at_once` is a save that comes before that, or the command line's.
    """
    from dataclasses import replace  # noqa: PLC0415

    from inspector.core.edits import SetField, apply  # noqa: PLC0415
    from inspector.files.unsaved_writing import UnsavedEdits  # noqa: PLC0415
    from inspector.loading import open_chat  # noqa: PLC0415
    from inspector.recovery import CHAT, chat_state, saved_state  # noqa: PLC0415
    from inspector.writing import write  # noqa: PLC0415

    target = Path(path).with_name("saved.jsonl")
    shutil.copyfile(path, target)
    chat = open_chat(target)
    found = {"save": [], "ahead": [], "at_once": [], "copy": []}
    document = chat.document
    for step in range(10):
        touch_memory()
        start = now()
        with Path(path).open("rb") as source, target.with_suffix(".copy").open("xb") as copy:
            shutil.copyfileobj(source, copy, 1 << 20)
            copy.flush()
            os.fsync(copy.fileno())
        found["copy"].append(now() - start)
        target.with_suffix(".copy").unlink()
        other = 1 + document.memories[step].importance % 5
        document = apply(document, SetField((step,), "importance", other))
        kept = UnsavedEdits(target, CHAT, chat.file.lines.pieces)
        is_ahead = step % 2 == 0
        if is_ahead:
            start = now()
            states = chat_state(chat, document), saved_state(chat, document)
            kept.record(["Importance"], *states, chat.on_disk.pieces)
            found["ahead"].append(now() - start)
            assert kept.copy is not None
            time.sleep(1)  # a disk at rest; `at_once` is the save that comes sooner
        touch_memory()
        start = now()
        saved = write(chat, document, copy=kept.copy)
        found["save" if is_ahead else "at_once"].append(now() - start)
        chat = replace(chat, on_disk=saved.on_disk, saved=document)
        kept.end()
    return {name: statistics.median(times) for name, times in found.items()}


if __name__ == "__main__":
    from tests.bench import window_sides

    sides = {
        "orjson_loads": orjson_loads,
        "open_to_block": open_to_block,
        "edit_to_block": edit_to_block,
        "first_block": first_block,
        "formatters": formatters,
        "save_one_edit": save_one_edit,
        "window": window_sides.window,
        "follow": window_sides.follow,
        "first_window": window_sides.first_window,
    }
    print(json.dumps(sides[sys.argv[1]](*sys.argv[2:])))
