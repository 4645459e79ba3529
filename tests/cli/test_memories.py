"""`memories`: the same rows as `inject` and the window's table."""


def test_a_row_for_each_memory_that_the_block_was_made_of(cli, sample):
    rows = cli("memories", sample, "--json").json
    verdicts = cli("inject", sample, "--ruleset", "openvault/temporal", "--json").json["memories"]
    for name in ("id", "bucket", "in_block", "gate", "tokens"):
        assert [row[name] for row in rows] == [verdict[name] for verdict in verdicts]
    assert [row["index"] for row in rows] == list(range(len(rows)))
    assert set(rows[0]) == {
        "id", "index", "summary", "importance", "secret", "witnesses", "characters_involved",
        "messages", "bucket", "in_block", "gate", "tokens",
    }  # fmt: skip


def test_memories_that_do_not_exist_yet_are_not_listed(cli, sample):
    rows = cli("memories", sample, "--at", "40", "--json").json
    assert rows
    assert all(max(row["messages"], default=0) <= 40 for row in rows)


def test_the_table_says_who_is_in_and_at_which_gate_the_others_stopped(cli, sample):
    output = cli("memories", sample, "--set", "retrievalFinalTokens=200").output
    head, *rows = output.splitlines()
    assert head.endswith("memories in, openvault/temporal")
    assert any(" in " in row for row in rows)
    assert any(" budget " in row for row in rows)


def test_a_point_of_view_that_nobody_has_is_a_warning_here_too(cli, sample):
    words = "warning: Nobody in this chat is called 'Rufsu'"
    assert cli("memories", sample, "--character", "Rufsu").output.count(words) == 1
    sides = "--ruleset", "openvault/26", "--ruleset", "openvault/terse"
    assert cli("compare", sample, *sides, "--character", "Rufsu").output.count(words) == 1


def test_a_chat_without_memories_has_none(cli, make_chat):
    path = make_chat([{"name": "Ann", "is_user": True, "mes": "Hello."}])
    assert cli("memories", path, "--json").json == []
    assert cli("memories", path).output == f"{path}: no memories\n"
