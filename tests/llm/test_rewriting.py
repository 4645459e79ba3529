"""A model proposes shorter summaries; each is looked at before a person sees it."""

import pytest

from inspector.llm.exchange import Ask, ModelError, Reply
from inspector.llm.rewriting import rewriting_asks, rewritten
from inspector.loading import open_chat
from inspector.tokenizer import load_tokenizer

MEMORIES = (0, 1, 2, 3, 4)


class Scripted:
    """A model that answers as it is told."""

    name = "scripted"

    def __init__(self, *texts):
        self.texts = list(texts)
        self.asks: list[Ask] = []

    def answer(self, ask, hear=None, check=None):
        self.asks.append(ask)
        mentioned = self.texts.pop(0)
        if isinstance(mentioned, Exception):
            raise mentioned
        return Reply(mentioned)


@pytest.fixture
def document(sample):
    return open_chat(sample).document


def same_again(document, memories):
    return "\n".join(
        f"{at}. {document.memories[one].summary}" for at, one in enumerate(memories, 1)
    )


def proposals(document, model, memories=MEMORIES, batch=12):
    found = rewritten(document, memories, model, load_tokenizer("o200k_base"), batch=batch)
    return [one for part in found for one in part]


def test_what_is_fine_is_not_asked_for_again(document):
    model = Scripted(same_again(document, MEMORIES))
    found = proposals(document, model)
    assert [one.memory for one in found] == list(MEMORIES)
    assert all(one.rewording is not None and not one.rewording.problems for one in found)
    assert len(model.asks) == 1


def test_what_is_wrong_is_asked_for_once_more_with_what_was_wrong(document):
    good = document.memories[0].summary
    model = Scripted("1. In this scene it rained.", f"1. {good}")
    (found,) = proposals(document, model, (0,))
    assert found.is_second
    assert found.rewording is not None
    assert found.rewording.after == good
    assert len(model.asks) == 2
    assert "not right yet" in model.asks[1].turns[-1].content


def test_a_second_answer_that_is_no_better_is_not_taken(document):
    first = "In this scene it rained on everybody again for a very long while indeed."
    model = Scripted(f"1. {first}", "")
    (found,) = proposals(document, model, (0,))
    assert found.rewording is not None
    assert found.rewording.after == first
    assert not found.is_second


def test_batches_are_asked_one_after_the_other_and_what_is_done_stays(document):
    model = Scripted(same_again(document, (0, 1)), ModelError("no"))
    done = rewritten(document, (0, 1, 2), model, load_tokenizer("chars/4"), batch=2)
    first = next(done)
    assert len(first) == 2
    with pytest.raises(ModelError):
        list(done)
    assert len(rewriting_asks(document, (0, 1, 2), batch=2)) == 2
