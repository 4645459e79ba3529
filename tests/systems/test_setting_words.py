"""Every setting has a plain name, and values that stand for a place are called by it."""

from inspector.systems import RULESETS, SYSTEMS, system_of

MEMORY = "injection.memory.position"


def test_every_setting_of_every_ruleset_has_words_of_its_own():
    for name, ruleset in RULESETS.items():
        words = system_of(name).setting_words
        missing = [spec.name for spec in ruleset.settings if spec.name not in words]
        assert missing == [], name
        called = [(words[one.name].group, words[one.name].title) for one in ruleset.settings]
        assert len(set(called)) == len(called), name


def test_no_words_are_about_a_setting_that_no_ruleset_has():
    for system in SYSTEMS:
        known = {spec.name for ruleset in system.rulesets for spec in ruleset.settings}
        assert system.setting_words.keys() <= known


def test_a_depth_counts_only_in_the_chat():
    unused = system_of("openvault/26").unused_settings
    assert "injection.memory.depth" in unused({MEMORY: 1})
    assert "injection.memory.depth" not in unused({MEMORY: 4})
    assert "bucketMinRepresentation" in unused({})
    assert system_of("openvault/26").setting_words[MEMORY].values[4] == "in the chat"
    recap = system_of("auto-recap/2.0").unused_settings
    assert "running_scene_recap_depth" in recap({"running_scene_recap_position": 0})
    assert "running_scene_recap_depth" not in recap({"running_scene_recap_position": 1})
