"""One agent, one exchange: significance first, a search before writing, an update before a double.

What the chat says is material and never an instruction to this program: whatever a model answers,
all that can come of it is a proposal.
"""

import json
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from inspector.core.decoded import is_list, is_object, text
from inspector.core.document import Document
from inspector.core.errors import InspectorError
from inspector.core.lore import LorebookEntry
from inspector.language import _
from inspector.llm.enrichment.exchanges import (
    AgentRuleset,
    Exchange,
    first_ask,
    release_window,
    requesting,
)
from inspector.llm.enrichment.log import Log
from inspector.llm.enrichment.proposals import (
    Proposal,
    ProposalKind,
    events_of,
    is_dropped,
    overlap,
)
from inspector.llm.enrichment.search import Found
from inspector.llm.enrichment.tools import (
    ENTRY,
    EVENT,
    NAMES,
    SEARCH,
    SIGNIFICANCE,
    TOOLS,
    UPDATE,
    Arguments,
    ToolError,
    arguments_of,
)
from inspector.llm.exchange import Check, Model, ModelError, Reply, ToolCall, Turn
from inspector.sillytavern.dates import sent_at
from inspector.sillytavern.server_times import server_time

_MOST_STEPS = 12
_MOST_FOUND = 10
_SIGNIFICANT = 0.5
_ALIKE = 0.6
_MINUTE_MS = 60_000.0
_EVENT_TYPE = "NARRATIVE.EVENT"


class Search(Protocol):
    """Looks for what is known already."""

    @property
    def name(self) -> str:
        """What scores the items."""
        ...

    def __call__(self, query: str, kind: str, document: Document) -> Sequence[Found]:
        """What is found among `all`, `lorebook` or `chronicle`, the best first.

        Raises:
            RetrievalError: it cannot be looked up.
        """
        ...


@dataclass(frozen=True)
class Outcome:
    """What a run came to.

    Attributes:
        exchange: what was looked at.
        proposals: what is to be remembered, for a person to take or leave.
        log: what the agent did.
        failure: why it ended early; empty if it did not.
        is_too_long: whether that is since a model's context is too small for it.
    """

    exchange: Exchange
    proposals: tuple[Proposal, ...]
    log: Log
    failure: str = ""
    is_too_long: bool = False

    @property
    def tokens(self) -> tuple[int, int]:
        """Of all requests and of all answers."""
        replies = [one.tokens for one in self.log.replies]
        return sum(one for one, _ in replies), sum(other for _, other in replies)

    @property
    def as_json(self) -> dict[str, object]:
        """For scripts, and to run it again; see `Recorded`."""
        return {
            "messages": [self.exchange.first, self.exchange.last],
            "failure": self.failure or None,
            "tokens": list(self.tokens),
            **self.log.as_json,
        }


_WITHOUT_TOOLS = """\
You cannot call tools directly. Answer with one JSON object a time and with nothing else:
{"tool": NAME, "arguments": {…}}, or {"tool": "DONE"}. The tools and their arguments:
"""


@dataclass
class Agent:
    """Runs on one exchange after the other; what it proposed counts as known from then on.

    Attributes:
        model: who is asked.
        search: the retriever that the person chose.
        ruleset: the design, or what the server really does.
        check: called while an answer is awaited; raises to break off.
    """

    model: Model
    search: Search
    ruleset: AgentRuleset = AgentRuleset.DESIGN
    check: Check | None = None
    _has_no_tools: bool = field(default=False, init=False)
    _earlier: list[Proposal] = field(default_factory=list[Proposal], init=False)

    def run(self, document: Document, exchange: Exchange) -> Outcome:
        """Look at one exchange.

        A model or a retriever that fails ends the run; what it proposed until then stays, as does
        the log.
        """
        log = Log()
        log.add(
            "saw", _("Messages {first} to {last}.").format(first=exchange.first, last=exchange.last)
        )
        run = _Run(self, document, exchange, log, list(self._earlier))
        failure, is_too_long = "", False
        try:
            run.design() if self.ruleset is AgentRuleset.DESIGN else run.release()
        except InspectorError as error:
            failure = str(error)
            is_too_long = isinstance(error, ModelError) and error.is_too_long
            log.add("ended", failure)
        self._earlier += run.proposals
        return Outcome(exchange, tuple(run.proposals), log, failure, is_too_long)

    def read(
        self, document: Callable[[], Document], wanted: Sequence[Exchange]
    ) -> Iterator[Outcome]:
        """Look at exchanges, one after the other, until one fails.

        One that is too long for the model's context is read in halves, parted between messages.

        Args:
            document: gives the chat as it is then, with what was taken meanwhile.
            wanted: the exchanges.
        """
        pending = deque(wanted)
        while pending:
            exchange = pending.popleft()
            outcome = self.run(document(), exchange)
            halves = exchange.halves
            can_split = self.ruleset is AgentRuleset.DESIGN and len(halves) > 1
            if outcome.is_too_long and not outcome.proposals and can_split:
                pending.extendleft(reversed(halves))
                outcome.log.add("parted", _("It is too long for the model, and is read in halves."))
                yield replace(outcome, failure="")
                continue
            yield outcome
            if outcome.failure:
                return

    def ask(self, turns: Sequence[Turn], *, tools: bool) -> Reply:
        """Ask the model, by JSON alone where it knows no tools."""
        if tools and not self._has_no_tools:
            try:
                # Small models spell a call as text even where they are offered tools.
                return _with_calls(self._ask(turns, with_tools=True), any_name=False)
            except ModelError as error:
                if not error.has_no_tools:
                    raise
                self._has_no_tools = True
        if not tools:
            return self._ask(turns, with_tools=False)
        mentioned = _WITHOUT_TOOLS + json.dumps([tool.as_json["function"] for tool in TOOLS])
        plain = [Turn("system", f"{turns[0].content}\n\n{mentioned}"), *map(_plain, turns[1:])]
        return _with_calls(self._ask(plain, with_tools=False), any_name=True)

    def _ask(self, turns: Sequence[Turn], *, with_tools: bool) -> Reply:
        return self.model.answer(requesting(tuple(turns), with_tools=with_tools), check=self.check)


def _plain(turn: Turn) -> Turn:
    """A turn without calls: a tool's answer is what the user says."""
    if turn.role == "tool":
        return Turn("user", f"Result: {turn.content}")
    if turn.calls:
        called = [{"tool": one.name, "arguments": one.arguments} for one in turn.calls]
        return Turn("assistant", turn.content or json.dumps(called[0]))
    return turn


_JSON = re.compile(r"\{.*\}", re.DOTALL)
_HALF = re.compile(r"\{\s*\"(?:tool|name|arguments|parameters)\"\s*:")
_UNREADABLE = "that is no whole JSON object; answer with one, and with nothing else"


def _with_calls(reply: Reply, *, any_name: bool) -> Reply:
    """An answer whose text spells a call, with that call.

    Args:
        reply: the answer.
        any_name: whether a tool that there is not is a call too.
    """
    match = _JSON.search(reply.text)
    if match is None:
        return reply
    try:
        value: object = json.JSONDecoder(strict=False).raw_decode(match[0])[0]
    except (ValueError, RecursionError):
        return reply
    if not is_object(value):
        return reply
    name = text(value.get("tool")) or text(value.get("name"))
    if not name or name == "DONE" or not (any_name or name in NAMES):
        return reply
    arguments = value.get("arguments", value.get("parameters", {}))
    spelled = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return Reply(reply.text, (ToolCall("json", name, spelled),), reply.finish, reply.tokens)


def _is_half(mentioned: str) -> bool:
    """Whether an answer begins to spell a call and does not come to its end."""
    begin = _HALF.search(mentioned)
    if begin is None:
        return False
    try:
        json.JSONDecoder(strict=False).raw_decode(mentioned, begin.start())
    except (ValueError, RecursionError):
        return True
    return False


@dataclass
class _Run:
    """One run."""

    agent: Agent
    document: Document
    exchange: Exchange
    log: Log
    earlier: list[Proposal]
    proposals: list[Proposal] = field(default_factory=list[Proposal])
    is_judged: bool = False
    is_significant: bool = False
    searches: int = 0
    found: dict[str, Found] = field(default_factory=dict[str, Found])

    def design(self) -> None:
        """As the seed has it."""
        turns = list(first_ask(self.document, self.exchange, AgentRuleset.DESIGN).turns)
        for _step in range(_MOST_STEPS):
            reply = self._ask(turns, tools=True)
            if reply.finish == "repeats":
                self.log.add("ended", _("The model said the same again and again."))
                return
            if not reply.calls and _is_half(reply.text):
                self.log.add("refused", f"An answer: {_UNREADABLE}.", answer=reply.text[:400])
                turns += (Turn("assistant", reply.text), Turn("user", f"Refused: {_UNREADABLE}."))
                continue
            if not reply.calls:
                mentioned = reply.text.strip()
                words = _("Nothing was left to do.") if mentioned.startswith("DONE") else mentioned
                self.log.add("ended", words or _("The model had nothing to say."))
                return
            turns.append(Turn("assistant", reply.text, reply.calls))
            turns += (Turn("tool", self._carried_out(one), answers=one.id) for one in reply.calls)
            if self.is_judged and not self.is_significant:
                self.log.add("ended", _("Nothing here changes the story for good."))
                return
        self.log.add("ended", _("It was stopped after {n} steps.").format(n=_MOST_STEPS))

    def release(self) -> None:
        """As the server does: one event each time, of the last ten messages, nothing judged."""
        first = first_ask(self.document, self.exchange, AgentRuleset.RELEASE)
        reply = self._ask(first.turns, tools=False)
        match = _JSON.search(reply.text)
        try:
            value: object = json.loads(match[0], strict=False) if match else None
        except (ValueError, RecursionError):
            value = None
        if not is_object(value) or not text(value.get("summary")).strip():
            self.log.add("ended", _("The answer holds no summary."), answer=reply.text[:200])
            return
        listed = value.get("keywords")
        keywords = tuple(text(one) for one in listed if text(one)) if is_list(listed) else ()
        summary = text(value.get("summary")).strip()
        self._propose(
            Proposal(
                ProposalKind.EVENT,
                _EVENT_TYPE,
                summary,
                keywords[:5],
                messages=release_window(self.exchange).messages,
                double=_kept_instead(self.document, self.exchange, self.earlier),
                is_embedded=False,
            )
        )

    def _ask(self, turns: Sequence[Turn], *, tools: bool) -> Reply:
        reply = self.agent.ask(turns, tools=tools)
        self.log.replies.append(reply)
        return reply

    def _carried_out(self, call: ToolCall) -> str:
        """Do what a call wants; what is told to the model."""
        try:
            given = arguments_of(call)
            return _TOOLS[call.name](self, given)
        except ToolError as error:
            self.log.add("refused", f"{call.name}: {error}.", arguments=call.arguments[:400])
            return f"Refused: {error}."

    def judge(self, given: Arguments) -> str:
        """`AnalyzeTextSignificanceTool`."""
        significance = given.number("significance")
        self.is_judged, self.is_significant = True, significance >= _SIGNIFICANT
        reason = given.text("reason")
        self.log.add(
            "judged",
            _("Significance {significance:g}: {reason}").format(
                significance=significance, reason=reason
            ),
            value=significance,
        )
        return "It is significant; search before you write." if self.is_significant else "Stop."

    def look_up(self, given: Arguments) -> str:
        """`SearchKnowledgeBaseTool`."""
        query, kind = given.text("query"), given.text("kind") or "all"
        search = self.agent.search
        found = [*search(query, kind, self.document)][:_MOST_FOUND]
        self.searches += 1
        self.found |= {one.key: one for one in found if one.kind == "entry"}
        keys = [f"{one.kind} {one.key}" for one in found]
        words = _("“{query}”: {count:,} found by {name}.").format(
            query=query, count=len(found), name=search.name
        )
        self.log.add("looked up", words, query=query, among=kind, by=search.name, found=keys)
        rows = [
            {"kind": one.kind, "uid": one.key, "title": one.title, "text": one.content}
            for one in found
        ]
        return json.dumps(rows, ensure_ascii=False) if rows else "Nothing is known of this."

    def event(self, given: Arguments) -> str:
        """`CreateChronicleEventTool`."""
        self._may_write()
        keywords, summary = given.words("keywords"), given.text("summary")
        known = [(one.id, one.keywords) for one in events_of(self.document.chronicle)]
        known += [
            (one.content, one.keywords)
            for one in (*self.earlier, *self.proposals)
            if one.kind is ProposalKind.EVENT
        ]
        double = next((key for key, words in known if overlap(keywords, words) >= _ALIKE), "")
        title = given.text("event_type") or _EVENT_TYPE
        return self._propose(
            Proposal(
                ProposalKind.EVENT,
                title,
                summary,
                keywords,
                given.text("time"),
                messages=self.exchange.messages,
                double=double,
            )
        )

    def entry(self, given: Arguments) -> str:
        """`CreateLorebookEntryTool`."""
        self._may_write()
        title, keywords = given.text("title"), given.words("keywords")
        same = self._entry_like(title, keywords)
        if same is not None:
            raise ToolError(
                f"entry {same.uid} ({same.title}) is about this; use {UPDATE} with its uid"
            )
        return self._propose(
            Proposal(
                ProposalKind.ENTRY,
                title,
                given.text("content"),
                keywords,
                messages=self.exchange.messages,
            )
        )

    def update(self, given: Arguments) -> str:
        """`UpdateLorebookEntryTool`."""
        self._may_write()
        uid = given.text("uid")
        if uid not in self.found:
            raise ToolError(f"no search has found an entry {uid!r}")
        return self._propose(
            Proposal(
                ProposalKind.UPDATE,
                self.found[uid].title,
                given.text("content"),
                given.words("keywords"),
                target=uid,
                before=self._text_of(uid),
                messages=self.exchange.messages,
            )
        )

    def _text_of(self, uid: str) -> str:
        book = self.document.lorebook
        entries = () if book is None else book.items
        return next((one.content for one in entries if one.uid == uid), "")

    def _entry_like(self, title: str, keywords: Sequence[str]) -> LorebookEntry | None:
        book = self.document.lorebook
        for one in () if book is None else book.items:
            is_same = one.title.casefold() == title.casefold()
            if is_same or overlap(keywords, one.keywords) >= _ALIKE:
                return one
        return None

    def _may_write(self) -> None:
        if not self.is_judged:
            raise ToolError(f"judge the exchange first, with {SIGNIFICANCE}")
        if not self.searches:
            raise ToolError(f"look first what is known, with {SEARCH}")

    def _propose(self, proposal: Proposal) -> str:
        self.proposals.append(proposal)
        wording = f" It says again what is known: {proposal.double}." if proposal.double else ""
        self.log.add(
            "proposed",
            f"{proposal.kind.value.capitalize()}: {proposal.content}{wording}",
            proposal=len(self.proposals) - 1,
        )
        return "Proposed."


def _kept_instead(document: Document, exchange: Exchange, earlier: Sequence[Proposal]) -> str:
    """What the server silently keeps instead: any event of the five minutes before."""
    chat = document.chat
    now = sent_at(chat.message(exchange.last).send_date)
    known = [
        (one.content, sent_at(chat.message(one.messages[-1]).send_date))
        for one in earlier
        if one.kind is ProposalKind.EVENT and not one.double
    ]
    dated = ((one.id, server_time(one.created_at)) for one in events_of(document.chronicle))
    known += [(key, then) for key, then in dated if then is not None]
    for key, then in known:
        # Where nobody knows when, they are seconds apart, as those of one run are.
        minutes = 0.0 if now is None or then is None else (now - then) // _MINUTE_MS
        if is_dropped(minutes):
            return key
    return ""


_TOOLS: Mapping[str, Callable[[_Run, Arguments], str]] = {
    SIGNIFICANCE: _Run.judge,
    SEARCH: _Run.look_up,
    EVENT: _Run.event,
    ENTRY: _Run.entry,
    UPDATE: _Run.update,
}
