"""What sorts of change can turn a verdict."""

from enum import StrEnum


class ChangeKind(StrEnum):
    """What sort of change it is; the names are part of the command line's contract (DESIGN §4)."""

    IMPORTANCE = "importance"
    WITNESS = "witness"
    ARCHIVED = "archived"
    HIDE = "hide"
    BUDGET = "budget"
    BOUNDARY = "boundary"
    SUMMARY = "summary"
    ROOM = "room"
    SETTING = "setting"
    SHOW = "show"
    ENABLED = "enabled"
    HISTORY = "history"
    RAG = "rag"
    TOTAL = "total"
    TAIL = "tail"
    LIMIT = "limit"
    THRESHOLD = "threshold"
    SCORE = "score"
    TEXT = "text"
    CONSTANT = "constant"
    FAULT = "fault"
    SEVERAL = "several"
