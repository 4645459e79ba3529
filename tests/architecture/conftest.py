"""What every rule of the architecture stands on."""

import grimp
import pytest

from inspector.collecting import collector_paused


@pytest.fixture(autouse=True)
def trees_are_no_garbage():
    """A tree of a module goes with its last reference, and is large to be looked through before."""
    with collector_paused():
        yield


@pytest.fixture(scope="module")
def graph():
    """Who imports whom, libraries included."""
    return grimp.build_graph("inspector", include_external_packages=True, cache_dir=None)
