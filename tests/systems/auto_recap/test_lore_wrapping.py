"""The element around every lorebook entry (specs/send-path.md §6.10)."""

from inspector.systems.auto_recap.lore_wrapping import wrapped_entry


def test_an_entry_says_what_it_is():
    entry = {"uid": 3, "comment": 'The "lamp"', "position": 4, "depth": 2, "key": ["a", "b<c"]}
    found = wrapped_entry("W", {**entry, "content": " It burns. \n"})
    assert found["content"] == (
        '<setting_lore name="The &quot;lamp&quot;" uid="3" world="W" position="4" depth="2" '
        'keys="a|b&lt;c">\nIt burns.\n</setting_lore>'
    )
    assert found["uid"] == 3


def test_decorators_stay_above_the_element():
    found = wrapped_entry("W", {"uid": 1, "content": "@@activate\n@@odd\nText"})
    assert found["content"].startswith('@@activate\n@@odd\n<setting_lore name="Unnamed Entry"')


def test_an_entry_without_content_is_left_alone():
    entry = {"uid": 1, "content": "  "}
    assert wrapped_entry("W", entry) is entry
