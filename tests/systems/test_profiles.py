"""A profile that holds whichever chat is opened."""

import pytest

from inspector.core.errors import UnknownProfileError
from inspector.core.extension import AS_IT_STANDS
from inspector.systems import with_profile


def test_without_profiles_the_settings_hold_as_they_stand():
    settings = {"extension_settings": {"auto_recap_memory": {"prompt": "x"}}}
    assert with_profile(settings, AS_IT_STANDS) == settings
    with pytest.raises(UnknownProfileError):
        with_profile(settings, "Default")
