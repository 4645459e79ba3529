"""A model's recap: what it is made of, and that only one with content is ever kept."""

import json

import pytest

from inspector.core.document import recaps_of
from inspector.core.edits import apply
from inspector.core.errors import InspectorError
from inspector.core.moment import Moment
from inspector.core.query import Query
from inspector.core.recap_edits import AddVersion, SetSceneRecap
from inspector.core.recap_keys import DATA_KEYS
from inspector.llm.enrichment.proposals import proposal_of_entity
from inspector.llm.exchange import ModelError, Reply
from inspector.llm.recaps import PROMPTS, RUNNING_PROMPT, recap_plans
from inspector.llm.writing import written
from inspector.loading import open_chat
from inspector.shipped import sample_chat
from inspector.systems import recap_keeper, ruleset_named
from tests.systems.auto_recap.chats import Quarter


class Model:
    name = "scripted"

    def __init__(self, text, finish="stop"):
        self.reply = Reply(text, (), finish)
        self.asks = []

    def answer(self, ask, hear=None, check=None):
        self.asks.append(ask)
        return self.reply


@pytest.fixture(scope="module")
def document():
    return open_chat(sample_chat()).document


def view_of(document):
    return recaps_of(document).seen(DATA_KEYS)


@pytest.fixture(scope="module")
def plans(document):
    ruleset = ruleset_named("auto-recap/2.0")
    derivation = Query(ruleset, document, Moment(), Quarter()).derivation
    return recap_plans(document, view_of(document), derivation.scenes, recap_keeper(), 1)


ANSWER = '```json\n{"recap": {"developments": ["Nell came."], "open": [], "state": ["Rain."]}}\n```'


def test_a_version_goes_on_from_the_one_before_the_last_scene(plans, document):
    plan, view = plans[0], view_of(document)
    ends = recap_keeper().scene_indexes(view)
    before = recap_keeper().version_before(view.running.versions, ends[-1])
    running = view.running
    assert plan.before == before.text
    assert plan.current == running.versions[running.current_place].text != plan.before
    assert plan.edit.scene == ends[-1]
    assert plan.edit.scene_count == before.scene_count + 1
    assert plan.edit.previous_scene == before.scene
    assert set(json.loads(plan.material)) <= {"developments", "open", "state", "resolved"}


def test_one_made_afresh_leaves_the_latest_scenes_out(plans, document):
    ends = recap_keeper().scene_indexes(view_of(document))
    plan = plans[1]
    assert (plan.edit.scene_count, plan.edit.excluded_count) == (len(ends) - 1, 1)
    assert (plan.edit.previous_scene, plan.edit.scene, plan.before) == (0, ends[-2], "")


def test_an_answer_is_stored_in_the_normalised_form_and_becomes_the_current_version(
    plans, document
):
    model = Model(f"Here it is:\n{ANSWER}")
    text = written(plans[0], PROMPTS[RUNNING_PROMPT], model).text
    assert text == "DEVELOPMENTS:\nNell came.\n\nSTATE:\nRain."
    assert plans[0].before in model.asks[0].text
    edit = plans[0].edit_with(text, 5)
    assert isinstance(edit, AddVersion)
    running = view_of(apply(document, edit)).running
    assert running.versions[running.current_place].text == text


def test_a_scene_is_recapped_of_its_messages(plans, document):
    plan = next(one for one in plans if isinstance(one.edit, SetSceneRecap))
    assert document.chat.message(0).text in plan.material
    text = written(plan, "Recap.", Model('{"developments": ["She came."]}')).text
    assert recap_keeper().readable(text) == "DEVELOPMENTS:\nShe came."
    after = apply(document, plan.edit_with(text, 5))
    assert view_of(after).messages[plan.edit.message].scene_recap == text


def test_a_prompt_without_its_macros_still_shows_what_is_new(plans):
    assert plans[0].material in plans[0].ask("Only this.").text


@pytest.mark.parametrize(
    "answer", ["", "I cannot do that.", "{}", '{"recap": {"developments": []}}', '{"recap": {"dev']
)
def test_an_answer_without_a_recap_keeps_nothing(plans, answer):
    with pytest.raises(InspectorError):
        written(plans[0], "x", Model(answer))


def test_an_answer_that_was_cut_off_keeps_nothing(plans):
    with pytest.raises(ModelError, match="did not come to its end"):
        written(plans[0], "x", Model(ANSWER, "length"))


def test_what_an_answer_names_for_the_lorebook_is_proposed(plans):
    entities = [
        {"type": "event", "name": "The parcel", "keywords": "parcel", "content": ["It", "ticks."]},
        {"t": "event", "n": "Rain", "k": ["rain", "rain", " "], "c": "It rained."},
        "none",
    ]
    answer = json.dumps({"recap": {"developments": ["Nell came."]}, "entities": entities})
    found = written(plans[0], "x", Model(answer))
    assert "2 entities" in plans[0].notes(found)[0]
    one, other = map(proposal_of_entity, found.entities)
    assert (one.title, one.content, one.keywords) == ("The parcel", "It\nticks.", ("parcel",))
    assert (other.title, other.content, other.keywords) == ("Rain", "It rained.", ("rain",))


def test_what_a_model_thinks_aloud_is_no_part_of_its_answer(plans):
    thought = '<think>{"recap": {"developments": ["Wrong."]}}</think>'
    assert "Wrong" not in written(plans[0], "x", Model(thought + ANSWER)).text
