"""The two sides of `compare`: which options belong to which (DESIGN §4).

Options behind `--vs` are the second side's own, those before it the first's. Without `--vs` an
option that stands twice gives one to each side; whatever stands once holds for both.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from inspector.arguments import Parser, UsageError
from inspector.cli.beside import named_sources, with_beside
from inspector.cli.recap_texts import place_numbered, running_of
from inspector.cli.requesting import Answered, inquiry_of
from inspector.cli.several import open_named
from inspector.core.edits import apply
from inspector.core.query import Query
from inspector.core.recap_edits import UseVersion
from inspector.core.system import KeepsRecaps
from inspector.loading import OpenChat
from inspector.systems import ruleset_named, system_of

_VS = "--vs"
_OWN = ("--ruleset", "--at", "--encoding", "--character", "--settings", "--profile", "--recap")
_SET = "--set"
_OWN_NAMES = tuple(name.removeprefix("--") for name in (*_OWN, _SET))


@dataclass(frozen=True)
class Side:
    """One side as the options put it.

    Attributes:
        chat: as it was opened, with the recap version that is asked about.
        options: all options that hold for it.
        answered: its block.
    """

    chat: OpenChat
    options: argparse.Namespace
    answered: Answered

    @property
    def query(self) -> Query:
        """The question with its answer."""
        return self.answered.requested(self.chat.document)

    @property
    def as_json(self) -> dict[str, object]:
        """What is compared, for scripts."""
        moment = self.answered.moment
        found: dict[str, object] = {
            "chat": str(self.chat.path),
            "ruleset": self.answered.ruleset.name,
            "encoding": self.answered.tokenizer.encoding,
            "at": moment.at,
            "character": moment.character,
            "settings": {**moment.settings},
        }
        return found if self.options.recap is None else {**found, "recap": self.options.recap}


def sides_of(parser: Parser, arguments: Sequence[str]) -> tuple[Side, Side]:
    """Both sides, each with its block.

    Raises:
        InspectorError: a side is refused, or there is only one.
    """
    a, b = _options_of(parser, arguments)
    return _side(a, 0), _side(b, 1)


def _options_of(
    parser: Parser, arguments: Sequence[str]
) -> tuple[argparse.Namespace, argparse.Namespace]:
    named = list(arguments[: arguments.index("--")] if "--" in arguments else arguments)
    if _VS in named:
        at = list(arguments).index(_VS)
        if _VS in named[at + 1 :]:
            raise UsageError("--vs stands once, between two sides")
        a, b = (parser.parse(part) for part in (arguments[:at], arguments[at + 1 :]))
        are_two = bool(b.ruleset or b.chats)
        if not b.ruleset and len(a.ruleset or ()) > 1:
            a.ruleset, b.ruleset = a.ruleset[:1], a.ruleset[1:]
        for one, other in ((a, b), (b, a)):
            one.ruleset = one.ruleset or other.ruleset
            _share(parser, one, other)
    else:
        shared, own, are_two = _parted(arguments)
        a, b = (parser.parse([*words, *shared]) for words in own)
    for one in (a, b):
        if len(one.ruleset or ()) > 1:
            raise UsageError(f"each side has one ruleset: {', '.join(one.ruleset)}")
    chats = a.chats if a.chats == b.chats else [*a.chats, *b.chats]
    if not 1 <= len(chats) <= 2:
        raise UsageError(f"one chat or two are compared, and {len(chats)} are named")
    if not are_two and len(chats) == 1 and vars(a) == vars(b):
        raise UsageError(
            "name two sides: --ruleset twice, another option twice, a second chat, or what the "
            f"second side has behind --vs; see {parser.prog} --help"
        )
    a.chats, b.chats = chats[:1], chats[-1:]
    return a, b


def _share(parser: Parser, one: argparse.Namespace, other: argparse.Namespace) -> None:
    """Options that are no side's own hold for both, wherever they stand."""
    for name, value in vars(other).items():
        if name in _OWN_NAMES or value == parser.get_default(name):
            continue
        if getattr(one, name) == parser.get_default(name):
            setattr(one, name, value)


def _parted(arguments: Sequence[str]) -> tuple[list[str], tuple[list[str], list[str]], bool]:
    """The words that hold for both sides, those of each, and whether any option stands twice."""
    shared: list[str] = []
    own: dict[str, list[list[str]]] = {}
    for name, words in _options_in(arguments):
        if name is None:
            shared += words
        else:
            own.setdefault(name, []).append(words)
    sides: tuple[list[str], list[str]] = ([], [])
    rulesets = [ruleset_named(words[-1]) for words in own.get("--ruleset", ())]
    for name, found in own.items():
        if len(found) > 2:
            raise UsageError(f"{name} is given {len(found)} times; there are two sides")
        if len(found) == 1 and name.startswith(f"{_SET} ") and len(rulesets) > 1:
            setting = name.removeprefix(f"{_SET} ")
            knowing = [any(setting == one.name for one in each.settings) for each in rulesets]
            for side, known in zip(sides, knowing, strict=True):
                side.extend(found[0] if known or not any(knowing) else ())
        else:
            for side, words in zip(sides, (found[0], found[-1]), strict=True):
                side.extend(words)
    return shared, sides, any(len(found) == 2 for found in own.values())


def _options_in(arguments: Sequence[str]) -> Iterator[tuple[str | None, list[str]]]:
    """Words that belong together, with the name of the option where it can be a side's own."""
    words = iter(arguments)
    for word in words:
        if word == "--":
            yield None, [word, *words]
            return
        option, sign, value = word.partition("=")
        if option not in (*_OWN, _SET):
            yield None, [word]
            continue
        if not sign:
            found = next(words, None)
            if found is None:
                yield None, [word]
                return
            value = found
        name = f"{_SET} {value.partition('=')[0].strip()}" if option == _SET else option
        yield name, [option, value]


def _side(options: argparse.Namespace, number: int) -> Side:
    path: Path = options.chats[0]
    chat = with_beside(open_named(path), named_sources(options))
    if options.recap is not None:
        location = place_numbered(chat, running_of(chat), options.recap)
        chat = replace(chat, document=apply(chat.document, UseVersion(location)))
    inquiry = inquiry_of(options)
    rulesets = inquiry.rulesets_for(chat.document)
    if options.recap is not None and not options.ruleset:
        keeping = (one for one in rulesets if isinstance(system_of(one.name), KeepsRecaps))
        rulesets = (*keeping, *rulesets)
    if not rulesets:
        which = ("first", "second")[number]
        raise UsageError(f"{path}: name the {which} side's ruleset, since it has none by default")
    (answered,) = inquiry.answers(chat, rulesets[:1])
    return Side(chat, options, answered)
