"""The theme of high contrast: what is read stands out from whatever it stands on."""

import pytest

from inspector.gui.kit.theme import CONTRAST


def luminance(colour):
    parts = [channel / 255 for channel in (colour.red(), colour.green(), colour.blue())]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return sum(share * one for share, one in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("background", ["window", "surface", "alt", "selection", "hover"])
@pytest.mark.parametrize(
    "text", ["text", "text_2", "text_3", "accent", "warning", "error", "secret", "verdict_in"]
)
def test_every_text_has_at_least_seven_to_one(text, background):
    over, under = (luminance(getattr(CONTRAST, name)) for name in (text, background))
    assert (max(over, under) + 0.05) / (min(over, under) + 0.05) >= 7
