"""Which requests ask a model, and what they ask where their bodies are packed."""

import gzip
import zlib

import pytest

from inspector.listening.bodies import PackedError, asks_a_model, must_ask_a_model, unpacked

BODY = b'{"prompt": "Once"}' * 9


@pytest.mark.parametrize(
    "path",
    [
        "/v1/chat/completions",
        "/v1/completions",
        "/completion",
        "/api/v1/generate",
        "/api/extra/generate/stream",
        "/v1/messages",
        "/v1beta/models/embedder:streamGenerateContent",
        "/",
    ],
)
def test_a_model_is_asked(path):
    assert asks_a_model(path)


@pytest.mark.parametrize(
    ("path", "must"),
    [
        ("/v1/chat/completions", True),
        ("/completion/", True),
        ("/v1/responses", True),
        ("/api/v1/generate", True),
        ("/v1beta/models/m:streamGenerateContent", True),
        ("/v1beta/models/m:countTokens", False),
        ("/v1/chat/completions/count_tokens", False),
        ("/api/extra/abort", False),
        ("/v1/images/generations", False),
        ("/", False),
    ],
)
def test_some_paths_are_for_requests_to_a_model_alone(path, must):
    assert must_ask_a_model(path) is must


@pytest.mark.parametrize(
    "path",
    [
        "/tokenize",
        "/detokenize/",
        "/api/extra/tokencount",
        "/v1/token/encode",
        "/v1/internal/encode",
        "/v1/internal/token-count",
        "/v1/tokenize",
        "/v1/messages/count_tokens",
        "/v1beta/models/gemini:countTokens",
        "/v1/embeddings",
        "/api/embed",
    ],
)
def test_no_model_is_asked(path):
    assert not asks_a_model(path)


def bare(data):
    packing = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packing.compress(data) + packing.flush()


@pytest.mark.parametrize(
    ("packed", "encoding"),
    [
        (BODY, ""),
        (BODY, "identity"),
        (gzip.compress(BODY), "gzip"),
        (gzip.compress(BODY), "X-GZip"),
        (zlib.compress(BODY), "deflate"),
        (bare(BODY), "deflate"),
        (gzip.compress(zlib.compress(BODY)), "deflate, gzip"),
    ],
)
def test_a_packed_body_is_unpacked(packed, encoding):
    assert unpacked(packed, encoding) == BODY


@pytest.mark.parametrize(
    ("packed", "encoding", "words"),
    [
        (b"\x1b", "br", r"packed \(br\)"),
        (BODY, "gzip", r"packed \(gzip\) and cannot be unpacked"),
        (gzip.compress(BODY)[:-9], "gzip", "cannot be unpacked"),
        (gzip.compress(bytes(80 << 20)), "gzip", "too large"),
    ],
)
def test_what_cannot_be_unpacked_is_named(packed, encoding, words):
    with pytest.raises(PackedError, match=words):
        unpacked(packed, encoding)


def test_nothing_is_packed_where_there_is_no_body():
    assert unpacked(b"", "br") == b""
