"""What would become of the stored running recap, in words."""

from inspector.core.javascript import UNDEFINED, printed
from inspector.core.recap_edits import AdoptRunningRecap
from inspector.core.recap_state import StoreState
from inspector.gui.panels.recaps.state import RecapsState
from inspector.language import _
from inspector.systems import recap_keeper

_WORDS = {
    StoreState.OK: _("It belongs to this chat."),
    StoreState.NONE: _("This chat has no running recap."),
    StoreState.RESET: _("The release would empty it as soon as it reads it."),
    StoreState.BRANCH: _("The release would adopt it: this chat is a branch."),
    StoreState.IMPORT: _("The release would adopt it: it takes the chat for an imported one."),
    StoreState.UNKNOWN: _(
        "The release would adopt it or empty it: the worlds folder is not at hand, so it cannot "
        "be told."
    ),
}


def state_words(displayed: RecapsState) -> tuple[str, bool]:
    """A sentence about the running recap, and whether it is a warning."""
    running = displayed.running
    if running is None:
        return _WORDS[StoreState.NONE], False
    state = recap_keeper().state_of(displayed.recaps)
    words = _WORDS[state]
    if recap_keeper().is_of_another_chat(displayed.recaps):
        owner = printed(running.chat_id)
        return _("▲ Belongs to another chat ({owner}). {words}").format(
            owner=owner, words=words
        ), True
    if running.chat_id is UNDEFINED and state is not StoreState.OK:
        return _("▲ It names no chat. {words}").format(words=words), True
    count = len(running.versions)
    versions = f"{count:,} {_('version') if count == 1 else _('versions')}"
    if count and running.current_place is None:
        missing = printed(running.current_version)
        return _("▲ {versions}; the current one, {missing}, does not exist.").format(
            versions=versions, missing=missing
        ), True
    use = displayed.derivation.in_words
    use = f" {use[:1].upper()}{use[1:]}." if use else ""
    return f"✓ {versions}. {words}{use}", False


def adoption(displayed: RecapsState) -> AdoptRunningRecap | None:
    """The edit that makes the running recap this chat's; None where it is already."""
    can_be = recap_keeper().can_be_adopted(displayed.recaps)
    return AdoptRunningRecap() if can_be else None
