"""Asks before anything goes to an address for the first time."""

from collections.abc import Callable

from inspector.gui.kit.choosing import Choosing
from inspector.gui.kit.consent import Consent
from inspector.gui.panels.retrieval.request import Inspection, RetrievalRequest
from inspector.gui.panels.retrieval.sending import destinations, not_agreed
from inspector.gui.state.running import Report, Running
from inspector.language import _
from inspector.preferences import RetrievalChoice
from inspector.retrieval.embedding_cache import EmbeddingCache

_LOOKING = _("Looking at what would be sent…")


class Permission:
    """Lets something be sent at once to an address that is agreed on, else asks first.

    Args:
        choosing: keeps what was agreed on.
        running: looks at what would be sent.
        consent: puts the question.
        cache: what need not be sent.
    """

    def __init__(
        self,
        choosing: Choosing[RetrievalChoice],
        running: Running,
        consent: Consent,
        cache: EmbeddingCache,
    ) -> None:
        self._choosing = choosing
        self._running = running
        self._consent = consent
        self._cache = cache

    def first(
        self, request: RetrievalRequest, act: Callable[[], None], *, vault: bool = False
    ) -> None:
        """Act, after asking where somewhere new is sent to.

        Args:
            request: what is to be done.
            act: does it.
            vault: whether only the query's vector for OpenVault is made.
        """
        self._choosing.keep()
        found = not_agreed(request.choice, destinations(request.choice, vault=vault))
        if not found:
            act()
            return
        cache = self._cache

        def inspect(report: Report) -> Inspection:
            from inspector.gui.panels.retrieval import work  # noqa: PLC0415 - a quick start

            seen = work.vault_inspection_of if vault else work.inspection_of
            return seen(request, cache, lambda: report(0, 1))

        def agree() -> None:
            agreed = (*self._choosing.choice.agreed, *(one.address for one in found))
            self._choosing.change(agreed=tuple(dict.fromkeys(agreed)))
            act()

        def ask(seen: Inspection) -> None:
            question = " ".join(one.in_words(seen.texts, seen.size) for one in found)
            self._consent.ask(question, agree)

        self._running.start(_LOOKING, inspect, ask)
