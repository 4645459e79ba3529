"""A memory system of this test suite: notes in a chat's header, the newest that fit injected.

It stands for every system that is still to be written: nothing outside knows that it exists.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from inspector.core.change_kinds import ChangeKind
from inspector.core.decoded import is_object, items, members
from inspector.core.errors import InspectorError
from inspector.core.fields import FieldKind, FieldSpec
from inspector.core.gates import GateWords
from inspector.core.injection import Budget, Derivation, GateStep, Injection, Line, Section, Verdict
from inspector.core.memory import Memory
from inspector.core.settings import SettingKind, SettingSpec, checked_settings
from inspector.core.stored import StoredChange
from inspector.core.system import BudgetSetting, MemorySystem

NAME = "jotter"
LEAST, MOST = "least_stars", "most_tokens"
FIELDS = (
    FieldSpec("importance", "Importance", FieldKind.IMPORTANCE, "Notes below a setting stay out."),
    FieldSpec("summary", "Note", FieldKind.TEXT, "What the prompt says."),
)


@dataclass(frozen=True)
class Jotting:
    """The one ruleset: the newest notes with enough stars, as many as fit."""

    name: str = "jotter/1"
    title: str = "Jotter 1, the system of a test"
    is_release: bool = False
    encoding: str = "o200k_base"
    dialect: str = "tiktoken"
    settings: tuple = (
        SettingSpec(LEAST, SettingKind.WHOLE, 2, "Fewer stars stay out.", least=1, greatest=5),
        SettingSpec(MOST, SettingKind.WHOLE, 40, "What all notes may have.", "tokens", least=0),
    )
    budget_settings: tuple = (BudgetSetting(MOST, "Tokens that all notes may have"),)
    boundary_settings: tuple = ()

    def check_settings(self, given):
        checked_settings(self.settings, given, self.name)

    def moved_boundaries(self, moment, chat_length, mid, recent):
        return moment

    def format(self, case, tokenizer):
        raise InspectorError(f"{self.name} has no formatter of memories.")

    def inject(self, document, moment, tokenizer):
        settings = checked_settings(self.settings, moment.settings, self.name)
        at = len(document.chat) - 1 if moment.at is None else moment.at
        notes = [one for one in document.memories if max(one.sources, default=0) <= at]
        left, lines, gates = settings[MOST], [], {}
        for note in reversed(notes):
            cost = tokenizer.count(note.summary)
            if note.importance < settings[LEAST]:
                gates[note.index] = "stars"
            elif cost > left:
                gates[note.index] = "full"
            else:
                left -= cost
                lines.insert(0, Line(note.summary, cost, note.index))
        text = "\n".join(line.text for line in lines)
        sections = (Section(None, tuple(lines)),) if lines else ()
        tokens = tokenizer.count(text) if text else 0
        verdicts = tuple(
            Verdict(
                note.index,
                None,
                note.index not in gates,
                gates.get(note.index),
                f"It stops at {gates[note.index]}." if note.index in gates else "",
                tokenizer.count(note.summary),
            )
            for note in notes
        )
        return Derivation(
            injections=(
                Injection("jotter", 1, 4, 0, scan=False, sections=sections, tokens=tokens),
            ),
            verdicts=verdicts,
            budget=Budget(settings[MOST], settings[MOST] - left),
            chat_length=at + 1,
            explain=lambda index: _steps(verdicts[index].gate),
        )


def _steps(failed):
    passed = ("stars", "full") if failed is None else ("stars", "full")[: failed == "full"]
    steps = [GateStep(gate, passed=True, detail=f"It passes {gate}.") for gate in passed]
    if failed is not None:
        steps.append(GateStep(failed, passed=False, detail=f"It stops at {failed}."))
    return tuple(steps)


@dataclass(frozen=True)
class Jotter(MemorySystem):
    """Notes in `chat_metadata.jotter.notes`."""

    def load(self, document, metadata: Mapping[str, object]):
        stored = items(members(metadata.get(NAME)).get("notes"))
        notes = tuple(
            Memory(index, record, index) for index, record in enumerate(stored) if is_object(record)
        )
        if not notes:
            return document
        return replace(
            document,
            memories=notes,
            fields=self.fields,
            carried=(*document.carried, self.name),
            stores=MappingProxyType({**document.stores, NAME: members(metadata.get(NAME))}),
        )

    def store(self, before, after):
        if self.name not in before.carried:
            return ()
        return tuple(
            StoredChange(("chat_metadata", NAME, "notes", new.location, key), value)
            for old, new in zip(before.memories, after.memories, strict=True)
            for key, value in new.record.items()
            if old.record.get(key) != value
        )


JOTTER = Jotter(
    name=NAME,
    title="Jotter",
    rulesets=(Jotting(),),
    fields=FIELDS,
    marks=(b'"jotter"',),
    gates=(
        GateWords("stars", word="few stars", remedies=(ChangeKind.IMPORTANCE, ChangeKind.SETTING)),
        GateWords("full", word="no room", remedies=(ChangeKind.BUDGET, ChangeKind.SUMMARY)),
    ),
)
