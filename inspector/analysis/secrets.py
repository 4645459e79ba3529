"""Secrets that are none: told elsewhere, or known to everybody (issue 4, item 5)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from inspector.analysis.knowledge import people
from inspector.analysis.same_words import Texts, sentences, words_in, words_of_memory
from inspector.core.cached import cached_property
from inspector.core.deadline import Deadline
from inspector.core.decoded import text
from inspector.core.document import Document
from inspector.core.memory import Memory
from inspector.core.problems import Problem, RecapPart, Severity
from inspector.core.recap import Recaps
from inspector.language import _, ngettext

_FEWEST_PEOPLE = 2


def loose_secrets(document: Document, deadline: Deadline | None = None) -> tuple[Problem, ...]:
    """Secrets that a recap or another memory's wording names, or that everyone witnessed.

    Args:
        document: the chat.
        deadline: how long to look; what was found until it ends is told.
    """
    until = deadline or Deadline()
    found: list[Problem] = []
    looking = _Looking(document, until)
    for memory in document.memories:
        if memory.is_secret:
            if until.is_over:
                break
            found += looking.findings(memory)
    return tuple(found)


def told_in_running_recap(
    document: Document, recap: str, reader: str, deadline: Deadline | None = None
) -> Iterator[tuple[Memory, str]]:
    """The sentences of a running recap that tell most of a secret, with the secret.

    Args:
        document: the chat.
        recap: the text of the version.
        reader: who reads it; what the reader knows is no secret to the reader.
        deadline: how long to look.
    """
    until = deadline or Deadline()
    looking, pairs = _Looking(document, until), list(sentences(recap))
    texts = Texts([words_in(pair) for pair in pairs])
    for secret in document.memories:
        if until.is_over:
            return
        if secret.is_secret and not looking.knows(reader, secret):
            own = looking.own_words(secret)
            for index in texts.telling(own):
                parts = [one for one in pairs[index].split(". ") if one in recap]
                if parts:
                    yield secret, max(parts, key=lambda one: len(words_in(one) & own))


@dataclass(frozen=True)
class _Mentioned:
    """A sentence or two of a recap.

    Attributes:
        part: what sort of recap it is.
        message: at which message it stands, if at one.
        words: its words.
    """

    part: RecapPart
    message: int | None
    words: frozenset[str]

    @property
    def where(self) -> str:
        """What to call the recap."""
        match self.part:
            case RecapPart.RUNNING:
                return _("The running recap")
            case RecapPart.SCENE:
                return _("The recap of the scene to message {message}").format(message=self.message)
            case RecapPart.MESSAGE:
                return _("The recap of message {message}").format(message=self.message)


@dataclass(frozen=True, eq=False)
class _Looking:
    document: Document
    deadline: Deadline

    def findings(self, secret: Memory) -> Iterator[Problem]:
        """What can be said of one secret."""
        knowers = self._knowers(secret)
        outsiders = [name for name in self._people if name.casefold() not in knowers]
        if not outsiders:
            if len(self._people) >= _FEWEST_PEOPLE:
                yield Problem(
                    "secret-known-to-all",
                    _(
                        "{label} is a secret that everyone of this chat knows "
                        "({people}), so the flag hides it from nobody."
                    ).format(label=secret.label, people=", ".join(self._people)),
                    Severity.HINT,
                    memory=secret.index,
                )
            return
        own = self.own_words(secret)
        yield from self._in_memories(secret, own, knowers)
        yield from self._in_recaps(secret, own, outsiders)

    def _in_memories(
        self, secret: Memory, own: frozenset[str], knowers: frozenset[str]
    ) -> Iterator[Problem]:
        for index in self._summaries.telling(own):
            other = self.document.memories[index]
            more = [name for name in _known_to(other) if name.casefold() not in knowers]
            if index != secret.index and more:
                yield Problem(
                    "secret-in-memory",
                    ngettext(
                        "{label} tells much of the secret {secret} to {names}, who does not "
                        "know it.",
                        "{label} tells much of the secret {secret} to {names}, who do not know it.",
                        len(more),
                    ).format(label=other.label, secret=secret.label, names=_listed(more)),
                    memory=other.index,
                )

    def _in_recaps(
        self, secret: Memory, own: frozenset[str], outsiders: Sequence[str]
    ) -> Iterator[Problem]:
        seen: set[str] = set()
        for index in self._recaps.telling(own):
            mentioned = self._mentioned[index]
            if mentioned.where not in seen:
                seen.add(mentioned.where)
                yield Problem(
                    "secret-in-recap",
                    _(
                        "{where} tells much of the secret {label}, which {listed} should not know."
                    ).format(where=mentioned.where, label=secret.label, listed=_listed(outsiders)),
                    memory=secret.index,
                    message=mentioned.message,
                    recap=mentioned.part,
                )

    def _knowers(self, memory: Memory) -> frozenset[str]:
        mentioned = self._told_to.get(memory.id, ()) if memory.id else ()
        return frozenset(name.casefold() for name in (*memory.witnesses, *mentioned))

    def knows(self, name: str, secret: Memory) -> bool:
        """Whether somebody witnessed a secret or was told of it."""
        return name.casefold() in self._knowers(secret)

    def own_words(self, secret: Memory) -> frozenset[str]:
        """The words that tell a secret: not those of names, or of many other summaries."""
        words = words_of_memory(secret) - self._names
        return frozenset(word for word in words if not self._summaries.is_common(word))

    @cached_property
    def _people(self) -> tuple[str, ...]:
        return people(self.document)

    @cached_property
    def _names(self) -> frozenset[str]:
        return words_in(" ".join(self._people))

    @cached_property
    def _summaries(self) -> Texts:
        """All summaries, as far as they share words with secrets: nothing else is query of them."""
        self.deadline.rest()
        every = [words_of_memory(memory) for memory in self.document.memories]
        self.deadline.rest()
        query = frozenset[str]().union(
            *(every[memory.index] for memory in self.document.memories if memory.is_secret)
        )
        return Texts([words & query for words in every])

    @cached_property
    def _mentioned(self) -> list[_Mentioned]:
        return [
            _Mentioned(part, message, words_in(sentence))
            for part, message, recap in _recap_texts(self.document.recaps)
            for sentence in sentences(recap)
        ]

    @cached_property
    def _recaps(self) -> Texts:
        return Texts([mentioned.words for mentioned in self._mentioned])

    @cached_property
    def _told_to(self) -> dict[str, list[str]]:
        """Names by the id of the secret that they were told of."""
        mentioned = {
            memory.id: list[str]() for memory in self.document.memories if memory.is_secret
        }
        for name, state in self.document.characters.items():
            for event in mentioned.keys() & state.known_events:
                mentioned[event].append(name)
        return mentioned


def _known_to(memory: Memory) -> tuple[str, ...]:
    involved = () if memory.is_secret else memory.characters_involved
    return tuple(dict.fromkeys((*memory.witnesses, *involved)))


def _recap_texts(recaps: Recaps) -> Iterator[tuple[RecapPart, int | None, str]]:
    """Every recap that may be read: what sort it is, its message, its text."""
    for running in recaps.running.values():
        index = running.current_place
        if index is not None:
            yield RecapPart.RUNNING, None, running.versions[index].text
    for layer in recaps.layers.values():
        for message, recap in layer.items():
            yield RecapPart.MESSAGE, message, recap.text
            yield RecapPart.SCENE, message, text(recap.scene_recap)


def _listed(names: Sequence[str]) -> str:
    displayed = list(names[:3])
    if len(names) > 3:
        return _("{names} and {n:,} more").format(names=", ".join(displayed), n=len(names) - 3)
    return (
        displayed[0]
        if len(displayed) == 1
        else _("{names} and {last}").format(names=", ".join(displayed[:-1]), last=displayed[-1])
    )
