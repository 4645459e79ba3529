"""`rulesets` and `settings`: what can be asked for."""

import pytest

from inspector.systems import RULESETS


def test_every_ruleset_is_listed(cli):
    assert [one["ruleset"] for one in cli("rulesets", "--json").json] == list(RULESETS)
    output = cli("rulesets").output
    assert all(any(line.startswith(name) for line in output.splitlines()) for name in RULESETS)


@pytest.mark.parametrize("name", RULESETS)
def test_each_setting_that_is_listed_can_be_set_to_its_default(cli, sample, name):
    found = cli("settings", name, "--json").json
    specs = RULESETS[name].settings
    assert [one["name"] for one in found] == [spec.name for spec in specs]
    RULESETS[name].check_settings({one["name"]: one["default"] for one in found})
    output = cli("settings", name).output
    assert all(spec.meaning in output for spec in specs)


def test_an_unknown_ruleset_has_no_settings(cli):
    assert "openvault/27" in cli("settings", "openvault/27").refusal
