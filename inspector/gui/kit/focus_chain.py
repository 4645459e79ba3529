"""What Tab comes to next, and what has the keys in a widget's stead.

Of both PySide (6.11.3) makes what it returns a child of the widget that was asked. With that one,
which may be a row that is made anew a moment later, it would take the other one for deleted too,
and with this all that lies in it: up to the whole window. So what is found is given back to what
it really lies in.
"""

from typing import cast

from PySide6.QtWidgets import QWidget
from shiboken6 import createdByPython


def next_in_chain(widget: QWidget, *, forwards: bool) -> QWidget | None:
    """The widget that comes after one in the order of Tab, or before it; in the end itself."""
    return _given_back(widget.nextInFocusChain() if forwards else widget.previousInFocusChain())


def focus_proxy(widget: QWidget) -> QWidget | None:
    """What has the keys in a widget's stead; None where that has them itself."""
    return _given_back(widget.focusProxy())


def _given_back(found: QWidget | None) -> QWidget | None:
    if found is None:
        return None
    around = found.parentWidget()
    if around is None or createdByPython(around):
        # Which is no change for Qt; the stubs do not know that a window has no parent.
        found.setParent(cast("QWidget", around))
        return found
    # What stands for a part that Qt made may go before that: it keeps nothing.
    while around is not None and not createdByPython(around):
        around = around.parentWidget()
    if around is not None:
        around.findChildren(type(found))
    return found
