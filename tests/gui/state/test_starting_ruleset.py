"""Whose rules make the block of a chat that was just opened."""

from inspector.core.document import Document
from inspector.core.memory import Memory
from inspector.gui.state.secondary import starting_question
from inspector.gui.state.session import Question

WRITTEN = Document(
    memories=(Memory(0, {"summary": "A parcel came."}),),
    carried=("openvault",),
    stores={"openvault": {"schema_version": 2}},
)


def starts(question, last=""):
    return starting_question(question, WRITTEN, {}, last).ruleset


def test_a_chat_opens_on_the_release_that_wrote_it():
    assert starts(Question(by_writer=True)) == "openvault/26"


def test_a_chat_opens_on_the_ruleset_that_a_person_chose_there_last():
    assert starts(Question(by_writer=True), "openvault/terse") == "openvault/terse"


def test_a_ruleset_that_is_gone_is_not_requested():
    assert starts(Question(by_writer=True), "openvault/0") == "openvault/26"


def test_a_ruleset_that_was_named_answers():
    assert starts(Question("openvault/temporal"), "openvault/terse") == "openvault/temporal"
