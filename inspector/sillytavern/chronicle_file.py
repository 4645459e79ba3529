"""A chronicle in a file: the array that the server's events call answers (specs/scribe.md §7)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from inspector.core.decoded import is_list, is_object, items, names, text, with_names
from inspector.core.errors import InspectorError
from inspector.core.lore import Chronicle, ChronicleEvent
from inspector.core.problems import Problem
from inspector.core.stored import REMOVED, Path
from inspector.language import _, ngettext
from inspector.sillytavern.lines import BYTE_ORDER_MARK
from inspector.sillytavern.server_times import server_time
from inspector.sillytavern.values import decode
from inspector.sillytavern.world_info import decoded_file, spelled_id, spliced

_STORED_NAMES = {"time": "timestamp_iso8601"}
_NEW_EVENT: Mapping[str, object] = {
    "id": "",
    "event_type": "NARRATIVE.EVENT",
    "summary": "",
    "timestamp_iso8601": None,
    "keywords": [],
}
_EVENT_KEYS = frozenset({"event_type", "summary"})


@dataclass(frozen=True, eq=False)
class ChronicleFile:
    """A chronicle that has been read from a file.

    Attributes:
        data: the file's bytes.
        chronicle: what they hold.
    """

    data: bytes
    chronicle: Chronicle

    def changed(self, after: Chronicle) -> bytes:
        """The file's bytes for an edited chronicle: only values that differ are others."""
        changes = list(self._changes(after))
        return spliced(self.data, changes) if changes else self.data

    def _changes(self, after: Chronicle) -> Iterable[tuple[Path, object]]:
        kept = {new.location: new for new in after.items if new.location}
        for old in self.chronicle.items:
            new = kept.get(old.location)
            if new is None:
                yield old.location, REMOVED
            elif new is not old:
                for key, value in self._differences(old, new):
                    yield (*old.location, key), value
        added = [new for new in after.items if not new.location]
        length = len(items(decode(self.data.removeprefix(BYTE_ORDER_MARK)))) if added else 0
        for number, new in enumerate(added):
            known = _event(new.index, 0, new.record)
            yield (length + number,), {**new.record, **dict(self._differences(known, new))}

    def _differences(
        self, old: ChronicleEvent, new: ChronicleEvent
    ) -> Iterable[tuple[str, object]]:
        for spec in self.chronicle.fields:
            value = getattr(new, spec.key)
            if value != getattr(old, spec.key):
                stored = value
                if spec.key == "keywords":
                    stored = with_names(old.record.get("keywords"), new.keywords)
                yield _STORED_NAMES.get(spec.key, spec.key), stored


def read_chronicle(data: bytes, path: str = "chronicle") -> ChronicleFile:
    """The chronicle that a file's bytes hold.

    Args:
        data: the file's bytes.
        path: what errors call the file.

    Raises:
        InspectorError: it is no chronicle; the text names the file and says why.
    """
    value = decoded_file(data, path, "chronicle")
    if not is_list(value):
        raise InspectorError(
            _("{path}: a chronicle is a JSON list of events, and this is none.").format(path=path)
        )
    records = [(location, one) for location, one in enumerate(value) if is_object(one)]
    if value and not any(_EVENT_KEYS & one.keys() for _rest, one in records):
        raise InspectorError(
            _("{path}: this list holds no events of a chronicle.").format(path=path)
        )
    events = tuple(
        _event(index, location, record) for index, (location, record) in enumerate(records)
    )
    problems = [*_bad(len(value) - len(records)), *_event_problems(events)]
    return ChronicleFile(data, Chronicle(events, problems=tuple(problems), template=_NEW_EVENT))


def _event(index: int, location: int, record: Mapping[str, object]) -> ChronicleEvent:
    return ChronicleEvent(
        index=index,
        id=spelled_id(record.get("id")) or str(location),
        event_type=text(record.get("event_type")),
        summary=text(record.get("summary")),
        time=text(record.get("timestamp_iso8601")),
        keywords=names(record.get("keywords")),
        created_at=record.get("created_at"),
        location=(location,),
        record=record,
    )


def _bad(left_out: int) -> Iterable[Problem]:
    if left_out:
        words = ngettext(
            "{left_out:,} item of the chronicle is no JSON object and is left out.",
            "{left_out:,} items of the chronicle are no JSON objects and are left out.",
            left_out,
        ).format(left_out=left_out)
        yield Problem("bad-event", words)


def _event_problems(events: Iterable[ChronicleEvent]) -> Iterable[Problem]:
    seen: set[str] = set()
    for event in events:
        if event.id in seen:
            words = _("The chronicle has more than one event {id}.").format(id=event.id)
            yield Problem("duplicate-event", words)
        seen.add(event.id)
        if server_time(event.created_at) is None:
            words = _("Event {id} has no readable created_at and counts as new.").format(
                id=event.id
            )
            yield Problem("event-without-time", words)
