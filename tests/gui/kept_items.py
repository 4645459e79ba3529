"""Items of layouts that PySide keeps a wrapper of, though Qt deletes them without a word to it.

See `nest` in the kit: a window that holds some crashes, sooner or later.
"""

from collections import Counter

from PySide6.QtWidgets import QLayout, QLayoutItem
from shiboken6 import createdByPython, getAllValidWrappers

from inspector.gui.kit.flow_layout import FlowLayout


def kept_items():
    """How many there are by type, but for those of `FlowLayout`, which drops them itself."""
    known = getAllValidWrappers()
    held = {id(item) for one in known if isinstance(one, FlowLayout) for item in one._items}
    return Counter(
        type(one).__name__
        for one in known
        if isinstance(one, QLayoutItem)
        and not isinstance(one, QLayout)
        and not createdByPython(one)
        and id(one) not in held
    )
