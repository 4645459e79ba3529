"""Reading a model's answer back: numbered lines, JSON or Markdown, whole or cut off.

Nothing is guessed: a number that is missing or stands twice with two texts gives no text, and
what may be cut off says so. Numbers decide, not the order in which they come.
"""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from inspector.core.decoded import is_list, is_object
from inspector.language import N_, _, ngettext

_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[^\n`]*\n(?P<inside>.*?)(?:^[ \t]*(?:```|~~~)[ \t]*$|\Z)",
                    re.DOTALL | re.MULTILINE)  # fmt: skip
_THOUGHTS = re.compile(r"<(think(?:ing)?)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_NUMBERED = re.compile(
    r"^[ \t]*(?:[-*+>•][ \t]+)?(?:#{1,6}[ \t]*)?(?:\*\*|__)?(?:no\.?[ \t]*|#|\(|\[)?"
    r"(?P<number>\d{1,5})(?:[.)\]:：、．]|[ \t]*[-–—|])(?P<rest>.*)$",
    re.IGNORECASE,
)
_HEADING = re.compile(r"^[ \t]*#{1,6}[ \t]*(?:summary[ \t]*)?(?P<number>\d{1,5})[ \t]*$",
                      re.IGNORECASE)  # fmt: skip
_TABLE_ROW = re.compile(r"^[ \t]*\|[ \t]*(?P<number>\d{1,5})[ \t]*\|(?P<rest>.*)\|[ \t]*$")
_BULLET = re.compile(r"^[ \t]*[-*+•][ \t]+")
_PAIR = re.compile(r'"(?P<number>\d{1,5})"\s*:\s*(?P<text>"(?:[^"\\]|\\.)*")', re.DOTALL)
_OBJECT = re.compile(r"\{[^{}]*\}", re.DOTALL)
_COUNT = re.compile(r"\s*[(\[]\s*\d+\s+(?:words?|tokens?)\s*[)\]]\s*$", re.IGNORECASE)
_QUOTES = (('"', '"'), ("“", "”"), ("«", "»"), ("'", "'"), ("`", "`"), ("**", "**"), ("*", "*"))
_NUMBER_KEYS = ("number", "id", "n", "no", "index", "#", "nr")
_TEXT_KEYS = ("summary", "text", "rewrite", "rewritten", "new", "content", "value")
_SENTENCE_ENDS = ".!?…。！？\"'”’»)"


class AnswerState(StrEnum):
    """What became of one number."""

    FOUND = N_("found")
    SAME = N_("same as before")
    MISSING = N_("missing")
    TWICE = N_("twice")
    CUT_OFF = N_("may be cut off")


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """What an answer says to one number.

    Attributes:
        number: from 1.
        state: what became of it.
        text: the new wording; empty where it is missing or stands twice.
    """

    number: int
    state: AnswerState
    text: str = ""


@dataclass(frozen=True, slots=True)
class PastedAnswer:
    """What an answer says.

    Attributes:
        rows: one for each summary of the request, in its order.
        notes: what a person should know besides, each as a sentence.
    """

    rows: tuple[AnswerRow, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Reading:
    """Numbers and texts in the order in which they stand."""

    pairs: tuple[tuple[int, str], ...]
    is_cut: bool = False
    unnumbered: tuple[str, ...] = ()


def read_answer(pasted: str, summaries: Sequence[str]) -> PastedAnswer:
    """Read an answer.

    Args:
        pasted: as it was copied from the model.
        summaries: those of the request, in its order.
    """
    reading = _read(pasted)
    notes: list[str] = []
    pairs = reading.pairs
    if not pairs and len(reading.unnumbered) == len(summaries) and summaries:
        pairs = tuple(enumerate(reading.unnumbered, start=1))
        if len(summaries) > 1:
            notes.append(_("The answer has no numbers; it is taken in its order."))
    elif not pairs:
        many = len(reading.unnumbered)
        notes.append(
            ngettext(
                "The answer has no numbers, and {n:,} text for {summaries:,} summaries.",
                "The answer has no numbers, and {n:,} texts for {summaries:,} summaries.",
                many,
            ).format(n=many, summaries=len(summaries))
            if many
            else _("The answer says nothing.")
        )
    cleaned = [(number, _cleaned(text, number, summaries)) for number, text in pairs]
    cleaned = [(number, text) for number, text in cleaned if text]
    last = cleaned[-1][0] if cleaned else 0
    is_cut = reading.is_cut or _ends_early(cleaned, len(summaries))
    rows = tuple(
        _row(number, old, cleaned, is_cut=is_cut and number == last)
        for number, old in enumerate(summaries, start=1)
    )
    notes += _notes([number for number, _rest in cleaned], len(summaries))
    return PastedAnswer(rows, tuple(notes))


def _row(number: int, old: str, pairs: Iterable[tuple[int, str]], *, is_cut: bool) -> AnswerRow:
    texts = list(dict.fromkeys(text for at, text in pairs if at == number))
    if not texts:
        return AnswerRow(number, AnswerState.MISSING)
    if len(texts) > 1:
        return AnswerRow(number, AnswerState.TWICE)
    if is_cut:
        return AnswerRow(number, AnswerState.CUT_OFF, texts[0])
    state = AnswerState.SAME if texts[0] == old else AnswerState.FOUND
    return AnswerRow(number, state, texts[0])


def _notes(numbers: Sequence[int], many: int) -> Iterable[str]:
    foreign = sorted({one for one in numbers if not 1 <= one <= many})
    if foreign:
        listed = ", ".join(map(str, foreign[:5])) + (" …" if len(foreign) > 5 else "")
        yield _("The answer numbers what was not asked: {listed}.").format(listed=listed)
    known = [one for one in numbers if 1 <= one <= many]
    if known != sorted(known):
        yield _("The answer is in another order; its numbers decide.")


def _ends_early(pairs: Sequence[tuple[int, str]], many: int) -> bool:
    """Whether an answer stops in the middle: it lacks the end, and its last text has none."""
    if len(pairs) < 2 or pairs[-1][0] >= many:
        return False
    return pairs[-1][1][-1] not in _SENTENCE_ENDS and any(
        text[-1] in _SENTENCE_ENDS for _, text in pairs[:-1]
    )


def _read(pasted: str) -> _Reading:
    text = pasted.replace("\r\n", "\n").replace("\r", "\n").replace("\ufeff", "")
    text = _THOUGHTS.sub("", text)
    fenced = "\n".join(one["inside"] for one in _FENCE.finditer(text))
    for part in (fenced, text):
        if part.strip():
            found = _read_json(part) or _read_lines(part)
            if found.pairs or (found.unnumbered and part is text):
                return found
    lines = tuple(_BULLET.sub("", one).strip() for one in fenced.split("\n") if one.strip())
    return _Reading((), unnumbered=lines)


def _read_json(text: str) -> _Reading | None:
    """Numbers and texts of JSON, also where it is cut off; None where there is none."""
    start = min((at for at in (text.find("["), text.find("{")) if at >= 0), default=-1)
    if start < 0 or text[start + 1 : start + 2].isdigit():
        return None
    try:
        value: object = json.JSONDecoder(strict=False).raw_decode(text, start)[0]
    except (ValueError, RecursionError):
        return _read_cut_json(text[start:])
    pairs, plain = _pairs_of(value)
    return _Reading(tuple(pairs), unnumbered=tuple(plain)) if pairs or plain else None


def _pairs_of(value: object) -> tuple[list[tuple[int, str]], list[str]]:
    if is_object(value):
        named = [(int(key), one) for key, one in value.items() if _is_number(key)]
        pairs = [(number, one) for number, one in named if isinstance(one, str)]
        if pairs:
            return pairs, []
        inner = [one for one in value.values() if is_list(one) or is_object(one)]
        return _pairs_of(inner[0]) if len(inner) == 1 else ([], [])
    if not is_list(value):
        return [], []
    numbered = [pair for one in value if (pair := _pair_of(one)) is not None]
    return numbered, [one for one in value if isinstance(one, str)] if not numbered else []


def _pair_of(value: object) -> tuple[int, str] | None:
    if is_list(value) and len(value) == 2 and _is_number(value[0]) and isinstance(value[1], str):
        return int(str(value[0])), value[1]
    if not is_object(value):
        return None
    members = {key.casefold(): one for key, one in value.items()}
    number = next((members[key] for key in _NUMBER_KEYS if _is_number(members.get(key))), None)
    texts = (members[key] for key in _TEXT_KEYS if isinstance(members.get(key), str))
    text = next(texts, None)
    return None if number is None or text is None else (int(str(number)), str(text))


def _is_number(value: object) -> bool:
    if isinstance(value, bool):
        return False
    return isinstance(value, int | str) and str(value).isdecimal() and len(str(value)) <= 5


def _read_cut_json(text: str) -> _Reading | None:
    """What is whole of JSON that ends in the middle."""
    pairs: list[tuple[int, str]] = []
    for one in _OBJECT.finditer(text):
        try:
            pair = _pair_of(json.loads(one[0], strict=False))
        except ValueError:
            continue
        if pair is not None:
            pairs.append(pair)
    if not pairs:
        found = ((one["number"], one["text"]) for one in _PAIR.finditer(text))
        pairs = [(int(number), str(json.loads(spelled, strict=False))) for number, spelled in found]
    return _Reading(tuple(pairs)) if pairs else None


def _read_lines(text: str) -> _Reading:
    pairs: list[tuple[int, str]] = []
    plain: list[str] = []
    is_open = False
    for line in text.split("\n"):
        heading = _TABLE_ROW.match(line) or _HEADING.match(line) or _NUMBERED.match(line)
        if heading is not None:
            rest = heading.groupdict().get("rest") or ""
            pairs.append((int(heading["number"]), rest.strip().strip("|").strip()))
            is_open = True
        elif not line.strip():
            # A heading's text may stand below an empty line.
            is_open = bool(pairs) and not pairs[-1][1]
        elif is_open:
            number, before = pairs[-1]
            pairs[-1] = (number, f"{before} {line.strip()}".strip())
        elif not pairs:
            plain.append(_BULLET.sub("", line).strip())
    return _Reading(tuple(pairs), unnumbered=tuple(plain))


def _cleaned(text: str, number: int, summaries: Sequence[str]) -> str:
    """A wording without what models put around it."""
    old = summaries[number - 1] if 1 <= number <= len(summaries) else ""
    cleaned = " ".join(_COUNT.sub("", text).split())
    for arrow in ("→", "=>", "->"):
        before, found, after = cleaned.partition(arrow)
        if found and before.strip(' "“”*') == old.strip(' "“”*'):
            cleaned = after.strip()
    if cleaned.count("**") == 1:
        cleaned = cleaned.removeprefix("**").removesuffix("**").strip()
    for opening, closing in _QUOTES:
        inner = cleaned[len(opening) : len(cleaned) - len(closing)]
        was_around = old.startswith(opening) and old.endswith(closing)
        is_around = cleaned.startswith(opening) and cleaned.endswith(closing) and not was_around
        if is_around and inner and opening not in inner:
            cleaned = inner.strip()
    return cleaned
