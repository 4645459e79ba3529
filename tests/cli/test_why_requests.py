"""`why` for Scribe: every gate of a message or an item, and what gets it in."""

import json

import pytest

from inspector.shipped import sample_card, sample_chronicle, sample_lorebook

TOTAL = "default_context_total_token_limit"
HISTORY = "default_context_recent_history_budget"
DESIGN = ("--ruleset", "scribe/design")
BOTH = (*DESIGN, "--ruleset", "scribe/2025-08")
BESIDE = (
    "--lorebook", sample_lorebook(), "--chronicle", sample_chronicle(), "--card", sample_card(),
)  # fmt: skip
TIGHT = ("--set", f"{TOTAL}=4000")


def why(cli, chat, *arguments):
    result = cli("why", chat, "--json", *arguments)
    assert result.status == 0, result.error
    found = result.json
    return found if isinstance(found, list) else [found]


@pytest.fixture
def scribe_rows(cli, sample):
    """What `inject` says of each message and item, by the id that `why` takes."""

    def rows(*options):
        found = cli("inject", sample, "--json", *BESIDE, *options).json
        messages = {f"message:{row['index']}": row for row in found["messages"]}
        return messages | {row["id"]: row for row in found["rag"]}

    return rows


def test_scores_of_no_item_are_said(cli, sample, tmp_path):
    scores = tmp_path / "scores.json"
    for stored, words in (('{"a": 1}', f"{scores}: no score is of an item"), ("{}", "")):
        scores.write_text(stored)
        done = cli("inject", sample, *BESIDE, *DESIGN, "--scores", scores, "--json")
        assert done.status == 0
        assert words in done.error
        assert bool(words) is bool(done.error)


@pytest.mark.parametrize("ruleset", ["scribe/design", "scribe/2025-08"])
def test_without_ids_every_message_and_item_is_told_as_inject_tells_it(
    cli, sample, scribe_rows, ruleset
):
    options = ("--ruleset", ruleset, *TIGHT, "--set", f"{HISTORY}=1500")
    rows = scribe_rows(*options)
    found = why(cli, sample, *BESIDE, *options, "--patience", "0")
    assert [one["id"] for one in found] == list(rows)
    for one in found:
        assert set(one) == {"id", "in_block", "gates", "smallest_change"}
        assert all(set(step) == {"gate", "passed", "detail"} for step in one["gates"])
        assert one["in_block"] == rows[one["id"]]["kept"]
        failed = [step["gate"] for step in one["gates"] if not step["passed"]]
        assert (failed or [None]) == [rows[one["id"]]["gate"]]


def test_the_smallest_change_is_enough_and_one_less_is_not(cli, sample, scribe_rows):
    rows = scribe_rows(*DESIGN, *TIGHT)
    cut = next(name for name, row in rows.items() if row["gate"] == "truncated")
    (found,) = why(cli, sample, cut, *BESIDE, *DESIGN, *TIGHT)
    change = found["smallest_change"]
    assert change["kind"] == "total"
    enough = int(change["detail"].split("Raise the total to ")[1].split()[0].replace(",", ""))
    assert f"{TOTAL}={enough}" in change["detail"]
    for total, kept in ((enough, True), (enough - 1, False)):
        options = (*BESIDE, *DESIGN, "--set", f"{TOTAL}={total}")
        (after,) = why(cli, sample, cut, *options)
        assert after["in_block"] is kept
        assert (after["smallest_change"] is None) is kept


def test_a_person_reads_gates_and_way_in(cli, sample):
    result = cli("why", sample, "message:12", "lore:21", "message:159", *BESIDE, *DESIGN)
    assert result.status == 0
    text = result.output
    assert "scribe/design, o200k_base; 54 of 160 messages and 28 of 47 items in\n" in text
    assert (
        "\nmessage:12: left out at hidden\n"
        "  Rufus: \"They haven't moved for eleven years. Seventeen minutes past four, on…\n"
        "  ○ hidden  It is hidden, and hidden ones are left out.\n"
    ) in text
    assert "  the smallest change: Show the message again\n" in text
    assert "\nlore:21: left out at disabled\n  For the fair: Ilya comes home: Not before" in text
    assert "  the smallest change: Enable it" in text
    assert "\nmessage:159: in\n" in text
    assert text.index("message:12:") < text.index("lore:21:") < text.index("message:159:")


def test_a_refused_request_says_so_and_what_would_send_it(cli, sample):
    options = (*BESIDE, *DESIGN, "--set", f"{TOTAL}=400")
    (found,) = why(cli, sample, "message:159", *options)
    assert not found["in_block"]
    assert [step["passed"] for step in found["gates"]] == [True, True, False]
    assert "so nothing is sent" in found["gates"][-1]["detail"]
    assert found["smallest_change"]["kind"] == "total"
    output = cli("why", sample, "message:159", *options).output
    assert "nothing is sent: " in output
    assert "message:159: not sent\n" in output
    assert "\n  ○ truncated       The request has " in output
    (cut,) = why(cli, sample, "message:0", *options)
    assert [step["passed"] for step in cut["gates"]][-1:] == [False]
    assert "message:0: left out at " in cli("why", sample, "message:0", *options).output


def test_several_rulesets_answer_and_an_id_of_one_is_asked_of_that_one(cli, sample):
    found = why(cli, sample, "lore:0", "lore:0#2", *BESIDE, *BOTH)
    assert [one["id"] for one in found] == ["lore:0", "lore:0", "lore:0#2"]
    assert [step["gate"] for step in found[0]["gates"]] == [
        "disabled", "limit", "threshold", "rag budget", "truncated",
    ]  # fmt: skip
    assert [step["gate"] for step in found[1]["gates"]] == [
        "disabled", "limit", "rag budget", "truncated",
    ]  # fmt: skip


def test_memories_and_messages_are_asked_about_together(cli, sample):
    memory = cli("inject", sample, "--json", "--ruleset", "openvault/temporal").json
    event = memory["memories"][0]["id"]
    found = why(cli, sample, "message:3", event, *BESIDE)
    assert [one["id"] for one in found] == [event, "message:3"]
    (alone,) = why(cli, sample, "message:3", *BESIDE)
    assert alone == found[1]


def test_an_id_that_is_asked_twice_is_answered_once(cli, sample):
    found = why(cli, sample, "message:3", "message:3", *DESIGN)
    assert [one["id"] for one in found] == ["message:3"]


def test_entries_of_one_uid_are_told_apart(cli, sample, tmp_path):
    entry = {"uid": 3, "key": [], "content": "The mill.", "comment": "Mill", "position": 0}
    book = tmp_path / "book.json"
    book.write_text(json.dumps({"entries": {"3": entry, "4": entry}}))
    options = ("--lorebook", book, *DESIGN)
    found = why(cli, sample, "lore:3", "lore:3#2", *options)
    assert [one["id"] for one in found] == ["lore:3", "lore:3#2"]


@pytest.mark.parametrize(
    ("wanted", "options", "why_not"),
    [
        ("12", BESIDE, "'12' is no id such as message:12, lore:3 or chronicle:x"),
        ("event_1", BESIDE, "'event_1' is no id such as message:12, lore:3 or chronicle:x"),
        ("message:160", (), "no message 'message:160'; there are message:0 to message:159"),
        ("message:3", ("--at", "2"), "there are message:0 to message:2"),
        ("message:-1", (), "there is no message 'message:-1'"),
        ("message:03", (), "there is no message 'message:03'"),
        (f"message:{'9' * 5000}", (), "there are message:0 to message:159"),
        ("lore:99", BESIDE, "there is no item 'lore:99'"),
        ("lore:3", (), "there is no 'lore:3': no --lorebook was named"),
        ("chronicle:x", (), "there is no 'chronicle:x': no --chronicle was named"),
        ("chronicle:x", BESIDE, "there is no item 'chronicle:x'"),
        ("chronicle:x", (*BESIDE, "--set", "chronicles_enabled=false"), "leaves all events out"),
        ("", BESIDE, "is no id such as message:12"),
    ],
)  # fmt: skip
def test_an_id_that_is_not_there_is_refused_before_anything_is_printed(
    cli, sample, wanted, options, why_not
):
    refusal = cli("why", sample, "message:0", wanted, "--json", *DESIGN, *options).refusal
    assert str(sample) in refusal
    assert why_not in refusal


def test_an_event_that_is_recorded_later_is_refused_by_name(cli, sample):
    latest = json.loads(sample_chronicle().read_text("utf-8"))[0]["id"]
    requested = ("why", sample, f"chronicle:{latest}", *BESIDE, *DESIGN, "--at", "5")
    assert f"chronicle:{latest} was not recorded yet at message 5" in cli(*requested).refusal


def test_a_message_is_nothing_that_a_memory_ruleset_knows(cli, sample):
    refusal = cli("why", sample, "message:3", "--ruleset", "openvault/26").refusal
    assert "no memory has the id 'message:3'; messages and items are judged by" in refusal


def test_a_saved_answer_of_the_server_is_explained(cli, tmp_path):
    saved = tmp_path / "messages.json"
    saved.write_text(json.dumps([{"role": "user", "content": "Hi"}]))
    (found,) = why(cli, saved)
    assert (found["id"], found["in_block"]) == ("message:0", True)


def test_scores_pending_and_present_are_heard(cli, sample, tmp_path):
    scores = tmp_path / "scores.json"
    scores.write_text('{"lore:18": 0.97}')
    options = (*BESIDE, *DESIGN, "--scores", scores, "--pending", "Hello", "--now", "2027-01-01")
    (found,) = why(cli, sample, "lore:18", *options)
    assert "Its score of 0.97" in found["gates"][1]["detail"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('{"lore:18": 0.5, "lore:3": "much"}', "lore:3: input should be a valid number"),
        ("[0.5]", "the value: input should be a valid dictionary"),
        ("{", "this is no JSON"),
    ],
)
def test_scores_that_are_none_are_refused_at_their_path(cli, sample, tmp_path, text, fault):
    scores = tmp_path / "scores.json"
    scores.write_text(text)
    refusal = cli("why", sample, *BESIDE, *DESIGN, "--scores", scores).refusal
    assert f"scores.json: {fault}" in refusal


def test_a_file_beside_the_chat_that_cannot_be_read_is_named(cli, sample, tmp_path):
    for verb in ("why", "lint"):
        refusal = cli(verb, sample, "--lorebook", tmp_path / "none.json").refusal
        assert "none.json" in refusal


def test_lint_tells_what_is_odd_in_a_lorebook(cli, sample, tmp_path):
    book = tmp_path / "book.json"
    book.write_text('{"entries": {"0": {"uid": 0, "key": [], "content": "x"}}}')
    result = cli("lint", sample, "--json", "--lorebook", book)
    codes = [one["code"] for one in json.loads(result.output)["problems"]]
    assert "no-position" in codes
