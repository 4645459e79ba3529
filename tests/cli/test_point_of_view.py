"""Who the block is made for."""

import pytest


def warnings(cli, *arguments):
    return cli("inject", *arguments, "--ruleset", "openvault/26", "--json").json["warnings"]


def test_a_point_of_view_that_nobody_in_the_chat_has_is_a_warning(cli, sample):
    assert any(
        "Nobody in this chat is called 'Rufsu'" in one
        for one in warnings(cli, sample, "--character", "Rufsu")
    )


def test_somebody_of_the_chat_or_of_the_group_is_none(cli, sample):
    for arguments in (["--character", "Rufus"], ["--character", "Zed", "--group", "Zed,Rufus"], []):
        assert not any("is called" in one for one in warnings(cli, sample, *arguments))


@pytest.mark.parametrize(
    "arguments",
    [
        ["request"],
        ["lint"],
        ["stability", "--last", "2"],
        ["inject", "--send", "normal", "--ruleset", "openvault/26"],
        ["sum-up"],
        ["enrich", "--request"],
    ],
)
def test_every_verb_that_looks_through_it_warns(cli, sample, arguments):
    verb, *rest = arguments
    result = cli(verb, sample, *rest, "--character", "Rufsu")
    assert "Nobody in this chat is called 'Rufsu'" in result.output + result.error
    result = cli(verb, sample, *rest, "--character", "Rufus")
    assert "Nobody in this chat" not in result.output + result.error
