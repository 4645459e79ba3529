"""All that was found, once each."""

from inspector.analysis.problem_list import problem_list
from inspector.core.problems import Problem, RecapPart, Severity

LEAK = Problem("leak", "Mira has no way to know it.", memory=3)
LONG = Problem("too-long", "It is long.", Severity.HINT, memory=3)
OTHER_NAME = Problem("data-not-seen", "It does not see the data.")


def test_what_concerns_the_block_comes_first():
    assert problem_list((LEAK,), (OTHER_NAME,), (LONG,)) == (LEAK, OTHER_NAME, LONG)


def test_what_is_said_twice_of_one_place_is_shown_once():
    again = Problem("the-same", OTHER_NAME.text)
    elsewhere = Problem("leak", LEAK.text, memory=4)
    in_recap = Problem("leak", LEAK.text, memory=3, recap=RecapPart.RUNNING)
    assert problem_list((LEAK,), (OTHER_NAME,), (again, elsewhere, in_recap, LEAK)) == (
        LEAK,
        OTHER_NAME,
        elsewhere,
        in_recap,
    )


def test_an_error_that_a_fault_explains_is_not_told_again():
    throws = Problem("importance-throws", "OpenVault 26 stops with an error here.")
    below = Problem("importance-below-zero", "It stops over an importance below zero.", memory=1)
    assert problem_list((below,), (throws,), ()) == (below,)
    assert problem_list((LEAK,), (throws,), ()) == (LEAK, throws)
