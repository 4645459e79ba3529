"""What the running recap tells its reader that the reader should not know."""

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.analysis.secrets import told_in_running_recap
from inspector.core.deadline import Deadline
from inspector.core.document import Document
from inspector.core.injection import Injection
from inspector.core.javascript import printed
from inspector.core.recap import RecapVersion
from inspector.core.recap_keys import DATA_KEYS
from inspector.core.tokens import Tokenizer


@dataclass(frozen=True, slots=True)
class RecapLeak:
    """A sentence of the running recap that tells a secret.

    Attributes:
        version: the version that stands in the prompt.
        memory: index of the secret.
        sentence: what it says, of one line.
        knowers: who may know the secret.
        slot: key of the slot in which it stands.
        line: number of its line there, from 1.
        tokens: what the sentence costs by itself.
    """

    version: RecapVersion
    memory: int
    sentence: str
    knowers: tuple[str, ...]
    slot: str
    line: int
    tokens: int

    @property
    def name(self) -> str:
        """What people call the version: `recap v4`."""
        return f"recap v{printed(self.version.number)}"


def recap_leaks(
    document: Document,
    reader: str,
    injections: Sequence[Injection],
    tokenizer: Tokenizer,
    deadline: Deadline | None = None,
) -> tuple[RecapLeak, ...]:
    """The sentences of the injected running recap that tell secrets which the reader does not know.

    Args:
        document: the chat.
        reader: who reads the prompt; empty for nobody.
        injections: what the systems that keep recaps put into the prompt.
        tokenizer: counts the sentences.
        deadline: how long to look.
    """
    running = document.recaps.seen(DATA_KEYS).running
    location = None if running is None else running.current_place
    if not reader or running is None or location is None:
        return ()
    version = running.versions[location]
    found: dict[str, RecapLeak] = {}
    for secret, sentence in told_in_running_recap(document, version.text, reader, deadline):
        for injection in injections:
            at = injection.text.find(sentence)
            if at >= 0 and sentence not in found:
                found[sentence] = RecapLeak(
                    version,
                    secret.index,
                    sentence,
                    tuple(dict.fromkeys((*secret.witnesses, *secret.characters_involved))),
                    injection.key,
                    injection.text.count("\n", 0, at) + 1,
                    tokenizer.count(sentence),
                )
    return tuple(sorted(found.values(), key=lambda one: one.line))
