"""With which vocabulary the host counts a request's tokens (specs/sillytavern.md §6)."""

from dataclasses import dataclass
from typing import Final

from inspector.sillytavern.host.facts import HostFacts

O200K, CL100K, NO_TOKENIZER = "o200k_base", "cl100k_base", "bytes/3.35"

_NEWER: Final = ("gpt-4o", "gpt-4.1", "gpt-4.5", "gpt-5", "o1", "o3", "o4-mini")
_WITH_ITS_OWN: Final = (
    "claude",
    "command-a",
    "command-r",
    "deepseek",
    "gemini",
    "gemma",
    "jamba",
    "llama",
    "mistral",
    "mixtral",
    "nemo",
    "qwen",
    "yi-",
)
_NONE = 0
"""The value of `power_user.tokenizer` that only estimates."""


@dataclass(frozen=True, slots=True)
class Counting:
    """How tokens of a request are counted here.

    Attributes:
        encoding: the encoding.
        is_estimate: whether the host asks a tokenizer that is not at hand.
    """

    encoding: str
    is_estimate: bool = False


def counting_of(host: HostFacts) -> Counting:
    """How the host counts, or what stands for it here.

    Chat completion goes by the model's name and takes one that it does not know for
    gpt-3.5-turbo; text completion asks the backend, which is not at hand.
    """
    if not host.settings:
        return Counting(O200K, is_estimate=True)
    if not host.uses_chat_completion:
        if host.power_user.get("tokenizer") == _NONE:
            return Counting(NO_TOKENIZER)
        return Counting(O200K, is_estimate=True)
    model = host.model.lower()
    if any(name in model for name in _WITH_ITS_OWN):
        return Counting(O200K, is_estimate=True)
    is_newer = not model or any(name in model for name in _NEWER)
    return Counting(O200K if is_newer else CL100K)
