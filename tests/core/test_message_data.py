"""What a system keeps with messages is found without looking at the others."""

from inspector.core.javascript import UNDEFINED
from inspector.core.message_data import MessageData


def test_messages_with_something_are_given_the_newest_first_and_no_later_ones():
    data = MessageData("memory", {4: "a", 0: None, 9: {}, 7: ""})
    assert data.before(100) == [9, 7, 4, 0]
    assert data.before(9) == [7, 4, 0]
    assert data.before(5) == [4, 0]
    assert data.before(0) == []
    assert MessageData("memory").before(3) == []
    assert data.of(0) is None
    assert data.of(1) is UNDEFINED
