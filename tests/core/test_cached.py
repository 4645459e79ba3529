"""A property that is worked out once."""

from inspector.core.cached import cached_property


class Example:
    """Counts how often its property is worked out."""

    worked_out = 0

    @cached_property
    def answer(self):
        """What it is."""
        self.worked_out += 1
        return 42


def test_it_is_worked_out_once_for_each_instance():
    one, other = Example(), Example()
    assert [one.answer, one.answer, other.answer] == [42, 42, 42]
    assert (one.worked_out, other.worked_out) == (1, 1)


def test_the_class_shows_the_property_and_its_meaning():
    assert Example.answer.__doc__ == "What it is."
