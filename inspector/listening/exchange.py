"""One request on its way through the proxy, and its answer."""

from dataclasses import dataclass
from datetime import datetime

LARGEST_KEPT_BYTES = 64 << 20
"""Bytes of a request's body that are kept at most; a larger one is forwarded all the same."""


@dataclass(frozen=True, slots=True)
class RecordedRequest:
    """A request as it went to the endpoint. No header is kept: a key could be among them.

    Attributes:
        number: from 1, in the order in which requests came.
        when: when its last byte had come, or was waited for no more.
        method: such as `POST`.
        path: what was asked for, without its query.
        body: what was sent, unpacked; empty where there is a problem, and where nothing was asked
            of a model.
        problem: why the body was not kept, in a few words; empty where it was.
    """

    number: int
    when: datetime
    method: str
    path: str
    body: bytes
    problem: str = ""


@dataclass(frozen=True, slots=True)
class RecordedAnswer:
    """How a request was answered. The answer itself is not kept.

    Attributes:
        request: which one.
        status: the HTTP status; None where the endpoint gave none.
        size: bytes of the answer, headers included.
        seconds: from the request's last byte to the answer's last; 0 where the answer was sooner.
        problem: what went wrong, in a few words; empty where nothing did.
    """

    request: RecordedRequest
    status: int | None
    size: int
    seconds: float
    problem: str = ""
