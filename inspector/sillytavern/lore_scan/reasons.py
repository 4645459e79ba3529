"""Why a lorebook's entry is in or out, in words: what `why` and the window say of a scan."""

from collections.abc import Iterator

from inspector.core.injection import GateStep
from inspector.language import _
from inspector.sillytavern.lore_scan.model import Stage, Verdict

_SURE = 100


def state_in_words(verdict: Verdict) -> str:
    """Whether an entry comes in; chance is never decided here."""
    if not verdict.active:
        return "left out"
    return "in" if _is_certain(verdict) else "may be in"


def gates_of(verdict: Verdict) -> Iterator[GateStep]:
    """What set an entry off, then what chance has to say, then where it was left out."""
    if verdict.cause is not None:
        yield GateStep(verdict.cause.value, passed=True, detail=_cause(verdict))
    if verdict.stage is not Stage.PROBABILITY and not _is_certain(verdict):
        words = _("it may come in: {share:g} %").format(share=verdict.probability)
        yield GateStep("probability", passed=True, detail=words)
    if verdict.active and verdict.passed_in > 1:
        words = _("it came in with pass {n} of the scan").format(n=verdict.passed_in)
        yield GateStep("recursion", passed=True, detail=words)
    if verdict.stage is not None:
        name = verdict.stage.name.lower().replace("_", " ")
        yield GateStep(name, passed=False, detail=verdict.detail)


def _is_certain(verdict: Verdict) -> bool:
    return verdict.probability is None or verdict.probability >= _SURE


def _cause(verdict: Verdict) -> str:
    if verdict.active:
        return verdict.detail
    match = verdict.match
    if match is None:
        return verdict.cause.value if verdict.cause else ""
    location = match.source
    if match.message is not None:
        location = _("message {index}").format(index=match.message)
    return _("its key {key} in {location}").format(key=verdict.written_key, location=location)
