"""What `compare --json` prints (DESIGN §4)."""

from typing import Any, Literal

from pydantic import Field

from inspector.cli.schemas.answers import Model


class ComparedSide(Model):
    """Whose block it is; `recap` where a version of the running recap was named."""

    chat: str
    ruleset: str
    encoding: str
    at: int | None
    character: str | None
    settings: dict[str, Any]
    recap: str | None = None


class ComparedCauses(Model):
    """Tokens by cause, which add up to the second side less the first."""

    tags: int
    headers: int
    separators: int
    hints: int
    annotations: int
    emotions: int
    context: int
    wording: int
    memories: int


class ComparedLine(Model):
    """One line of either block, or two that answer to each other."""

    a: str | None
    b: str | None
    change: Literal["same", "changed", "removed", "added"]


class SystemCost(Model):
    """What a chat costs with one system alone; `ruleset` is null for none."""

    ruleset: str | None
    carried: bool
    block: int
    messages: int
    history: int
    tokens: int


class Costs(Model):
    """`compare --systems`: what the same chat costs in each system."""

    chat: str
    encoding: str
    at: int | None
    systems: list[SystemCost]


class Compared(Model):
    """`compare`: two blocks, and what the difference comes from."""

    a: ComparedSide
    b: ComparedSide
    tokens: list[int] = Field(min_length=2, max_length=2)
    causes: ComparedCauses
    lines: list[ComparedLine]
