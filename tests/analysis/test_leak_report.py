"""What a block's reader cannot know: quoted, where it stands, and what puts it right."""

import pytest

from inspector.analysis.leak_report import Remedy, leak_report, ways_to_know
from inspector.analysis.leaks import leaked
from inspector.core.edits import ChangeNames, SetField, apply
from inspector.core.knowledge import Way
from inspector.core.settings import SetSetting
from tests.analysis.questions import DESIGNS, asked_of
from tests.systems.openvault.retrieval.vaults import event, talk, vault


def spied(**more):
    """Kai knows what Mira should not, and the release looks through both their eyes."""
    hidden = event("s", summary="Kai met Robin and hid the ferry key.", witnesses=["Kai"], **more)
    return vault(talk(10, hidden=8), [event("a"), hidden])


def report_of(document, ruleset="openvault/26", **moment):
    requested = asked_of(ruleset, document, **{"group": ("Mira", "Kai"), **moment})
    return requested, leak_report(requested)


def test_a_leak_is_quoted_with_its_line_its_cost_and_who_knows_it():
    requested, report = report_of(
        vault(
            talk(10, hidden=8),
            [event("s", summary="Kai hid the key.", witnesses=["Kai"])],
        )
    )
    (leak,) = report.leaks
    lines = requested.derivation.injections[0].lines
    assert (report.reader, leak.knowers, leak.phrase) == ("Mira", ("Kai",), "hid the key")
    assert lines[leak.line - 1].memory == leak.memory
    assert lines[leak.line - 1].tokens == leak.tokens
    assert "Mira knows no candidate at all" in report.cause


@pytest.mark.parametrize(
    ("summary", "phrase"),
    [
        ("Kai and Nell saw a light in the tower and swore.", "saw a light in the tower"),
        ("Kai said that the ferry sank.", "the ferry sank"),
        ("Кай спрятал ключ, и ушёл.", "Кай спрятал ключ"),
        ("", ""),
        ("Kai.", "Kai."),
    ],
)
def test_the_clause_that_tells_most_is_marked(summary, phrase):
    document = vault(talk(10, hidden=8), [event("s", summary=summary, witnesses=["Kai", "Nell"])])
    _, report = report_of(document, group=("Mira",))
    assert [leak.phrase for leak in report.leaks] == [phrase]


def test_what_happened_before_the_readers_eyes_is_made_known_and_a_secret_is_taken_out():
    messages = talk(10, hidden=8)
    messages[3]["mes"] = "*Mira leans in the door and laughs.*"
    memories = [
        event("seen", summary="Kai fell into the mill pond.", witnesses=["Kai"], message_ids=[3]),
        event(
            "told", summary="Kai sold the mill by night.", witnesses=["Kai"], message_ids=[3],
            is_secret=True, characters_involved=["Kai"],
        ),
    ]  # fmt: skip
    requested, report = report_of(vault(messages, memories))
    assert [leak.remedy for leak in report.leaks] == [Remedy.KNOWS, Remedy.TAKE_OUT]
    assert report.leaks[0].detail == "It is no secret, and message 3 names Mira."
    edits = report.edits_for(requested.document, "openvault/26")
    assert edits == (
        ChangeNames((0,), "witnesses", add=("Mira",)),
        SetField((1,), "archived", value=True),
    )
    after = requested.edited(edits)
    assert leaked(after) == ()
    assert report.left == 0
    assert report.tokens == (
        (
            "openvault",
            requested.derivation.injections[0].tokens,
            after.derivation.injections[0].tokens,
        ),
    )


def test_a_release_that_looks_at_no_archive_is_offered_no_archiving():
    _, report = report_of(spied(), "openvault/1.44", group=("Mira",), character="Mira")
    left = [leak for leak in report.leaks if leak.remedy is None]
    assert report.left == len(left)
    for leak in left:
        assert "only deleting it helps" in leak.detail


@pytest.mark.parametrize("ruleset", DESIGNS)
def test_a_design_is_put_right_by_its_one_setting(ruleset):
    document = spied()
    requested = asked_of(ruleset, document, settings={"candidates": "all"})
    report = leak_report(requested)
    assert [leak.remedy for leak in report.leaks] == [Remedy.SETTING]
    assert report.edits_for(document, ruleset) == (SetSetting(ruleset, "candidates", "pov"),)
    assert report.left == 0


def test_what_is_no_leak_is_kept_by_saying_how_the_reader_knows():
    document = vault(
        talk(10, hidden=8),
        [event("s", summary="Kai hid the key.", witnesses=["Kai"])],
        {"Mira": {"name": "Mira", "known_events": []}},
    )
    _, report = report_of(document, group=("Mira",))
    assert len(report.leaks) == 1
    ways = ways_to_know(document, document.memories[0], "Mira")
    assert set(ways) == {Way.WITNESS, Way.INVOLVED, Way.TOLD}
    for edit in ways.values():
        after = apply(document, edit)
        assert leaked(asked_of("openvault/26", after, group=("Mira",))) == ()
    secret = vault(talk(10, hidden=8), [event("s", witnesses=["Kai"], is_secret=True)])
    assert set(ways_to_know(secret, secret.memories[0], "Mira")) == {Way.WITNESS}


def test_nobody_reads_and_nothing_leaks():
    _, report = report_of(vault(talk(4), [event("a")]), group=("Mira", "Kai"))
    assert (report.leaks, report.cause, report.tokens) == ((), "", ())
    _, report = report_of(spied(), character="")
    assert report.leaks == ()
