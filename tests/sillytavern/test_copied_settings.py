"""Settings that are copied are found again where they were put into `settings.json`."""

import pytest

from inspector.core.settings import SettingKind
from inspector.sillytavern.settings_file import HostSettings
from inspector.surroundings import Surroundings, as_stored
from inspector.systems import RULESETS, system_of

IN_SILLYTAVERN = [
    "openvault/1.41",
    "openvault/1.44",
    "openvault/26",
    "auto-recap/design",
    "auto-recap/1",
    "auto-recap/2.0",
    "message-summarize/1.3",
    "summarize/1.19",
]
HOSTS_OWN = {"context_size", "experimental_macro_engine"}


def other(spec):
    """A value that is not the default."""
    if spec.kind is SettingKind.CHOICE:
        return next(one for one in spec.choices if one != spec.default)
    if spec.kind in (SettingKind.WHOLE, SettingKind.NUMBER):
        steps = (spec.default or 0) + 1, (spec.default or 0) - 1
        return next(one for one in steps if spec.greatest is None or one <= spec.greatest)
    values = {
        SettingKind.FLAG: not spec.default,
        SettingKind.NAMES: ["A", "B, C"],
        SettingKind.JSON: {"a": 1},
        SettingKind.TEXT: "“x”\n",
    }
    return values[spec.kind]


def put_into(file, part):
    """A part of a file pasted at its place, object by object."""
    if not isinstance(file, dict) or not isinstance(part, dict):
        return part
    return {**file, **{key: put_into(file.get(key), value) for key, value in part.items()}}


@pytest.mark.parametrize("name", IN_SILLYTAVERN)
@pytest.mark.parametrize("profile", ["", "Default"])
def test_they_are_found_again(name, profile):
    ruleset, key = RULESETS[name], system_of(name).extension_keys[0]
    values = {
        one.name: other(one)
        for one in ruleset.settings
        if one.name not in HOSTS_OWN and one.name != "profiles"
    }
    usual = {
        one.name: one.default
        for one in ruleset.settings
        if one.name not in {*system_of(name).unprofiled, "profiles"} and one.default is not None
    }
    profiles = {"profiles": {profile: usual, "B": usual}} if profile else {}
    file = {"extension_settings": {key: {**profiles, "kept": 1}, "other": {"a": 1}}}
    pasted = put_into(file, as_stored(ruleset, values, profile))
    found = Surroundings(HostSettings(pasted)).settings_for(ruleset).values
    assert {one: found[one] for one in values} == values
    assert pasted["extension_settings"]["other"] == {"a": 1}
    assert pasted["extension_settings"][key]["kept"] == 1


@pytest.mark.parametrize("name", [*RULESETS])
def test_what_the_extension_does_not_know_is_never_copied(name):
    ruleset = RULESETS[name]
    part = as_stored(ruleset, {one.name: other(one) for one in ruleset.settings})
    if name in IN_SILLYTAVERN:
        assert not HOSTS_OWN & {*next(iter(part["extension_settings"].values()))}
    elif system_of(name).extension_keys:
        assert part == {"extension_settings": {"openvault": {"retrievalFinalTokens": 10_001}}}
    else:
        assert part == {}
