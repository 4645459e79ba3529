"""Token counters: known counts, the two dialects, and texts that nobody should write."""

import base64
import hashlib
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector import shipped, tokenizer
from inspector.core.errors import InspectorError, ReleaseThrowsError, UnknownEncodingError
from inspector.tokenizer import ENCODINGS, load_tokenizer

VOCABULARIES = ("o200k_base", "cl100k_base")


@pytest.mark.parametrize(
    ("encoding", "tokens"),
    [("chars/3.5", 5), ("chars/4", 4), ("bytes/4", 6), ("bytes/3.35", 8), ("o200k_base", 10)],
)
def test_counts_of_one_text(encoding, tokens):
    assert load_tokenizer(encoding).count("Лада met 🎉🎉 1!") == tokens


def test_every_encoding_can_be_loaded_and_has_its_name():
    assert [load_tokenizer(name).encoding for name in ENCODINGS] == list(ENCODINGS)


def test_an_unknown_encoding_is_refused_with_the_known_ones():
    with pytest.raises(UnknownEncodingError, match="o200k_base"):
        load_tokenizer("p50k_base")
    with pytest.raises(UnknownEncodingError, match="gpt-tokenizer"):
        load_tokenizer("o200k_base", "latin")


def test_the_same_counter_is_given_each_time():
    assert load_tokenizer("o200k_base") is load_tokenizer("o200k_base")
    assert load_tokenizer("chars/4", "gpt-tokenizer") is load_tokenizer("chars/4")


def test_an_estimator_needs_neither_tiktoken_nor_a_file():
    script = (
        "import sys, inspector.shipped\n"
        "inspector.shipped.shipped = None\n"
        "from inspector.tokenizer import load_tokenizer\n"
        "assert load_tokenizer('chars/4').count('abcde') == 2\n"
        "assert 'tiktoken' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


@given(
    st.lists(st.text(alphabet="ab '.,!?/\n\r\t ★字🎉1\u0085\ufeff\u00a0", max_size=12), max_size=8)
)
@pytest.mark.parametrize("encoding", VOCABULARIES)
@pytest.mark.parametrize("dialect", ["tiktoken", "gpt-tokenizer"])
def test_counting_line_by_line_gives_the_count_of_the_whole(encoding, dialect, lines):
    counter = load_tokenizer(encoding, dialect)
    text = "\n".join(lines)
    assert counter.count(text) == counter._count_part(text)


def test_special_tokens_are_ordinary_text_to_tiktoken():
    assert load_tokenizer("o200k_base").count("<|endoftext|>") > 1


def test_gpt_tokenizer_refuses_special_tokens_and_names_the_first():
    counter = load_tokenizer("o200k_base", "gpt-tokenizer")
    with pytest.raises(ReleaseThrowsError) as thrown:
        counter.count("one\ntwo <|im_end|> <|endoftext|>")
    assert str(thrown.value) == "Error: Disallowed special token found: <|im_end|>"
    assert counter.count("<|other|>") > 1


def test_the_dialects_differ_where_javascripts_white_space_does():
    text = "a\ufeff\ufeffb \ufeff"
    assert load_tokenizer("o200k_base").count(text) != load_tokenizer(
        "o200k_base", "gpt-tokenizer"
    ).count(text)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_half_a_character_counts_as_the_replacement_character(encoding):
    counter = load_tokenizer(encoding)
    assert counter.count("a\ud800b\udc00") == counter.count("a\ufffdb\ufffd")


@pytest.mark.parametrize("encoding", VOCABULARIES)
def test_a_text_that_tiktoken_cannot_bear_is_counted(encoding):
    counter = load_tokenizer(encoding)
    assert counter.count("x" + " " * 1_500_000 + "x") > 1_000


def test_a_hundred_million_stars_are_counted_in_reasonable_time():
    assert load_tokenizer("o200k_base").count("★" * 100_000_000) == 25_000_000


def test_remembered_counts_stay_bounded(monkeypatch):
    monkeypatch.setattr(tokenizer, "_MOST_COUNTS", 10)
    counter = tokenizer._VocabularyTokenizer(
        tokenizer._VOCABULARIES["cl100k_base"], load_tokenizer("cl100k_base").loaded
    )
    for number in range(100):
        counter.count(f"line {number}")
        counter.count_lines([f"line {number}", f"other {number}"])
    assert len(counter.counts) <= 10
    assert len(counter.of_lines) <= 10


@pytest.mark.parametrize(
    ("content", "mentioned"), [(None, "cannot be read"), (b"junk", "cannot be read")]
)
def test_a_missing_or_broken_vocabulary_is_said_plainly(tmp_path, monkeypatch, content, mentioned):
    (tmp_path / "tokenizers").mkdir()
    if content is not None:
        (tmp_path / "tokenizers" / "o200k_base.zlib").write_bytes(content)
    monkeypatch.setattr(tokenizer, "shipped", lambda: tmp_path)
    with pytest.raises(InspectorError, match=mentioned):
        tokenizer._ranks(tokenizer._VOCABULARIES["o200k_base"])


@pytest.mark.parametrize(
    ("name", "published"),
    [
        ("o200k_base", "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"),
        ("cl100k_base", "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"),
    ],
)
def test_a_vocabulary_is_the_one_that_its_publisher_has(name, published):
    """As tiktoken's `openai_public` expects the file: a token in base64 and its rank a line."""
    ranks = tokenizer._ranks(tokenizer._VOCABULARIES[name])
    lines = (b"%s %d\n" % (base64.b64encode(token), rank) for token, rank in ranks.items())
    assert hashlib.sha256(b"".join(lines)).hexdigest() == published


def test_another_vocabulary_is_not_taken_for_the_right_one(tmp_path, monkeypatch):
    source = shipped.shipped().joinpath("tokenizers", "cl100k_base.zlib").read_bytes()
    (tmp_path / "tokenizers").mkdir()
    (tmp_path / "tokenizers" / "o200k_base.zlib").write_bytes(source)
    monkeypatch.setattr(tokenizer, "shipped", lambda: tmp_path)
    with pytest.raises(InspectorError, match="damaged"):
        tokenizer._ranks(tokenizer._VOCABULARIES["o200k_base"])


LINES = ["[★] one", "", "two", " three", "/four", "\ufefffive", "\u3000", "six\nseven", "eight", ""]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("dialect", ["tiktoken", "gpt-tokenizer"])
def test_lines_count_as_the_text_that_they_make(encoding, dialect):
    counter = load_tokenizer(encoding, dialect)
    for first in range(len(LINES)):
        for end in range(first, len(LINES) + 1):
            some = LINES[first:end]
            wanted = counter.count("\n".join(some))
            assert [counter.count_lines(some), counter.count_lines(some)] == [wanted, wanted]


def test_lines_that_were_counted_are_not_counted_again(monkeypatch):
    counter = load_tokenizer("o200k_base")
    lines = [f"The lamp of the keeper, {number}." for number in range(50)]
    before = counter.count_lines(lines)
    counted = []
    monkeypatch.setattr(
        tokenizer._VocabularyTokenizer, "count", lambda _, text: counted.append(text) or 1
    )
    counter.count_lines([*lines[3:], lines[3]])
    assert counted == [lines[49] + "\n", lines[3]]
    assert before > 50
