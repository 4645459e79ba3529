"""What a memory holds in a field, as the field's kind reads it."""

from inspector.core.decoded import names
from inspector.core.fields import FieldKind, FieldSpec
from inspector.core.memory import Memory


def value_of(memory: Memory, spec: FieldSpec) -> object:
    """The value of a field as an editor shows it; never of another type than its kind's."""
    held = memory.record.get(spec.key)
    match spec.kind:
        case FieldKind.IMPORTANCE:
            return memory.importance
        case FieldKind.FLAG:
            return bool(held)
        case FieldKind.NAMES:
            return names(held)
        case _:
            return spec.spelled(held)
