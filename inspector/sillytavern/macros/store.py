"""The variables while a text is expanded: reading, writing, adding (specs/send-path.md §8)."""

import json
import math
from collections.abc import Mapping

from inspector.core.decoded import is_list
from inspector.core.javascript import WHITE_SPACE, to_number, to_string, truthy


class VariableStore:
    """One scope of variables, local or global.

    Attributes:
        values: the variables by name.
        uncertain: names of variables whose value came from clock, chance or screen.
    """

    def __init__(self, values: Mapping[str, object]) -> None:
        self.values = dict(values)
        self.uncertain: set[str] = set()

    def get(self, name: str) -> object:
        """A variable's value; a text that spells a number is that number, absent is empty."""
        if name not in self.values:
            return ""
        value = self.values[name]
        if isinstance(value, str) and not value.strip(WHITE_SPACE):
            return value
        number = to_number(value)
        if math.isnan(number):
            return value if truthy(value) else ""
        return number

    def put(self, name: str, value: object, *, uncertain: bool = False) -> None:
        """Set a variable."""
        self.values[name] = value
        (self.uncertain.add if uncertain else self.uncertain.discard)(name)

    def add(self, name: str, value: object, *, uncertain: bool = False) -> object:
        """Add to a variable: a list gets an item, numbers are summed, else texts are joined.

        Returns:
            what it then holds.
        """
        uncertain = uncertain or name in self.uncertain
        held = self.get(name)
        held = held if truthy(held) else 0
        items = _list_of(held)
        if items is not None:
            items.append(value)
            spelled = json.dumps(items, ensure_ascii=False, separators=(",", ":"))
            self.put(name, spelled, uncertain=uncertain)
            return items
        left, right = to_number(held), to_number(value)
        if math.isnan(left) or math.isnan(right):
            whole = (to_string(held) if truthy(held) else "") + to_string(value)
            self.put(name, whole, uncertain=uncertain)
            return whole
        total = left + right
        if math.isnan(total):
            return ""
        self.put(name, total, uncertain=uncertain)
        return total

    def remove(self, name: str) -> None:
        """Forget a variable."""
        self.values.pop(name, None)
        self.uncertain.discard(name)


def _list_of(value: object) -> list[object] | None:
    if is_list(value):
        return list(value)
    try:
        decoded: object = json.loads(to_string(value))
    except (ValueError, RecursionError):
        return None
    return decoded if is_list(decoded) else None


def macro_text(value: object) -> str:
    """What a macro prints for a value: objects and lists as JSON, nothing for null."""
    if value is None:
        return ""
    if is_list(value) or isinstance(value, Mapping):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return to_string(value)
